//! Routing: the papers' paths and distances, VC classes, refused options.

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, Ties, VcRule, classes, for_network, path};
use torusmith_topology::{Network, TerminalId};

use super::support::{network, papers, papers_routing, routing};

/// `dor` and a VC rule with the papers' ties.
fn by(rule: VcRule) -> RoutingOptions {
    RoutingOptions::new(RoutingAlgorithm::Dor, Some(rule)).with_ties(Ties::Plus)
}

/// TTN paper, Fig. 5; the VCs by `paper4`: transit in 0 and 1, the destination's basic module in 2 and 3, odd with the wrap link ahead.
#[test]
fn the_papers_example_takes_14_hops() {
    let network = network("ttn:2,3,0");
    let address = |text: &str| network.parse_terminal(text).unwrap();
    let hops = |routing: &NetworkRouting| {
        let hops = path(&network.graph(), routing, address("000000"), address("231112")).unwrap();
        hops.iter().map(|h| (network.format_address(h.node), network.port_name(h.node, h.port), h.vc())).collect::<Vec<_>>()
    };
    let expected = [
        ("000000", "y-", 1),
        ("000030", "3V+", 0),
        ("100030", "3V+", 0),
        ("200030", "x-", 1),
        ("200033", "3H+", 0),
        ("210033", "3H+", 0),
        ("220033", "3H+", 0),
        ("230033", "y+", 1),
        ("230003", "x+", 1),
        ("230000", "2V+", 0),
        ("231000", "x-", 1),
        ("231003", "2H+", 0),
        ("231103", "y+", 2),
        ("231113", "x-", 2),
        ("231112", "local", 0),
    ];
    assert_eq!(hops(&papers_routing(&network, 4)), expected.map(|(node, port, vc)| (node.to_string(), port.to_string(), vc)));
    // No tie on the path, and no turn at three levels: by default the same links.
    let links = |hops: Vec<(String, String, u32)>| hops.into_iter().map(|(node, port, _)| (node, port)).collect::<Vec<_>>();
    assert_eq!(links(hops(&routing(&network, 4))), expected.map(|(node, port, _)| (node.to_string(), port.to_string())));
}

/// Links on the paths of all pairs with ties '+', a node with itself included: (longest, mean).
fn lengths(name: &str, rule: VcRule) -> (u32, f64) {
    let network = network(name);
    let routing = for_network(&network, by(rule), 8).unwrap();
    let graph = network.graph();
    let nodes = network.routers();
    let (mut longest, mut sum) = (0, 0u64);
    let mut known = vec![u32::MAX; nodes];
    for destination in 0..nodes as u32 {
        known.fill(u32::MAX);
        known[destination as usize] = 0;
        for source in 0..nodes {
            let bits = routing.source_bits(TerminalId(source as u32), TerminalId(destination), 0);
            let (mut node, mut trail) = (source, Vec::new());
            // With routing bits the rest of the path depends on the source.
            let length = |node: usize| if network.route_bits() == 0 || node == destination as usize { known[node] } else { u32::MAX };
            while length(node) == u32::MAX {
                trail.push(node);
                assert!(trail.len() < 100, "{name}: {source} does not reach {destination}");
                let port = routing.route(node as u32, TerminalId(destination), bits)[0].port;
                node = graph.downstream(node, port.into()).unwrap().node as usize;
            }
            let rest = length(node);
            for (i, &at) in trail.iter().rev().enumerate() {
                known[at] = rest + 1 + i as u32;
            }
            let all = rest + trail.len() as u32;
            longest = longest.max(all);
            sum += u64::from(all);
        }
    }
    (longest, sum as f64 / (nodes * nodes) as f64)
}

