//! Both engines with balanced ties, and with hops of class any.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, VcRule, for_network};
use torusmith_topology::Network;

use super::lockstep::{Load, PATTERNS, compare};

/// From almost idle to far past saturation. In torus:4,6 some hops are of class any, some are not: one arbiter at a port (VA3).
#[test]
fn engines_agree() {
    for (i, (name, rule, vcs, clocks)) in [
        ("torus:4,4", VcRule::Dateline, 2, 300),
        ("torus:4,4", VcRule::Balanced, 1, 300),
        ("torus:4,4", VcRule::Balanced, 4, 300),
        ("torus:4,6", VcRule::Balanced, 4, 300),
        ("torus:4,6", VcRule::Balanced, 3, 300),
        ("torus:8,8", VcRule::Balanced, 2, 300),
        ("ttn:2,2,1", VcRule::Paper4, 4, 200),
        ("ttn:2,2,1", VcRule::Min2, 3, 200),
        ("mtn:2,2,1", VcRule::Paper4, 4, 200),
        ("htn:4,4,2,1", VcRule::Phase, 2, 60),
    ]
    .into_iter()
    .enumerate()
    {
        let network: Network = name.parse().unwrap();
        let options = RoutingOptions::new(RoutingAlgorithm::Dor, Some(rule)).with_ties(Ties::Balanced);
        let routing = for_network(&network, options, vcs).unwrap();
        for (j, pipeline) in [Pipeline::Two, Pipeline::Three].into_iter().enumerate() {
            for (k, rate) in [30, 700].into_iter().enumerate() {
                let config = RouterConfig { vcs, pipeline, depth: [4, 2][k], ..RouterConfig::default() };
                let load = Load { pattern: PATTERNS[(i + j + k) % 5], flits: (1, 12), rate, clocks, seed: 2 * (i + k) as u64 };
                let seen = compare(&network.graph(), &routing, config, load)
                    .unwrap_or_else(|difference| panic!("{name} {rule} {config:?} {load:?}\n{difference}"));
                assert!(seen.delivered > 10, "{name} {rule} {load:?}: {seen:?}");
            }
        }
    }
}
