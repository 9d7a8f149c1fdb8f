//! Balanced ties (docs/networks.md, "Ties"), and the rule `balanced` of the torus: figures of the walks, paths worked out manually, lengths, refused
//! options.

use torusmith_sim::deadlock::{Report, Walk, check};
use torusmith_sim::routing::{
    NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, Ties, VcRule, choose, for_network, least_vcs, lengths, path,
};
use torusmith_topology::{Network, Orbit, TerminalId, every_terminal};

use super::support::{network, papers, walks};
use RoutingAlgorithm::{Cs, Dor, Ls, LsCs};

/// Options of a rule; `None` for the rule's own ties.
fn options(rule: VcRule, ties: impl Into<Option<Ties>>) -> RoutingOptions {
    RoutingOptions { ties: ties.into(), ..RoutingOptions::new(Dor, Some(rule)) }
}

fn balanced(name: &str, rule: VcRule, vcs: usize) -> (Network, NetworkRouting) {
    let network = network(name);
    let routing = for_network(&network, options(rule, Ties::Balanced), vcs).unwrap();
    (network, routing)
}

/// Report of the walks of representatives and of all pairs ([`walks`]), which must be equal.
fn report(network: &Network, options: RoutingOptions, vcs: Option<usize>) -> Report {
    let mut reports = walks(network).iter().map(|&walk| check(network, options, vcs, walk, &|_, _| ()).unwrap());
    let figures = |found: &Report| (found.channels, found.dependencies, found.cycle.clone(), found.core);
    let few = reports.next().unwrap();
    reports.for_each(|all| assert_eq!(figures(&all), figures(&few), "{network} {options:?}"));
    few
}

/// (network, bidirectional, rule, channels, dependencies, acyclic): docs/results/networks.md.
const FIGURES: &[(&str, bool, VcRule, usize, usize, bool)] = &[
    ("ttn:2,2,0", false, VcRule::Paper4, 1616, 2456, true),
    ("ttn:2,2,1", true, VcRule::Paper4, 1648, 2720, true),
    ("ttn:2,2,2", true, VcRule::Paper4, 2016, 3584, true),
    ("ttn:2,3,0", false, VcRule::Paper4, 31232, 50432, true),
    ("ttn:2,3,1", true, VcRule::Paper4, 32256, 59392, true),
    ("ttn:3,2,0", false, VcRule::Paper4, 27232, 49680, true),
    ("ttn:3,2,1", true, VcRule::Paper4, 27360, 50880, true),
    ("ttn:2,2,0", false, VcRule::Min2, 1328, 2136, true),
    ("ttn:2,2,1", true, VcRule::Min2, 1344, 2336, true),
    ("ttn:2,2,2", true, VcRule::Min2, 1536, 3104, true),
    ("ttn:2,3,0", false, VcRule::Min2, 24064, 44288, true),
    ("ttn:2,3,1", true, VcRule::Min2, 24576, 51200, true),
    ("sttn:2,2,0", false, VcRule::Level, 1424, 2264, true),
    ("sttn:2,2,1", true, VcRule::Level, 1440, 2464, true),
    ("sttn:2,3,0", false, VcRule::Level, 29184, 48896, true),
    ("sttn:2,3,1", true, VcRule::Level, 29696, 56320, true),
    ("sttn:2,2,0", false, VcRule::Paper4, 1808, 2520, true),
    ("sttn:2,2,1", true, VcRule::Paper4, 1840, 2784, true),
    ("sttn:2,3,0", false, VcRule::Paper4, 31232, 50688, false),
    ("sttn:2,3,1", true, VcRule::Paper4, 32256, 59904, false),
    ("sttn:3,2,0", false, VcRule::Paper4, 30816, 52240, true),
    ("sttn:3,2,1", true, VcRule::Paper4, 30944, 53440, true),
    ("mtn:2,2,0", false, VcRule::Paper4, 1616, 2456, true),
    ("mtn:2,2,1", true, VcRule::Paper4, 1648, 2736, true),
    ("mtn:2,2,2", true, VcRule::Paper4, 2016, 3616, true),
    ("mtn:2,3,0", false, VcRule::Paper4, 31232, 50432, true),
    ("mtn:2,3,1", true, VcRule::Paper4, 32256, 59904, true),
    ("mtn:3,2,0", false, VcRule::Paper4, 27232, 49680, true),
    ("mtn:3,2,1", true, VcRule::Paper4, 27392, 51040, true),
    ("mtn:2,2,0", false, VcRule::Min2, 1328, 2136, true),
    ("mtn:2,2,1", true, VcRule::Min2, 1360, 2416, true),
    ("mtn:2,2,2", true, VcRule::Min2, 1568, 3264, true),
    ("mtn:2,3,0", false, VcRule::Min2, 24064, 44288, true),
    ("mtn:2,3,1", true, VcRule::Min2, 25088, 53760, true),
    ("tesh:2,2,1", true, VcRule::Min2, 1136, 1728, true),
    ("tesh:2,2,2", true, VcRule::Min2, 1504, 2368, true),
    ("tesh:2,3,1", true, VcRule::Min2, 24064, 38912, true),
    ("tesh:3,2,1", true, VcRule::Min2, 19168, 31232, true),
    ("tesh:2,2,1", true, VcRule::Least, 1120, 1696, true),
    ("tesh:2,2,2", true, VcRule::Least, 1472, 2304, true),
    ("tesh:2,3,1", true, VcRule::Least, 23552, 37888, true),
    // No ring of a TESH has a tie if links are one-way: equal to ties '+'.
    ("tesh:2,2,0", false, VcRule::Min2, 1104, 1592, true),
];