/// docs/results/networks.md, path lengths; TTN(2,2,0), (2,3,0) and (2,3,1) as published in the TTN paper, Table 1.
#[test]
fn path_lengths_are_the_published_ones() {
    for (name, longest, mean) in
        [("ttn:2,2,0", 15, 7.4375), ("ttn:2,2,1", 13, 6.4375), ("ttn:2,3,0", 24, 12.5938), ("ttn:2,3,1", 20, 10.5938)]
    {
        for rule in [VcRule::Paper4, VcRule::Least] {
            let (d, a) = lengths(name, rule);
            assert_eq!((d, (a * 1e4).round() / 1e4), (longest, mean), "{name} {rule}");
        }
    }
    // docs/results/networks.md, path lengths of STTN, MTN, TESH.
    for (name, rule, longest, mean) in [
        ("sttn:2,2,0", VcRule::Level, 16, 8.0),
        ("sttn:2,2,1", VcRule::Paper4, 14, 7.0),
        #[cfg(feature = "soak")]
        ("sttn:2,3,0", VcRule::Level, 25, 13.1211),
        ("sttn:2,3,1", VcRule::Level, 21, 11.1211),
        ("mtn:2,2,0", VcRule::Paper4, 15, 7.4375),
        ("mtn:2,2,1", VcRule::Paper4, 12, 6.1875),
        ("mtn:2,2,1", VcRule::Min2, 12, 6.2188),
        #[cfg(feature = "soak")]
        ("mtn:2,3,0", VcRule::Paper4, 24, 12.5938),
        #[cfg(feature = "soak")]
        ("mtn:2,3,1", VcRule::Paper4, 18, 10.0234),
        ("mtn:2,3,1", VcRule::Min2, 18, 10.1035),
        ("tesh:2,2,0", VcRule::Min2, 21, 10.4688),
        ("tesh:2,2,1", VcRule::Min2, 19, 9.4688),
        #[cfg(feature = "soak")]
        ("tesh:2,3,0", VcRule::Min2, 36, 19.791),
        ("tesh:2,3,1", VcRule::Least, 32, 17.791),
        ("tesh:2,2,2", VcRule::Min2, 13, 7.7988),
    ] {
        let (d, a) = lengths(name, rule);
        assert_eq!((d, (a * 1e4).round() / 1e4), (longest, mean), "{name} {rule}");
    }
    // Rings of 8: 0, 1, 2, 3, 4, 3, 2, 1 links, mean 2 a dimension. Rings of 5: mean 6/5; of 3: 2/3.
    assert_eq!(lengths("torus:8,8", VcRule::Dateline), (8, 4.0));
    let (longest, mean) = lengths("torus:3,5", VcRule::Dateline);
    assert_eq!(longest, 3);
    assert!((mean - 28.0 / 15.0).abs() < 1e-12);
}

/// A packet of TTN(2,2,2) takes the group whose whole path is shorter, group 0 on a tie; neither ties of rings nor turns change a length.
#[test]
fn routing_bits_name_the_nearer_group() {
    let network = network("ttn:2,2,2");
    [routing(&network, 4), papers_routing(&network, 4)].iter().for_each(|routing| nearer_group(&network, routing));
}

fn nearer_group(network: &Network, routing: &NetworkRouting) {
    let bits = |from: &str, to: &str| routing.source_bits(network.parse_terminal(from).unwrap(), network.parse_terminal(to).unwrap(), 0);
    assert_eq!(bits("0000", "1000"), 0); // at the V node of group 0
    assert_eq!(bits("0033", "1033"), 1); // at the V node of group 1
    assert_eq!(bits("0003", "0103"), 0); // H of group 0
    assert_eq!(bits("0030", "0130"), 1); // H of group 1
    assert_eq!(bits("0000", "0033"), 0); // within a basic module
    // 0011 to 1011: by (0,0) 2 + 1 + 2, by (3,3) 4 + 1 + 4. 0022 to 1022: by (0,0) 4 + 1 + 4, by (3,3) 2 + 1 + 2.
    assert_eq!((bits("0011", "1011"), bits("0022", "1022")), (0, 1));
    // 0002 to 1031: by (0,0) 2 + 1 + (1 + 1), by (3,3) (1 + 1) + 1 + 2: a tie.
    assert_eq!(bits("0002", "1031"), 0);
    // All pairs, by walking the paths of both choices.
    let graph = network.graph();
    let length = |source: u32, destination: u32, bits: u64| {
        let (mut node, mut links) = (source, 0);
        while node != destination {
            node = graph.downstream(node as usize, routing.route(node, TerminalId(destination), bits)[0].port.into()).unwrap().node;
            links += 1;
        }
        links
    };
    for (source, destination) in (0..256).flat_map(|s| (0..256).map(move |d| (s, d))) {
        let nearer = (length(source, destination, 1) < length(source, destination, 0)) as u64;
        assert_eq!(routing.source_bits(TerminalId(source), TerminalId(destination), 5), nearer, "{source} {destination}");
    }
}

