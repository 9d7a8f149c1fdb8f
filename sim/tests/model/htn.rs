//! HTN(4,4,2,q) by the paper's algorithms with ties '+': paths worked out manually and over all pairs, and the deadlock figures of docs/results/networks.md.

use torusmith_sim::config::RouterConfig;
use torusmith_sim::deadlock::{Report, Walk, check};
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, Ties, VcRule, algorithms, for_network, path};
use torusmith_topology::htn_general::HtnGeneral;
use torusmith_topology::{Network, TerminalId};

use super::support::network;
use RoutingAlgorithm::{Cs, Dor, Ls, LsCs};

fn htn(q: u32) -> Network {
    network(&format!("htn:4,4,2,{q}"))
}

fn routing(network: &Network, algorithm: RoutingAlgorithm, vcs: usize) -> NetworkRouting {
    for_network(network, RoutingOptions::new(algorithm, None).with_ties(Ties::Plus), vcs).unwrap()
}

fn report(q: u32, algorithm: RoutingAlgorithm, rule: VcRule) -> Report {
    check(&htn(q), RoutingOptions::new(algorithm, Some(rule)).with_ties(Ties::Plus), None, Walk::Automatic, &|_, _| ()).unwrap()
}

/// docs/results/networks.md, "HTN(4,4,2,q)": (channels, dependencies, escape channels, extended dependencies).
#[test]
fn phase_is_free_of_deadlock() {
    for (q, algorithm, expected) in [
        (1, Dor, [8256, 22576, 8256, 22576]),
        (1, Ls, [11392, 35424, 8320, 32000]),
        (1, Cs, [14912, 86912, 8256, 1071952]),
        (1, LsCs, [14976, 95488, 8320, 1839168]),
        #[cfg(feature = "soak")]
        (0, LsCs, [14144, 85376, 7744, 1763616]),
        #[cfg(feature = "soak")]
        (2, LsCs, [16640, 112128, 9472, 1990784]),
    ] {
        let r = report(q, algorithm, VcRule::Phase);
        assert_eq!([r.channels, r.dependencies, r.escape_channels, r.extended_dependencies], expected, "q = {q}, {algorithm}");
        assert!(r.acyclic() && r.stranded == 0 && r.core == 0 && r.exhaustive, "q = {q}, {algorithm}: {:?}", r.cycle);
    }
}

/// docs/networks.md, "HTN of other sizes": for m = n = 4 the table has the paths of `dor` with balanced ties.
#[test]
fn the_table_of_any_size_has_the_ways_of_dor() {
    for q in 0..3 {
        let (network, general) = (htn(q), Network::new(HtnGeneral::new(4, 4, 2, q).unwrap()));
        let (graph, table) = (network.graph(), general.route_table().unwrap());
        let routing = for_network(&network, RoutingOptions::new(Dor, None).with_ties(Ties::Balanced), 2).unwrap();
        let pairs = TerminalId::all(1024).flat_map(|from| TerminalId::all(1024).map(move |to| (from, to)));
        for (from, to) in pairs.filter(|(from, to)| from != to) {
            for hop in path(&graph, &routing, from, to).unwrap().iter().filter(|hop| hop.port != 0) {
                assert_eq!(table.hop(hop.node, to).port, hop.port, "q = {q}, {from} to {to} at {}", hop.node);
            }
        }
    }
}

/// The paper's own rule: networks/htn.md, A5. The shortest cycle runs round the BMs by -x within each, before and after the wrap link alike.
#[test]
fn literal_deadlocks() {
    for (algorithm, channels, dependencies, core) in
        [(Dor, 7488, 22096, 6272), (Ls, 8320, 27168, 7296), (Cs, 11648, 57160, 9472), (LsCs, 11648, 63304, 10368)]
    {
        let report = report(1, algorithm, VcRule::Literal);
        assert_eq!((report.channels, report.dependencies, report.core), (channels, dependencies, core), "{algorithm}");
        let network = htn(1);
        let ports: Vec<_> = report.cycle.iter().map(|c| network.port_label(c.port)).collect();
        assert_eq!(ports.len(), 8, "{algorithm}: {ports:?}");
        assert_eq!(ports.iter().filter(|p| p.starts_with('e')).count(), 4, "{algorithm}: {ports:?}");
        assert!(!report.acyclic());
    }
}

