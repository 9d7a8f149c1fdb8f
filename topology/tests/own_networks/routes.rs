//! Computed routes: shortest and balanced, or up and then down.

use std::collections::{BTreeMap, HashMap, HashSet};

use torusmith_topology::own::{OwnNetwork, RouteKind};
use torusmith_topology::{Network, export};

use crate::{Draw, distances, example_network, exported, toml, way};

/// The network with other routes.
fn routed(network: &Network, routes: &str) -> Network {
    let text = exported(export::Format::Toml, network, None).replace("routes = \"shortest\"", &format!("routes = \"{routes}\""));
    Network::new(toml(&text))
}

fn of(name: &str) -> Network {
    if name.ends_with(".toml") { example_network(name) } else { routed(&name.parse().unwrap(), "shortest") }
}

const NETWORKS: [&str; 9] = [
    "ring_8.toml",
    "kautz_24.toml",
    "mesh_4x4_broken.toml",
    "dragonfly_36.toml",
    "random_64.toml",
    "torus:4,4",
    "torus:8,8",
    "hypercube:6",
    "mesh:5,7",
];

/// (largest, mean) load of the links, with one packet for each pair of nodes.
fn loads(network: &Network) -> (f64, f64) {
    let nodes = network.routers() as u32;
    let mut loads: HashMap<(u32, u8), u32> = HashMap::new();
    for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
        way(network, from, to).into_iter().for_each(|hop| *loads.entry(hop).or_default() += 1);
    }
    let most = loads.values().copied().max().unwrap();
    (f64::from(most), f64::from(loads.values().sum::<u32>()) / network.graph().links() as f64)
}

#[test]
fn shortest_ways_are_shortest() {
    for name in NETWORKS {
        let network = of(name);
        assert_eq!(network.of::<OwnNetwork>().unwrap().route_kind(), RouteKind::Shortest);
        for from in 0..network.routers() as u32 {
            let distance = distances(&network.graph(), from);
            for to in 0..network.routers() as u32 {
                assert_eq!(way(&network, from, to).len() as u32, distance[to as usize], "{name}: {from} to {to}");
            }
        }
        let lengths = network.route_table().unwrap().lengths(&network.graph());
        let sum: u64 = (0..network.routers() as u32).flat_map(|from| distances(&network.graph(), from)).map(u64::from).sum();
        assert_eq!(lengths.sum, sum, "{name}");
    }
}

/// Largest load over the mean. In a ring and in tori and hypercubes all links can carry equal loads; one tie-break for all has 1.5 in a
/// torus of 4 x 4. In the random graph 65 pairs of nodes must use one link, 1.3 times the mean.
#[test]
fn ties_are_spread() {
    for (name, most) in [
        ("ring_8.toml", 1.01),
        ("torus:4,4", 1.13),
        ("torus:8,8", 1.05),
        ("hypercube:6", 1.05),
        ("dragonfly_36.toml", 1.16),
        ("random_64.toml", 1.5),
        ("kautz_24.toml", 1.3),
    ] {
        let (largest, mean) = loads(&of(name));
        assert!(largest / mean < most, "{name}: {largest} of a mean of {mean}");
    }
}

#[test]
fn the_same_file_has_the_same_routes() {
    let (one, other) = (of("random_64.toml"), of("random_64.toml"));
    assert_eq!(one.route_table(), other.route_table());
}

/// Recomputes the node order as a breadth-first tree from some root. For any root an order must exist: no up hop follows a down hop.
#[test]
fn up_then_down_closes_no_circle() {
    for name in NETWORKS.into_iter().filter(|name| *name != "kautz_24.toml") {
        let network = routed(&of(name), "up-down");
        assert_eq!(network.of::<OwnNetwork>().unwrap().route_kind(), RouteKind::UpDown);
        let nodes = network.routers() as u32;
        let mut waits: BTreeMap<(u32, u8), HashSet<(u32, u8)>> = BTreeMap::new();
        for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
            let way = way(&network, from, to);
            way.iter().for_each(|hop| _ = waits.entry(*hop).or_default());
            way.windows(2).for_each(|pair| _ = waits.get_mut(&pair[0]).unwrap().insert(pair[1]));
        }
        // Kahn's algorithm: channels that wait for no other are removed.
        while let Some(free) = waits.iter().find(|(_, next)| next.is_empty()).map(|(hop, _)| *hop) {
            waits.remove(&free);
            waits.values_mut().for_each(|next| _ = next.remove(&free));
        }
        assert!(waits.is_empty(), "{name}: {} channels in circles", waits.len());
    }
}

/// 1024 nodes of degree 4, the limit of the format.
#[test]
fn large_networks_are_routed() {
    let mut draw = Draw(7);
    let mut links: Vec<(usize, usize)> = (0..1024).map(|node| (node, (node + 1) % 1024)).collect();
    let mut seen: HashSet<(usize, usize)> = links.iter().copied().collect();
    for _ in 0..1000 {
        let (from, to) = (draw.below(1024), draw.below(1024));
        if from != to && !seen.contains(&(to, from)) && seen.insert((from, to)) {
            links.push((from, to));
        }
    }
    let rows: String = links.iter().map(|(from, to)| format!("  {{ between = [{from}, {to}] }},\n")).collect();
    let network = Network::new(toml(&format!("name = 'large'\nnodes = 1024\nlinks = [\n{rows}]\n")));
    assert_eq!(network.routers(), 1024);
    for from in [0, 511, 1023] {
        let distance = distances(&network.graph(), from);
        for to in 0..1024 {
            assert_eq!(way(&network, from, to).len() as u32, distance[to as usize]);
        }
    }
}