/// Ties of `min2` keep off the wrap link unless they are balanced: 2 to 0 goes down, where `paper4` goes up.
#[test]
fn ties_go_as_the_rule_says() {
    let network = network("ttn:2,2,1");
    let first = |rule, from: &str, to: &str| {
        let routing = for_network(&network, by(rule), 4).unwrap();
        let (from, to) = (network.parse_address(from).unwrap(), network.parse_terminal(to).unwrap());
        let candidate = routing.route(from, to, 0)[0];
        (network.port_name(from, candidate.port), candidate.vcs)
    };
    for (from, to, paper4, min2) in [
        ("0002", "0000", ("x+", 0b1000), ("x-", 0b1100)),
        ("0000", "0002", ("x+", 0b0100), ("x+", 0b1100)),
        ("0030", "0010", ("y+", 0b1000), ("y-", 0b1100)),
        ("2000", "0000", ("2V+", 0b0010), ("2V-", 0b0011)),
        ("0000", "2000", ("2V+", 0b0001), ("2V+", 0b0011)),
        ("0000", "3000", ("2V-", 0b0010), ("2V-", 0b0011)),
    ] {
        assert_eq!(first(VcRule::Paper4, from, to), (paper4.0.to_string(), paper4.1), "{from} {to}");
        assert_eq!(first(VcRule::Min2, from, to), (min2.0.to_string(), min2.1), "{from} {to}");
    }
}

/// Rule `dateline` with ties '+': x before y; a tie goes up; class 1, here VCs 2 and 3, while the wrap link is ahead.
#[test]
fn a_torus_goes_the_short_way_and_up_on_ties() {
    let network = network("torus:4,6");
    let routing = papers_routing(&network, 4);
    for (from, to, port, vcs) in [
        ("0,0", "0,3", "x+", 0b0011), // a tie of the ring of 6
        ("0,3", "0,0", "x+", 0b1100),
        ("0,0", "3,5", "x-", 0b1100),
        ("1,4", "2,1", "x+", 0b1100),
        ("1,4", "2,2", "x-", 0b0011),
        ("2,4", "0,4", "y+", 0b1100), // a tie of the ring of 4
        ("0,4", "2,4", "y+", 0b0011),
        ("0,4", "3,4", "y-", 0b1100),
        ("3,4", "2,4", "y-", 0b0011),
        ("3,4", "3,4", "local", 0b1111),
    ] {
        let (node, destination) = (network.parse_address(from).unwrap(), network.parse_terminal(to).unwrap());
        let candidate = routing.route(node, destination, 0)[0];
        assert_eq!((network.port_name(node, candidate.port).as_str(), candidate.vcs), (port, vcs), "{from} {to}");
    }
}

/// Rule RC3: floor(w K / V).
#[test]
fn classes_share_out_the_vcs() {
    assert_eq!(classes(4, 4), [0b0001, 0b0010, 0b0100, 0b1000]);
    assert_eq!(classes(4, 5), [0b00011, 0b00100, 0b01000, 0b10000]);
    assert_eq!(classes(4, 6), [0b000011, 0b000100, 0b011000, 0b100000]);
    assert_eq!(classes(4, 7), [0b0000011, 0b0001100, 0b0110000, 0b1000000]);
    assert_eq!(classes(4, 8), [0b00000011, 0b00001100, 0b00110000, 0b11000000]);
    assert_eq!(classes(2, 3), [0b011, 0b100]);
    assert_eq!(classes(2, 5), [0b00111, 0b11000]);
}

