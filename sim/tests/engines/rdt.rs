//! Both engines on RDT(2, R, 1)/alpha, whose routers rewrite heads (docs/router.md, rule RC7): the routing bits of heads on the links are compared,
//! too.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::{Head, Packet, PortWord};
use torusmith_sim::routing::{Routing, RoutingAlgorithm, RoutingOptions, VcRule, for_network};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern as Traffic, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, Network};

use super::lockstep::{Load, PATTERNS, compare};

/// Loads from almost idle to far past saturation, with the fewest VCs, as many as fit, and numbers that classes share unequally.
#[test]
fn engines_agree() {
    for (i, (name, clocks)) in [("rdt:4", 250), ("rdt:8", 150), ("rdt:16", 60)].into_iter().enumerate() {
        let network: Network = name.parse().unwrap();
        let graph = network.graph();
        for (j, vcs) in [2, 3, 4, 5, 7].into_iter().enumerate().filter(|&(_, vcs)| vcs > 2 || name != "rdt:16") {
            let routing = for_network(&network, RoutingOptions::default(), vcs).unwrap();
            for (k, pipeline) in [Pipeline::Two, Pipeline::Three].into_iter().enumerate() {
                for (l, rate) in [20, 900].into_iter().enumerate() {
                    let depth = [4, 1, 2, 9][(i + j + k) % 4];
                    let config = RouterConfig { vcs, depth, pipeline, reuse_empty: [0, 0b11][(j + l) % 2], ..RouterConfig::default() };
                    let flits = [(16, 16), (1, 1), (1, 9)][(j + k + l) % 3];
                    let load = Load { pattern: PATTERNS[(i + j + k + l) % 5], flits, rate, clocks, seed: (i + j + l) as u64 };
                    let seen = compare(&graph, &routing, config, load).unwrap_or_else(|e| panic!("{name} {config:?} {load:?}\n{e}"));
                    assert!(seen.delivered > 0 && seen.heads >= 2 * seen.delivered, "{name} {config:?} {load:?}: {seen:?}");
                }
            }
        }
    }
}

/// The rule and the algorithms that may deadlock: both engines do so alike.
#[test]
fn engines_agree_on_what_deadlocks() {
    let network: Network = "rdt:16".parse().unwrap();
    for (i, (algorithm, rule, vcs)) in [
        (RoutingAlgorithm::Dor, VcRule::Two, 2),
        (RoutingAlgorithm::Floating, VcRule::Descending, 3),
        (RoutingAlgorithm::Fixed, VcRule::Descending, 4),
    ]
    .into_iter()
    .enumerate()
    {
        let routing = for_network(&network, RoutingOptions::new(algorithm, Some(rule)), vcs).unwrap();
        let config = RouterConfig { vcs, depth: 2, ..RouterConfig::default() };
        let load = Load { pattern: PATTERNS[i], flits: (8, 16), rate: 900, clocks: 100, seed: 6 };
        let seen = compare(&network.graph(), &routing, config, load).unwrap_or_else(|e| panic!("{algorithm} {rule}\n{e}"));
        assert!(seen.crowd > 200, "{algorithm} {rule}: {seen:?}");
    }
}

