//! Picture of a network: links coloured by kind or level, links around rings curved.

use std::io::{self, Write};

use super::escape_xml;
use super::links::with_colours;
use super::picture::{LINE, Paint, Picture};
use super::{Source, notes};

/// Most nodes in a picture.
pub const MOST: usize = 4096;

/// Lists what the format leaves out: routes and registers.
pub fn left_out(source: &Source<'_>) -> Vec<String> {
    notes(source, false, false, true)
}

/// Writes the picture.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let picture = Picture::of(source);
    picture.write(&ByKind(picture.kinds.len()), out)
}

/// Picture with one colour per kind; holds the number of kinds.
struct ByKind(usize);

impl Paint for ByKind {
    fn lines(&self) -> usize {
        self.0
    }

    fn links(&self, picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()> {
        for (colour, _, links) in with_colours(&picture.kinds) {
            writeln!(out, "<g stroke=\"{colour}\" stroke-width=\"1.6\">")?;
            for link in links {
                let Some(line) = picture.line(link.from) else { continue };
                let (path, told) = (line.path(&picture.plane).text(), picture.describe_link(link.from, link.to));
                let arrow = if link.both { "" } else { " marker-end=\"url(#arrow)\"" };
                writeln!(out, "<path class=\"link\" d=\"{path}\"{arrow}><title>{told}</title></path>")?;
            }
            writeln!(out, "</g>")?;
        }
        Ok(())
    }

    fn legend(&self, picture: &Picture<'_>, y: i64, out: &mut dyn Write) -> io::Result<()> {
        for (y, (colour, kind, links)) in (y..).step_by(LINE as usize).zip(with_colours(&picture.kinds)) {
            writeln!(out, "<path d=\"M20 {y}h36\" stroke=\"{colour}\" stroke-width=\"4\"/>")?;
            writeln!(out, "<text x=\"66\" y=\"{}\" font-size=\"14\">{}: {}</text>", y + 5, escape_xml(kind), links.len())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::NODE;
    use super::super::picture::LINE;
    use super::*;
    use crate::Network;
    use crate::own::parse;

    fn drawn(network: &Network) -> String {
        let graph = network.graph();
        let mut out = Vec::new();
        write(&Source { network, graph: &graph, table: None }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Every node and every link is drawn once, a link without a reverse link has an arrow, and nodes lie apart and within the picture.
    fn check(network: &Network, modules: usize) {
        let text = drawn(network);
        let svg = roxmltree::Document::parse(&text).unwrap();
        let root = svg.root_element();
        let of = |class: &str| svg.descendants().filter(|n| n.attribute("class") == Some(class)).collect::<Vec<_>>();
        let number = |n: &roxmltree::Node<'_, '_>, name: &str| n.attribute(name).unwrap().parse::<i64>().unwrap();
        let ways: usize = of("link").iter().map(|link| if link.has_attribute("marker-end") { 1 } else { 2 }).sum();
        assert_eq!((of("node").len(), ways, of("module").len()), (network.routers(), network.graph().links(), modules), "{network}");
        let places: Vec<[i64; 2]> = of("node").iter().map(|n| [number(n, "x"), number(n, "y")]).collect();
        let inside = |[x, y]: [i64; 2]| x > 0 && y > LINE && x + NODE < number(&root, "width") && y + NODE < number(&root, "height");
        assert!(places.iter().all(|&place| inside(place)), "{network}");
        for (i, a) in places.iter().enumerate() {
            let near = places[..i].iter().find(|b| (a[0] - b[0]).abs() <= NODE && (a[1] - b[1]).abs() <= NODE);
            assert!(near.is_none(), "{network}: {a:?} lies on {near:?}");
        }
        assert_eq!(text, drawn(network));
    }

    #[test]
    fn all_nodes_and_links_are_drawn() {
        for (name, modules) in [
            ("torus:4,4", 0),
            ("torus:4,4,4", 0),
            ("mesh:3,5", 0),
            ("hypercube:6", 0),
            ("ccc:3", 0),
            ("rdt:8", 0),
            ("ttn:2,2,1", 16),
            ("sttn:2,2,1", 16),
            ("mtn:2,2,1", 16),
            ("tesh:2,2,0", 16),
            ("htn:4,4,2,1", 16),
        ] {
            check(&name.parse().unwrap(), modules);
        }
    }

    /// A network without places is drawn as a circle, with names escaped for XML.
    #[test]
    fn an_own_network_is_drawn() {
        let links = "{ between = [\"k1\", \"k2\"] }, { between = [\"k2\", \"k3\"] }, { from = \"k3\", to = \"k1\" }";
        let text =
            format!("name = \"a<b\"\nnodes = [\"k1\", \"k2\", \"k3\"]\nroutes = \"shortest\"\nclasses = \"auto\"\nlinks = [{links}]\n");
        check(&Network::new(parse(&text, "my.toml").unwrap()), 0);
    }

    /// A link within a row is straight, the link around the ring is a curve, and a skew link around an RDT is drawn as two segments.
    #[test]
    fn links_around_a_ring_are_curved() {
        let of = |network: Network, link: &str| {
            let text = drawn(&network);
            let svg = roxmltree::Document::parse(&text).unwrap();
            let title = svg.descendants().find(|n| n.is_element() && n.text() == Some(link)).unwrap_or_else(|| panic!("{link}: {text}"));
            title.parent_element().unwrap().attribute("d").unwrap().to_owned()
        };
        let path = |name: &str, link: &str| of(name.parse().unwrap(), link);
        assert_eq!(path("torus:4,4", "0,0 x+ to 0,1 x-"), "M72 72L120 72");
        assert!(path("torus:4,4", "0,0 x- to 0,3 x+").contains('C'));
        assert_eq!(path("rdt:8", "0,0 ux- to 6,6 ux+").matches('M').count(), 2);
        let ring = || Network::new(parse(include_str!("../../../examples/networks/ring_8.toml"), "ring_8.toml").unwrap());
        assert!(of(ring(), "0 right to 1 left").contains('L'));
        assert!(of(ring(), "0 left to 7 right").contains('C'));
    }
}
