//! `routes = "least-latency"`: paths of the least sum of latencies, where a link has 1 clock and one more for each register.
//!
//! Ties are broken as in BookSim2's `anynet`: Dijkstra's algorithm runs from every node, takes the lowest of the nearest nodes next, and
//! replaces a path only by a shorter one. So a node with two paths of equal latency keeps the one whose last node but one is nearer to the
//! source, and of equally near ones the one with the lower number. A route is the first hop of the source's path.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::wiring::Wiring;
use crate::Graph;

/// Output ports by node and destination; every node must reach every other node.
pub fn routes(graph: &Graph, wiring: &Wiring) -> Vec<u8> {
    let nodes = graph.nodes();
    (0..nodes).flat_map(|source| from(source, graph, wiring)).collect()
}

/// Output ports of a source by destination, 0 at the source itself.
fn from(source: usize, graph: &Graph, wiring: &Wiring) -> Vec<u8> {
    let nodes = graph.nodes();
    let (mut latency, mut first) = (vec![u32::MAX; nodes], vec![0; nodes]);
    latency[source] = 0;
    let mut open = BinaryHeap::from([Reverse((0, source))]);
    while let Some(Reverse((nearest, node))) = open.pop() {
        if nearest > latency[node] {
            continue;
        }
        for port in 1..graph.ports() as u8 {
            let Some(wire) = wiring.wire(node as u32, port) else { continue };
            let (to, sum) = (wire.to.node as usize, nearest + 1 + u32::from(wire.slices));
            if sum < latency[to] {
                latency[to] = sum;
                first[to] = if node == source { port } else { first[node] };
                open.push(Reverse((sum, to)));
            }
        }
    }
    first
}
