//! Routes of `route_algo` ID: the first hop of a shortest path from each router to the network interface of each endpoint.
//!
//! FlooGen takes the paths of networkx, which searches from both ends, step by step: the end with the smaller fringe, the source if both are
//! alike, visits all nodes of its fringe in the order in which it found them, and their neighbours in the order in which edges were added. The
//! path is closed at the first node that both ends have found. An endpoint is a node behind its interface, and counts in a fringe.

use std::collections::BTreeMap;

use super::keys::Configuration;
use super::{ElementKind, Fabric};
use crate::own::draft::{DraftRoute, NextHop};

/// No node.
const NONE: u32 = u32::MAX;

/// Routers and interfaces of endpoints by element, then endpoints; by node its neighbours, in the order of the edges.
struct Neighbours {
    onward: Vec<Vec<u32>>,
    back: Vec<Vec<u32>>,
}

/// The routes of all routers to all endpoints.
pub fn routes(fabric: &Fabric, configuration: &Configuration) -> Vec<DraftRoute> {
    let neighbours = Neighbours::of(fabric, configuration);
    let mut rows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for endpoint in fabric.endpoints() {
        for router in fabric.routers().filter(|&router| fabric.home(endpoint) != router) {
            if let Some(next) = neighbours.first_hop(router as u32, endpoint as u32) {
                rows.entry((router, next as usize)).or_default().push(fabric.name(endpoint).to_owned());
            }
        }
    }
    let row = |((router, next), to)| DraftRoute {
        location: configuration.algorithm,
        at: fabric.name(router).to_owned(),
        to,
        to_routers: Vec::new(),
        next_hop: NextHop::Neighbour(fabric.name(next).to_owned()),
        class: None,
    };
    rows.into_iter().map(row).collect()
}

impl Neighbours {
    fn of(fabric: &Fabric, configuration: &Configuration) -> Self {
        let count = fabric.elements.len();
        let (own, none) = (fabric.own_edges, vec![Vec::new(); 2 * count]);
        let mut all = Self { onward: none.clone(), back: none };
        fabric.edges[..own].iter().for_each(|edge| all.join(edge.ends));
        for endpoint in fabric.endpoints() {
            let ElementKind::Endpoint { of } = fabric.elements[endpoint].kind else { continue };
            let (interface, behind) = (endpoint as u32, (count + endpoint) as u32);
            if configuration.endpoints[of].subordinate {
                all.onward[endpoint].push(behind);
                all.back[count + endpoint].push(interface);
            }
            if configuration.endpoints[of].manager {
                all.onward[count + endpoint].push(interface);
                all.back[endpoint].push(behind);
            }
        }
        fabric.edges[own..].iter().for_each(|edge| all.join(edge.ends));
        all
    }

    fn join(&mut self, [a, b]: [usize; 2]) {
        for (from, to) in [(a, b), (b, a)] {
            self.onward[from].push(to as u32);
            self.back[to].push(from as u32);
        }
    }

    /// The node after `source` on the path to `target`; `None` if there is no path.
    fn first_hop(&self, source: u32, target: u32) -> Option<u32> {
        let mut before = vec![NONE; self.onward.len()];
        let mut after = before.clone();
        (before[source as usize], after[target as usize]) = (source, target);
        let (mut near, mut far) = (vec![source], vec![target]);
        while !near.is_empty() && !far.is_empty() {
            let forward = near.len() <= far.len();
            let (fringe, neighbours, found, other) =
                if forward { (&mut near, &self.onward, &mut before, &after) } else { (&mut far, &self.back, &mut after, &before) };
            for node in std::mem::take(fringe) {
                for &next in &neighbours[node as usize] {
                    if found[next as usize] == NONE {
                        found[next as usize] = node;
                        fringe.push(next);
                    }
                    if other[next as usize] != NONE {
                        return Some(Self::after_source(source, next, &before, &after));
                    }
                }
            }
        }
        None
    }

    /// The node after the source of a path that is closed at `middle`.
    fn after_source(source: u32, middle: u32, before: &[u32], after: &[u32]) -> u32 {
        if middle == source {
            return after[source as usize];
        }
        let mut at = middle;
        while before[at as usize] != source {
            at = before[at as usize];
        }
        at
    }
}
