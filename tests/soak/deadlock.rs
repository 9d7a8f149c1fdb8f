//! Channel dependency graphs of 65536 nodes: the figures of docs/networks.md.

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, VcRule};

/// An MTN and a TESH have no rule yet that is free of deadlock at level 4.
#[test]
fn least_deadlocks_at_level_4_of_an_mtn_and_a_tesh() {
    for (name, channels, dependencies) in [("mtn:2,4,0", 551936, 950272), ("tesh:2,4,0", 470016, 723968)] {
        let options = RoutingOptions::new(RoutingAlgorithm::Dor, Some(VcRule::Least));
        let report = check(&name.parse().unwrap(), options, None, Walk::Automatic, &|_, _| ()).unwrap();
        assert_eq!((report.channels, report.dependencies, report.acyclic()), (channels, dependencies, false));
    }
}
