//! Both engines on HTN(4,4,2,q), under all four routing algorithms.

use std::sync::Arc;

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::{Engine, Packet};
use torusmith_sim::fast;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{Candidates, Headers, NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, algorithms, for_network};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern as Traffic, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, Network, TerminalId};

use super::lockstep::{Load, PATTERNS, compare};

/// All algorithms with 3 and 4 VCs, two or three clocks a hop, almost idle and far past saturation: half of the valid combinations, in soaks all.
#[test]
#[ignore = "long: networks of 1024 nodes by both engines"]
fn engines_agree() {
    let network: Network = "htn:4,4,2,1".parse().unwrap();
    let graph = network.graph();
    for (i, algorithm) in algorithms(&"htn:4,4,2,1".parse().unwrap()).iter().copied().enumerate() {
        for (j, vcs) in [3, 4].into_iter().enumerate() {
            let routing = for_network(&network, RoutingOptions::new(algorithm, None), vcs).unwrap();
            for (k, pipeline) in [Pipeline::Two, Pipeline::Three].into_iter().enumerate() {
                for (l, rate) in [3, 600].into_iter().enumerate() {
                    if !cfg!(feature = "soak") && (i + j + k + l) % 2 == 1 {
                        continue;
                    }
                    let config = RouterConfig { vcs, pipeline, ..RouterConfig::default() };
                    let load = Load { pattern: PATTERNS[(i + j + k + l) % 5], flits: (3, 16), rate, clocks: 40, seed: (i + l) as u64 };
                    let seen = compare(&graph, &routing, config, load)
                        .unwrap_or_else(|difference| panic!("{algorithm} {config:?} {load:?}\n{difference}"));
                    assert!(seen.delivered > 0 && (rate < 600 || seen.crowd > 500), "{algorithm} {config:?} {load:?}: {seen:?}");
                }
            }
        }
    }
}

/// Nine ports of up to seven VCs fill a word of 64; q = 0 and 2.
#[test]
fn as_many_vcs_as_fit() {
    for (name, vcs) in [("htn:4,4,2,0", 5), ("htn:4,4,2,2", 6), ("htn:4,4,2,1", 7)] {
        let network: Network = name.parse().unwrap();
        let routing = for_network(&network, RoutingOptions::new(RoutingAlgorithm::LsCs, None), vcs).unwrap();
        let config = RouterConfig { vcs, depth: 2, ..RouterConfig::default() };
        let load = Load { pattern: PATTERNS[vcs % 5], flits: (1, 6), rate: 600, clocks: 60, seed: 2 };
        let seen = compare(&network.graph(), &routing, config, load).unwrap_or_else(|difference| panic!("{name} {vcs}\n{difference}"));
        assert!(seen.delivered > 1000, "{name} {vcs}: {seen:?}");
    }
}

/// Routing with unchanged candidates, but with the adaptive VCs declared as escape VCs.
#[derive(Clone)]
struct Careless(NetworkRouting);

impl Routing for Careless {
    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> Candidates {
        self.0.route(node, destination, bits)
    }

    fn source_choices(&self, source: TerminalId, destination: TerminalId) -> Headers {
        self.0.source_choices(source, destination)
    }
}

/// Rule RC6: the engines keep the adaptive VC, here VC 2, for one packet at a time, whether `REUSE_EMPTY` says so or not.
#[test]
fn engines_see_to_rc6_themselves() {
    let network: Network = "htn:4,4,2,1".parse().unwrap();
    let graph = network.graph();
    let routing = for_network(&network, RoutingOptions::new(RoutingAlgorithm::LsCs, None), 3).unwrap();
    let flits = |mut engine: Box<dyn Engine>| {
        let mut number = 0;
        for _ in 0..200 {
            for source in (engine.clock() as u32 % 8..1024).step_by(8) {
                let destination = (source * 37 + 500) % 1024;
                if destination != source {
                    let (source, destination) = (TerminalId(source), TerminalId(destination));
                    let bits = routing.source_bits(source, destination, number);
                    engine.offer(Packet { number, source, destination, bits, flits: 3, created: engine.clock() });
                    number += 1;
                }
            }
            engine.step();
        }
        engine.link_flits()
    };
    let config = |reuse_empty| RouterConfig { vcs: 3, reuse_empty, ..RouterConfig::default() };
    let fast = |reuse_empty| flits(fast::new(&graph, Arc::new(routing.clone()), config(reuse_empty), false).unwrap());
    let reference = |reuse_empty| flits(Box::new(Reference::new(graph.clone(), routing.clone(), config(reuse_empty)).unwrap()));
    let careless = |reuse_empty| flits(fast::new(&graph, Arc::new(Careless(routing.clone())), config(reuse_empty), false).unwrap());
    let expected = careless(0b100);
    assert!(fast(0) == expected && fast(0b100) == expected && reference(0) == expected);
    assert!(careless(0) != expected && fast(0b101) != expected, "the mask makes a difference");
}

/// Far past saturation no algorithm dies, and all that has left its source arrives.
#[test]
fn nothing_is_lost_and_nothing_dies() {
    for &algorithm in algorithms(&"htn:4,4,2,1".parse().unwrap()) {
        for (pattern, depth, pipeline) in [
            (Traffic::Uniform, 4, Pipeline::Two),
            (Traffic::Complement, 1, Pipeline::Three),
            (Traffic::HotSpot(20), 2, Pipeline::Two),
            (Traffic::Transpose, 4, Pipeline::Three),
        ] {
            let simulation = Simulation {
                network: "htn:4,4,2,1".parse().unwrap(),
                routing: RoutingOptions::new(algorithm, None),
                router: RouterConfig { vcs: 3, depth, pipeline, reuse_empty: 0, ..RouterConfig::default() },
                slices: LinkSlices::default(),
                engine: EngineKind::Fast,
                traffic: TrafficOptions {
                    pattern,
                    rate: 0.9,
                    lengths: Lengths::any_of(&[1, 5, 16]).unwrap(),
                    seed: 7,
                    sources: Sources::default(),
                },
                run: RunOptions { cycles: if cfg!(feature = "soak") { 2000 } else { 1000 }, patience: 500, ..RunOptions::default() },
            };
            let outcome = simulation.run(|_| ()).unwrap();
            assert_eq!(outcome.dead, None, "{algorithm} {pattern}");
            let s = outcome.summary;
            assert_eq!((s.in_flight, s.created), (0, s.delivered + s.queued), "{algorithm} {pattern}");
            assert!(s.queued > 0 && s.delivered > 1000, "{algorithm} {pattern}: {s:?}");
        }
    }
}
