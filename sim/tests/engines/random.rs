//! Both engines on drawn configurations; failing ones are shrunk.

use proptest::prelude::*;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingOptions, Ties, for_network};
use torusmith_topology::Network;

use super::lockstep::{Load, PATTERNS, compare};

fn depths() -> impl Strategy<Value = usize> {
    prop_oneof![1..5usize, 5..65usize]
}

/// A network that is no hierarchical one.
fn flat(family: u8, (a, b): (u32, u32)) -> String {
    match family {
        0 => format!("torus:{a},{b}"),
        1 => format!("torus:{},{a},{b}", 2 + a % 2),
        2 => format!("mesh:{a},{b}"),
        _ => format!("hypercube:{a}"),
    }
}

prop_compose! {
    fn case()(
        sides in (2..6u32, 2..6u32),
        family in prop_oneof![6 => Just(0), 2 => 1..4u8, 1 => Just(4), 2 => Just(5)],
        vcs in 2..9usize,
        depth in depths(),
        (three, papers) in any::<(bool, bool)>(),
        reuse in prop_oneof![Just(0u8), any::<u8>()],
        // Packets shorter than a buffer as often as others (rule N3).
        shortest in prop_oneof![1..4u8, 1..17u8],
        longer in prop_oneof![Just(0u8), 0..4u8, 0..48u8],
        rate in prop_oneof![1..20u64, 20..300u64, 300..3000u64],
        pattern in prop::sample::select(&PATTERNS[..]),
        seed in any::<u64>(),
    ) -> (Network, RoutingOptions, RouterConfig, Load) {
        // An RDT has 9 ports, of which the fast engine's word of 64 bits holds 7 VCs each.
        let (name, vcs) = match family {
            4 => (format!("ttn:2,2,{}", sides.0 % 3), vcs.max(if papers { 4 } else { 2 })),
            5 => (format!("rdt:{}", [4, 8, 16, 4][sides.0 as usize - 2]), vcs.clamp(3, 7)),
            _ => (flat(family, sides), vcs),
        };
        let pipeline = if three { Pipeline::Three } else { Pipeline::Two };
        let config = RouterConfig { vcs, depth, pipeline, reuse_empty: reuse & (0xff >> (8 - vcs)), ..RouterConfig::default() };
        let clocks = if family < 4 { 250 } else { 60 };
        let routing = RoutingOptions { ties: papers.then_some(Ties::Plus), ..RoutingOptions::default() };
        (name.parse().unwrap(), routing, config, Load { pattern, flits: (shortest, shortest + longer), rate, clocks, seed })
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn engines_agree((network, routing, config, load) in case()) {
        let routing = for_network(&network, routing, config.vcs).unwrap();
        if let Err(difference) = compare(&network.graph(), &routing, config, load) {
            prop_assert!(false, "{}", difference);
        }
    }
}