/// A packet alone from 1,2 to 5,9 of rdt:32, hop by hop, worked out manually. The difference (4,7) is v_0 = (0,-1), v_1 = (1,-1), v_2 = (1,0) (RDT
/// paper, Fig. 5). 1,2 has rank 3 and its neighbour 1,1 rank 3, 2,2 rank 2, 0,2 rank 1, 1,3 rank 1.
#[test]
fn heads_on_the_links_by_hand() {
    let network: Network = "rdt:32".parse().unwrap();
    let (from, to) = (network.parse_terminal("1,2").unwrap(), network.parse_terminal("5,9").unwrap());
    let routing = for_network(&network, RoutingOptions::default(), 3).unwrap();
    let graph = network.graph();
    // v_0 in bits 0..8, v_1 in 8..14, v_2 in 14..20, v_3 in 20..26, crossed in bit 26.
    let bits = |v0: [u64; 2], v1: [u64; 2], v2: [u64; 2]| {
        v0[0] & 15 | (v0[1] & 15) << 4 | (v1[0] & 7) << 8 | (v1[1] & 7) << 11 | (v2[0] & 7) << 14 | (v2[1] & 7) << 17
    };
    const MINUS: u64 = u64::MAX;
    assert_eq!(routing.source_bits(from, to, 0), bits([0, MINUS], [1, MINUS], [1, 0]));
    let expected = [
        ("1,2", "x+", 2, bits([MINUS, MINUS], [1, MINUS], [1, 0])),  // a move to rank 2
        ("2,2", "ux+", 0, bits([MINUS, MINUS], [1, MINUS], [0, 0])), // (0, 8) on
        ("2,10", "x+", 2, bits([MINUS - 1, MINUS], [1, MINUS], [0, 0])), // 1,10 and 2,9 are not of rank 1
        ("3,10", "uy-", 0, bits([MINUS - 1, MINUS], [1, 0], [0, 0])), // (2, -2) on
        ("5,8", "ux+", 0, bits([MINUS - 1, MINUS], [0, 0], [0, 0])), // (2, 2) on
        ("7,10", "y-", 0, bits([MINUS - 1, 0], [0, 0], [0, 0])),
        ("7,9", "x-", 0, bits([MINUS, 0], [0, 0], [0, 0])),
        ("6,9", "x-", 0, 0),
        ("5,9", "local", 0, 0),
    ];
    for engine in [EngineKind::Reference, EngineKind::Fast] {
        let config = RouterConfig { vcs: 3, ..RouterConfig::default() };
        let mut engine = engine.build(&graph, routing.clone(), config, true).unwrap();
        engine.offer(Packet { number: 0, source: from, destination: to, bits: routing.source_bits(from, to, 0), flits: 2, created: 0 });
        let (mut words, mut heads) = (vec![PortWord::default(); graph.routers() * graph.ports()], vec![Head { at: 0, bits: 0 }]);
        let mut found = Vec::new();
        for _ in 0..30 {
            engine.outputs(&mut words);
            engine.heads(&mut heads);
            found.extend(heads.iter().map(|head| {
                let (node, port) = (head.at / 9, (head.at % 9) as u8);
                (network.format_address(node), network.port_name(node, port), words[head.at as usize].vc(), head.bits)
            }));
            engine.step();
        }
        assert_eq!(found, expected.map(|(node, port, vc, bits)| (node.to_owned(), port.to_owned(), vc, bits)));
    }
}

/// Far past saturation nothing dies, and all that has left its source arrives; the deadlocking rule and routing do die.
#[test]
fn descending_ranks_live_and_the_others_die() {
    let simulation = |algorithm, rule, vcs, pattern, depth| Simulation {
        network: "rdt:16".parse().unwrap(),
        routing: RoutingOptions::new(algorithm, Some(rule)),
        router: RouterConfig { vcs, depth, ..RouterConfig::default() },
        slices: LinkSlices::default(),
        engine: EngineKind::Fast,
        traffic: TrafficOptions { pattern, rate: 0.9, lengths: Lengths::fixed(16).unwrap(), seed: 7, sources: Sources::default() },
        run: RunOptions { cycles: 3000, patience: 500, ..RunOptions::default() },
    };
    for (pattern, depth) in [(Traffic::Uniform, 4), (Traffic::Uniform, 1), (Traffic::HotSpot(20), 2), (Traffic::Transpose, 4)] {
        let outcome = simulation(RoutingAlgorithm::Dor, VcRule::Descending, 3, pattern, depth).run(|_| ()).unwrap();
        assert_eq!(outcome.dead, None, "{pattern} {depth}");
        let s = outcome.summary;
        assert_eq!((s.in_flight, s.created), (0, s.delivered + s.queued), "{pattern}");
        assert!(s.queued > 0 && s.delivered > 1000, "{pattern}: {s:?}");
    }
    for (algorithm, rule, vcs) in [(RoutingAlgorithm::Dor, VcRule::Two, 2), (RoutingAlgorithm::Floating, VcRule::Descending, 3)] {
        let dead = simulation(algorithm, rule, vcs, Traffic::Uniform, 1).run(|_| ()).unwrap().dead.expect("a deadlock");
        assert!(dead.cycle.len() >= 5, "{algorithm} {rule}: {dead}");
    }
}
