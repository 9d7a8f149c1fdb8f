//! Packets of a pair in order (rule RC9): both engines in every clock, and no packet arrives after a later one.

use torusmith_design::Order;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::driver::DriverOptions;
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, algorithms, for_router, rules};
use torusmith_topology::{LinkSlices, Network};

use super::driven;
use super::lockstep::{Load, PATTERNS, Pattern, Seen, compare};
use super::matrix::SMALL;

const PIPELINES: [Pipeline; 3] = [Pipeline::One, Pipeline::Two, Pipeline::Three];

fn run(name: &str, options: RoutingOptions, config: RouterConfig, load: Load) -> Option<Seen> {
    let network: Network = name.parse().unwrap();
    let routing = for_router(&network, options, config).ok()?;
    let seen = compare(&network.graph(), &routing, config, load);
    let seen = seen.unwrap_or_else(|difference| panic!("{name} {options:?} {config:?} {load:?}\n{difference}"));
    assert!(config.order == Order::None || seen.overtaken == 0, "{name} {options:?} {config:?} {load:?}: {seen:?}");
    Some(seen)
}

fn pair(vcs: usize, pipeline: Pipeline) -> RouterConfig {
    RouterConfig { vcs, pipeline, order: Order::Pair, ..RouterConfig::default() }
}

/// Every family with 1 to 8 VCs, as many as a routing of it takes: with both ties, by every algorithm and rule that goes with them.
#[test]
#[ignore = "long: every family by both engines"]
fn every_family() {
    for name in SMALL.iter().copied().flatten() {
        let network: Network = name.parse().unwrap();
        let clocks = match network.routers() {
            0..16 => 400,
            16..100 => 90,
            100..500 => 40,
            _ => continue,
        };
        let (mut runs, mut delivered) = (0, 0);
        for &algorithm in algorithms(&network) {
            for (&rule, ties) in rules(&network).iter().flat_map(|rule| [Ties::Plus, Ties::Balanced].map(|ties| (rule, ties))) {
                let options = RoutingOptions::new(algorithm, Some(rule)).with_ties(ties);
                // Large ones with a number of VCs each.
                let small = if cfg!(feature = "soak") { 100 } else { 16 };
                let all = if network.routers() < small { 1..=8 } else { 3 + runs % 4..=3 + runs % 4 };
                for vcs in all.filter(|vcs| vcs * network.graph().ports() <= 64) {
                    let config = RouterConfig { depth: [4, 2, 3, 1][runs % 4], ..pair(vcs, PIPELINES[runs % 3]) };
                    let (pattern, rate) = (PATTERNS[runs % 5], [800, 300][runs % 2]);
                    let load = Load { pattern, flits: (1, 6), rate, clocks, seed: runs as u64 };
                    let Some(seen) = run(name, options, config, load) else { continue };
                    (runs, delivered) = (runs + 1, delivered + seen.delivered);
                }
            }
        }
        assert!(runs > 0 && delivered > 20, "{name}: {runs} runs, {delivered} packets");
    }
}

/// Packets overtake one another without rule RC9.
#[test]
fn packets_overtake_without_it() {
    for (i, (name, vcs, clocks)) in
        [("torus:4,4", 4, 500), ("mesh:3,5", 2, 500), ("ttn:2,2,0", 4, 500), ("rdt:4", 4, 500)].into_iter().enumerate()
    {
        let load = Load { pattern: Pattern::HotSpot, flits: (1, 9), rate: 900, clocks, seed: 2 };
        let [pair, none] = [Order::Pair, Order::None].map(|order| {
            let config = RouterConfig { order, ..pair(vcs, PIPELINES[i % 3]) };
            run(name, RoutingOptions::default(), config, load).unwrap()
        });
        assert!(pair.overtaken == 0 && none.overtaken > 5, "{name}: {pair:?} {none:?}");
    }
}

/// With message classes and `REUSE_EMPTY`: order is kept in each class.
#[test]
fn message_classes() {
    for (i, (name, vcs, message_classes)) in
        [("torus:4,4", 8, 2), ("torus:5,3", 6, 3), ("mesh:4,4", 8, 4), ("mesh:3,5", 6, 2), ("rdt:4", 6, 2), ("hypercube:3", 7, 1)]
            .into_iter()
            .enumerate()
    {
        for (j, pipeline) in PIPELINES.into_iter().enumerate() {
            let reuse_empty = [0, 0b11][(i + j) % 2];
            let config = RouterConfig { message_classes, reuse_empty, depth: [4, 1, 3][j], ..pair(vcs, pipeline) };
            let load = Load { pattern: PATTERNS[i % 5], flits: (1, 7), rate: [700, 200][j % 2], clocks: 250, seed: i as u64 };
            let seen = run(name, RoutingOptions::default(), config, load).unwrap();
            assert!(seen.delivered > 50, "{name} {config:?}: {seen:?}");
        }
    }
}

/// Random drivers put packets on any VC of the local input; the VC of a hop follows from that (RC9).
#[test]
fn under_random_drivers() {
    for (i, (name, vcs)) in [("torus:4,4", 4), ("torus:4,3", 3), ("mesh:3,3", 5), ("rdt:4", 4)].into_iter().enumerate() {
        let network: Network = name.parse().unwrap();
        for pipeline in PIPELINES {
            let config = RouterConfig { depth: 2 + i, ..pair(vcs, pipeline) };
            let options = DriverOptions { seed: i as u64, faults: 0.05, resets: 2, skew: 0, cycles: 500 };
            let seen = driven::run(&network, &LinkSlices::default(), config, options);
            assert!(seen.delivered > 50, "{name} {config:?}: {}", seen.delivered);
        }
    }
}

/// Algorithms with several paths of a pair are refused, with the line that a user reads.
#[test]
fn several_ways_are_refused() {
    let network: Network = "htn:4,4,2,1".parse().unwrap();
    let mut refused = Vec::new();
    for &algorithm in algorithms(&network) {
        let found = for_router(&network, RoutingOptions::new(algorithm, None), pair(4, Pipeline::Two));
        if let Err(error) = found {
            assert_eq!(error.to_string(), format!("order = pair is not allowed with routing {algorithm}; allowed: none"));
            refused.push(algorithm);
        }
    }
    use RoutingAlgorithm::{Cs, DorBoth, Ls, LsCs, LsCsTurn};
    refused.sort_by_key(ToString::to_string);
    assert_eq!(refused, [Cs, DorBoth, Ls, LsCs, LsCsTurn]);
}
