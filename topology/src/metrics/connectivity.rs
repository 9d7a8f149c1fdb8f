//! Arc connectivity, by maximum flow.
//!
//! Take the nodes in any order, and the first node that a minimum cut separates from its predecessors. The maximum flow from it to all of
//! them together is at most that cut, and no such flow is below the minimum cut. So the least of the maximum flows from each node to the
//! set of its predecessors is the answer (S. Even, Graph Algorithms, section 6.3, with all predecessors as sinks). In breadth-first order
//! predecessors are near, and a flow takes few steps.

use super::wiring::is_first;
use crate::Graph;

/// The fewest links whose removal splits the network, both directions of a pair removed together, as in the TTN paper (section 4.5). Exact.
pub fn arc_connectivity(graph: &Graph) -> usize {
    MaxFlow::new(graph).least(&graph.attached().live_routers().collect::<Vec<_>>())
}

/// No edge.
const NONE: u32 = u32::MAX;

/// The network as undirected edges of capacity 1.
struct MaxFlow {
    ends: Vec<[u32; 2]>,
    /// Edges of each node, `edges[first[node]..first[node + 1]]`.
    first: Vec<u32>,
    edges: Vec<u32>,
    /// Flow of each edge: the end that a unit flows to, plus one; 0 if unused.
    used: Vec<u8>,
    /// Edges that may have flow.
    touched: Vec<u32>,
    /// By node: the last search that visited it, and the edge it came by.
    mark: Vec<(u32, u32)>,
    searches: u32,
}

impl MaxFlow {
    fn new(graph: &Graph) -> Self {
        let links = graph.iter_links().filter(|&(from, to)| is_first(graph, from, to));
        let ends: Vec<[u32; 2]> = links.map(|(from, to)| [from.node, to.node]).collect();
        let nodes = graph.routers();
        let mut first = vec![0; nodes + 1];
        ends.iter().flatten().for_each(|&node| first[node as usize + 1] += 1);
        (0..nodes).for_each(|node| first[node + 1] += first[node]);
        let mut edges = vec![0; 2 * ends.len()];
        let mut place = first.clone();
        for (edge, ends) in ends.iter().enumerate() {
            for &node in ends {
                edges[place[node as usize] as usize] = edge as u32;
                place[node as usize] += 1;
            }
        }
        let used = vec![0; ends.len()];
        Self { ends, first, edges, used, touched: Vec::new(), mark: vec![(0, NONE); nodes], searches: 0 }
    }

    fn degree(&self, node: usize) -> usize {
        (self.first[node + 1] - self.first[node]) as usize
    }

    /// The answer for the routers in service.
    fn least(mut self, live: &[u32]) -> usize {
        let nodes = self.mark.len();
        let mut least = live.iter().map(|&node| self.degree(node as usize)).min().unwrap_or(0);
        let (mut before, mut found, mut order) = (vec![false; nodes], vec![false; nodes], vec![live[0]]);
        found[live[0] as usize] = true;
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            if at > 0 {
                least = self.flow(node, &before, least);
            }
            before[node as usize] = true;
            for i in self.first[node as usize]..self.first[node as usize + 1] {
                let [a, b] = self.ends[self.edges[i as usize] as usize];
                let to = a ^ b ^ node;
                if !std::mem::replace(&mut found[to as usize], true) {
                    order.push(to);
                }
            }
            at += 1;
        }
        if at < live.len() { 0 } else { least }
    }

    /// Maximum flow from a node to its predecessors, at most `most`.
    fn flow(&mut self, source: u32, before: &[bool], most: usize) -> usize {
        for edge in self.touched.drain(..) {
            self.used[edge as usize] = 0;
        }
        (0..most).take_while(|_| self.augment(source, before)).count()
    }

    /// Adds a unit of flow by a shortest augmenting path; `false` if none exists.
    fn augment(&mut self, source: u32, before: &[bool]) -> bool {
        self.searches += 1;
        self.mark[source as usize] = (self.searches, NONE);
        let mut open = vec![source];
        let mut next = 0;
        while let Some(&node) = open.get(next) {
            next += 1;
            for i in self.first[node as usize]..self.first[node as usize + 1] {
                let edge = self.edges[i as usize];
                let ends = self.ends[edge as usize];
                let toward = u8::from(ends[0] == node);
                let to = ends[toward as usize];
                if self.used[edge as usize] == toward + 1 || self.mark[to as usize].0 == self.searches {
                    continue;
                }
                self.mark[to as usize] = (self.searches, edge);
                if before[to as usize] {
                    self.send(to);
                    return true;
                }
                open.push(to);
            }
        }
        false
    }

    /// Sends a unit along the marked path that ends at `sink`.
    fn send(&mut self, sink: u32) {
        let mut node = sink;
        loop {
            let edge = self.mark[node as usize].1;
            if edge == NONE {
                return;
            }
            let ends = self.ends[edge as usize];
            let toward = u8::from(ends[1] == node);
            // A unit in the opposite direction is cancelled.
            let used = &mut self.used[edge as usize];
            *used = if *used == 0 { toward + 1 } else { 0 };
            self.touched.push(edge);
            node = ends[1 - toward as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use petgraph::algo::ford_fulkerson;
    use petgraph::graph::{DiGraph, NodeIndex};

    use super::*;
    use crate::Link;

    /// Flows to a single node take longer paths and cancel more units than flows to all predecessors; petgraph computes them as well.
    #[test]
    fn flows_to_one_node_are_maximum_flows() {
        let mut random = 1u64;
        let mut draw = |below: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % below
        };
        let nodes = 40;
        for case in 0..200 {
            let mut ends: Vec<Link> = (0..nodes).flat_map(|node| (1..6).map(move |port| Link { node, port })).collect();
            let mut far = vec![[None; 6]; nodes as usize];
            let mut edges = DiGraph::<(), u32>::new();
            (0..nodes).for_each(|_| _ = edges.add_node(()));
            for _ in 0..60 + case % 30 {
                let (a, b) = (ends.swap_remove(draw(ends.len())), ends.swap_remove(draw(ends.len())));
                if a.node != b.node {
                    far[a.node as usize][a.port as usize] = Some(b);
                    far[b.node as usize][b.port as usize] = Some(a);
                    let (a, b) = (NodeIndex::new(a.node as usize), NodeIndex::new(b.node as usize));
                    edges.extend_with_edges([(a, b, 1), (b, a, 1)]);
                }
            }
            let graph = Graph::new(nodes as usize, 6, |node, port| far[node as usize][port as usize]);
            let (mut flow, mut sink) = (MaxFlow::new(&graph), vec![false; nodes as usize]);
            sink[0] = true;
            for source in 1..nodes {
                let expected = ford_fulkerson(&edges, NodeIndex::new(source as usize), NodeIndex::new(0)).0;
                assert_eq!(flow.flow(source, &sink, 9), expected as usize, "case {case}, node {source}");
            }
        }
    }
}
