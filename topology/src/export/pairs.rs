//! Links as files name them: a link and its reverse between the same two ports are one entry.

use super::Source;
use crate::Link;
use crate::spec::stem;

/// A link as files name it.
pub struct Written<'a> {
    /// Output port at which the link starts.
    pub from: Link,
    /// Input port at which the link ends.
    pub to: Link,
    /// A reverse link joins the same two ports.
    pub both: bool,
    /// Registers in each direction.
    pub slices: u8,
    /// Kind, if the name of the output port does not give it.
    pub kind: Option<&'a str>,
}

/// Lists all links, in the order of nodes and ports.
pub fn links<'a>(source: &Source<'a>) -> Vec<Written<'a>> {
    let said = |link: Link| (source.slices(link.node, link.port), kind(source, link));
    let back = |to: Link| source.graph.downstream(to.node as usize, to.port as usize);
    let mut links = Vec::new();
    for (from, to) in source.graph.iter_links() {
        let (slices, kind) = said(from);
        let both = back(to) == Some(from) && said(to) == (slices, kind);
        if !both || from < to {
            links.push(Written { from, to, both, slices, kind });
        }
    }
    links
}

/// The kind of a link, if the name of the output port does not give it; `wrap` if the link closes a ring.
fn kind<'a>(source: &Source<'a>, from: Link) -> Option<&'a str> {
    let network = source.network;
    if network.closes_ring(from.node, from.port) {
        return Some("wrap");
    }
    let kind = network.link_kind(from.node, from.port);
    (kind != stem(network.port_label(from.port))).then_some(kind)
}
