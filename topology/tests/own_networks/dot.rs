//! Meaning of DOT, by <https://graphviz.org/doc/info/lang.html>.

use torusmith_topology::import::Format;
use torusmith_topology::{Network, export};

use super::round_trips::described;
use crate::{exported, imported, links};

/// Links both ways of a text, each pair once, in the form `ab bc`.
fn pairs(text: &str) -> String {
    let network = Network::new(imported(Format::Dot, text, None).unwrap_or_else(|e| panic!("{text}: {e}")));
    let both = links(&network).into_iter().filter(|(from, to)| from < to).map(|(from, to)| from + &to);
    both.collect::<Vec<_>>().join(" ")
}

/// The torus of torusmith's own DOT after Graphviz 2.43 has laid it out (`dot -Tdot`), with ports and kinds.
#[test]
fn a_drawing_is_the_graph_that_was_drawn() {
    let torus: Network = "torus:4,4".parse().unwrap();
    let drawn = Network::new(imported(Format::Dot, include_str!("laid_out.dot"), None).unwrap());
    assert_eq!(described(&drawn), described(&torus));
}

#[test]
fn groups_of_nodes_stand_for_each_of_them() {
    for (text, found) in [
        ("graph { hub -- {a b c}; a -- b; b -- c; }", "ab ahub bc bhub chub"),
        ("graph { {a b} -- {c d} }", "ac ad bc bd"),
        ("graph { a -- {b c} -- d }", "ab ac bd cd"),
        ("graph { subgraph s { a -- b; b -- c } -- d }", "ab ad bc bd cd"),
        ("graph { subgraph s { a; b }; c -- subgraph s {}; }", "ac bc"),
        ("graph { a -- { b; { c d } } }", "ab ac ad"),
        // Edge defaults of a group apply within the group; attributes apply to all edges of a statement.
        ("graph { { edge [kind=x]; a -- b } -- c [slices=2] }", "ab ac bc"),
        // A node is in a group once.
        ("graph { a -- { b b b } -- c }", "ab bc"),
    ] {
        assert_eq!(pairs(text), found, "{text}");
    }
    let own = imported(Format::Dot, "graph { {a b} -- c [slices=2]; a -- b [kind=k] }", None).unwrap();
    let text = exported(export::Format::Toml, &Network::new(own), None);
    assert_eq!((text.matches("slices = 2").count(), text.matches("kind = \"k\"").count()), (2, 1), "{text}");
}

#[test]
fn a_strict_graph_has_one_edge_between_two_nodes() {
    assert_eq!(pairs("strict graph { a -- b; b -- a; b -- c; c -- a; }"), "ab ac bc");
    assert_eq!(pairs("strict graph { a -- {b c}; {b c} -- a; b -- c }"), "ab ac bc");
    assert_eq!(pairs("strict digraph { a -> b; b -> a; a -> b; b -> c -> a -> c -> b }"), "ab ac bc");
    assert_eq!(pairs("STRICT GRAPH { a -- b [slices=1]; b -- a [kind=x]; }"), "ab");
    let merged = |text: &str| exported(export::Format::Toml, &Network::new(imported(Format::Dot, text, None).unwrap()), None);
    // Later attributes are added to the edge; defaults apply where the edge is created. The tail is the tail of the first statement.
    let text = merged("strict graph { a -- b [slices=1]; edge [slices=5, kind=y]; b -- a [taillabel=3]; b:2 -- a [kind=x] }");
    assert!(text.contains("{ between = [\"a:3\", \"b:2\"], slices = 1, kind = \"x\" }"), "{text}");
}

#[test]
fn compass_points_are_drawing() {
    assert_eq!(pairs("graph { a:e -- b:w; a:e -- c:nw; b:_ -- c:c }"), "ab ac bc");
    assert_eq!(pairs("graph { a -- b [tailport=e, headport=w]; b -- c; c -- a; }"), "ab ac bc");
    let ports = |text: &str| exported(export::Format::Dot, &Network::new(imported(Format::Dot, text, None).unwrap()), None);
    assert!(ports("graph { a:right:e -- b:2:w }").contains("\"a\" -> \"b\" [taillabel=\"right\", headlabel=\"p2\", dir=none]"));
}

#[test]
fn texts_are_joined_and_nodes_stand_side_by_side() {
    assert_eq!(pairs("graph \"my\" + \" net\" { a b c bc\n \"a\" -- \"b\" + \"c\" -- b; c -- b }"), "abc bbc bc");
}
