//! Wiring complexity, in the papers' two counts, and the longest wire of a planar layout.

use crate::{Graph, Link, Network};

/// Wire counts of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wiring {
    /// Each link once, both directions of a pair together (MTN paper, Table 2).
    pub links: usize,
    /// The links of the basic modules once, and both ends of every channel between basic modules, each direction a channel of its own (TTN
    /// paper, Table 1). Equal to `links` without basic modules.
    pub ends: usize,
}

/// Counts the wires of a network; `graph` is its graph.
pub fn wiring(network: &Network, graph: &Graph) -> Wiring {
    graph.iter_links().fold(Wiring { links: 0, ends: 0 }, |all, (from, to)| {
        let link = usize::from(is_first(graph, from, to));
        let ends = if network.joins_modules(from.port) { 2 } else { link };
        Wiring { links: all.links + link, ends: all.ends + ends }
    })
}

/// Whether a link is the first of a pair between the same ports, or has no reverse link.
pub(super) fn is_first(graph: &Graph, from: Link, to: Link) -> bool {
    from < to || graph.downstream(to.node as usize, to.port as usize) != Some(from)
}

/// The longest link, measured along rows and columns in pitches of the nodes, with the nodes at [`place`](crate::NetworkSpec::place).
/// `None` for networks whose papers give no layout: HTN, MH3DT, RDT, tori of three and more dimensions, hypercube, CCC.
pub fn longest_wire(network: &Network, graph: &Graph) -> Option<u32> {
    let length = |a: (u32, u32), b: (u32, u32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
    let links: Option<Vec<u32>> =
        graph.iter_links().map(|(from, to)| Some(length(network.place(from.node)?, network.place(to.node)?))).collect();
    links?.into_iter().max()
}
