//! One clock a hop, registers on links, message classes: the fast engine against the reference engine.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{NetworkRouting, RoutingAlgorithm, RoutingOptions, for_router};
use torusmith_sim::traffic::{Lengths, Pattern as Traffic, Sources, Traffic as Packets, TrafficOptions};
use torusmith_topology::{Graph, LinkSlices, Network};

use super::lockstep::{Load, PATTERNS, Pattern, Seen, compare, compare_packets};

const PIPELINES: [Pipeline; 3] = [Pipeline::One, Pipeline::Two, Pipeline::Three];

fn network(name: &str) -> Network {
    name.parse().unwrap()
}

fn routing(network: &Network, options: RoutingOptions, config: RouterConfig) -> NetworkRouting {
    for_router(network, options, config).unwrap()
}

fn sliced(network: &Network, slices: &str) -> Graph {
    LinkSlices::read(network, slices).unwrap().graph(network)
}

/// Both engines under one of the seven patterns.
fn under(traffic: Traffic, name: &str, slices: &str, config: RouterConfig, rate: f64, clocks: u64) -> Seen {
    let network = network(name);
    let routing = routing(&network, RoutingOptions::default(), config);
    let options =
        TrafficOptions { pattern: traffic, rate, lengths: Lengths::any_of(&[1, 5, 16]).unwrap(), seed: 3, sources: Sources::default() };
    let mut source = Packets::new(&network, routing.clone(), &options).unwrap();
    let packets = |clock| {
        let mut all = Vec::new();
        source.packets_at(clock, |packet| all.push(packet));
        all
    };
    compare_packets(&sliced(&network, slices), &routing, config, packets, (clocks, true))
        .unwrap_or_else(|difference| panic!("{traffic} {name} {slices} {config:?} {rate}\n{difference}"))
}

fn run(name: &str, slices: &str, options: RoutingOptions, config: RouterConfig, load: Load) -> Seen {
    let network = network(name);
    compare(&sliced(&network, slices), &routing(&network, options, config), config, load)
        .unwrap_or_else(|difference| panic!("{name} {slices} {config:?} {load:?}\n{difference}"))
}

/// ST1, past saturation, all seven patterns.
#[test]
fn one_clock_a_hop_under_seven_patterns() {
    for (i, name) in ["ttn:2,2,1", "rdt:8", "torus:8,8", "mesh:4,4", "hypercube:6"].into_iter().enumerate() {
        for (j, traffic) in Traffic::ALL.into_iter().enumerate() {
            if name == "hypercube:6" && matches!(traffic, Traffic::HotSpot(_)) {
                continue;
            }
            let (vcs, depth) = ([4, 3, 5][(i + j) % 3], [4, 3, 1, 2][j % 4]);
            let config = RouterConfig { vcs, depth, pipeline: Pipeline::One, ..RouterConfig::default() };
            let seen = under(traffic, name, "0", config, [0.3, 0.9, 0.05][j % 3], if i == 0 { 120 } else { 200 });
            assert!(seen.delivered > 10, "{name} {traffic}: {seen:?}");
        }
    }
}

/// Adaptive routing, several candidates and VCs that wait for their credits.
#[test]
fn one_clock_a_hop_with_adaptive_routing() {
    for (i, algorithm) in [RoutingAlgorithm::Ls, RoutingAlgorithm::Cs, RoutingAlgorithm::LsCs].into_iter().enumerate() {
        let config = RouterConfig { vcs: 3, depth: [2, 4, 3][i], pipeline: Pipeline::One, reuse_empty: i as u8, ..RouterConfig::default() };
        let load = Load { pattern: PATTERNS[i], flits: (1, 9), rate: 500, clocks: 24, seed: 5 };
        let seen = run("htn:4,4,2,1", "0", RoutingOptions::new(algorithm, None), config, load);
        assert!(seen.delivered > 20, "{seen:?}");
    }
}