#[test]
fn figures_of_tori_connected_networks() {
    for &(name, bidirectional, rule, channels, dependencies, acyclic) in FIGURES {
        let network = network(name).with_bidirectional(bidirectional).unwrap();
        let report = report(&network, options(rule, Ties::Balanced), None);
        assert_eq!((report.channels, report.dependencies), (channels, dependencies), "{name} {bidirectional} {rule}");
        assert_eq!(report.acyclic(), acyclic, "{name} {bidirectional} {rule}: {:?}", report.cycle);
    }
}

/// With balanced ties a ring of 4 uses each of its links in both directions in one class, 8 channels, and one is enough: 4 x 4 nodes, 64. A ring has
/// 4 paths of 2 hops, 8 rings 32; at a node both x channels may be the last and both y channels the first, 16 nodes by 4: 96. With two VCs on every
/// hop twice the channels, and each dependency four times.
#[test]
fn figures_of_tori() {
    for (name, rule, vcs, channels, dependencies) in [
        ("torus:4,4", VcRule::Dateline, None, 80, 112),
        ("torus:8,8", VcRule::Dateline, None, 352, 672),
        ("torus:6,6", VcRule::Dateline, None, 168, 312),
        ("torus:5,5", VcRule::Dateline, None, 120, 220),
        ("torus:16,16", VcRule::Dateline, None, 1472, 2880),
        ("torus:4,4", VcRule::Balanced, None, 64, 96),
        ("torus:4,4", VcRule::Balanced, Some(2), 128, 384),
        ("torus:8,8", VcRule::Balanced, None, 512, 992),
        ("torus:6,6", VcRule::Balanced, None, 288, 504),
        ("torus:5,5", VcRule::Balanced, None, 180, 280),
        ("torus:12,12", VcRule::Balanced, None, 1152, 2640),
        ("torus:16,16", VcRule::Balanced, None, 2048, 4672),
    ] {
        let report = report(&network(name), options(rule, Ties::Balanced), vcs);
        assert_eq!((report.channels, report.dependencies), (channels, dependencies), "{name} {rule}");
        assert!(report.acyclic(), "{name} {rule}: {:?}", report.cycle);
    }
}

/// Every length of ring, in the first dimension and in a later one: no cycle, and representatives stand for all.
#[test]
fn tori_of_any_sides_are_free_of_deadlock() {
    for side in 2..=20 {
        for rule in [VcRule::Dateline, VcRule::Balanced] {
            for name in [format!("torus:{side},4"), format!("torus:3,{side}"), format!("torus:2,{side},4")] {
                let report = report(&network(&name), options(rule, Ties::Balanced), None);
                assert!(report.acyclic(), "{name} {rule}: {:?}", report.cycle);
            }
        }
    }
}

