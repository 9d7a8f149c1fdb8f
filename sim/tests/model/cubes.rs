//! k-ary n-cubes, mesh and hypercube: paths, classes, freedom of deadlock, path lengths, patterns.

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::engine::Packet;
use torusmith_sim::routing::{NetworkRouting, RoutingOptions, for_network, lengths, path};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, Traffic, TrafficOptions};
use torusmith_topology::metrics::Distances;
use torusmith_topology::{Network, every_terminal};

use super::support::{network, papers, papers_routing, routing};

/// (network, from, to, the hops as port and lowest VC) with 2 VCs, by the papers' routing; ties go '+', class 1 while the wrap link is ahead.
const PATHS: &[(&str, &str, &str, &str)] = &[
    ("torus:4,4,8", "0,1,6", "3,3,1", "x+1 x+1 x+0 y+0 y+0 z-1"),
    ("torus:4,4,4,4", "0,3,1,0", "2,1,0,3", "x-1 y-0 z+1 z+0 w+0 w+0"),
    ("torus:4,4,4,4", "0,0,0,0", "0,0,0,0", ""),
    ("torus:8", "1", "6", "x-1 x-1 x-0"),
    ("torus:8,1", "6,0", "2,0", "y+1 y+1 y+0 y+0"),
    ("mesh:1,8", "0,6", "0,4", "x-0 x-0"),
    ("mesh:5,1", "1,0", "3,0", "y+0 y+0"),
    ("mesh:4,6", "3,0", "1,5", "x+0 x+0 x+0 x+0 x+0 y-0 y-0"),
    ("hypercube:5", "10110", "01011", "d00 d20 d30 d40"),
];

#[test]
fn packets_go_dimension_by_dimension() {
    for &(name, from, to, hops) in PATHS {
        let network = network(name);
        let (from, to) = (network.parse_terminal(from).unwrap(), network.parse_terminal(to).unwrap());
        let found = path(&network.graph(), &papers_routing(&network, 2), from, to).unwrap();
        let found: Vec<_> = found.iter().map(|hop| format!("{}{}", network.port_label(hop.port), hop.vc())).collect();
        assert_eq!(found.join(" "), format!("{hops} local0").trim_start(), "{name}");
    }
}

/// Mesh of R rows and C columns: 2 R (C - 1) + 2 C (R - 1) channels; straight on 2 R (C - 2) + 2 C (R - 2), from x to y 2 (C - 1) inputs by 2 (R - 1) outputs.
/// Hypercube: D 2^D, and at every node from each dimension to each higher one.
/// Ring of 8, dateline, ties '+': '+' hops of class 0 on 7 links and of class 1 on 4, '-' hops on 7 and 3; a hop follows another of its class on 6 and 3,
/// 6 and 2, and class 0 follows class 1 once each way.
/// Torus of sides 4, counted in `deadlock`: a ring has 9 channels, 4 dependencies within it, 4 channels that can be its last, and over its 4 nodes
/// 9 that can be the first; so from a dimension to a later one 4 nodes' rings by 4 * 9, times the nodes of the other dimensions. By default, one VC: all links,
/// 4 ways of two hops in a ring, and at a node both of a dimension's channels can be the last and both of a later one's the first.
#[test]
fn dependencies_by_hand_and_no_cycle() {
    let any = RoutingOptions::default();
    for (name, options, channels, dependencies) in [
        ("mesh:16,16", any, 960, 896 + 900),
        ("mesh:3,5", any, 2 * 3 * 4 + 2 * 5 * 2, 2 * 3 * 3 + 2 * 5 + 8 * 4),
        ("mesh:2,2", any, 8, 4),
        ("mesh:8", any, 14, 12),
        ("mesh:1,8", any, 14, 12),
        ("torus:8", papers(), 21, 19),
        ("torus:4,1", any, 8, 4),
        ("hypercube:1", any, 2, 0),
        ("hypercube:4", any, 64, 16 * 6),
        ("hypercube:12", any, 12 << 12, 66 << 12),
        ("torus:4,4,4", papers(), 3 * 16 * 9, 3 * 16 * 4 + 3 * 4 * 72),
        ("torus:4,4,4,4", papers(), 4 * 64 * 9, 4 * 64 * 4 + 6 * 16 * 72),
        ("torus:4,4,4", any, 6 * 64, 3 * 16 * 4 + 3 * 64 * 4),
        ("torus:4,4,4,4", any, 8 * 256, 4 * 64 * 4 + 6 * 256 * 4),
    ] {
        for walk in [Walk::Exhaustive, Walk::Representatives] {
            let report = check(&network(name), options, None, walk, &|_, _| ()).unwrap();
            assert_eq!(
                (report.channels, report.dependencies, report.acyclic()),
                (channels, dependencies, true),
                "{name} {options:?} {walk:?}"
            );
        }
    }
}

