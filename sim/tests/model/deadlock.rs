//! Channel dependency graphs: the figures of docs/results/networks.md, and cycles against a second search.

use std::collections::{BTreeMap, BTreeSet};

use torusmith_sim::deadlock::{Channel, Report, Walk, check, check_routing};
use torusmith_sim::routing::{
    Candidates, Routing, RoutingAlgorithm, RoutingOptions, Ties, VcRule, choose, for_network, least_vcs, path, rules,
};
use torusmith_topology::{Graph, Link, Network, TerminalId};

use super::support::{network, walks};

fn options(rule: VcRule, ties: Ties) -> RoutingOptions {
    RoutingOptions::new(RoutingAlgorithm::Dor, Some(rule)).with_ties(ties)
}

/// Ties as the papers have them.
fn report(network: &Network, rule: VcRule, vcs: Option<usize>, walk: Walk) -> Report {
    check(network, options(rule, Ties::Plus), vcs, walk, &|_, _| ()).unwrap()
}

/// (network, bidirectional, rule, channels, dependencies) with ties '+': docs/results/networks.md. With balanced ties: in `ties` and `balanced`.
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
    ("sttn:2,2,0", false, VcRule::Level, 1552, 2264),
    ("sttn:2,2,1", true, VcRule::Level, 1568, 2464),
    ("sttn:2,3,0", false, VcRule::Level, 33280, 48896),
    ("sttn:2,3,1", true, VcRule::Level, 33792, 56320),
    ("sttn:2,2,0", false, VcRule::Paper4, 1680, 2392),
    ("sttn:2,2,1", true, VcRule::Paper4, 1704, 2624),
    ("sttn:3,2,0", false, VcRule::Paper4, 29792, 50192),
    ("sttn:3,2,1", true, VcRule::Paper4, 29904, 51312),
    ("sttn:2,2,0", false, VcRule::Min2, 1552, 2264),
    ("sttn:2,2,1", true, VcRule::Min2, 1568, 2464),
    ("mtn:2,2,0", false, VcRule::Paper4, 1488, 2328),
    ("mtn:2,2,1", true, VcRule::Paper4, 1520, 2612),
    ("mtn:2,3,0", false, VcRule::Paper4, 29184, 48384),
    ("mtn:2,3,1", true, VcRule::Paper4, 30208, 57984),
    ("mtn:3,2,0", false, VcRule::Paper4, 26208, 47632),
    ("mtn:3,2,1", true, VcRule::Paper4, 26352, 48912),
    ("mtn:2,2,0", false, VcRule::Min2, 1360, 2200),
    ("mtn:2,2,1", true, VcRule::Min2, 1384, 2448),
    ("mtn:2,3,0", false, VcRule::Min2, 27136, 46336),
    ("mtn:2,3,1", true, VcRule::Min2, 27904, 54784),
    ("tesh:2,2,0", false, VcRule::Min2, 1104, 1592),
    ("tesh:2,2,1", true, VcRule::Min2, 1128, 1712),
    ("tesh:2,3,0", false, VcRule::Min2, 23040, 34048),
    ("tesh:2,3,1", true, VcRule::Min2, 23808, 38400),
    ("tesh:3,2,0", false, VcRule::Min2, 19040, 30544),
    ("tesh:3,2,1", true, VcRule::Min2, 19152, 31184),
    ("tesh:2,2,0", false, VcRule::Least, 1104, 1592),
    ("tesh:2,2,1", true, VcRule::Least, 1120, 1696),
    ("tesh:2,3,0", false, VcRule::Least, 23040, 34048),
    ("tesh:2,3,1", true, VcRule::Least, 23552, 37888),
    // `least` is `min2` up to level 3.
    ("mtn:2,3,1", true, VcRule::Least, 27904, 54784),
    ("ttn:2,2,0", false, VcRule::Least, 1360, 2200),
    ("ttn:2,3,1", true, VcRule::Least, 27648, 53248),
];

#[test]
fn rules_that_are_free_of_deadlock() {
    for &(name, bidirectional, rule, channels, dependencies) in ACYCLIC {
        let network = network(name).with_bidirectional(bidirectional).unwrap();
        for &walk in walks(&network) {
            let report = report(&network, rule, None, walk);
            assert_eq!((report.channels, report.dependencies), (channels, dependencies), "{name} {bidirectional} {rule} {walk:?}");
            assert!(report.acyclic(), "{name} {bidirectional} {rule}: {:?}", report.cycle);
        }
    }
}