/// HTN: `dor` for every q; with channel selection the extended graph of the escape channels.
#[test]
fn figures_of_the_htn() {
    // The rule `phase`.
    for (q, algorithm, expected) in [
        (0, Dor, [7680, 19776, 7680, 19776]),
        (1, Dor, [8192, 22144, 8192, 22144]),
        (2, Dor, [9216, 25856, 9216, 25856]),
        (1, Cs, [14848, 86016, 8192, 1052672]),
    ] {
        let options = RoutingOptions::new(algorithm, Some(VcRule::Phase)).with_ties(Ties::Balanced);
        let r = check(&network(&format!("htn:4,4,2,{q}")), options, None, Walk::Automatic, &|_, _| ()).unwrap();
        assert_eq!([r.channels, r.dependencies, r.escape_channels, r.extended_dependencies], expected, "q = {q}, {algorithm}");
        assert!(r.acyclic() && r.stranded == 0, "q = {q}, {algorithm}: {:?}", r.cycle);
    }
}

/// The hops, as port and lowest VC, the ejection left out.
fn hops(network: &Network, routing: &NetworkRouting, from: &str, to: &str) -> String {
    let (from, to) = (network.parse_terminal(from).unwrap(), network.parse_terminal(to).unwrap());
    let hops = path(&network.graph(), routing, from, to).unwrap();
    let names: Vec<_> = hops[..hops.len() - 1].iter().map(|hop| format!("{}{}", network.port_label(hop.port), hop.vc())).collect();
    names.join(" ")
}

/// Two VCs; '+' from even coordinates, '-' from odd ones. A ring of 2 has no tie.
#[test]
fn ways_in_a_torus_by_hand() {
    for (name, rule, from, to, expected) in [
        ("torus:4,4", VcRule::Dateline, "0,0", "0,2", "x+0 x+0"),
        ("torus:4,4", VcRule::Dateline, "0,1", "0,3", "x-1 x-1"),
        ("torus:4,4", VcRule::Dateline, "0,2", "0,0", "x+1 x+1"),
        ("torus:4,4", VcRule::Dateline, "1,3", "3,1", "x-0 x-0 y-1 y-1"),
        ("torus:4,4", VcRule::Dateline, "0,3", "2,1", "x-0 x-0 y+0 y+0"),
        ("torus:6,2", VcRule::Dateline, "3,1", "0,0", "x+1 y-0 y-0 y-0"),
        ("torus:2,4", VcRule::Balanced, "1,1", "0,3", "x-0 x-0 y+0"),
        // Columns: h = 1, u = 2. To node 2 paths go on after the wrap link: class 1 up to it. To 4 and to 0 none do: class 0 on the last hop.
        ("torus:6,8", VcRule::Balanced, "0,6", "0,2", "x+1 x+1 x+0 x+0"),
        ("torus:6,8", VcRule::Balanced, "0,0", "0,4", "x+1 x+1 x+1 x+0"),
        ("torus:6,8", VcRule::Balanced, "0,5", "0,0", "x+1 x+1 x+0"),
        ("torus:6,8", VcRule::Balanced, "0,1", "0,7", "x-1 x-0"),
        // Rows: u = 1. From 1 to 4 '-', in the mirror from 4 to 1, the wrap link between the second hop and the third.
        ("torus:6,8", VcRule::Balanced, "1,0", "4,0", "y-1 y-1 y-0"),
    ] {
        let (network, routing) = balanced(name, rule, 2);
        assert_eq!(hops(&network, &routing, from, to), expected, "{name} {rule} {from} {to}");
    }
    // h = 2 on a ring of 16: both of the last two hops.
    let (network, routing) = balanced("torus:16,16", VcRule::Balanced, 2);
    assert_eq!(hops(&network, &routing, "0,9", "0,14"), "x+1 x+1 x+1 x+0 x+0");
}

/// Six VCs: a short ring's hop may take all of them, a long one's those of its class.
#[test]
fn rings_of_4_take_any_vc() {
    let (network, routing) = balanced("torus:4,8", VcRule::Balanced, 6);
    let vcs = |from: &str, to: &str| {
        let candidates = routing.route(network.parse_address(from).unwrap(), network.parse_terminal(to).unwrap(), 0);
        (candidates.len(), candidates[0].vcs)
    };
    assert_eq!([vcs("0,0", "2,0"), vcs("1,0", "3,0"), vcs("0,0", "0,0")], [(1, 0o77); 3]);
    assert_eq!([vcs("0,6", "0,2"), vcs("0,0", "0,2")], [(1, 0o70), (1, 0o07)]);
}

