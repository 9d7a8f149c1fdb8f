//! The example networks against their intended structure.

use std::collections::BTreeSet;

use torusmith_topology::import::{self, Format, Options};
use torusmith_topology::own::{RouteKind, understood};
use torusmith_topology::{Classes, Network, NetworkSpec, TerminalId};

use crate::{distances, example, example_network, example_text, links, toml};

/// Each other format describes the network of the network file with the same name.
#[test]
fn each_format_has_an_example() {
    for (file, format, routes) in [
        ("ring_8.dot", Format::Dot, None),
        ("kautz_24.csv", Format::Csv, None),
        ("dragonfly_36.graphml", Format::Graphml, None),
        ("ring_8.gml", Format::Gml, None),
        ("ring_8.node_link.json", Format::Json, None),
        ("random_64.anynet", Format::Anynet, None),
        ("wheel_5.connect", Format::Connect, Some("wheel_5.routes")),
        ("double_ring_16", Format::Reconnect, None),
        ("tree_7.floogen.yml", Format::Floogen, None),
    ] {
        let routes = routes.map(example);
        let options = Options { routes: routes.as_deref(), strict: true, ..Options::default() };
        let own = import::read(format, &example(file), options).unwrap_or_else(|e| panic!("{e}"));
        let (name, _) = file.split_once('.').unwrap_or((file, ""));
        let text = example_text(&format!("{name}.toml"));
        // Routes of an anynet are BookSim2's.
        let text = if format == Format::Anynet { text.replace("\"shortest\"", "\"least-latency\"") } else { text };
        assert_eq!(own.identity(), toml(&text).identity(), "{file}");
    }
    assert_eq!(example_network("ring_8.json"), example_network("ring_8.toml"));
}

#[test]
fn a_ring_has_two_ways_round() {
    let ring = example_network("ring_8.toml");
    assert_eq!((ring.to_string(), ring.slug(), ring.routers(), ring.ports()), ("ring of 8".into(), "ring_of_8".into(), 8, 3));
    let graph = ring.graph();
    for node in 0..8u32 {
        let right = graph.downstream(node as usize, 1).unwrap();
        let left = graph.downstream(node as usize, 2).unwrap();
        assert_eq!(((right.node, right.port), (left.node, left.port)), (((node + 1) % 8, 2), ((node + 7) % 8, 1)));
    }
    assert_eq!((ring.port_label(0), ring.port_label(1), ring.port_label(2)), ("local", "right", "left"));
    assert_eq!((ring.link_kind(7, 1), ring.link_kind(0, 2), ring.link_kind(3, 1)), ("wrap", "wrap", "right"));
    assert_eq!(ring.route_table().unwrap().classes(), Classes::Auto);
}

/// The route from abcd to bcde.
#[test]
fn a_kautz_graph_shifts_letters() {
    let kautz = example_network("kautz_24.toml");
    let letters = |c: char| "012".chars().filter(move |&other| other != c);
    let mut words: Vec<String> = vec!["0".into(), "1".into(), "2".into()];
    for _ in 0..3 {
        words = words.iter().flat_map(|word| letters(word.chars().last().unwrap()).map(move |c| format!("{word}{c}"))).collect();
    }
    let mut want: Vec<(String, String)> = words
        .iter()
        .flat_map(|word| letters(word.chars().last().unwrap()).map(move |c| (word.clone(), format!("{}{c}", &word[1..]))))
        .collect();
    want.sort();
    assert_eq!((want.len(), links(&kautz)), (48, want));
    assert_eq!((0..24).map(|node| distances(&kautz.graph(), node).into_iter().max().unwrap()).max(), Some(4));
    assert_eq!(kautz.ports(), 3);
}

#[test]
fn a_mesh_lacks_two_links() {
    let mesh = example_network("mesh_4x4_broken.toml");
    let whole: Network = "mesh:4,4".parse().unwrap();
    let (broken, whole): (BTreeSet<_>, BTreeSet<_>) = (links(&mesh).into_iter().collect(), links(&whole).into_iter().collect());
    assert!(broken.is_subset(&whole));
    let gone: Vec<_> = whole.difference(&broken).map(|(from, to)| (from.as_str(), to.as_str())).collect();
    assert_eq!(gone, [("1,1", "1,2"), ("1,2", "1,1"), ("2,2", "3,2"), ("3,2", "2,2")]);
    assert_eq!((mesh.place(7), mesh.transpose(TerminalId(1)), mesh.parse_address("2,3")), (Some((1, 3)), Ok(TerminalId(4)), Ok(11)));
    assert_eq!(mesh.coordinates().len(), 3);
}

/// 9 groups of 4 nodes: one link joins each two groups, so that no route is longer than local, global, local.
#[test]
fn a_dragonfly_joins_all_groups() {
    let dragonfly = example_network("dragonfly_36.toml");
    let group = |node: u32| dragonfly.format_address(node)[1..2].to_owned();
    let mut global = Vec::new();
    for (from, to) in dragonfly.graph().iter_links() {
        let kind = dragonfly.link_kind(from.node, from.port);
        assert_eq!(kind == "local", group(from.node) == group(to.node));
        assert_eq!(dragonfly.own_slices(from.node, from.port), u8::from(kind == "global"));
        if kind == "global" {
            global.push((group(from.node), group(to.node)));
        }
    }
    assert_eq!((global.len(), global.iter().collect::<BTreeSet<_>>().len()), (72, 72));
    assert_eq!((0..36).map(|node| distances(&dragonfly.graph(), node).into_iter().max().unwrap()).max(), Some(3));
}

/// Routes of half a ring go clockwise, out of port 1.
#[test]
fn the_double_ring_goes_by_its_tables() {
    let ring = example_network("double_ring_16.toml");
    let table = ring.route_table().unwrap();
    for (at, to) in (0..16).flat_map(|at| (0..16).map(move |to| (at, to))).filter(|(at, to)| at != to) {
        assert_eq!(table.hop(at, TerminalId(to)).port, if (to + 16 - at) % 16 <= 8 { 1 } else { 2 }, "{at} {to}");
    }
    assert_eq!(table.classes(), Classes::Auto);
}

#[test]
fn a_network_is_told_in_five_lines() {
    let network = example_network("mesh_4x4_broken.toml");
    let own: &torusmith_topology::own::OwnNetwork = network.of().unwrap();
    let told = understood(own, &network);
    assert_eq!(
        told[1..].iter().map(|(_, told)| told.as_str()).collect::<Vec<_>>(),
        [
            "16, 0,0 to 3,3; places given",
            "22 both ways, 0 one way; 0 directed links with registers; kinds x, y",
            "2 to 4 a node, and the local one: x+, x-, y+, y-",
            "shortest, ties balanced; classes to be found",
        ]
    );
    assert_eq!((told[0].0, own.route_kind()), ("file", RouteKind::Shortest));
}