#[test]
fn what_is_refused_says_why_in_a_line() {
    let refused = |name: &str, options, vcs| for_network(&network(name), options, vcs).unwrap_err().to_string();
    let refusal = |name: &str, rule: Option<VcRule>, vcs| refused(name, RoutingOptions::new(RoutingAlgorithm::Dor, rule), vcs);
    assert_eq!(refused("ttn:2,2,0", papers(), 3), "vcs = 3 is not allowed; the VC rule `paper4` of TTN(2,2,0) needs at least 4");
    assert_eq!(refused("ttn:2,2,0", papers(), 0), "vcs = 0 is not allowed; allowed: 4 to 8");
    assert_eq!(refused("torus:4,4", papers(), 9), "vcs = 9 is not allowed; allowed: 2 to 8");
    assert_eq!(
        refused("ttn:2,2,0", RoutingOptions::default(), 1),
        "vcs = 1 is not allowed; the VC rule `balanced` of TTN(2,2,0) with routing `dor-turn` needs at least 2"
    );
    assert_eq!(refused("ttn:2,2,0", RoutingOptions::default(), 0), "vcs = 0 is not allowed; allowed: 2 to 8");
    assert_eq!(refused("torus:4,4", RoutingOptions::default(), 9), "vcs = 9 is not allowed; allowed: 1 to 8");
    assert_eq!(refused("torus:4,6", RoutingOptions::default(), 9), "vcs = 9 is not allowed; allowed: 2 to 8");
    assert_eq!(refusal("ttn:2,5,0", None, 3), "vcs = 3 is not allowed; the VC rule `least` of TTN(2,5,0) needs at least 4");
    assert_eq!(
        refusal("ttn:3,2,0", Some(VcRule::Min2), 4),
        "vc-rule = min2 is not allowed; allowed: paper4, literal for TTN(3,2,0) (rings of 8 need the classes of paper4)"
    );
    assert_eq!(refusal("sttn:2,5,0", None, 4), "vcs = 4 is not allowed; the VC rule `level` of STTN(2,5,0) needs at least 5");
    assert_eq!(
        refusal("sttn:3,2,0", Some(VcRule::Level), 4),
        "vc-rule = level is not allowed; allowed: paper4, literal for STTN(3,2,0) (rings of 8 need the classes of paper4)"
    );
    assert_eq!(refusal("tesh:3,2,0", Some(VcRule::Least), 4), "vc-rule = least is not allowed; allowed: min2, literal for TESH(3,2,0)");
    assert_eq!(
        refusal("torus:4,4", Some(VcRule::Paper4), 4),
        "vc-rule = paper4 is not allowed; allowed: balanced, dateline for torus(4,4)"
    );
    assert_eq!(
        "dragon".parse::<VcRule>().unwrap_err().to_string(),
        "vc-rule = dragon is not allowed; allowed: paper4, min2, least, level, literal, phase, descending, two, dateline, balanced, any, table"
    );
    let small = network("ttn:2,2,0");
    let lost = path(&small.graph(), &routing(&small, 4), TerminalId(256), TerminalId(0)).unwrap_err().to_string();
    assert_eq!(lost, "from = 256 is not allowed; allowed: nodes 0 to 255");
}