/// Depths and numbers of VCs, short packets, past saturation.
#[test]
fn one_clock_a_hop_at_every_depth() {
    for (i, depth) in [1, 2, 3, 4, 7, 8, 64].into_iter().enumerate() {
        for vcs in [2, 3, 5, 8] {
            let config = RouterConfig { vcs, depth, pipeline: Pipeline::One, reuse_empty: (i % 2) as u8, ..RouterConfig::default() };
            let load = Load { pattern: PATTERNS[(i + vcs) % 5], flits: (1, 5), rate: 700, clocks: 120, seed: depth as u64 };
            let seen = run(["torus:2,3", "torus:4,4", "torus:5,3"][(i + vcs) % 3], "0", RoutingOptions::default(), config, load);
            assert!(seen.delivered > 10, "{config:?}: {seen:?}");
        }
    }
}

/// L5 with every pipeline: on all links, on some, and so many that a buffer is empty most of the time.
#[test]
fn registers_on_links() {
    for (i, pipeline) in PIPELINES.into_iter().enumerate() {
        for (j, (name, slices)) in
            [("torus:4,4", "1"), ("torus:5,3", "wrap=8"), ("mesh:4,4", "x=3,y=1"), ("ttn:2,2,0", "up=3,wrap=1"), ("rdt:8", "2,ux=5")]
                .into_iter()
                .enumerate()
        {
            for depth in [1, 3, 8] {
                let config = RouterConfig { vcs: 3 + i, depth, pipeline, ..RouterConfig::default() };
                let load = Load { pattern: PATTERNS[(i + j) % 5], flits: (1, 9), rate: [60, 700][j % 2], clocks: 150, seed: i as u64 };
                let seen = run(name, slices, RoutingOptions::default(), config, load);
                assert!(seen.delivered > 10, "{name} {slices} {config:?}: {seen:?}");
            }
        }
    }
}

/// RC8, N1, N3, VA3 with every pipeline: two to four message classes, of one or several VCs each.
#[test]
fn message_classes() {
    for (i, pipeline) in PIPELINES.into_iter().enumerate() {
        for (j, (name, vcs, message_classes)) in [
            ("torus:4,4", 2, 2),
            ("torus:8,8", 4, 2),
            ("torus:5,3", 6, 3),
            ("mesh:4,4", 8, 4),
            ("mesh:3,5", 3, 3),
            ("ttn:2,2,1", 8, 2),
            ("rdt:8", 4, 2),
        ]
        .into_iter()
        .enumerate()
        {
            for (k, reuse_empty) in [0, 0b11].into_iter().enumerate() {
                let depth = [4, 1, 3][(i + j) % 3];
                let config = RouterConfig { vcs, depth, pipeline, reuse_empty, message_classes, ..RouterConfig::default() };
                let clocks = if j == 5 { 60 } else { 150 };
                let load = Load { pattern: PATTERNS[(j + k) % 5], flits: (1, 9), rate: [700, 100][k], clocks, seed: (i + k) as u64 };
                let seen = run(name, "0", RoutingOptions::default(), config, load);
                assert!(seen.delivered > 10, "{name} {config:?}: {seen:?}");
            }
        }
    }
}

/// All three at once, with adaptive routing in one row.
#[test]
fn all_together() {
    for (name, algorithm, vcs) in [("torus:6,6", RoutingAlgorithm::Dor, 4), ("htn:4,4,2,1", RoutingAlgorithm::LsCs, 6)] {
        for pipeline in PIPELINES {
            let config = RouterConfig { vcs, pipeline, message_classes: 2, ..RouterConfig::default() };
            let load = Load { pattern: Pattern::Uniform, flits: (1, 9), rate: 600, clocks: if vcs == 6 { 24 } else { 200 }, seed: 5 };
            let seen = run(name, "1,wrap=3", RoutingOptions::new(algorithm, None), config, load);
            assert!(seen.delivered > 20, "{seen:?}");
        }
    }
    let config = RouterConfig { vcs: 4, message_classes: 2, pipeline: Pipeline::One, ..RouterConfig::default() };
    for traffic in Traffic::ALL {
        under(traffic, "torus:8,8", "wrap=2", config, 0.4, 200);
    }
}
