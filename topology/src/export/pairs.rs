//! The links of a network as files name them: a pair between the same two ports as one.

use super::Source;
use crate::Link;
use crate::spec::stem;

/// A link as it is written.
pub struct Written<'a> {
    /// Where it begins.
    pub from: Link,
    /// Where it ends.
    pub to: Link,
    /// There is one like it back, between the same two ports.
    pub both: bool,
    /// Registers, each way.
    pub slices: u8,
    /// Its kind, where the name of its output port does not say it.
    pub kind: Option<&'a str>,
}

/// All links, in the order of nodes and ports.
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

/// The kind of a link, where the name of its output port does not say it; `wrap` if it closes a ring.
fn kind<'a>(source: &Source<'a>, from: Link) -> Option<&'a str> {
    let network = source.network;
    if network.closes_ring(from.node, from.port) {
        return Some("wrap");
    }
    let kind = network.link_kind(from.node, from.port);
    (kind != stem(network.port_label(from.port))).then_some(kind)
}