#[test]
fn one_vc_is_enough_where_nothing_wraps() {
    let default = RoutingOptions::default();
    for (name, options, least) in [
        ("mesh:4,4", default, 1),
        ("mesh:8", default, 1),
        ("torus:8", default, 2),
        ("torus:1,4", default, 1),
        ("hypercube:4", default, 1),
        ("torus:4,4,4", papers(), 2),
        // With balanced ties rings of 4 have no cycle; longer ones do.
        ("torus:4,4,4", default, 1),
        ("torus:4,8", default, 2),
    ] {
        for vcs in 0..3 {
            let found = for_network(&network(name), options, vcs);
            assert_eq!(found.is_ok(), vcs >= least, "{name} {options:?} {vcs}");
        }
    }
}

fn lengths_by(network: &Network, routing: &NetworkRouting) -> Distances {
    lengths(network, &network.graph(), routing, &network.orbits(), &|_, _| ()).unwrap()
}

/// Lengths by the default routing and by the papers': in none of the networks here do they differ.
fn lengths_of(network: &Network) -> Distances {
    let [by_default, by_papers] = [routing(network, 8), papers_routing(network, 8)].map(|routing| lengths_by(network, &routing));
    assert_eq!(by_default, by_papers, "{network}");
    by_default
}

/// (network, diameter, mean over different nodes, mean with self): RDT paper, Table V; TTN paper, Table 1; docs/results/networks.md, "TTN, STTN, MTN, TESH: path lengths";
/// networks/ttn-tesh-sttn-mtn.md, section 2.
#[test]
fn path_lengths_are_the_published_ones() {
    for (name, diameter, mean, with_self) in [
        ("torus:64,64", 64, 32.0078, 32.0),
        ("torus:16,16,16", 24, 12.0029, 12.0),
        ("torus:8,8,8,8", 16, 8.0020, 8.0),
        ("hypercube:12", 12, 6.0015, 6.0),
        ("mesh:16,16", 30, 10.6667, 10.625),
        ("ttn:2,2,0", 15, 7.4667, 7.4375),
        ("ttn:2,3,0", 24, 12.5968, 12.5938),
        ("ttn:2,2,1", 13, 6.4627, 6.4375),
        ("ttn:2,3,1", 20, 10.5963, 10.5938),
        ("htn:4,4,2,1", 17, 7.4761, 7.4688),
    ] {
        let found = lengths_of(&network(name));
        assert_eq!(found.diameter, diameter, "{name}");
        assert!((found.average() - mean).abs() < 0.00006 && (found.average_with_self() - with_self).abs() < 0.00006, "{name}: {found:?}");
    }
    for (name, diameter, with_self) in
        [("ttn:2,4,0", 39, 20.577), ("ttn:2,5,0", 56, 29.792), ("sttn:2,4,0", 39, 20.753), ("sttn:2,5,0", 53, 28.034)]
    {
        let found = lengths_of(&network(name));
        assert!(found.diameter == diameter && (found.average_with_self() - with_self).abs() < 0.0005, "{name}: {found:?}");
    }
}

#[test]
fn one_source_of_an_orbit_stands_for_the_others() {
    for name in [
        "ttn:2,2,0",
        "ttn:2,2,1",
        "ttn:2,2,2",
        "ttn:2,3,0",
        "sttn:2,2,0",
        "sttn:2,2,1",
        "mtn:2,2,0",
        "mtn:2,2,1",
        "mtn:2,2,2",
        "mtn:2,3,1",
        "tesh:2,2,1",
        "tesh:2,2,2",
        "mh3dt:4,4,2,0",
        "mh3dt:4,4,2,1",
        "htn:4,4,2,0",
        "htn:4,4,2,2",
        "torus:3,4",
        "torus:2,5,4",
        "mesh:3,5",
        "hypercube:6",
    ] {
        let network = network(name);
        for routing in [routing(&network, 4), papers_routing(&network, 4)] {
            let all = lengths(&network, &network.graph(), &routing, &every_terminal(network.routers()), &|_, _| ()).unwrap();
            assert_eq!(lengths_by(&network, &routing), all, "{name} {routing:?}");
        }
    }
}

