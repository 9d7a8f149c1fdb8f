//! One way for each source and destination out of several that are as good, so that all links carry about as much.
//!
//! One packet from each node to each other is counted on the links. Destination by destination, the farthest nodes first, a node takes that
//! of its ways whose link has the least so far, with all that comes to it from behind. Then all destinations are gone over again, each with
//! its own share taken away first.

use crate::Graph;

/// How often all destinations are gone over.
const ROUNDS: usize = 4;

/// The ways towards a destination.
pub struct Ways {
    /// All other nodes, each before those that its ways lead to.
    pub order: Vec<u32>,
    /// By node, the output ports that it may take, bit p for port p.
    pub ports: Vec<u16>,
}

/// Output ports, `[node * nodes + destination]`, 0 at the destination itself; `ways(destination)` leaves at least one to every other node.
pub fn balanced(graph: &Graph, ways: impl Fn(u32) -> Ways) -> Vec<u8> {
    let (nodes, ports) = (graph.nodes(), graph.ports());
    let mut taken = vec![0; nodes * nodes];
    let mut loads = vec![0u64; nodes * ports];
    let mut weights = vec![0u64; nodes];
    for round in 0..ROUNDS {
        for to in 0..nodes {
            let ways = ways(to as u32);
            if round > 0 {
                walk(graph, &ways.order, &mut weights, |node, weight| {
                    let port = taken[node * nodes + to];
                    loads[node * ports + usize::from(port)] -= weight;
                    port
                });
            }
            walk(graph, &ways.order, &mut weights, |node, weight| {
                // Of ways that carry as much the first is another one for each node and destination.
                let turned = |port: usize| (port + node + to) % ports;
                let free = (1..ports).filter(|&port| ways.ports[node] >> port & 1 == 1);
                let port = free.min_by_key(|&port| (loads[node * ports + port], turned(port))).unwrap_or(0);
                loads[node * ports + port] += weight;
                taken[node * nodes + to] = port as u8;
                port as u8
            });
        }
    }
    taken
}

/// Goes from the farthest nodes on; `port(node, packets)` says by which port a node sends its packet and those that came to it.
fn walk(graph: &Graph, order: &[u32], weights: &mut [u64], mut port: impl FnMut(usize, u64) -> u8) {
    weights.fill(1);
    for &node in order {
        let node = node as usize;
        let weight = weights[node];
        let next = graph.downstream(node, port(node, weight).into()).map(|link| link.node as usize);
        if let Some(next) = next {
            weights[next] += weight;
        }
    }
}
