//! Channel dependency graphs of 65536 nodes: the figures of docs/results/networks.md.

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, VcRule};

/// With ties `plus`, ways to the vertical links of an MTN pass the link from 4H's input to its output, in the class of the ring before its wrap link.
#[test]
fn least_at_level_4_of_an_mtn_and_a_tesh() {
    for (name, ties, channels, dependencies, acyclic) in [
        ("mtn:2,4,0", Ties::Balanced, 524288, 915456, true),
        ("mtn:2,4,0", Ties::Plus, 551936, 950272, false),
        ("tesh:2,4,0", Ties::Balanced, 460800, 698368, true),
        ("tesh:2,4,0", Ties::Plus, 460800, 698368, true),
    ] {
        let options = RoutingOptions::new(RoutingAlgorithm::Dor, Some(VcRule::Least)).with_ties(ties);
        let report = check(&name.parse().unwrap(), options, None, Walk::Automatic, &|_, _| ()).unwrap();
        assert_eq!((report.channels, report.dependencies, report.acyclic()), (channels, dependencies, acyclic), "{name}, {ties}");
    }
}
