//! `routes = "shortest"`: routes of the fewest links, balanced among equally short ones.

use super::balance::{Ways, balanced};
use crate::Graph;

/// Output ports by node and destination.
pub fn routes(graph: &Graph) -> Vec<u8> {
    balanced(graph, |to| {
        let distance = distances(graph, to);
        let mut order: Vec<u32> = (0..graph.nodes() as u32).filter(|&node| node != to).collect();
        order.sort_by_key(|&node| (std::cmp::Reverse(distance[node as usize]), node));
        let closer =
            |node: usize, port: usize| graph.downstream(node, port).is_some_and(|next| distance[next.node as usize] + 1 == distance[node]);
        let ports = |node| (1..graph.ports()).filter(|&port| closer(node, port)).fold(0, |ports, port| ports | 1 << port);
        Ways { order, ports: (0..graph.nodes()).map(ports).collect() }
    })
}

/// Number of links from each node to a destination.
fn distances(graph: &Graph, to: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.nodes()];
    distance[to as usize] = 0;
    let mut front = vec![to];
    while !front.is_empty() {
        let mut behind = Vec::new();
        for node in front {
            for from in (1..graph.ports()).filter_map(|port| graph.upstream(node as usize, port)) {
                if distance[from.node as usize] == u32::MAX {
                    distance[from.node as usize] = distance[node as usize] + 1;
                    behind.push(from.node);
                }
            }
        }
        front = behind;
    }
    distance
}
