//! Both engines on HTN(4,4,2,q), by all four routing algorithms.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, for_network};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern as Traffic, TrafficOptions};
use torusmith_topology::Network;

use super::lockstep::{Load, PATTERNS, compare};

/// All algorithms with 3 and 4 VCs and two or three clocks a hop, from almost idle to far past saturation.
#[test]
fn engines_agree() {
    let network: Network = "htn:4,4,2,1".parse().unwrap();
    let graph = network.graph();
    for (i, algorithm) in RoutingAlgorithm::ALL.into_iter().enumerate() {
        for (j, vcs) in [3, 4].into_iter().enumerate() {
            let routing = for_network(&network, algorithm, None, vcs).unwrap();
            for (k, pipeline) in [Pipeline::Two, Pipeline::Three].into_iter().enumerate() {
                for (l, rate) in [3, 600].into_iter().enumerate() {
                    let config = RouterConfig { vcs, pipeline, ..RouterConfig::default() };
                    let load = Load { pattern: PATTERNS[(i + j + k + l) % 5], flits: (3, 16), rate, clocks: 60, seed: (i + l) as u64 };
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
        let routing = for_network(&network, RoutingAlgorithm::LsCs, None, vcs).unwrap();
        let config = RouterConfig { vcs, depth: 2, ..RouterConfig::default() };
        let load = Load { pattern: PATTERNS[vcs % 5], flits: (1, 6), rate: 600, clocks: 60, seed: 2 };
        let seen = compare(&network.graph(), &routing, config, load).unwrap_or_else(|difference| panic!("{name} {vcs}\n{difference}"));
        assert!(seen.delivered > 1000, "{name} {vcs}: {seen:?}");
    }
}

/// Far past saturation no algorithm dies, and all that has left its source arrives.
#[test]
fn nothing_is_lost_and_nothing_dies() {
    for algorithm in RoutingAlgorithm::ALL {
        for (pattern, depth, pipeline) in [
            (Traffic::Uniform, 4, Pipeline::Two),
            (Traffic::Complement, 1, Pipeline::Three),
            (Traffic::HotSpot(20), 2, Pipeline::Two),
            (Traffic::Transpose, 4, Pipeline::Three),
        ] {
            let simulation = Simulation {
                network: "htn:4,4,2,1".parse().unwrap(),
                algorithm,
                rule: None,
                router: RouterConfig { vcs: 3, depth, pipeline, reuse_empty: 0 },
                engine: EngineKind::Fast,
                traffic: TrafficOptions { pattern, rate: 0.9, lengths: Lengths::any_of(&[1, 5, 16]).unwrap(), seed: 7 },
                run: RunOptions { cycles: 2000, patience: 500, ..RunOptions::default() },
            };
            let outcome = simulation.run(|_| ()).unwrap();
            assert_eq!(outcome.dead, None, "{algorithm} {pattern}");
            let s = outcome.summary;
            assert_eq!((s.in_flight, s.created), (0, s.delivered + s.queued), "{algorithm} {pattern}");
            assert!(s.queued > 0 && s.delivered > 1000, "{algorithm} {pattern}: {s:?}");
        }
    }
}
