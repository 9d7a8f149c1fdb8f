//! A picture: nodes as squares on the network's plane, basic modules framed, links coloured by kind or level, those around rings curved.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use super::plane::{PITCH, Plane, plane};
use super::xml::escaped;
use super::{Source, notes, pairs};
use crate::Link;
use crate::spec::stem;

/// Most nodes of a picture.
pub const MOST: usize = 4096;
/// Side of a node's square.
const NODE: i64 = 26;
/// Colours that most eyes tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f3fbf"];
/// Of the links inside basic modules, and where there are too many kinds for colours.
const PLAIN: &str = "#5f6b7a";
/// Height of a line of the legend.
const LINE: i64 = 24;

/// Routes and registers.
pub fn left_out(source: &Source<'_>) -> Vec<String> {
    notes(source, false, false, true)
}

/// Writes it.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let plane = plane(source);
    let kinds = kinds(source);
    let (width, height) = (plane.size.0.max(480), plane.size.1 + LINE * kinds.len() as i64);
    let name = escaped(&source.network.to_string());
    writeln!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">")?;
    writeln!(out, "<title>{name}</title>")?;
    writeln!(out, "<style>text {{ font-family: sans-serif; fill: #1a1f26 }} path {{ fill: none }} .arrow {{ fill: #1a1f26 }}</style>")?;
    writeln!(
        out,
        "<defs><marker id=\"arrow\" markerUnits=\"userSpaceOnUse\" markerWidth=\"10\" markerHeight=\"8\" refX=\"10\" refY=\"4\""
    )?;
    writeln!(out, "  orient=\"auto\" overflow=\"visible\"><path class=\"arrow\" d=\"M0 0L10 4L0 8z\"/></marker></defs>")?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
    let links: usize = kinds.values().map(Vec::len).sum();
    writeln!(out, "<text x=\"20\" y=\"28\" font-size=\"18\">{name}: {} nodes, {links} links</text>", source.network.nodes())?;
    for [x, y, width, height] in &plane.frames {
        writeln!(
            out,
            "<rect class=\"module\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#f1f4f8\" stroke=\"#c5ced9\"/>"
        )?;
    }
    write_links(source, &plane, &kinds, out)?;
    write_nodes(source, &plane, out)?;
    for (y, (colour, kind, links)) in (plane.size.1 - 16..).step_by(LINE as usize).zip(coloured(&kinds)) {
        writeln!(out, "<path d=\"M20 {y}h36\" stroke=\"{colour}\" stroke-width=\"4\"/>")?;
        writeln!(out, "<text x=\"66\" y=\"{}\" font-size=\"14\">{}: {}</text>", y + 5, escaped(kind), links.len())?;
    }
    writeln!(out, "</svg>")
}

/// Inside a basic module or not, and a name, with the links.
type Kinds<'a> = BTreeMap<(Where, String), Vec<pairs::Written<'a>>>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Where {
    InModule,
    Else,
}

/// Links by what they are coloured by: inside a basic module, else the port's name, which says the level, else the kind.
fn kinds<'a>(source: &Source<'a>) -> Kinds<'a> {
    let network = source.network;
    let mut kinds = Kinds::new();
    for link in pairs::links(source) {
        let Link { node, port } = link.from;
        let kind = match network.basic_modules() {
            Some(_) if !network.joins_modules(port) => (Where::InModule, "in a basic module".to_owned()),
            Some(_) => (Where::Else, stem(&network.port_name(node, port)).to_owned()),
            None => match source.own() {
                Some(own) if own.has_plain_name(port) && network.link_kind(node, port) == network.port_label(port) => {
                    (Where::InModule, "links".to_owned())
                }
                _ => (Where::Else, network.link_kind(node, port).to_owned()),
            },
        };
        kinds.entry(kind).or_default().push(link);
    }
    let coloured = kinds.keys().filter(|(place, _)| *place == Where::Else).count();
    if coloured <= COLOURS.len() {
        return kinds;
    }
    Kinds::from([((Where::InModule, "links".to_owned()), kinds.into_values().flatten().collect())])
}