/// networks/htn.md, A2: the longest path, and the mean over pairs of different nodes, whatever candidate is taken. Two choices of the source may
/// differ in length, but a network is its own mirror image: all first choices and all last ones have the same mean.
#[test]
fn routed_distances() {
    for (q, longest, mean) in [(0, 18, 7.9453), (1, 17, 7.4761), (2, 16, 7.0068)] {
        let network = htn(q);
        let graph = network.graph();
        for (algorithm, last) in [(Dor, false), (LsCs, false), (LsCs, true)] {
            let routing = routing(&network, algorithm, 4);
            let length = |source: u32, destination: u32| {
                let choices = routing.source_choices(TerminalId(source), TerminalId(destination));
                let bits = *if last { choices.last() } else { choices.first() }.unwrap();
                let (mut node, mut links) = (source, 0u64);
                loop {
                    let candidates = routing.route(node, TerminalId(destination), bits);
                    let port = if last { candidates.last() } else { candidates.first() }.unwrap().port;
                    if port == 0 {
                        assert_eq!(node, destination);
                        return links;
                    }
                    node = graph.downstream(node as usize, port.into()).unwrap().node;
                    links += 1;
                    assert!(links < 30, "{source} to {destination}");
                }
            };
            let all = (0..1024).flat_map(|source| (0..1024).filter(move |d| *d != source).map(move |d| (source, d)));
            let (most, sum) = all.map(|(s, d)| length(s, d)).fold((0, 0), |(most, sum), links| (links.max(most), sum + links));
            let found = sum as f64 / (1024.0 * 1023.0);
            assert!(most == longest && (found - mean).abs() < 0.00005, "q = {q}, {algorithm}: {most}, {found}");
        }
    }
}

/// Every hop from 00222 to 22003, north and east at both ties; V = 2, so that a class is a VC.
#[test]
fn a_way_by_hand() {
    let network = htn(1);
    let at = |address: &str| network.parse_terminal(address).unwrap();
    let hops = path(&network.graph(), &routing(&network, Dor, 2), at("00222"), at("22003")).unwrap();
    let hops: Vec<_> = hops.iter().map(|h| (network.format_address(h.node), network.port_label(h.port), h.vc())).collect();
    let expected = [
        ("00222", "z-", 0), // to the gate plane 1
        ("00122", "y+", 0),
        ("00132", "ey", 0),
        ("10102", "y-", 0), // through the BM by its wrap link
        ("10132", "ey", 0),
        ("20102", "x+", 0),
        ("20103", "ex", 0),
        ("21100", "x-", 0),
        ("21103", "ex", 0),
        ("22100", "z-", 1), // the destination's BM
        ("22000", "x-", 1),
        ("22003", "local", 0),
    ];
    assert_eq!(hops, expected.map(|(node, port, vc)| (node.to_string(), port, vc)));
    // From Y = 3 north by the wrap link and one more link: class 1 from that link to the last inter-BM one of the ring, 0 towards X.
    let hops = path(&network.graph(), &routing(&network, Dor, 2), at("33030"), at("12030")).unwrap();
    let hops: Vec<_> = hops.iter().map(|h| (network.format_address(h.node), network.port_label(h.port), h.vc())).collect();
    let expected = [
        ("33030", "ey", 1),
        ("03000", "y-", 1),
        ("03030", "ey", 1),
        ("13000", "ex", 0), // west: 3 to 2
        ("12003", "y-", 1),
        ("12033", "x+", 1),
        ("12030", "local", 0),
    ];
    assert_eq!(hops, expected.map(|(node, port, vc)| (node.to_string(), port, vc)));
}

/// docs/networks.md, the table of candidates; V = 6, so that classes 0, 1, 2 are VCs 0-1, 2-3, 4-5. `dor` has classes 0, 1 of three VCs each.
#[test]
fn candidates_by_the_table() {
    let network = htn(1);
    let candidates = |algorithm, from: &str, to: &str, bits| {
        let (from, to) = (network.parse_address(from).unwrap(), network.parse_terminal(to).unwrap());
        let list = routing(&network, algorithm, 6).route(from, to, bits);
        list.iter().map(|c| (network.port_label(c.port), c.vcs)).collect::<Vec<_>>()
    };
    let north = 1;
    // A tie in the destination's BM from an even digit, from an odd one; no tie; a tie in transit; an inter-BM link; ejection.
    for (algorithm, even, odd, step, transit, link) in [
        (Dor, vec![("z+", 0o70)], vec![("z-", 0o70)], ("x-", 0o70), vec![("y+", 0o07)], ("ey", 0o07)),
        (Ls, vec![("z+", 0o14), ("z-", 0o60)], vec![("z-", 0o14), ("z+", 0o60)], ("x-", 0o14), vec![("y-", 3), ("y+", 0o60)], ("ey", 3)),
        (Cs, vec![("z+", 0o74)], vec![("z-", 0o74)], ("x-", 0o74), vec![("y-", 0o63)], ("ey", 0o63)),
        (
            LsCs,
            vec![("z+", 0o74), ("z-", 0o60)],
            vec![("z-", 0o74), ("z+", 0o60)],
            ("x-", 0o74),
            vec![("y-", 0o63), ("y+", 0o60)],
            ("ey", 0o63),
        ),
    ] {
        assert_eq!(candidates(algorithm, "00000", "00200", 0), even, "{algorithm}");
        assert_eq!(candidates(algorithm, "00100", "00300", 0), odd, "{algorithm}");
        assert_eq!(candidates(algorithm, "00000", "00003", 0), [step], "{algorithm}");
        assert_eq!(
            candidates(algorithm, "00010", "10000", north),
            if algorithm == Dor { vec![("y-", 0o07)] } else { transit },
            "{algorithm}"
        );
        assert_eq!(candidates(algorithm, "00030", "10000", north), [link], "{algorithm}");
        assert_eq!(candidates(algorithm, "00030", "00030", 0), [("local", 0o77)], "{algorithm}");
    }
    // Gate planes: z = 2 goes down to 1, z = 3 up to 0.
    assert_eq!(candidates(Dor, "00200", "10000", north), [("z-", 0o07)]);
    assert_eq!(candidates(Dor, "00300", "10000", north), [("z+", 0o07)]);
}