/// VA3 and RC3: classes, and arbiters at an output port.
#[test]
fn classes_and_arbiters() {
    for (name, rule, least, arbiters) in [
        ("torus:4,4", VcRule::Balanced, 1, 1),
        ("torus:2,3,4", VcRule::Balanced, 1, 1),
        ("torus:4,8", VcRule::Balanced, 2, 1),
        ("torus:6,8", VcRule::Balanced, 2, 2),
        ("torus:4,4", VcRule::Dateline, 2, 2),
        ("ttn:2,2,1", VcRule::Paper4, 4, 4),
        ("ttn:2,2,1", VcRule::Min2, 2, 2),
    ] {
        let (network, routing) = balanced(name, rule, 4);
        assert_eq!((least_vcs(&network, options(rule, Ties::Balanced)).unwrap(), routing.classes()), (least, arbiters), "{name} {rule}");
    }
}

/// All pairs: as many hops by each port + of a ring as by its port -, and on every link of a ring of 4 or 8.
#[test]
fn both_directions_carry_the_same() {
    for (name, rule, alike) in
        [("torus:4,8", VcRule::Dateline, true), ("torus:8,4,4", VcRule::Balanced, true), ("torus:6,10", VcRule::Balanced, false)]
    {
        let (network, routing) = balanced(name, rule, 2);
        let (graph, ports) = (network.graph(), network.ports());
        let mut loads = vec![0u32; network.routers() * ports];
        for (from, to) in (0..network.routers() as u32).flat_map(|from| (0..network.routers() as u32).map(move |to| (from, to))) {
            let hops = path(&graph, &routing, TerminalId(from), TerminalId(to)).unwrap();
            hops.iter().for_each(|hop| loads[hop.node as usize * ports + hop.port as usize] += 1);
        }
        let of_port = |port: usize| loads.iter().skip(port).step_by(ports).copied();
        for plus in (1..ports).step_by(2) {
            assert_eq!(of_port(plus).sum::<u32>(), of_port(plus + 1).sum::<u32>(), "{name} {plus}");
            let first = loads[plus];
            assert!(!alike || of_port(plus).chain(of_port(plus + 1)).all(|load| load == first), "{name} {plus}");
        }
    }
}

fn check_way(name: &str, rule: VcRule, to: &str, expected: &[(&str, &str, u32)]) {
    let (network, routing) = balanced(name, rule, least_vcs(&network(name), options(rule, Ties::Balanced)).unwrap());
    let address = |text: &str| network.parse_terminal(text).unwrap();
    let hops = path(&network.graph(), &routing, address(expected[0].0), address(to)).unwrap();
    let found: Vec<_> = hops.iter().map(|h| (network.format_address(h.node), network.port_name(h.node, h.port), h.vc())).collect();
    let named = expected.iter().copied().chain([(to, "local", 0)]).map(|(node, port, vc)| (node.to_string(), port.to_string(), vc));
    assert_eq!(found, named.collect::<Vec<_>>(), "{name} {rule}");
}

#[test]
fn ways_in_tori_connected_networks_by_hand() {
    let expected = [
        ("1313", "y-", 0),
        ("1303", "x+", 1),
        ("1300", "2V-", 1), // row 1 to 3, by the wrap link
        ("0300", "2V-", 1),
        ("3300", "x-", 1),
        ("3303", "2H-", 0), // column 3 to 1
        ("3203", "2H-", 0),
        ("3103", "y-", 3),
        ("3133", "x-", 2), // a tie in the basic module
        ("3132", "x-", 2),
    ];
    check_way("ttn:2,2,1", VcRule::Paper4, "3131", &expected);
    // From even digits '+', by the wrap links, which ties of `min2` keep off.
    let up = [("2000", "2V+", 0), ("3000", "2V+", 0), ("0000", "x-", 0), ("0003", "2H+", 0), ("0103", "2H+", 0), ("0203", "x-", 1)];
    check_way("ttn:2,2,1", VcRule::Min2, "0202", &up);
    check_way("ttn:2,2,1", VcRule::Min2, "0020", &[("0002", "y+", 1), ("0012", "y+", 1), ("0022", "x+", 1), ("0023", "x+", 1)]);
    // MTN: two hops and a column in either direction; from row 2 '+' by the wrap link, from row 3 '-' without it.
    check_way("mtn:2,2,1", VcRule::Min2, "0103", &[("2000", "2V+", 1), ("3000", "2V+", 1), ("0200", "x-", 0), ("0203", "2H-", 0)]);
    check_way("mtn:2,2,1", VcRule::Paper4, "1103", &[("3000", "2V-", 0), ("2000", "2V-", 0), ("1000", "x-", 1), ("1003", "2H+", 0)]);
    // TESH: the inter-BM class of `min2` is wrap, that of `least` 0.
    check_way("tesh:2,2,1", VcRule::Min2, "3000", &[("1000", "2V-", 1), ("0000", "2V-", 1)]);
    check_way("tesh:2,2,1", VcRule::Least, "3000", &[("1000", "2V-", 0), ("0000", "2V-", 0)]);
    check_way("tesh:2,2,1", VcRule::Least, "0000", &[("2000", "2V+", 0), ("3000", "2V+", 0)]);
}