/// The kinds with their colours.
fn coloured<'k, 'a>(kinds: &'k Kinds<'a>) -> impl Iterator<Item = (&'static str, &'k str, &'k [pairs::Written<'a>])> {
    let mut colours = COLOURS.iter();
    kinds.iter().map(move |((place, name), links)| match place {
        Where::InModule => (PLAIN, &name[..], &links[..]),
        Where::Else => (colours.next().copied().unwrap_or(PLAIN), &name[..], &links[..]),
    })
}

fn write_links(source: &Source<'_>, plane: &Plane, kinds: &Kinds<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    let mut drawn = HashMap::new();
    for (colour, _, links) in coloured(kinds) {
        writeln!(out, "<g stroke=\"{colour}\" stroke-width=\"1.6\">")?;
        for link in links {
            let (from, to) = (link.from.node, link.to.node);
            let before = drawn.entry((from.min(to), from.max(to))).or_insert(0);
            let line = Line {
                ends: [plane.centres[from as usize], plane.centres[to as usize]],
                // A file says it by the kind.
                ring: network.closes_ring(from, link.from.port) || network.link_kind(from, link.from.port) == "wrap",
                far: network.joins_modules(link.from.port),
                before: *before,
                arrow: !link.both,
            };
            *before += 1;
            let path = if plane.rows && line.leaves() { line.stubs(plane) } else { line.path(plane) };
            let end = |end: Link| format!("{} {}", network.format_address(end.node), network.port_name(end.node, end.port));
            let told = escaped(&format!("{} to {}", end(link.from), end(link.to)));
            let arrow = if link.both { "" } else { " marker-end=\"url(#arrow)\"" };
            writeln!(out, "<path class=\"link\" d=\"{path}\"{arrow}><title>{told}</title></path>")?;
        }
        writeln!(out, "</g>")?;
    }
    Ok(())
}

/// A link on the plane.
struct Line {
    ends: [(i64, i64); 2],
    /// It closes a ring.
    ring: bool,
    /// It joins two basic modules.
    far: bool,
    /// Links drawn between the same nodes.
    before: i64,
    /// It has an arrow, which is to be seen beside the node.
    arrow: bool,
}

impl Line {
    fn delta(&self) -> (i64, i64) {
        let [(x, y), (to_x, to_y)] = self.ends;
        (to_x - x, to_y - y)
    }

    /// Closes a ring and runs askew: drawn across the plane, such links would hide all else.
    fn leaves(&self) -> bool {
        let (dx, dy) = self.delta();
        self.ring && dx != 0 && dy != 0
    }

    /// A short piece at each end, the way that the link leaves the plane.
    fn stubs(&self, plane: &Plane) -> String {
        let [(x, y), (to_x, to_y)] = self.ends;
        let around = |d: i64, side: i64| if 2 * d.abs() > side { d - d.signum() * (side + PITCH) } else { d };
        let (dx, dy) = self.delta();
        let (dx, dy) = (around(dx, plane.nodes().0), around(dy, plane.nodes().1));
        let part = |d: i64| d * 9 * PITCH / (10 * dx.abs().max(dy.abs()).max(1));
        let (dx, dy) = (part(dx), part(dy));
        let (near_x, near_y) = (to_x - dx, to_y - dy);
        let (to_x, to_y) = self.end((near_x, near_y));
        format!("M{x} {y}l{dx} {dy}M{near_x} {near_y}L{to_x} {to_y}")
    }