fn sent(network: &Network, pattern: Pattern, clocks: u64) -> Vec<Packet> {
    let options = TrafficOptions { pattern, rate: 0.5, lengths: Lengths::fixed(1).unwrap(), seed: 7, sources: Sources::default() };
    let mut traffic = Traffic::new(network, routing(network, 4), &options).unwrap();
    let mut all = Vec::new();
    (0..clocks).for_each(|clock| traffic.packets_at(clock, |packet| all.push(packet)));
    all
}

/// A thirty-second of the nodes, each as often as any other but by itself; the same number in every row and column.
#[test]
fn hot_nodes_get_everything_and_lie_evenly() {
    for name in ["torus:64,64", "torus:8,8", "torus:16,16,16", "hypercube:6", "hypercube:12", "mesh:16,16", "ttn:2,2,1"] {
        let network = network(name);
        let nodes = network.routers();
        let clocks = 200_000 / nodes as u64;
        let packets = sent(&network, Pattern::HotNodes, clocks);
        let mut got = vec![0u32; nodes];
        packets.iter().for_each(|packet| got[packet.destination.index()] += 1);
        let hot: Vec<usize> = (0..nodes).filter(|&node| got[node] > 0).collect();
        assert_eq!(hot.len(), nodes / 32, "{name}");
        assert!(packets.iter().all(|packet| packet.source != packet.destination), "{name}");
        let mean = packets.len() as f64 / hot.len() as f64;
        assert!(hot.iter().all(|&node| (f64::from(got[node]) - mean).abs() < 5.0 * mean.sqrt() + mean / hot.len() as f64), "{name}");
        if name == "torus:64,64" {
            for side in 0..64 {
                let of = |line: fn(usize) -> usize| hot.iter().filter(|&&node| line(node) == side).count();
                assert_eq!((of(|node| node / 64), of(|node| node % 64)), (2, 2), "line {side}");
            }
        }
    }
    // 16 + 16 without carry is 0; 5 bits higher, 1 + 1.
    let hot: Vec<u32> = sent(&network("hypercube:6"), Pattern::HotNodes, 2000).iter().map(|packet| packet.destination.0).collect();
    assert!(hot.iter().all(|node| [0, 33].contains(node)) && hot.contains(&0) && hot.contains(&33));
}

#[test]
fn patterns_where_they_are_defined() {
    let to = |name: &str, pattern, from: &str| {
        let network = network(name);
        let from = network.parse_terminal(from).unwrap();
        let packet = sent(&network, pattern, 200).into_iter().find(|packet| packet.source == from).unwrap();
        network.format_terminal(packet.destination)
    };
    assert_eq!(to("torus:4,8,4,8", Pattern::Transpose, "1,6,2,5"), "2,5,1,6");
    assert_eq!(to("mesh:8,8", Pattern::Transpose, "1,6"), "6,1");
    assert_eq!(to("hypercube:6", Pattern::Transpose, "110100"), "100110");
    assert_eq!(to("hypercube:6", Pattern::Shuffle, "110100"), "101001");
    assert_eq!(to("torus:4,4,4", Pattern::Complement, "1,0,2"), "2,3,1");
    let refused = |name: &str, pattern| {
        let network = network(name);
        let options = TrafficOptions { pattern, rate: 0.1, lengths: Lengths::default(), seed: 1, sources: Sources::default() };
        Traffic::new(&network, routing(&network, 4), &options).err().unwrap().to_string()
    };
    for (name, pattern, told) in [
        ("torus:4,4,4", Pattern::Transpose, "two or four dimensions"),
        ("torus:4,4,4", Pattern::HotSpot(5), "2D torus"),
        ("torus:3,4,5", Pattern::Shuffle, "power of two"),
        ("mesh:4,8", Pattern::Transpose, "mesh of equal sides"),
        ("mesh:6,8", Pattern::HotSpot(5), "multiples of 4"),
        ("hypercube:5", Pattern::Transpose, "even dimension"),
        ("hypercube:6", Pattern::HotSpot(5), "hot-nodes"),
        ("hypercube:5", Pattern::HotNodes, "64 or more"),
        ("torus:6,6,6", Pattern::HotNodes, "power of two"),
    ] {
        let refusal = refused(name, pattern);
        assert!(refusal.contains(told) && refusal.contains(name.split(':').next().unwrap()), "{refusal}");
    }
    assert_eq!("hot-nodes".parse(), Ok(Pattern::HotNodes));
}