/// South from Y = 1 to 3 by the wrap link, east from X = 0 to 2.
#[test]
fn a_way_in_the_htn_by_hand() {
    let expected = [
        ("10222", "z-", 0),
        ("10122", "y+", 0), // a tie of the basic module's ring, from an even digit
        ("10132", "y+", 0),
        ("10102", "ey", 0),
        ("00132", "y+", 0),
        ("00102", "ey", 1),
        ("30132", "x+", 0),
        ("30133", "ex", 0),
        ("31130", "x-", 0),
        ("31133", "ex", 0),
        ("32130", "z-", 1),
        ("32030", "y+", 1),
        ("32000", "x-", 1),
    ];
    check_way("htn:4,4,2,1", VcRule::Phase, "32003", &expected);
}

/// Bits: north 1, east 2, wrap_y 4, wrap_x 8.
#[test]
fn headers_of_the_htn() {
    let network = network("htn:4,4,2,1");
    for (algorithm, rule) in [(Dor, VcRule::Phase), (Dor, VcRule::Balanced), (Cs, VcRule::Phase)] {
        let options = RoutingOptions::new(algorithm, Some(rule)).with_ties(Ties::Balanced);
        let routing = for_network(&network, options, 3).unwrap();
        for (from, to, bits) in [
            ("00000", "20000", 1),
            ("20000", "00000", 5),
            ("10000", "30000", 4),
            ("30000", "10000", 0),
            ("00000", "02000", 2),
            ("01000", "03000", 8),
            ("03000", "01000", 0),
            ("12000", "30000", 4 + 10),
            ("10000", "20000", 1),
        ] {
            let (from, to) = (network.parse_terminal(from).unwrap(), network.parse_terminal(to).unwrap());
            assert_eq!(routing.source_choices(from, to).to_vec(), [bits], "{algorithm} {rule} {from} {to}");
        }
    }
}

/// The nodes of a network's orbits stand for all, although ties distinguish nodes of an orbit: where paths of equal tie differ in length, in an MTN
/// and an HTN, the odd nodes have them in the opposite direction. Except in an MTN, paths are as long on average as with ties '+'.
#[test]
fn lengths_by_orbits_are_those_of_every_terminal() {
    for (name, rules) in [
        ("torus:4,4", &[VcRule::Dateline, VcRule::Balanced][..]),
        ("torus:3,6", &[VcRule::Balanced]),
        ("torus:2,5,4", &[VcRule::Dateline]),
        ("ttn:2,2,0", &[VcRule::Paper4]),
        ("ttn:2,2,2", &[VcRule::Min2]),
        ("ttn:2,3,1", &[VcRule::Paper4]),
        ("sttn:2,2,1", &[VcRule::Level]),
        ("mtn:2,2,0", &[VcRule::Paper4]),
        ("mtn:2,2,1", &[VcRule::Paper4, VcRule::Min2]),
        ("mtn:2,2,2", &[VcRule::Paper4, VcRule::Min2]),
        ("mtn:2,3,1", &[VcRule::Paper4]),
        ("mtn:3,2,1", &[VcRule::Paper4]),
        ("tesh:2,2,1", &[VcRule::Min2]),
        ("tesh:2,2,2", &[VcRule::Least]),
        ("htn:4,4,2,0", &[VcRule::Phase]),
        ("htn:4,4,2,1", &[VcRule::Phase]),
    ] {
        let network = network(name);
        let graph = network.graph();
        for &rule in rules {
            let by = |ties: Ties, orbits: &[Orbit]| {
                let routing = for_network(&network, options(rule, ties), 8).unwrap();
                lengths(&network, &graph, &routing, orbits, &|_, _| ()).unwrap()
            };
            let all = by(Ties::Balanced, &every_terminal(network.routers()));
            assert_eq!(by(Ties::Balanced, &network.orbits()), all, "{name} {rule}");
            if rule != VcRule::Balanced && !name.starts_with("mtn") {
                assert_eq!(by(Ties::Plus, &network.orbits()), all, "{name} {rule}");
            }
        }
    }
}