    /// A straight line; a curve for a link that closes a ring, that would run across a node, or that is not the first between its nodes.
    fn path(&self, plane: &Plane) -> String {
        let (x, y) = self.ends[0];
        let (dx, dy) = self.delta();
        let length = ((dx * dx + dy * dy) as f64).sqrt().max(1.0);
        let hit = |&(at_x, at_y): &(i64, i64)| {
            let (rx, ry) = (at_x - x, at_y - y);
            let along = (rx * dx + ry * dy) as f64 / length;
            along > 1.0 && along < length - 1.0 && ((rx * dy - ry * dx) as f64 / length).abs() < NODE as f64 * 0.6
        };
        if !self.ring && self.before == 0 && !plane.centres.iter().any(hit) {
            let (to_x, to_y) = self.end((x, y));
            return format!("M{x} {y}L{to_x} {to_y}");
        }
        // To the upper side of a row and the left side of a column, whichever end comes first.
        let side = if dx > 0 || dx == 0 && dy < 0 { 1.0 } else { -1.0 };
        let pitches = if self.far { 0.85 } else { 0.6 } + 0.4 * self.before as f64;
        let height = side * (PITCH as f64 * pitches + length / 40.0);
        let at = |part: f64| {
            let along = |start: i64, d: i64, across: i64| (start as f64 + part * d as f64 + height * across as f64 / length).round() as i64;
            (along(x, dx, dy), along(y, dy, -dx))
        };
        let ((x1, y1), (x2, y2)) = (at(0.12), at(0.88));
        let (to_x, to_y) = self.end((x2, y2));
        format!("M{x} {y}C{x1} {y1} {x2} {y2} {to_x} {to_y}")
    }

    /// Where the line ends that comes from a point: at the node, or before its square if there is an arrow.
    fn end(&self, (x, y): (i64, i64)) -> (i64, i64) {
        let (to_x, to_y) = self.ends[1];
        let (dx, dy) = ((to_x - x) as f64, (to_y - y) as f64);
        let part = if self.arrow { NODE as f64 * 0.56 / dx.abs().max(dy.abs()).max(1.0) } else { 0.0 };
        (to_x - (dx * part).round() as i64, to_y - (dy * part).round() as i64)
    }
}

fn write_nodes(source: &Source<'_>, plane: &Plane, out: &mut impl Write) -> io::Result<()> {
    for (number, (x, y)) in (0..).zip(&plane.centres) {
        let address = source.network.format_address(number);
        let (left, top) = (x - NODE / 2, y - NODE / 2);
        write!(
            out,
            "<rect class=\"node\" x=\"{left}\" y=\"{top}\" width=\"{NODE}\" height=\"{NODE}\" rx=\"4\" fill=\"#ffffff\" stroke=\"#1a1f26\">"
        )?;
        writeln!(out, "<title>{}</title></rect>", escaped(&address))?;
        let size = match address.chars().count() {
            0..=2 => 12,
            3..=4 => 9,
            5 => 7,
            6 => 6,
            _ => continue,
        };
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text>",
            y + size / 3 + 1,
            escaped(&address)
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Network;
    use crate::own::parse;

    fn drawn(network: &Network) -> String {
        let graph = network.graph();
        let mut out = Vec::new();
        write(&Source { network, graph: &graph, table: None }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Every node and every link once, a link without one back with an arrow; nodes apart and within the picture.
    fn check(network: &Network, modules: usize) {
        let text = drawn(network);
        let svg = roxmltree::Document::parse(&text).unwrap();
        let root = svg.root_element();
        let of = |class: &str| svg.descendants().filter(|n| n.attribute("class") == Some(class)).collect::<Vec<_>>();
        let number = |n: &roxmltree::Node<'_, '_>, name: &str| n.attribute(name).unwrap().parse::<i64>().unwrap();
        let ways: usize = of("link").iter().map(|link| if link.has_attribute("marker-end") { 1 } else { 2 }).sum();
        assert_eq!((of("node").len(), ways, of("module").len()), (network.nodes(), network.graph().links(), modules), "{network}");
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

    /// In a circle; names as XML can hold them.
    #[test]
    fn an_own_network_is_drawn() {
        let links = "{ between = [\"k1\", \"k2\"] }, { between = [\"k2\", \"k3\"] }, { from = \"k3\", to = \"k1\" }";
        let text =
            format!("name = \"a<b\"\nnodes = [\"k1\", \"k2\", \"k3\"]\nroutes = \"shortest\"\nclasses = \"auto\"\nlinks = [{links}]\n");
        check(&Network::new(parse(&text, "my.toml").unwrap()), 0);
    }

    /// A row's own link is straight, that around the ring is not; one askew around an RDT leaves at both ends.
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