/// (network, bidirectional, rule, channels and dependencies where docs/results/networks.md states them).
type Cyclic = (&'static str, bool, VcRule, Option<(usize, usize)>);

const CYCLIC: &[Cyclic] = &[
    ("sttn:2,2,0", false, VcRule::Literal, Some((1200, 2024))),
    ("sttn:2,2,1", true, VcRule::Literal, Some((1224, 2240))),
    ("mtn:2,2,0", false, VcRule::Literal, Some((1200, 2024))),
    ("mtn:2,2,1", true, VcRule::Literal, Some((1232, 2292))),
    ("tesh:2,2,0", false, VcRule::Literal, Some((816, 1288))),
    ("tesh:2,2,1", true, VcRule::Literal, Some((840, 1392))),
    ("sttn:2,3,0", false, VcRule::Paper4, None),
    ("sttn:2,3,1", true, VcRule::Paper4, None),
    ("sttn:2,3,0", false, VcRule::Min2, None),
    ("sttn:2,3,1", true, VcRule::Min2, None),
];

#[test]
fn rules_that_deadlock() {
    for &(name, bidirectional, rule, figures) in CYCLIC {
        let network = network(name).with_bidirectional(bidirectional).unwrap();
        let few = report(&network, rule, None, Walk::Representatives);
        for &walk in walks(&network) {
            let found = report(&network, rule, None, walk);
            assert_eq!(
                (found.channels, found.dependencies, &found.cycle, found.core),
                (few.channels, few.dependencies, &few.cycle, few.core),
                "{name} {rule}"
            );
        }
        assert!(figures.is_none_or(|figures| figures == (few.channels, few.dependencies)), "{name} {bidirectional} {rule}: {few:?}");
        assert!(!few.acyclic(), "{name} {bidirectional} {rule}");
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
fn second_method(network: &Network, options: RoutingOptions) -> (BTreeMap<Channel, BTreeSet<Channel>>, Option<usize>) {
    let graph = network.graph();
    let routing = for_network(network, options, least_vcs(network, options).unwrap()).unwrap();
    let mut next: BTreeMap<Channel, BTreeSet<Channel>> = BTreeMap::new();
    for source in 0..network.routers() as u32 {
        for destination in (0..network.routers() as u32).filter(|&d| d != source) {
            let hops = path(&graph, &routing, TerminalId(source), TerminalId(destination)).unwrap();
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
        ("sttn:2,2,1", VcRule::Literal),
        ("sttn:2,2,0", VcRule::Level),
        ("mtn:2,2,0", VcRule::Literal),
        ("mtn:2,2,1", VcRule::Literal),
        ("mtn:2,2,1", VcRule::Min2),
        ("mtn:2,2,2", VcRule::Paper4),
        ("mtn:2,2,2", VcRule::Min2),
        ("tesh:2,2,1", VcRule::Literal),
        ("tesh:2,2,2", VcRule::Min2),
        ("tesh:2,2,2", VcRule::Least),
        ("torus:3,5", VcRule::Dateline),
        ("torus:2,2", VcRule::Dateline),
        ("torus:2,6", VcRule::Dateline),
        ("torus:3,2,5", VcRule::Dateline),
        ("torus:2,3,2,4", VcRule::Dateline),
        ("mesh:3,5", VcRule::Any),
        ("hypercube:5", VcRule::Any),
    ] {
        let network = network(name);
        let known = [Ties::Plus, Ties::Balanced].map(|ties| options(rule, ties)).into_iter().filter(|&o| choose(&network, o).is_ok());
        for options in known {
            let (next, shortest) = second_method(&network, options);
            for walk in [Walk::Exhaustive, Walk::Representatives] {
                let report = check(&network, options, None, walk, &|_, _| ()).unwrap();
                let figures = (next.len(), next.values().map(BTreeSet::len).sum());
                assert_eq!((report.channels, report.dependencies), figures, "{name} {options:?}");
                assert_eq!(shortest, (!report.acyclic()).then_some(report.cycle.len()), "{name} {options:?}");
                for (i, channel) in report.cycle.iter().enumerate() {
                    assert!(next[channel].contains(&report.cycle[(i + 1) % report.cycle.len()]), "{name} {options:?}: {channel:?}");
                }
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
fn level_is_free_of_deadlock_at_level_4_of_an_sttn() {
    let network = network("sttn:2,4,0");
    assert_eq!(rules(&network)[0], VcRule::Level);
    let report = report(&network, VcRule::Level, None, Walk::Automatic);
    assert_eq!((report.channels, report.dependencies, report.acyclic()), (653312, 1006592, true));
}

/// Defaults with balanced ties: `least`, and `level` of an STTN.
#[test]
fn the_defaults_at_level_4_are_free_of_deadlock() {
    let [ttn, sttn] = ["ttn:2,4,0", "sttn:2,4,0"]
        .map(|name| check(&network(name), RoutingOptions::default(), None, Walk::Automatic, &|_, _| ()).unwrap());
    assert_eq!((ttn.channels, ttn.dependencies, ttn.acyclic()), (524288, 915456, true));
    assert!(sttn.acyclic(), "{:?}", sttn.cycle);
}

#[test]
fn a_walk_that_would_take_days_is_refused() {
    let refusal = check(&network("ttn:2,5,0"), RoutingOptions::default(), None, Walk::Exhaustive, &|_, _| ()).unwrap_err().to_string();
    assert_eq!(refusal, "nodes = 1048576 is not allowed; allowed: up to 65536 for a walk of all pairs of nodes");
}

/// A one-way ring of 4; VC 0 is the escape channel, VC 1 adaptive. One node may offer the adaptive one only.
#[derive(Clone)]
struct Ring {
    without_escape: Option<u32>,
}

impl Routing for Ring {
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        match node == destination {
            true => Candidates::one(0, 0b11),
            false if self.without_escape == Some(node) => Candidates::one(1, 0b10),
            false => Candidates::one(1, 0b11),
        }
    }

    fn escape_vcs(&self) -> u8 {
        0b01
    }
}

/// Worked out manually: a path has at most 3 links, so a packet on the escape channel of a link asks for that of the next link or, by an adaptive
/// channel, of the one after it.
#[test]
fn adaptive_channels_lengthen_the_reach_of_an_escape_channel() {
    let graph = Graph::new(4, 2, |node, _| Some(Link { node: (node + 1) % 4, port: 1 }));
    let report = check_routing(&graph, &Ring { without_escape: None }, 0, 2, Walk::Exhaustive, &|_, _| ()).unwrap();
    // Each of 8 channels may be followed by both of the next link.
    assert_eq!((report.channels, report.dependencies), (8, 16));
    assert_eq!((report.escape_channels, report.extended_dependencies, report.stranded), (4, 8, 0));
    // Two steps of two links, where the direct dependencies of escape channels need four.
    assert_eq!(report.cycle.iter().map(|c| (c.node, c.vc)).collect::<Vec<_>>(), [(0, 0), (2, 0)]);
    assert_eq!(report.core, 4);
}

/// Without the escape channel of node 3: 0 to 1, 0 to 2, 1 to 2 and, past node 3 on its adaptive channel, 2 to 0. Only the indirect ones close a
/// cycle. Node 3 has a packet for each of three destinations.
#[test]
fn a_state_without_an_escape_channel_is_found() {
    let graph = Graph::new(4, 2, |node, _| Some(Link { node: (node + 1) % 4, port: 1 }));
    let report = check_routing(&graph, &Ring { without_escape: Some(3) }, 0, 2, Walk::Exhaustive, &|_, _| ()).unwrap();
    assert_eq!((report.escape_channels, report.extended_dependencies, report.stranded), (3, 4, 3));
    assert_eq!(report.cycle.iter().map(|c| c.node).collect::<Vec<_>>(), [0, 2]);
    // A line of three nodes is acyclic, but a node where a packet can wait for all time makes it not free of deadlock.
    let line = Graph::new(3, 2, |node, _| (node < 2).then_some(Link { node: node + 1, port: 1 }));
    let report = check_routing(&line, &Ring { without_escape: Some(1) }, 0, 2, Walk::Exhaustive, &|_, _| ()).unwrap();
    assert!(report.cycle.is_empty() && report.stranded > 0 && !report.acyclic());
}
