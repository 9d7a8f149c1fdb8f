//! Both engines over a matrix of networks, router parameters and loads.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::PortWord;
use torusmith_sim::routing::{Candidate, Candidates, Headers, Routing, RoutingOptions, Ties, algorithms, for_network, least_vcs, rules};
use torusmith_topology::{Graph, Link, Network, TerminalId, families};

use super::lockstep::{Load, PATTERNS, Pattern, Seen, compare};

const PIPELINES: [Pipeline; 2] = [Pipeline::Two, Pipeline::Three];

fn run(name: &str, config: RouterConfig, load: Load) -> Seen {
    run_by(RoutingOptions::default(), name, config, load)
}

fn run_by(options: RoutingOptions, name: &str, config: RouterConfig, load: Load) -> Seen {
    let network: Network = name.parse().unwrap();
    let routing = for_network(&network, options, config.vcs).unwrap();
    compare(&network.graph(), &routing, config, load)
        .unwrap_or_else(|difference| panic!("{name} {options:?} {config:?} {load:?}\n{difference}"))
}

/// Small networks of each family, in the order of the families.
pub const SMALL: &[&[&str]] = &[
    &["ttn:2,2,0", "ttn:2,2,1", "ttn:2,2,2", "ttn:2,2,2:2"],
    &["sttn:2,2,0", "sttn:2,2,1"],
    &["mtn:2,2,0", "mtn:2,2,1", "mtn:2,2,2"],
    &["tesh:2,2,0", "tesh:2,2,1", "tesh:2,2,2"],
    &["htn:4,4,2,0", "htn:4,4,2,2"],
    &["mh3dt:4,4,2,0", "mh3dt:4,4,2,2"],
    &["rdt:4", "rdt:8", "rdt:16"],
    &["torus:2,2", "torus:5,3", "torus:3,4,2", "torus:2,2,2", "torus:2,3,2,3", "torus:2,2,2,2", "torus:5,3:2"],
    &["mesh:2,2", "mesh:3,5", "mesh:3,2:4"],
    &["hypercube:1", "hypercube:5", "hypercube:3:2"],
    &["star:3", "star:12"],
    &["fattree:2,3", "fattree:3,2"],
    &["flatfly:3,2,2", "flatfly:4,2,1"],
    &["dragonfly:2,2,1", "dragonfly:3,1,2"],
];

/// Every family that can be routed, by every algorithm and VC rule that it has, those that may deadlock included, with the fewest VCs and, for small
/// networks, with one more. Of large networks every other combination, and the second network of a family, in soaks alone. With ties '+' where they
/// are valid; other rules than `balanced` with balanced ties: in `ties`.
#[test]
#[ignore = "long: every family by both engines"]
fn every_family() {
    let routed = families().into_iter().map(|family| family.id.prefix).filter(|&prefix| prefix != "ccc");
    assert!(routed.eq(SMALL.iter().map(|names| names[0].split(':').next().unwrap())), "the matrix has not all families");
    for (i, name) in SMALL.iter().flat_map(|names| names.iter().enumerate()) {
        let network: Network = name.parse().unwrap();
        let graph = network.graph();
        let large = graph.routers() >= 500 && !cfg!(feature = "soak");
        if large && i > 0 {
            continue;
        }
        let (clocks, more) = match graph.routers() {
            0..16 => (600, 1),
            16..100 => (120, 1),
            100..500 => (60, 1),
            _ => (24, 0),
        };
        let (mut kinds, mut runs, mut delivered) = (0, 0, 0);
        for &algorithm in algorithms(&network) {
            for &rule in rules(&network) {
                kinds += 1;
                if large && kinds % 2 == 0 {
                    continue;
                }
                let known = [Ties::Plus, Ties::Balanced].map(|ties| RoutingOptions::new(algorithm, Some(rule)).with_ties(ties));
                let known = known.into_iter().find_map(|options| Some((options, least_vcs(&network, options).ok()?)));
                let Some((options, least)) = known else { continue };
                for vcs in least..=least + more {
                    let Ok(routing) = for_network(&network, options, vcs) else { continue };
                    let config = RouterConfig {
                        vcs,
                        depth: [4, 3, 1][runs % 3],
                        pipeline: PIPELINES[runs % 2],
                        reuse_empty: 0,
                        ..RouterConfig::default()
                    };
                    let (pattern, rate) = (PATTERNS[runs % 2 * 3], [300, 800][runs / 2 % 2]);
                    let load = Load { pattern, flits: (1, 9), rate, clocks, seed: runs as u64 };
                    let seen = compare(&graph, &routing, config, load)
                        .unwrap_or_else(|difference| panic!("{name} {algorithm} {rule} {config:?} {load:?}\n{difference}"));
                    (runs, delivered) = (runs + 1, delivered + seen.delivered);
                }
            }
        }
        assert!(runs > 0 && delivered > 20, "{name}: {runs} runs, {delivered} packets");
    }
}

