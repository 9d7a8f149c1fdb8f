//! Link weights that make gem5's Garnet take the given routes.
//!
//! Weights are right if, at each router and for each destination, the route's link is the only link of least weight that begins a shortest
//! path ([`crate::garnet`]).
//!
//! The search starts with all weights at 1. In each round, every link that is as good as the link of a route, or better, gets 1 more. For
//! routes in dimension order this gives later dimensions more weight; for ties by parity it tells the two directions round a ring apart.

use std::collections::BTreeMap;

use crate::garnet::{FARTHEST, WeightedGraph, WeightedLink};
use crate::{Graph, Link, RouteTable, TerminalId};

/// The search stops after this many rounds without a new minimum of wrong pairs.
const PATIENCE: usize = 8;
/// Most routers for which routes are compared.
pub const MOST: usize = 1024;

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
    let mut search = WeightedGraph::new(nodes, links);
    let Some(table) = table else {
        return GarnetWeights { parallel, routes: GarnetRoutes::Unknown, cyclic: search.is_cyclic(), links: search.links };
    };
    let next = |at: u32, to: u32| graph.downstream(at as usize, table.hop(at, TerminalId(to)).port.into()).map_or(at, |link| link.node);
    let (first, mut farthest) = raise(&mut search, &next);
    let (mut wrong, mut least, mut rounds) = (first, first, 0);
    while wrong > 0 && farthest <= FARTHEST && rounds < PATIENCE {
        (wrong, farthest) = raise(&mut search, &next);
        rounds = if wrong < least { 0 } else { rounds + 1 };
        least = least.min(wrong);
    }
    let routes = if wrong == 0 && farthest <= FARTHEST {
        GarnetRoutes::Given
    } else {
        search.links.iter_mut().for_each(|link| link.weight = 1);
        GarnetRoutes::Others(first)
    };
    GarnetWeights { parallel, routes, cyclic: search.is_cyclic(), links: search.links }
}

/// Adds 1 to every link that gem5 might take instead of the link to `next(router, destination)`. Returns the number of pairs with such
/// links, and the longest distance.
fn raise(search: &mut WeightedGraph, next: &impl Fn(u32, u32) -> u32) -> (usize, u32) {
    let mut wrong = vec![false; search.links.len()];
    let (mut pairs, mut farthest) = (0, 0);
    for to in 0..search.routers {
        let distance = search.distances(to);
        farthest = distance.iter().copied().filter(|&distance| distance < u32::MAX).fold(farthest, u32::max);
        for at in (0..search.routers).filter(|&at| at != to) {
            let next = next(at as u32, to as u32);
            let is_right = |i: usize| search.links[i].to.node == next;
            let right = search.shortest(&distance, at).find(|&i| is_right(i)).map(|i| search.links[i].weight);
            let mut others = search
                .shortest(&distance, at)
                .filter(|&i| !is_right(i) && right.is_none_or(|right| search.links[i].weight <= right))
                .peekable();
            pairs += usize::from(others.peek().is_some());
            others.for_each(|i| wrong[i] = true);
        }
    }
    search.links.iter_mut().zip(wrong).for_each(|(link, wrong)| link.weight += u32::from(wrong));
    (pairs, farthest)
}
