//! Both engines under the rule `balanced` of TTN, STTN, MTN and HTN: hops of a class next to hops of class any, packets that turn.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, VcRule, for_network};
use torusmith_topology::Network;

use super::lockstep::{Load, PATTERNS, compare};
use RoutingAlgorithm::{Dor, DorBoth, DorEarly, DorTurn};

/// (network, algorithm, fewest VCs, clocks). Two and four VCs, in soaks three, too; two and three clocks a hop, from little load to far past
/// saturation.
const CASES: &[(&str, RoutingAlgorithm, usize, u64)] = &[
    ("ttn:2,2,0", Dor, 2, 80),
    ("ttn:2,2,0", DorTurn, 2, 80),
    #[cfg(feature = "soak")]
    ("ttn:2,2,1", DorTurn, 2, 80),
    ("ttn:2,2,2", Dor, 2, 80),
    ("ttn:2,2,2", DorTurn, 2, 80),
    ("sttn:2,2,1", Dor, 2, 80),
    ("sttn:2,2,0", DorTurn, 2, 80),
    #[cfg(feature = "soak")]
    ("sttn:2,3,1", Dor, 3, 30),
    #[cfg(feature = "soak")]
    ("mtn:2,2,0", Dor, 2, 80),
    ("mtn:2,2,1", DorTurn, 2, 80),
    ("htn:4,4,2,1", Dor, 2, 24),
    ("htn:4,4,2,0", DorTurn, 2, 24),
    ("htn:4,4,2,2", DorEarly, 2, 24),
    ("htn:4,4,2,1", DorBoth, 2, 24),
];

#[test]
fn engines_agree() {
    for (i, &(name, algorithm, least, clocks)) in CASES.iter().enumerate() {
        let network: Network = name.parse().unwrap();
        for vcs in (least..=4).filter(|&vcs| cfg!(feature = "soak") || vcs != 3) {
            let routing = for_network(&network, RoutingOptions::new(algorithm, Some(VcRule::Balanced)), vcs).unwrap();
            for (j, pipeline) in [Pipeline::Two, Pipeline::Three].into_iter().enumerate() {
                let k = (i + j + vcs) % 2;
                let config = RouterConfig { vcs, pipeline, depth: [4, 2][k], ..RouterConfig::default() };
                let load = Load { pattern: PATTERNS[(i + j + vcs) % 5], flits: (1, 12), rate: [60, 700][k], clocks, seed: (2 * i) as u64 };
                let seen = compare(&network.graph(), &routing, config, load)
                    .unwrap_or_else(|difference| panic!("{name} {algorithm} {config:?} {load:?}\n{difference}"));
                assert!(seen.delivered > 10, "{name} {algorithm} {config:?} {load:?}: {seen:?}");
            }
        }
    }
}
