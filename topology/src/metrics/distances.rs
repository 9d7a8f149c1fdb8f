//! Distances over all ordered pairs of nodes.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::Progress;
use crate::{Graph, Orbit};

/// Distances of a network: shortest paths in its graph, or paths of a routing function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distances {
    /// Number of nodes.
    pub nodes: u64,
    /// Longest distance, in links.
    pub diameter: u32,
    /// Sum over all ordered pairs, in links.
    pub sum: u64,
}

impl Distances {
    /// Combines (orbit, longest distance from its node, sum of the distances from its node).
    pub fn from_orbits(nodes: usize, of_orbits: impl IntoIterator<Item = (Orbit, u32, u64)>) -> Self {
        let none = Self { nodes: nodes as u64, diameter: 0, sum: 0 };
        of_orbits.into_iter().fold(none, |all, (orbit, longest, sum)| Self {
            diameter: all.diameter.max(longest),
            sum: all.sum + orbit.count * sum,
            ..all
        })
    }

    /// Mean over ordered pairs of different nodes.
    pub fn average(&self) -> f64 {
        self.sum as f64 / (self.nodes * (self.nodes - 1)) as f64
    }

    /// Mean over all ordered pairs, including pairs of a node with itself.
    pub fn average_with_self(&self) -> f64 {
        self.sum as f64 / (self.nodes * self.nodes) as f64
    }
}

/// Distances along the links, by one breadth-first search for each orbit.
///
/// # Panics
/// If a node cannot be reached: a network module is wrong.
pub fn distances(graph: &Graph, orbits: &[Orbit], progress: Progress) -> Distances {
    let next = Successors::new(graph);
    let done = AtomicUsize::new(0);
    let of_orbits: Vec<_> = orbits
        .par_iter()
        .map_init(Vec::new, |seen, orbit| {
            let (longest, sum) = next.search(orbit.node, seen);
            let count = 1 + done.fetch_add(1, Relaxed);
            if count.is_multiple_of(16) || count == orbits.len() {
                progress(count, orbits.len());
            }
            (*orbit, longest, sum)
        })
        .collect();
    Distances::from_orbits(graph.terminals(), of_orbits)
}

/// Successors of each node, `to[first[node]..first[node + 1]]`.
struct Successors {
    first: Vec<u32>,
    to: Vec<u32>,
}

impl Successors {
    fn new(graph: &Graph) -> Self {
        let mut first = vec![0];
        let mut to = Vec::with_capacity(graph.links());
        for node in 0..graph.routers() {
            to.extend((1..graph.ports()).filter_map(|port| graph.downstream(node, port)).map(|link| link.node));
            first.push(to.len() as u32);
        }
        Self { first, to }
    }

    /// (longest, sum) of the distances from a node; `seen` is scratch, a bit a node.
    fn search(&self, source: u32, seen: &mut Vec<u64>) -> (u32, u64) {
        let nodes = self.first.len() - 1;
        seen.clear();
        seen.resize(nodes.div_ceil(64), 0);
        seen[source as usize / 64] |= 1 << (source % 64);
        let (mut front, mut behind) = (vec![source], Vec::new());
        let (mut level, mut sum, mut reached) = (0, 0, 1);
        loop {
            for &node in &front {
                for &to in &self.to[self.first[node as usize] as usize..self.first[node as usize + 1] as usize] {
                    let (word, bit) = (&mut seen[to as usize / 64], 1 << (to % 64));
                    if *word & bit == 0 {
                        *word |= bit;
                        behind.push(to);
                    }
                }
            }
            if behind.is_empty() {
                assert_eq!(reached, nodes, "nodes reached from node {source}");
                return (level, sum);
            }
            level += 1;
            sum += u64::from(level) * behind.len() as u64;
            reached += behind.len();
            std::mem::swap(&mut front, &mut behind);
            behind.clear();
        }
    }
}
