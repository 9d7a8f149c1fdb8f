//! The graph that the MTN paper's tables count: a level has one set of ports in each network of the level below, not one in every basic module.

use torusmith_topology::tori_connected::{ToriConnected, UP_PLUS};
use torusmith_topology::{Graph, NetworkSpec};

/// The network with the links of level l in the first basic module of each network of level l - 1 only.
pub fn graph(network: &ToriConnected) -> Graph {
    Graph::new(network.routers(), network.ports(), |node, port| {
        let first = |level: u32| (2..2 * level - 2).all(|digit| network.digit(node, digit) == 0);
        let there = port < UP_PLUS || network.output_at(node).is_some_and(|(level, _, _)| first(level));
        there.then(|| network.downstream(node, port)).flatten()
    })
}

/// Channels across the middle of the highest level, by rows or by columns, whichever are fewer.
pub fn bisection(network: &ToriConnected, graph: &Graph) -> usize {
    let across = |digit: u32| {
        let low = |node| network.digit(node, digit) < network.side() / 2;
        graph.iter_links().filter(|(from, to)| low(from.node) != low(to.node)).count()
    };
    across(2 * network.levels - 1).min(across(2 * network.levels - 2))
}

/// Links of the basic modules, both directions counted once, and channels between them.
pub fn wires(graph: &Graph) -> u64 {
    let (between, inside): (Vec<_>, Vec<_>) = graph.iter_links().partition(|(from, _)| from.port >= UP_PLUS);
    (inside.len() / 2 + between.len()) as u64
}

/// [`wires`] in closed form (MTN paper, equation 1, with 2m(x - 1) for the exponent of its second term): k^(2(L-1)) basic modules of torus
/// or mesh, and 2 x 2^q channels for each network of level x - 1.
pub fn wires_of(torus: bool, m: u32, levels: u32, q: u32) -> u64 {
    let k = 1u64 << m;
    let inside = if torus { 2 * k * k } else { 2 * k * (k - 1) };
    inside * k.pow(2 * (levels - 1)) + (2..=levels).map(|level| (2u64 << q) * k.pow(2 * (level - 1))).sum::<u64>()
}

/// Channels between the halves: 2^m rings, cut twice, of 2^q channels; equal at every level.
pub fn bisection_of(m: u32, q: u32) -> u64 {
    2 << (m + q)
}