/// The defaults and the papers' routing, of every family and size; of four levels in `deadlock`.
#[test]
fn the_default_rule_is_free_of_deadlock() {
    for name in [
        "ttn:2,2,0",
        "ttn:2,2,1",
        "ttn:2,2,2",
        #[cfg(feature = "soak")]
        "ttn:2,3,0",
        "ttn:2,3,1",
        #[cfg(feature = "soak")]
        "ttn:3,2,0",
        "ttn:3,2,1",
        "sttn:2,2,0",
        "sttn:2,2,1",
        #[cfg(feature = "soak")]
        "sttn:2,3,0",
        "sttn:2,3,1",
        #[cfg(feature = "soak")]
        "sttn:3,2,0",
        "sttn:3,2,1",
        "mtn:2,2,0",
        "mtn:2,2,1",
        "mtn:2,2,2",
        #[cfg(feature = "soak")]
        "mtn:2,3,0",
        "mtn:2,3,1",
        #[cfg(feature = "soak")]
        "mtn:3,2,0",
        "mtn:3,2,1",
        "tesh:2,2,0",
        "tesh:2,2,1",
        "tesh:2,2,2",
        #[cfg(feature = "soak")]
        "tesh:2,3,0",
        "tesh:2,3,1",
        #[cfg(feature = "soak")]
        "tesh:3,2,0",
        "tesh:3,2,1",
        "htn:4,4,2,0",
        "htn:4,4,2,1",
        "htn:4,4,2,2",
        #[cfg(feature = "soak")]
        "mh3dt:4,4,2,0",
        "mh3dt:4,4,2,1",
        "mh3dt:4,4,2,2",
        "rdt:4",
        "rdt:8",
        "rdt:16",
        "torus:2,2",
        "torus:4,4",
        "torus:3,5",
        "torus:4,6",
        "torus:8,8",
        "torus:16,16",
        "torus:4,4,4",
        "torus:3,4,6",
        "torus:2,3,4,5",
        "mesh:4,6",
        "hypercube:5",
    ] {
        let network = network(name);
        for options in [RoutingOptions::default(), papers()] {
            let report = check(&network, options, None, Walk::Representatives, &|_, _| ()).unwrap();
            assert!(report.acyclic(), "{name} {options:?}: {:?}", report.cycle);
        }
    }
}

/// VA3: as many arbiters at an output port as the rule has classes; one with channel selection. Every candidate's VCs are of one class then.
#[test]
fn classes_have_arbiters_of_their_own() {
    use RoutingAlgorithm::{Cs, Dor, Ls, LsCs};
    for (name, algorithm, vcs, expected) in [
        ("ttn:2,2,1", Dor, 4, 4),
        ("ttn:2,4,0", Dor, 3, 3),
        ("tesh:2,2,1", Dor, 4, 2),
        ("htn:4,4,2,1", Dor, 4, 2),
        ("htn:4,4,2,1", Ls, 4, 3),
        ("htn:4,4,2,1", Cs, 4, 1),
        ("htn:4,4,2,1", LsCs, 4, 1),
        ("mh3dt:4,4,2,1", Dor, 4, 2),
        ("rdt:8", Dor, 4, 2),
        ("rdt:16", Dor, 4, 3),
        ("torus:4,6", Dor, 5, 2),
        ("mesh:4,6", Dor, 4, 1),
        ("hypercube:5", Dor, 4, 1),
    ] {
        let network = network(name);
        let routing = for_network(&network, RoutingOptions::new(algorithm, None).with_ties(Ties::Plus), vcs).unwrap();
        assert_eq!(routing.classes(), expected, "{name} {algorithm}");
        if matches!(algorithm, Cs | LsCs) {
            continue;
        }
        let owned = classes(expected, vcs);
        for (source, destination) in (0..network.routers() as u32).flat_map(|s| [(s, (s * 7 + 3) % 24), (s, (s + 1) % 24)]) {
            let candidates =
                routing.route(source, TerminalId(destination), routing.source_bits(TerminalId(source), TerminalId(destination), 0));
            assert!(candidates.iter().all(|c| c.port == 0 || owned.contains(&c.vcs)), "{name} {algorithm}: {candidates:?}");
        }
    }
    // By default hops of class any share the port's arbiter with those of one class; where none or all are, classes have their own.
    for (name, expected) in [
        ("ttn:2,2,1", 1),
        ("ttn:2,3,1", 1),
        ("ttn:2,4,0", 3),
        ("ttn:3,2,0", 4),
        ("sttn:2,2,0", 1),
        ("mtn:2,2,1", 1),
        ("tesh:2,2,1", 2),
        ("htn:4,4,2,1", 1),
        ("mh3dt:4,4,2,1", 2),
        ("rdt:16", 3),
        ("torus:4,4", 1),
        ("torus:4,6", 1),
        ("torus:8,6", 2),
        ("mesh:4,6", 1),
    ] {
        assert_eq!(routing(&network(name), 4).classes(), expected, "{name}");
    }
}