#[test]
fn what_is_in_force() {
    let chosen = |name: &str, options| choose(&network(name), options).unwrap().ties;
    assert_eq!(chosen("torus:4,4", RoutingOptions::default()), Ties::Balanced);
    assert_eq!(chosen("torus:4,4", papers()), Ties::Plus);
    assert_eq!(chosen("torus:4,4", options(VcRule::Dateline, None)), Ties::Balanced);
    assert_eq!(chosen("torus:4,4", options(VcRule::Dateline, Ties::Plus)), Ties::Plus);
    assert_eq!(chosen("torus:4,4", options(VcRule::Balanced, None)), Ties::Balanced);
    assert_eq!(chosen("torus:4,4", options(VcRule::Balanced, Ties::Balanced)), Ties::Balanced);
    assert_eq!(chosen("ttn:2,2,0", options(VcRule::Literal, None)), Ties::Plus);
    assert_eq!(chosen("mesh:4,4", RoutingOptions::default()), Ties::Plus);
    assert_eq!(chosen("mesh:4,4", papers()), Ties::Plus);
    assert_eq!(for_network(&network("torus:4,4"), options(VcRule::Balanced, None), 1).unwrap().ties(), Ties::Balanced);
    assert_eq!(["plus", "balanced"].map(|name| name.parse::<Ties>().unwrap()), [Ties::Plus, Ties::Balanced]);
}

#[test]
fn what_is_refused_says_why_in_a_line() {
    let refusal = |name: &str, options| for_network(&network(name), options, 4).unwrap_err().to_string();
    let even = RoutingOptions::default().with_ties(Ties::Balanced);
    for (name, told) in [
        ("mesh:4,4", "mesh(4,4)"),
        ("hypercube:4", "hypercube(4)"),
        ("rdt:16", "RDT(2,2,1)/alpha 16x16"),
        ("mh3dt:4,4,2,1", "MH3DT(4,4,2,1)"),
    ] {
        assert_eq!(network(name).to_string(), told);
        assert_eq!(refusal(name, even), format!("ties = balanced is not allowed; allowed: plus for {told}"));
    }
    assert_eq!(
        refusal("torus:4,4", options(VcRule::Balanced, Ties::Plus)),
        "ties = plus is not allowed; allowed: balanced for torus(4,4) with the VC rule `balanced`"
    );
    for (name, told) in [("ttn:2,2,0", "TTN(2,2,0)"), ("tesh:3,2,0", "TESH(3,2,0)"), ("htn:4,4,2,1", "HTN(4,4,2,1)")] {
        assert_eq!(
            refusal(name, options(VcRule::Literal, Ties::Balanced)),
            format!("ties = balanced is not allowed; allowed: plus for {told} with the VC rule `literal`")
        );
    }
    for algorithm in [Ls, LsCs] {
        assert_eq!(
            refusal("htn:4,4,2,1", RoutingOptions::new(algorithm, None).with_ties(Ties::Balanced)),
            format!("ties = balanced is not allowed; allowed: plus for HTN(4,4,2,1) with routing `{algorithm}`")
        );
    }
    assert_eq!("even".parse::<Ties>().unwrap_err().to_string(), "ties = even is not allowed; allowed: plus, balanced");
    let few = for_network(&network("torus:4,8"), options(VcRule::Balanced, None), 1).unwrap_err().to_string();
    assert_eq!(few, "vcs = 1 is not allowed; the VC rule `balanced` of torus(4,8) needs at least 2");
}