/// The paper's networks, from almost idle to far past saturation, by default and as the paper routes.
#[test]
fn ttn() {
    for (i, name) in ["ttn:2,2,0", "ttn:2,2,1", "ttn:2,2,2"].into_iter().enumerate() {
        let clocks = if cfg!(feature = "soak") { 300 } else { 120 };
        for (j, pipeline) in PIPELINES.into_iter().enumerate() {
            for (k, rate) in [2, 30, 300].into_iter().enumerate() {
                let load = Load { pattern: PATTERNS[(i + j + k) % 5], flits: (16, 16), rate, clocks, seed: (i + 2 * k) as u64 };
                for options in [RoutingOptions::default(), RoutingOptions::default().with_ties(Ties::Plus)] {
                    let seen = run_by(options, name, RouterConfig { pipeline, ..RouterConfig::default() }, load);
                    assert!(seen.delivered > 0 && (rate < 300 || seen.crowd > 100), "{name} {options:?} {rate}: {seen:?}");
                }
            }
        }
    }
}

/// Thousands of nodes, for a short while.
#[test]
fn large() {
    for (j, pipeline) in PIPELINES.into_iter().enumerate() {
        let load = Load { pattern: PATTERNS[3 * j], flits: (1, 12), rate: [30, 300][j], clocks: 30, seed: j as u64 };
        let seen = run("sttn:2,3,1", RouterConfig { pipeline, vcs: 3, ..RouterConfig::default() }, load);
        assert!(seen.delivered > 0, "{load:?}: {seen:?}");
    }
}

/// Every depth of buffer with every number of VCs, short packets, past saturation.
#[test]
fn depths_and_vcs() {
    for (i, depth) in [1, 2, 3, 4, 5, 7, 8, 15, 16, 64].into_iter().enumerate() {
        for vcs in 2..=8 {
            for (j, pipeline) in PIPELINES.into_iter().enumerate() {
                let config = RouterConfig { vcs, depth, pipeline, reuse_empty: 0, ..RouterConfig::default() };
                let load = Load { pattern: PATTERNS[(i + vcs + j) % 5], flits: (1, 5), rate: 700, clocks: 120, seed: depth as u64 };
                let seen = run(["torus:2,3", "torus:4,4", "torus:5,3"][(i + vcs) % 3], config, load);
                assert!(seen.delivered > 10, "{config:?}: {seen:?}");
            }
        }
    }
}

/// Other numbers of ports, up to those of a hypercube of 4096 nodes, and nodes without some of them.
#[test]
fn cubes_and_meshes() {
    for (i, (name, least)) in
        [("torus:3,4,2", 2), ("torus:2,3,2,3", 2), ("mesh:3,5", 1), ("mesh:2,2", 1), ("hypercube:1", 1), ("hypercube:5", 1)]
            .into_iter()
            .enumerate()
    {
        // A pattern may send every packet of a small network to where it is.
        let mut delivered = 0;
        for (j, vcs) in (least..=6).enumerate() {
            for (k, pipeline) in PIPELINES.into_iter().enumerate() {
                let config = RouterConfig { vcs, depth: [1, 4, 9][(i + j) % 3], pipeline, reuse_empty: 0, ..RouterConfig::default() };
                let load =
                    Load { pattern: PATTERNS[(i + j + k) % 5], flits: (1, 9), rate: [40, 700][(j + k) % 2], clocks: 200, seed: i as u64 };
                delivered += run(name, config, load).delivered;
            }
        }
        assert!(delivered > 100, "{name}: {delivered}");
    }
    for (name, vcs) in [
        #[cfg(feature = "soak")]
        ("hypercube:12", 2),
        ("torus:4,4,4,4", 2),
        ("hypercube:7", 8),
    ] {
        let config = RouterConfig { vcs, pipeline: Pipeline::Three, ..RouterConfig::default() };
        let seen = run(name, config, Load { pattern: Pattern::Uniform, flits: (1, 8), rate: 200, clocks: 60, seed: 5 });
        assert!(seen.delivered > 100, "{name}: {seen:?}");
    }
}

