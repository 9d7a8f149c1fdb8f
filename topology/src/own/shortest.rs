//! `routes = "shortest"`: routes of the fewest links, balanced among equally short ones. `routes = "least-latency"`: routes of the least sum
//! of latencies, where a link has 1 clock and one more for each register.
//!
//! Ties of least-latency routes are broken as in BookSim2's `anynet`: Dijkstra's algorithm runs from every node, takes the lowest of the nearest nodes next, and
//! replaces a path only by a shorter one. So a node with two paths of equal latency keeps the one whose last node but one is nearer to the
//! source, and of equally near ones the one with the lower number. A route is the first hop of the source's path.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::balance::{RouteChoices, balance_routes};
use super::wiring::WireTable;
use crate::{Graph, TerminalId};

/// Output ports of the routes with the fewest links, by router and destination.
pub fn fewest_links(graph: &Graph) -> Vec<u8> {
    balance_routes(graph, |to| {
        let to = graph.at(to).router;
        let distance = distances(graph, to);
        // Routers out of service have no links.
        let mut order: Vec<u32> = (0..graph.routers() as u32).filter(|&node| node != to && distance[node as usize] < u32::MAX).collect();
        order.sort_by_key(|&node| (Reverse(distance[node as usize]), node));
        let closer =
            |node: usize, port: usize| graph.downstream(node, port).is_some_and(|next| distance[next.node as usize] + 1 == distance[node]);
        let ports = |node| (1..graph.ports()).filter(|&port| closer(node, port)).fold(0, |ports, port| ports | 1 << port);
        RouteChoices { order, ports: (0..graph.routers()).map(ports).collect() }
    })
}

/// Number of links from each router to one.
fn distances(graph: &Graph, to: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.routers()];
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

/// Output ports of the routes with the least latency, by router and destination; every router must reach every other.
pub fn least_latency(graph: &Graph, wiring: &WireTable) -> Vec<u8> {
    let ends = || TerminalId::all(graph.terminals()).map(|terminal| graph.at(terminal).router as usize);
    (0..graph.routers())
        .flat_map(|source| {
            let ports = least_latency_from(source, graph, wiring);
            ends().map(move |end| ports[end])
        })
        .collect()
}

/// Output ports of a router by the router of the destination, 0 at the router itself.
fn least_latency_from(source: usize, graph: &Graph, wiring: &WireTable) -> Vec<u8> {
    let nodes = graph.routers();
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
