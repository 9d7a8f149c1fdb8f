//! Link weights that make gem5's Garnet take the given routes.
//!
//! gem5 computes distances by weight. At a router, a packet takes one of the links that begin a shortest path to its destination: the link
//! of least weight, at random if there are several (`Topology.cc` and `RoutingUnit.cc` in `src/mem/ruby/network/`). Between two routers
//! gem5 has one link each way. So weights are right if, at each router and for each destination, the route's link is the only link of least
//! weight that begins a shortest path.
//!
//! The search starts with all weights at 1. In each round, every link that is as good as the link of a route, or better, gets 1 more. For
//! routes in dimension order this gives later dimensions more weight; for ties by parity it tells the two directions round a ring apart.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use crate::{Graph, Link, RouteTable, TerminalId};

/// The search stops after this many rounds without a new minimum of wrong pairs.
const PATIENCE: usize = 8;
/// gem5 treats a distance of 10,000 as unreachable; the links to the controllers at both ends have a weight of 1.
const FARTHEST: u32 = 9_990;
/// Most routers for which routes are compared.
pub const MOST: usize = 1024;

/// A link and its weight.
#[derive(Debug, Clone, Copy)]
pub struct WeightedLink {
    pub from: Link,
    pub to: Link,
    pub weight: u32,
}

/// Routes that gem5's table routing takes with the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GarnetRoutes {
    /// The given routes.
    Given,
    /// Other routes, for this many pairs of routers.
    Others(usize),
    /// Not known: there are no given routes.
    Unknown,
    /// Not compared: the network has more than [`MOST`] routers.
    NotCompared,
}

/// Links with weights, and the result of the search.
pub struct GarnetWeights {
    /// One link each way between two routers.
    pub links: Vec<WeightedLink>,
    /// Links left out because another link joins the same routers.
    pub parallel: usize,
    pub routes: GarnetRoutes,
    /// gem5's routes have a dependency cycle if virtual channels have no classes.
    pub cyclic: bool,
}

/// Searches for weights.
pub fn find_weights(graph: &Graph, table: Option<&RouteTable>) -> GarnetWeights {
    let nodes = graph.routers();
    // Of parallel links, the one that routes take is kept, else the first.
    let mut pairs: BTreeMap<(u32, u32), Link> = BTreeMap::new();
    let taken = table.into_iter().flat_map(|table| {
        let hops = (0..nodes as u32).flat_map(move |at| (0..nodes as u32).map(move |to| (at, to))).filter(|(at, to)| at != to);
        hops.filter_map(move |(at, to)| {
            Some((
                Link { node: at, port: table.hop(at, TerminalId(to)).port },
                graph.downstream(at as usize, table.hop(at, TerminalId(to)).port.into())?,
            ))
        })
    });
    for (from, to) in taken.chain(graph.iter_links()) {
        pairs.entry((from.node, to.node)).or_insert(from);
    }
    let all = pairs.values().filter_map(|&from| Some((from, graph.downstream(from.node as usize, from.port.into())?)));
    let links: Vec<WeightedLink> = all.map(|(from, to)| WeightedLink { from, to, weight: 1 }).collect();
    let parallel = graph.links() - links.len();
    if nodes > MOST {
        return GarnetWeights { links, parallel, routes: GarnetRoutes::NotCompared, cyclic: true };
    }
    let mut search = WeightSearch::new(nodes, links);
    let Some(table) = table else {
        return GarnetWeights { parallel, routes: GarnetRoutes::Unknown, cyclic: search.cyclic(), links: search.links };
    };
    let next = |at: u32, to: u32| graph.downstream(at as usize, table.hop(at, TerminalId(to)).port.into()).map_or(at, |link| link.node);
    let (first, mut farthest) = search.raise(&next);
    let (mut wrong, mut least, mut rounds) = (first, first, 0);
    while wrong > 0 && farthest <= FARTHEST && rounds < PATIENCE {
        (wrong, farthest) = search.raise(&next);
        rounds = if wrong < least { 0 } else { rounds + 1 };
        least = least.min(wrong);
    }
    let routes = if wrong == 0 && farthest <= FARTHEST {
        GarnetRoutes::Given
    } else {
        search.links.iter_mut().for_each(|link| link.weight = 1);
        GarnetRoutes::Others(first)
    };
    GarnetWeights { parallel, routes, cyclic: search.cyclic(), links: search.links }
}

struct WeightSearch {
    nodes: usize,
    links: Vec<WeightedLink>,
    /// Links by the router that they leave, and by the router that they lead to.
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
}

impl WeightSearch {
    fn new(nodes: usize, links: Vec<WeightedLink>) -> Self {
        let (mut out, mut into) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
        for (i, link) in links.iter().enumerate() {
            out[link.from.node as usize].push(i);
            into[link.to.node as usize].push(i);
        }
        Self { nodes, links, out, into }
    }

    /// Distances by weight to a router, by Dijkstra.
    fn distances(&self, to: usize) -> Vec<u32> {
        let mut distance = vec![u32::MAX; self.nodes];
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
    fn shortest<'a>(&'a self, distance: &'a [u32], at: usize) -> impl Iterator<Item = usize> + 'a {
        self.out[at].iter().copied().filter(move |&i| {
            let WeightedLink { to, weight, .. } = self.links[i];
            distance[to.node as usize].saturating_add(weight) == distance[at]
        })
    }

    /// Links that gem5 may take from a router.
    fn taken<'a>(&'a self, distance: &'a [u32], at: usize) -> impl Iterator<Item = usize> + 'a {
        let least = self.shortest(distance, at).map(|i| self.links[i].weight).min();
        self.shortest(distance, at).filter(move |&i| Some(self.links[i].weight) == least)
    }

    /// Adds 1 to every link that gem5 might take instead of the link to `next(router, destination)`. Returns the number of pairs with such
    /// links, and the longest distance.
    fn raise(&mut self, next: &impl Fn(u32, u32) -> u32) -> (usize, u32) {
        let mut wrong = vec![false; self.links.len()];
        let (mut pairs, mut farthest) = (0, 0);
        for to in 0..self.nodes {
            let distance = self.distances(to);
            farthest = distance.iter().copied().filter(|&distance| distance < u32::MAX).fold(farthest, u32::max);
            for at in (0..self.nodes).filter(|&at| at != to) {
                let next = next(at as u32, to as u32);
                let is_right = |i: usize| self.links[i].to.node == next;
                let right = self.shortest(&distance, at).find(|&i| is_right(i)).map(|i| self.links[i].weight);
                let mut others = self
                    .shortest(&distance, at)
                    .filter(|&i| !is_right(i) && right.is_none_or(|right| self.links[i].weight <= right))
                    .peekable();
                pairs += usize::from(others.peek().is_some());
                others.for_each(|i| wrong[i] = true);
            }
        }
        self.links.iter_mut().zip(wrong).for_each(|(link, wrong)| link.weight += u32::from(wrong));
        (pairs, farthest)
    }

    /// Whether links wait for one another in a cycle: a packet that holds a link waits for each link that gem5 may take next.
    fn cyclic(&self) -> bool {
        let mut waits = vec![BTreeSet::new(); self.links.len()];
        for to in 0..self.nodes {
            let distance = self.distances(to);
            for i in (0..self.nodes).filter(|&at| at != to).flat_map(|at| self.taken(&distance, at)) {
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
