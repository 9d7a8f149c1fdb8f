//! Channel dependency graphs: the figures of docs/networks.md, and cycles against a second search.

use std::collections::{BTreeMap, BTreeSet};

use torusmith_sim::deadlock::{Channel, Report, Walk, check};
use torusmith_sim::routing::{RoutingAlgorithm, VcRule, for_network, path, rules};
use torusmith_topology::Network;

use super::support::network;

fn report(network: &Network, rule: VcRule, vcs: Option<usize>, walk: Walk) -> Report {
    check(network, RoutingAlgorithm::Dor, Some(rule), vcs, walk, &|_, _| ()).unwrap()
}

/// (network, bidirectional, rule, channels, dependencies): docs/networks.md.
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
    // `least` is `min2` up to level 3.
    ("ttn:2,2,0", false, VcRule::Least, 1360, 2200),
    ("ttn:2,3,1", true, VcRule::Least, 27648, 53248),
];

#[test]
fn rules_that_are_free_of_deadlock() {
    for &(name, bidirectional, rule, channels, dependencies) in ACYCLIC {
        let network = network(name).with_bidirectional(bidirectional).unwrap();
        for walk in [Walk::Exhaustive, Walk::Representatives] {
            let report = report(&network, rule, None, walk);
            assert_eq!((report.channels, report.dependencies), (channels, dependencies), "{name} {bidirectional} {rule} {walk:?}");
            assert!(report.acyclic(), "{name} {bidirectional} {rule}: {:?}", report.cycle);
        }
    }
}

/// A ring of 4 with ties going up uses 5 channels up (links 0, 1, 2 of class 0, links 2, 3 of class 1) and 4 down; 4 dependencies lie within
/// it, one for each pair at distance 2. Eight rings: 72 and 32. From x to y: in each node 2 x channels can be the last, and in the nodes
/// of row 0, 1, 2, 3 of a column 2, 2, 3, 2 y channels the first: 4 columns of 2 * 9. Together 104.
#[test]
fn a_torus_of_4_by_4_counted_by_hand() {
    for walk in [Walk::Exhaustive, Walk::Representatives] {
        let report = report(&network("torus:4,4"), VcRule::Dateline, None, walk);
        assert_eq!((report.channels, report.dependencies, report.acyclic()), (72, 104, true));
    }
}

/// Two VCs for each class: twice the channels, and each dependency four times.
#[test]
fn vcs_beyond_the_classes_are_counted() {
    let report = report(&network("ttn:2,2,0"), VcRule::Paper4, Some(8), Walk::Exhaustive);
    assert_eq!((report.channels, report.dependencies, report.acyclic()), (2 * 1488, 4 * 2328, true));
}

/// The graph by following every path, and the length of its shortest cycle by a search from every channel.
fn second_method(network: &Network, rule: VcRule) -> (BTreeMap<Channel, BTreeSet<Channel>>, Option<usize>) {
    let graph = network.graph();
    let routing = for_network(network, RoutingAlgorithm::Dor, Some(rule), rule.classes(network, RoutingAlgorithm::Dor)).unwrap();
    let mut next: BTreeMap<Channel, BTreeSet<Channel>> = BTreeMap::new();
    for source in 0..network.nodes() as u32 {
        for destination in (0..network.nodes() as u32).filter(|&d| d != source) {
            let hops = path(&graph, &routing, source, destination).unwrap();
            let channel = |i: usize| Channel { node: hops[i].node, port: hops[i].port, vc: hops[i].vc() as u8 };
            for i in 0..hops.len() - 1 {
                let to = next.entry(channel(i)).or_default();
                if i + 2 < hops.len() {
                    to.insert(channel(i + 1));
                }
            }
        }
    }
    let mut shortest = None;
    for &start in next.keys() {
        let (mut seen, mut front, mut length) = (BTreeSet::new(), BTreeSet::from([start]), 0);
        while !front.is_empty() && shortest.is_none_or(|s| length < s) {
            length += 1;
            front = front.iter().flat_map(|c| &next[c]).copied().filter(|&c| seen.insert(c)).collect();
            if front.contains(&start) {
                shortest = Some(length);
                break;
            }
        }
    }
    (next, shortest)
}

#[test]
fn cycles_are_real_and_none_is_shorter() {
    for (name, rule) in [
        ("ttn:2,2,0", VcRule::Literal),
        ("ttn:2,2,1", VcRule::Literal),
        ("ttn:2,2,2", VcRule::Literal),
        ("ttn:2,2,2", VcRule::Min2),
        ("torus:3,5", VcRule::Dateline),
        ("torus:2,2", VcRule::Dateline),
        ("torus:2,6", VcRule::Dateline),
    ] {
        let network = network(name);
        let (next, shortest) = second_method(&network, rule);
        for walk in [Walk::Exhaustive, Walk::Representatives] {
            let report = report(&network, rule, None, walk);
            assert_eq!((report.channels, report.dependencies), (next.len(), next.values().map(BTreeSet::len).sum()), "{name} {rule}");
            assert_eq!(shortest, (!report.acyclic()).then_some(report.cycle.len()), "{name} {rule}");
            for (i, channel) in report.cycle.iter().enumerate() {
                assert!(next[channel].contains(&report.cycle[(i + 1) % report.cycle.len()]), "{name} {rule}: {channel:?}");
            }
        }
    }
}

/// The ring of level 4 runs through a link of each basic module, from its inlet to its outlet: `paper4` and `min2` have no dateline there.
#[test]
fn at_level_4_the_rules_of_level_3_deadlock_and_least_does_not() {
    let network = network("ttn:2,4,0");
    assert_eq!(rules(&network)[0], VcRule::Least);
    for rule in [VcRule::Paper4, VcRule::Min2] {
        let cycle = report(&network, rule, None, Walk::Automatic).cycle;
        assert_eq!(cycle.len(), 8, "{rule}");
        let names: Vec<_> = cycle.iter().map(|c| network.port_name(c.node, c.port)).collect();
        assert_eq!(names, ["x+", "4V+", "x+", "4V+", "x+", "4V+", "x+", "4V+"]);
    }
    let report = report(&network, VcRule::Least, None, Walk::Automatic);
    assert!(report.acyclic() && !report.exhaustive);
    // The walk of all 2^32 pairs gave these figures too.
    assert_eq!((report.channels, report.dependencies), (551936, 950272));
}

#[test]
fn a_walk_that_would_take_days_is_refused() {
    let refusal = check(&network("ttn:2,5,0"), RoutingAlgorithm::Dor, None, None, Walk::Exhaustive, &|_, _| ()).unwrap_err().to_string();
    assert_eq!(refusal, "nodes = 1048576 is not allowed; allowed: up to 65536 for a walk of all pairs of nodes");
}