/// Any set of VCs that wait for all their credits (rule VC3).
#[test]
fn reuse_empty() {
    for pipeline in PIPELINES {
        for reuse_empty in [0b0001, 0b0110, 0b1010, 0b1111] {
            for (depth, flits) in [(1, (1, 3)), (3, (1, 1)), (4, (2, 9)), (9, (1, 20))] {
                let config = RouterConfig { vcs: 4, depth, pipeline, reuse_empty, ..RouterConfig::default() };
                run("torus:4,4", config, Load { pattern: Pattern::Uniform, flits, rate: 600, clocks: 200, seed: 3 });
                run("torus:5,3", config, Load { pattern: Pattern::HotSpot, flits, rate: 100, clocks: 200, seed: 4 });
            }
        }
    }
}

/// Single-flit packets alone and mixed with long ones, at all loads.
#[test]
fn packet_lengths() {
    assert_eq!(PortWord::flit(7, false, true, u32::MAX, 127).with_credit(7).index(), 127);
    for pipeline in PIPELINES {
        for (i, flits) in [(1, 1), (1, 2), (2, 2), (1, 64), (128, 128)].into_iter().enumerate() {
            for rate in [1, 50, 400, 2000] {
                let config = RouterConfig { vcs: 2, depth: 4, pipeline, reuse_empty: 0, ..RouterConfig::default() };
                run("torus:3,4", config, Load { pattern: PATTERNS[i], flits, rate, clocks: 400, seed: rate });
            }
        }
    }
}

/// Up to four candidates, with VC sets that overlap. It may deadlock: both engines must do so alike.
#[derive(Clone)]
struct Wandering {
    ports: u8,
    vcs: u8,
    nodes: u32,
}

impl Routing for Wandering {
    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Candidates {
        let all = (1u16 << self.vcs).wrapping_sub(1) as u8;
        if node == destination {
            return Candidates::one(0, all);
        }
        // Port p leads p nodes on.
        let ahead = (destination + self.nodes - node) % self.nodes;
        let mut candidates = Candidates::default();
        for port in (1..self.ports).rev().filter(|&p| p as u32 <= ahead).take(1 + (destination as usize + bits as usize) % 4) {
            let vcs = all & (0b1001_0110u8.rotate_left(port as u32 + destination) | 1 << (node % self.vcs as u32));
            candidates.push(Candidate { port, vcs });
        }
        candidates
    }

    fn source_choices(&self, TerminalId(source): TerminalId, _destination: TerminalId) -> Headers {
        [source, !source].map(|bits| u64::from(bits as u8)).into_iter().collect()
    }
}

/// Routers with as many ports and VCs as a word holds, and adaptive routing.
#[test]
fn wide_routers_and_several_candidates() {
    let mut delivered = 0;
    for (ports, vcs) in [(11, 4), (8, 8), (8, 7), (16, 3), (16, 4), (4, 1), (2, 5)] {
        let nodes = 14;
        let graph = Graph::new(nodes, ports as usize, |node, port| Some(Link { node: (node + port as u32) % nodes as u32, port }));
        let routing = Wandering { ports, vcs, nodes: nodes as u32 };
        for pipeline in PIPELINES {
            for (i, flits) in [(1, 1), (1, 6), (7, 20)].into_iter().enumerate() {
                for reuse_empty in [0, 1] {
                    let config = RouterConfig { vcs: vcs as usize, depth: [2, 4, 11][i], pipeline, reuse_empty, ..RouterConfig::default() };
                    let load = Load { pattern: PATTERNS[i], flits, rate: 800, clocks: 250, seed: ports as u64 };
                    let seen = compare(&graph, &routing, config, load).unwrap_or_else(|e| panic!("{ports} ports {config:?} {load:?}\n{e}"));
                    delivered += seen.delivered;
                }
            }
        }
    }
    assert!(delivered > 10_000, "{delivered}");
}

/// A run that is worth nothing would pass all of the above: packets arrive, all of them, and flits move.
#[test]
fn the_comparison_sees_traffic() {
    let load = Load { pattern: Pattern::Uniform, flits: (4, 4), rate: 100, clocks: 1000, seed: 1 };
    let seen = run("torus:4,4", RouterConfig::default(), load);
    assert!(seen.drained);
    // 16 nodes, a packet every 40 clocks, 1 in 16 of them to itself.
    assert!((300..450).contains(&seen.delivered), "{seen:?}");
    assert!(seen.flits > 4 * 2 * seen.delivered as u64, "{seen:?}");
}
