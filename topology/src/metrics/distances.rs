//! Distances over all ordered pairs of terminals.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::Progress;
use crate::{Graph, Orbit};

/// Distances of a network: shortest paths in its graph, or paths of a routing function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distances {
    /// Number of terminals.
    pub nodes: u64,
    /// Longest distance between two terminals, in links.
    pub diameter: u32,
    /// Sum over all ordered pairs, in links.
    pub sum: u64,
}

impl Distances {
    /// Combines (orbit, longest distance from its terminal, sum of the distances from it).
    pub fn from_orbits(nodes: usize, of_orbits: impl IntoIterator<Item = (Orbit, u32, u64)>) -> Self {
        let none = Self { nodes: nodes as u64, diameter: 0, sum: 0 };
        of_orbits.into_iter().fold(none, |all, (orbit, longest, sum)| Self {
            diameter: all.diameter.max(longest),
            sum: all.sum + orbit.count * sum,
            ..all
        })
    }

    /// Mean over ordered pairs of different terminals.
    pub fn average(&self) -> f64 {
        self.sum as f64 / (self.nodes * (self.nodes - 1)) as f64
    }

    /// Mean over all ordered pairs, including pairs of a terminal with itself.
    pub fn average_with_self(&self) -> f64 {
        self.sum as f64 / (self.nodes * self.nodes) as f64
    }
}

/// Distances along the links, by one breadth-first search for each orbit.
///
/// # Panics
/// If a router cannot be reached: a network module is wrong.
pub fn distances(graph: &Graph, orbits: &[Orbit], progress: Progress) -> Distances {
    let next = Successors::new(graph);
    let done = AtomicUsize::new(0);
    let of_orbits: Vec<_> = orbits
        .par_iter()
        .map_init(Vec::new, |seen, orbit| {
            let (longest, sum) = next.search(graph.at(orbit.terminal).router, seen);
            let count = 1 + done.fetch_add(1, Relaxed);
            if count.is_multiple_of(16) || count == orbits.len() {
                progress(count, orbits.len());
            }
            (*orbit, longest, sum)
        })
        .collect();
    Distances::from_orbits(graph.live().count(), of_orbits)
}

/// Successors of each router, `to[first[router]..first[router + 1]]`.
struct Successors {
    first: Vec<u32>,
    to: Vec<u32>,
    /// Terminals of each router; empty if each has one.
    terminals: Vec<u8>,
    /// Number of routers in service.
    live: usize,
}

impl Successors {
    fn new(graph: &Graph) -> Self {
        let mut first = vec![0];
        let mut to = Vec::with_capacity(graph.links());
        for node in 0..graph.routers() {
            to.extend((1..graph.ports()).filter_map(|port| graph.downstream(node, port)).map(|link| link.node));
            first.push(to.len() as u32);
        }
        let mut terminals = vec![0; if graph.attached().apart() { graph.routers() } else { 0 }];
        if !terminals.is_empty() {
            graph.live().for_each(|terminal| terminals[graph.at(terminal).router as usize] += 1);
        }
        Self { first, to, terminals, live: graph.attached().live_routers().count() }
    }

    /// Terminals of these routers.
    fn terminals(&self, routers: &[u32]) -> u64 {
        match self.terminals.is_empty() {
            true => routers.len() as u64,
            false => routers.iter().map(|&router| u64::from(self.terminals[router as usize])).sum(),
        }
    }

    /// (longest, sum) of the distances from a router to terminals; `seen` is scratch, a bit a router.
    fn search(&self, source: u32, seen: &mut Vec<u64>) -> (u32, u64) {
        let nodes = self.first.len() - 1;
        seen.clear();
        seen.resize(nodes.div_ceil(64), 0);
        seen[source as usize / 64] |= 1 << (source % 64);
        let (mut front, mut behind) = (vec![source], Vec::new());
        let (mut level, mut longest, mut sum, mut reached) = (0, 0, 0, 1);
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
                assert_eq!(reached, self.live, "routers reached from router {source}");
                return (longest, sum);
            }
            level += 1;
            let terminals = self.terminals(&behind);
            if terminals > 0 {
                longest = level;
            }
            sum += u64::from(level) * terminals;
            reached += behind.len();
            std::mem::swap(&mut front, &mut behind);
            behind.clear();
        }
    }
}