/// Bits: north 1, east 2, wrap_y 4, wrap_x 8.
#[test]
fn headers_in_the_order_of_the_choices() {
    let network = htn(1);
    let choices = |algorithm, from: &str, to: &str| {
        let (from, to) = (network.parse_terminal(from).unwrap(), network.parse_terminal(to).unwrap());
        routing(&network, algorithm, 3).source_choices(from, to).to_vec()
    };
    for (from, to, one, several) in [
        ("00000", "00333", 0, vec![0]),
        ("00000", "10000", 1, vec![1]),
        ("30000", "00000", 5, vec![5]),
        ("10000", "00000", 0, vec![0]),
        ("00000", "30000", 4, vec![4]),
        ("03000", "00000", 10, vec![10]),
        ("00000", "03000", 8, vec![8]),
        ("00000", "20000", 1, vec![1, 4]), // north, or south by the wrap link
        ("20000", "00000", 5, vec![5, 0]),
        ("01000", "03000", 2, vec![2, 8]),
        // Both: (north, east), (south, east), (north, west), (south, west).
        ("02000", "20000", 1 + 10, vec![1 + 10, 4 + 10, 1, 4]),
        ("12000", "20000", 1 + 10, vec![1 + 10, 1]),
    ] {
        for (algorithm, expected) in [(Dor, &vec![one]), (Cs, &vec![one]), (Ls, &several), (LsCs, &several)] {
            assert_eq!(&choices(algorithm, from, to), expected, "{algorithm} {from} {to}");
        }
    }
    let routing = routing(&network, Ls, 3);
    let (from, to) = (network.parse_terminal("02000").unwrap(), network.parse_terminal("20000").unwrap());
    let by_number: Vec<u64> = (6..11).map(|number| routing.source_bits(from, to, number)).collect();
    assert_eq!(by_number, [1, 4, 11, 14, 1]);
}

/// Rule RC6: the adaptive VCs, whatever else is asked for.
#[test]
fn adaptive_vcs_are_reused_empty() {
    let network = htn(1);
    for (algorithm, vcs, adaptive) in
        [(Dor, 4, 0), (Ls, 3, 0b100), (Cs, 4, 0b1000), (LsCs, 5, 0b10000), (LsCs, 7, 0b1100000), (Cs, 8, 0b11000000)]
    {
        let routing = routing(&network, algorithm, vcs);
        let config = RouterConfig { vcs, ..RouterConfig::default() };
        assert_eq!(config.for_routing(&routing).reuse_empty, adaptive, "{algorithm} {vcs}");
        assert_eq!(RouterConfig { reuse_empty: 1, ..config }.for_routing(&routing).reuse_empty, adaptive | 1, "{algorithm} {vcs}");
    }
}

#[test]
fn what_htn_refuses_says_why_in_a_line() {
    let refusal =
        |name: &str, algorithm, rule, vcs| for_network(&network(name), RoutingOptions::new(algorithm, rule), vcs).unwrap_err().to_string();
    assert_eq!(
        refusal("htn:4,4,2,1", Ls, None, 2),
        "vcs = 2 is not allowed; the VC rule `phase` of HTN(4,4,2,1) with routing `ls` needs at least 3"
    );
    assert_eq!(refusal("ttn:2,2,0", LsCs, None, 4), "routing = ls+cs is not allowed; allowed: dor-turn, dor for TTN(2,2,0)");
    assert_eq!(
        refusal("htn:4,4,2,1", Dor, Some(VcRule::Dateline), 4),
        "vc-rule = dateline is not allowed; allowed: balanced, phase, literal for HTN(4,4,2,1)"
    );
    let refused = refusal("htn:4,4,2,1", Dor, Some(VcRule::Literal), 4);
    assert!(
        refused
            .starts_with("vc-rule = literal is not allowed; allowed: balanced, phase for HTN(4,4,2,1); literal is for the deadlock check"),
        "{refused}"
    );
    assert_eq!(
        "xyz".parse::<RoutingAlgorithm>().unwrap_err().to_string(),
        "routing = xyz is not allowed; allowed: dor, dor-turn, dor-early, dor-both, ls, cs, ls+cs, ls+cs-turn, floating, fixed, adaptive-up, table"
    );
    for algorithm in algorithms(&htn(0)) {
        assert_eq!(algorithm.to_string().parse(), Ok(*algorithm));
    }
}
