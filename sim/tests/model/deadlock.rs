//! Channel dependency graphs: the figures of docs/networks.md.

use torusmith_sim::deadlock::{Report, Walk, check};
use torusmith_sim::routing::VcRule;
use torusmith_topology::Network;

use super::support::network;

fn report(network: Network, rule: VcRule, walk: Walk) -> Report {
    check(&network, Some(rule), None, walk, &|_, _| ()).unwrap()
}

/// (network, bidirectional, rule, channels, dependencies).
const ACYCLIC: &[(&str, bool, VcRule, usize, usize)] = &[
    ("ttn:2,2,0", false, VcRule::Paper4, 1488, 2328),
    ("ttn:2,2,0", true, VcRule::Paper4, 1512, 2560),
    ("ttn:2,2,1", false, VcRule::Paper4, 1488, 2328),
    ("ttn:2,2,1", true, VcRule::Paper4, 1512, 2560),
    ("ttn:2,3,0", false, VcRule::Paper4, 29184, 48384),
    ("ttn:2,3,1", true, VcRule::Paper4, 29952, 56320),
    ("ttn:3,2,0", false, VcRule::Paper4, 26208, 47632),
    ("ttn:3,2,1", true, VcRule::Paper4, 26320, 48752),
    ("ttn:2,2,2", true, VcRule::Paper4, 1872, 3392),
    ("ttn:2,2,0", false, VcRule::Min2, 1360, 2200),
    ("ttn:2,2,1", true, VcRule::Min2, 1376, 2400),
    ("ttn:2,3,0", false, VcRule::Min2, 27136, 46336),
    ("ttn:2,3,1", true, VcRule::Min2, 27648, 53248),
    ("ttn:2,2,2", true, VcRule::Min2, 1728, 3200),
];

#[test]
fn rules_that_are_free_of_deadlock() {
    for &(name, bidirectional, rule, channels, dependencies) in ACYCLIC {
        let network = network(name).with_bidirectional(bidirectional).unwrap();
        for walk in [Walk::Exhaustive, Walk::Representatives] {
            let report = report(network, rule, walk);
            assert_eq!((report.channels, report.dependencies), (channels, dependencies), "{name} {bidirectional} {rule} {walk:?}");
            assert!(report.acyclic(), "{name} {bidirectional} {rule}: {:?}", report.cycle);
        }
    }
}
