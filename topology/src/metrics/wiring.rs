//! Wiring complexity, in the papers' two counts.

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
