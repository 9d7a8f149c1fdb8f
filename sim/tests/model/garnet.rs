//! Garnet's export: by its links and weights gem5 takes the routes of the network, or the file says that it does not.

use std::collections::{BTreeMap, BTreeSet};

use torusmith_sim::routing::Routing;
use torusmith_topology::export::{self, Format, Source};
use torusmith_topology::{Classes, Network, RouteTable, TableHop, TerminalId};

use super::support::{network, routing};
use crate::own_networks::example;

/// Weights by (from, to), as the file has them.
type Weights = BTreeMap<(usize, usize), u32>;

fn exported(network: &Network, table: Option<&RouteTable>) -> (String, Weights) {
    let (mut text, graph) = (Vec::new(), network.graph());
    export::write(Format::Garnet, &Source { network, graph: &graph, table }, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut weights = Weights::new();
    for line in text.lines().filter(|line| line.starts_with("    (") && line.ends_with("),")) {
        let cells: Vec<&str> = line.trim().trim_start_matches('(').trim_end_matches("),").split(", ").collect();
        let number = |at: usize| cells[at].parse::<usize>().unwrap();
        assert!(weights.insert((number(0), number(2)), number(5) as u32).is_none(), "two links from one router to another: {line}");
    }
    let joined: BTreeSet<(usize, usize)> = graph.iter_links().map(|(from, to)| (from.node as usize, to.node as usize)).collect();
    assert_eq!(weights.keys().copied().collect::<BTreeSet<_>>(), joined, "{network}");
    (text, weights)
}

/// Next routers that gem5's table routing chooses between, `[at * routers + to]`: distances by Floyd and Warshall, then of the links that begin a
/// shortest path those of the least weight.
fn taken(routers: usize, weights: &Weights) -> Vec<BTreeSet<usize>> {
    const NONE: u32 = 10_000;
    let mut distance = vec![vec![NONE; routers]; routers];
    weights.iter().for_each(|(&(from, to), &weight)| distance[from][to] = weight);
    (0..routers).for_each(|router| distance[router][router] = 0);
    for via in 0..routers {
        let onward = distance[via].clone();
        for row in &mut distance {
            let there = row[via];
            row.iter_mut().zip(&onward).for_each(|(direct, rest)| *direct = (*direct).min(there + rest));
        }
    }
    let between = |(at, to): (usize, usize)| {
        let begins = |((from, next), weight): (&(usize, usize), &u32)| {
            (*from == at && at != to && weight + distance[*next][to] == distance[at][to]).then_some((*next, *weight))
        };
        let begins: Vec<(usize, u32)> = weights.iter().filter_map(begins).collect();
        let least = begins.iter().map(|(_, weight)| *weight).min();
        begins.iter().filter(|(_, weight)| Some(*weight) == least).map(|(next, _)| *next).collect()
    };
    (0..routers).flat_map(|at| (0..routers).map(move |to| (at, to))).map(between).collect()
}

/// Whether links wait for each other in a cycle, all virtual channels being of one class.
fn cyclic(routers: usize, taken: &[BTreeSet<usize>]) -> bool {
    let mut waits: BTreeMap<(usize, usize), BTreeSet<(usize, usize)>> = BTreeMap::new();
    for (at, to) in (0..routers).flat_map(|at| (0..routers).map(move |to| (at, to))) {
        for &next in &taken[at * routers + to] {
            waits.entry((at, next)).or_default().extend(taken[next * routers + to].iter().map(|&then| (next, then)));
        }
    }
    while let Some(free) = waits.iter().find(|(_, next)| next.is_empty()).map(|(link, _)| *link) {
        waits.remove(&free);
        waits.values_mut().for_each(|next| _ = next.remove(&free));
    }
    !waits.is_empty()
}

/// The routes of a network by its routing function.
fn table(network: &Network) -> RouteTable {
    let routing = routing(network, 4);
    let hop =
        |at, to: TerminalId| TableHop { port: if at == to.0 { 0 } else { routing.route(at, to, 0).first().unwrap().port }, class: None };
    RouteTable::new(&network.attached(), Classes::Auto, hop)
}

/// gem5 takes the routes of dimension order, with ties by parity, by weights; and cannot deadlock where one class of VCs is enough.
#[test]
fn weights_give_the_routes() {
    for (name, is_cyclic) in [
        ("mesh:4,4", false),
        ("mesh:3,7", false),
        ("mesh:6", false),
        ("hypercube:4", false),
        ("torus:4,4", false),
        ("torus:2,4", false),
        ("torus:3,3", false),
        ("torus:8,8", true),
        ("torus:6,5", true),
        ("torus:3,4,2", false),
        ("torus:7", true),
    ] {
        let network = network(name);
        let (table, routers) = (table(&network), network.routers());
        let (text, weights) = exported(&network, Some(&table));
        let (taken, graph) = (taken(routers, &weights), network.graph());
        for (at, to) in (0..routers).flat_map(|at| (0..routers).map(move |to| (at, to))).filter(|(at, to)| at != to) {
            let next = graph.downstream(at, table.hop(at as u32, TerminalId(to as u32)).port.into()).unwrap().node as usize;
            assert_eq!(taken[at * routers + to], BTreeSet::from([next]), "{name}: {at} to {to}");
        }
        assert_eq!(cyclic(routers, &taken), is_cyclic, "{name}");
        assert_eq!(text.contains("takes these routes, but may deadlock"), is_cyclic, "{name}");
        assert_eq!(text.contains("takes torusmith's routes, which are free of deadlock."), !is_cyclic, "{name}");
    }
    // gem5's own Mesh_XY has the same weights.
    let (_, weights) = exported(&network("mesh:4,4"), Some(&table(&network("mesh:4,4"))));
    assert!(weights.iter().all(|(&(from, to), &weight)| weight == if from / 4 == to / 4 { 1 } else { 2 }));
}

/// If gem5's routes differ, the file says so, for how many pairs, and whether they may deadlock.
#[test]
fn routes_that_differ_are_told() {
    for name in ["mesh_4x4_broken.toml", "dragonfly_36.toml", "wheel_5.toml", "ring_8.toml", "kautz_24.toml"] {
        let network = example(name);
        let (table, routers) = (network.route_table().unwrap(), network.routers());
        let (text, weights) = exported(&network, None);
        let (taken, graph) = (taken(routers, &weights), network.graph());
        let next =
            |at: usize, to: usize| graph.downstream(at, table.hop(at as u32, TerminalId(to as u32)).port.into()).unwrap().node as usize;
        let pairs = (0..routers).flat_map(|at| (0..routers).map(move |to| (at, to))).filter(|(at, to)| at != to);
        let others = pairs.filter(|&(at, to)| taken[at * routers + to] != BTreeSet::from([next(at, to)])).count();
        assert_eq!(text.contains(&format!("takes other routes than torusmith, for {others} pairs")), others > 0, "{name}: {others}");
        assert_eq!(text.contains("may deadlock"), cyclic(routers, &taken), "{name}");
    }
    // No routes at all.
    let ccc = network("ccc:3");
    let (text, weights) = exported(&ccc, None);
    assert!(weights.values().all(|&weight| weight == 1) && text.contains("NOTE: gem5's table routing takes shortest paths"));
    assert!(text.contains("they may deadlock") == cyclic(ccc.routers(), &taken(ccc.routers(), &weights)));
}
