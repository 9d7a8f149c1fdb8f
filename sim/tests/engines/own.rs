//! Both engines on networks from files: one-way links, ports that differ at the two ends of a link and from node to node, up to 16 of them, up to
//! 1024 nodes.

use proptest::prelude::*;
use torusmith_design::Order;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{Routing, RoutingOptions, for_router, least_vcs};
use torusmith_topology::{LinkSlices, Network};

use super::lockstep::{Load, PATTERNS, Pattern, Seen, compare};
use crate::own_networks::{Drawn, EXAMPLES, drawn, example};

const PIPELINES: [Pipeline; 3] = [Pipeline::One, Pipeline::Two, Pipeline::Three];

fn run(network: &Network, config: RouterConfig, load: Load) -> Result<Seen, String> {
    let routing = for_router(network, RoutingOptions::default(), config).map_err(|e| e.to_string())?;
    compare(&LinkSlices::new(network).graph(network), &routing, config, load)
}

/// With classes that are free of deadlock, each network is empty again at the end.
#[test]
fn examples() {
    for name in EXAMPLES {
        let network = example(name);
        let least = least_vcs(&network, RoutingOptions::default()).unwrap();
        for (i, pipeline) in PIPELINES.into_iter().enumerate() {
            for (vcs, message_classes) in [(least, 1), (least + 1, 1), (2 * least, 2)] {
                let config = RouterConfig { vcs, depth: [4, 3, 1][i], pipeline, message_classes, ..RouterConfig::default() };
                let load = Load { pattern: PATTERNS[(i + vcs) % 5], flits: (1, 9), rate: 100, clocks: 400, seed: 1 };
                let seen = run(&network, config, load).unwrap_or_else(|e| panic!("{name} {config:?} {load:?}\n{e}"));
                assert!(seen.delivered > 20 && seen.drained, "{name} {config:?} {load:?}: {seen:?}");
            }
        }
    }
}

prop_compose! {
    fn case()(
        nodes in 2..24u32,
        more in 0..80u32,
        ports in prop_oneof![1..16u32, Just(15)],
        (sliced, any) in (0..4u32, prop_oneof![2 => Just(0u32), 1 => 1..9u32]),
        (classes, spare) in (1..5u8, 0..5usize),
        pipeline in prop::sample::select(&PIPELINES[..]),
        two in any::<bool>(),
        depth in prop_oneof![1..5usize, 5..65usize],
        empty in any::<bool>(),
        ordered in any::<bool>(),
        rate in prop_oneof![1..20u64, 20..300u64, 300..3000u64],
        pattern in prop::sample::select(&PATTERNS[..]),
        longest in 1..24u8,
        seed in any::<u64>(),
    ) -> (Network, RouterConfig, Load) {
        let network = drawn(Drawn { nodes, more, ports, sliced, classes, any, seed });
        let most = (64 / network.ports()).min(8);
        let message_classes = if two && 2 * usize::from(classes) <= most { 2 } else { 1 };
        let vcs = (usize::from(classes) + spare).min(most / message_classes) * message_classes;
        let reuse_empty = if empty { ((1u16 << vcs) - 1) as u8 } else { 0 };
        let order = if ordered { Order::Pair } else { Order::None };
        let config = RouterConfig { vcs, depth, pipeline, reuse_empty, message_classes, order };
        (network, config, Load { pattern, flits: (1, longest), rate, clocks: 120, seed })
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn drawn_networks((network, config, load) in case()) {
        if let Err(difference) = run(&network, config, load) {
            prop_assert!(false, "{}", difference);
        }
    }
}

/// A hop of class any leaves one arbiter of VC allocation at each port, whatever the number of classes (rule VA3).
#[test]
fn arbiters_are_one_a_class_or_one() {
    let of = |any| {
        let network = drawn(Drawn { nodes: 9, more: 30, ports: 6, sliced: 0, classes: 3, any, seed: 5 });
        for_router(&network, RoutingOptions::default(), RouterConfig { vcs: 6, ..RouterConfig::default() }).unwrap().classes()
    };
    assert_eq!((of(0), of(1), of(8)), (3, 1, 1));
}

/// The largest networks, with the most VCs that the fast engine has for 16 ports.
#[test]
fn nodes_1024_ports_16() {
    let network = drawn(Drawn { nodes: 1024, more: 14_000, ports: 15, sliced: 1, classes: 4, any: 0, seed: 3 });
    assert_eq!((network.routers(), network.ports()), (1024, 16));
    let config = RouterConfig { vcs: 4, pipeline: Pipeline::Three, ..RouterConfig::default() };
    let load = Load { pattern: Pattern::Uniform, flits: (1, 5), rate: 400, clocks: 24, seed: 2 };
    let seen = run(&network, config, load).unwrap();
    assert!(seen.delivered > 500, "{seen:?}");
}
