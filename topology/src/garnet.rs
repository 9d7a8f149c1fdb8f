//! Routes that gem5's Garnet takes by the weights of links (`Topology.cc` and `RoutingUnit.cc` in `src/mem/ruby/network/`).
//!
//! gem5 computes distances by weight. At a router, a packet takes one of the links that begin a shortest path to its destination: the link
//! of least weight. If there are several, a virtual network in order takes the one to the router of the lowest number, any other one at
//! random. Between two routers gem5 has one link each way.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::Link;

/// gem5 treats a distance of 10,000 as unreachable; the links to the controllers at both ends have a weight of 1.
pub const FARTHEST: u32 = 9_990;

/// A link and its weight.
#[derive(Debug, Clone, Copy)]
pub struct WeightedLink {
    pub from: Link,
    pub to: Link,
    pub weight: u32,
}

/// Routers and their links with weights.
pub struct WeightedGraph {
    pub routers: usize,
    pub links: Vec<WeightedLink>,
    /// Links by the router that they leave, and by the router that they lead to.
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
}

impl WeightedGraph {
    /// Takes links in the order in which a router prefers them if several are as good.
    pub fn new(routers: usize, links: Vec<WeightedLink>) -> Self {
        let (mut out, mut into) = (vec![Vec::new(); routers], vec![Vec::new(); routers]);
        for (i, link) in links.iter().enumerate() {
            out[link.from.node as usize].push(i);
            into[link.to.node as usize].push(i);
        }
        Self { routers, links, out, into }
    }

    /// Distances by weight to a router, by Dijkstra.
    pub fn distances(&self, to: usize) -> Vec<u32> {
        let mut distance = vec![u32::MAX; self.routers];
        distance[to] = 0;
        let mut open = BinaryHeap::from([Reverse((0, to))]);
        while let Some(Reverse((nearest, node))) = open.pop() {
            if nearest > distance[node] {
                continue;
            }
            for &i in &self.into[node] {
                let (from, sum) = (self.links[i].from.node as usize, nearest + self.links[i].weight);
                if sum < distance[from] {
                    distance[from] = sum;
                    open.push(Reverse((sum, from)));
                }
            }
        }
        distance
    }

    /// Links that begin a shortest path from a router.
    pub fn shortest<'a>(&'a self, distance: &'a [u32], at: usize) -> impl Iterator<Item = usize> + 'a {
        self.out[at].iter().copied().filter(move |&i| {
            let WeightedLink { to, weight, .. } = self.links[i];
            distance[to.node as usize].saturating_add(weight) == distance[at]
        })
    }

    /// Links that gem5 may take from a router.
    pub fn taken<'a>(&'a self, distance: &'a [u32], at: usize) -> impl Iterator<Item = usize> + 'a {
        let least = self.shortest(distance, at).map(|i| self.links[i].weight).min();
        self.shortest(distance, at).filter(move |&i| Some(self.links[i].weight) == least)
    }

    /// Whether links wait for one another in a cycle: a packet that holds a link waits for each link that gem5 may take next.
    pub fn is_cyclic(&self) -> bool {
        let mut waits = vec![BTreeSet::new(); self.links.len()];
        for to in 0..self.routers {
            let distance = self.distances(to);
            for i in (0..self.routers).filter(|&at| at != to).flat_map(|at| self.taken(&distance, at)) {
                let at = self.links[i].to.node as usize;
                if at != to {
                    waits[i].extend(self.taken(&distance, at));
                }
            }
        }
        // Kahn's algorithm: links that no other link waits for are removed.
        let mut awaited = vec![0; self.links.len()];
        waits.iter().flatten().for_each(|&i| awaited[i] += 1);
        let mut free: Vec<usize> = (0..self.links.len()).filter(|&i| awaited[i] == 0).collect();
        let mut gone = 0;
        while let Some(i) = free.pop() {
            gone += 1;
            for &next in &waits[i] {
                awaited[next] -= 1;
                if awaited[next] == 0 {
                    free.push(next);
                }
            }
        }
        gone < self.links.len()
    }
}
