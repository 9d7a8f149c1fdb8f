//! Wiring complexity, in the two ways that the papers count it.

use crate::{Graph, Link, Network};

/// How many wires a network has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wiring {
    /// Each link once, both directions of a pair together (MTN paper, Table 2).
    pub links: usize,
    /// The links of the basic modules once, and both ends of every channel between basic modules, each direction a channel of its own
    /// (TTN paper, Table 1). Without basic modules the same as `links`.
    pub ends: usize,
}

/// Counts the wires of a network, whose graph is given.
pub fn wiring(network: &Network, graph: &Graph) -> Wiring {
    graph.iter_links().fold(Wiring { links: 0, ends: 0 }, |all, (from, to)| {
        let link = usize::from(is_first(graph, from, to));
        let ends = if network.joins_modules(from.port) { 2 } else { link };
        Wiring { links: all.links + link, ends: all.ends + ends }
    })
}

/// A link without one back between the same ports, or the first one of such a pair.
pub(super) fn is_first(graph: &Graph, from: Link, to: Link) -> bool {
    from < to || graph.downstream(to.node as usize, to.port as usize) != Some(from)
}
