//! Star, fat tree, flattened butterfly and concentrated networks: routes, lengths, dependencies, classes, refusals (docs/networks.md).

use std::collections::BTreeSet;

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{
    NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, VcRule, algorithms, for_network, least_vcs, lengths, path, rules,
};
use torusmith_topology::metrics::distances;
use torusmith_topology::{Network, TerminalId, every_terminal};

use super::support::{network, papers, papers_routing, routing};

/// (network, from, to, the hops as port and lowest VC) with 2 VCs, by the papers' routing.
const PATHS: &[(&str, &str, &str, &str)] = &[
    ("star:8", "5", "2", "local20"),
    ("star:8", "5", "5", "local50"),
    // Up by the destination's last digit, then its second, down by its digits from the first on.
    ("fattree:4,3", "000", "231", "up10 up30 down20 down30 local10"),
    ("fattree:4,3", "231", "203", "up30 down00 local30"),
    ("fattree:4,3", "231", "232", "local20"),
    ("fattree:2,4", "1010", "0110", "up00 up10 up10 down00 down10 down10 local00"),
    ("fattree:10,2", "98", "07", "up70 down00 local70"),
    // x first, one hop a dimension, by the difference mod K.
    ("flatfly:4,2,4", "3,2:1", "1,0:3", "x+20 y+20 local30"),
    ("flatfly:4,2,4", "3,2:1", "3,1:0", "x+30 local00"),
    ("flatfly:3,3,1", "2,1,0", "0,1,2", "x+20 z+10 local0"),
    ("flatfly:4,2,4", "3,2:1", "3,2:0", "local00"),
    // From group 8 to group 2: global link 2, of router 1; it is link 5 of group 2, which arrives at router 2.
    ("dragonfly:4,2,2", "8,3:1", "2,0:0", "group+20 global00 group+21 local00"),
    ("dragonfly:4,2,2", "8,1:0", "2,2:1", "global00 local10"),
    ("dragonfly:4,2,2", "5,3:0", "5,1:1", "group+21 local10"),
    ("mesh:8,8:4", "3,5:1", "2,3:2", "x-0 x-0 y-0 local20"),
    // Class 1 while the wrap link is ahead.
    ("torus:4,6:2", "1,4:0", "3,0:1", "x+1 x+1 y+0 y+0 local10"),
    ("hypercube:5:3", "10110:2", "01011:1", "d00 d20 d30 d40 local10"),
];

#[test]
fn packets_go_where_the_text_says() {
    for &(name, from, to, hops) in PATHS {
        let network = network(name);
        let (from, to) = (network.read_terminal(from).unwrap(), network.read_terminal(to).unwrap());
        let found = path(&network.graph(), &papers_routing(&network, 2), from, to).unwrap();
        let found: Vec<_> = found.iter().map(|hop| format!("{}{}", network.port_label(hop.port), hop.vc())).collect();
        assert_eq!(found.join(" "), hops, "{name}: {from} to {to}");
    }
}

/// All pairs arrive, on a shortest path: of breadth-first search in fat tree, flattened butterfly, mesh, hypercube and torus, else of the base network.
#[test]
fn routes_are_shortest_paths() {
    for name in [
        "star:7",
        "fattree:2,2",
        "fattree:2,5",
        "fattree:3,3",
        "fattree:4,3",
        "flatfly:4,2,4",
        "flatfly:3,3,2",
        "flatfly:2,4,1",
        "mesh:3,5:4",
        "torus:5,4:2",
        "hypercube:4:3",
    ] {
        let network = network(name);
        let graph = network.graph();
        let shortest = distances(&graph, &every_terminal(network.terminals()), &|_, _| ());
        for orbits in [every_terminal(network.terminals()), network.orbits()] {
            assert_eq!(lengths(&network, &graph, &routing(&network, 4), &orbits, &|_, _| ()).unwrap(), shortest, "{name}");
        }
    }
    let mean = |name: &str| {
        let network = network(name);
        lengths(&network, &network.graph(), &routing(&network, 1), &network.orbits(), &|_, _| ()).unwrap().average()
    };
    assert!((mean("fattree:4,3") - 3.4286).abs() < 5e-5 && (mean("flatfly:4,2,4") - 1.5238).abs() < 5e-5);
    assert!((mean("fattree:2,3") - 2.8571).abs() < 5e-5 && mean("star:4") == 0.0);
    // From each router: 3 of its group; by its own 2 global links to the near router of a group in 1, to 3 others in 2; by 6 others 1 more.
    let sum = 3 + (2 * (1 + 3 * 2) + 6 * (2 + 3 * 3));
    let (network, routing) = (network("dragonfly:4,2,2"), routing(&network("dragonfly:4,2,2"), 2));
    for orbits in [every_terminal(network.terminals()), network.orbits()] {
        let found = lengths(&network, &network.graph(), &routing, &orbits, &|_, _| ()).unwrap();
        assert_eq!((found.diameter, found.average()), (3, f64::from(2 * sum) / 71.0));
    }
}

/// Channels and dependencies over the paths of all pairs of terminals, each VC of a hop a channel: another method than that of the deadlock walk.
fn dependencies(network: &Network, routing: &NetworkRouting) -> (usize, usize) {
    let graph = network.graph();
    let terminals = network.terminals() as u32;
    let (mut channels, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for (from, to) in (0..terminals).flat_map(|from| (0..terminals).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let hops = path(&graph, routing, TerminalId(from), TerminalId(to)).unwrap();
        let links: Vec<Vec<_>> = hops[..hops.len() - 1]
            .iter()
            .map(|hop| (0..8).filter(|vc| hop.vcs >> vc & 1 == 1).map(|vc| (hop.node, hop.port, vc)).collect())
            .collect();
        channels.extend(links.iter().flatten().copied());
        for next in links.windows(2) {
            pairs.extend(next[0].iter().flat_map(|&a| next[1].iter().map(move |&b| (a, b))));
        }
    }
    (channels.len(), pairs.len())
}

/// Fat tree: 2 (n-1) k^n channels; ((n-2)(k+1) + (n-1)(k-1)) k^n dependencies, with `adaptive-up` ((n-2) 2k + (n-1)(k-1)) k^n. Flattened butterfly: N (K-1) K^N; N (N-1) / 2 (K-1)^2 K^N. Concentrated: as
/// in the base network's section of docs/networks.md.
#[test]
fn dependencies_by_formula_and_no_cycle() {
    let any = RoutingOptions::default();
    let adaptive = RoutingOptions::new(RoutingAlgorithm::AdaptiveUp, None);
    for (name, options, channels, count) in [
        ("star:8", any, 0, 0),
        ("fattree:2,2", any, 8, 4),
        ("fattree:2,3", any, 32, 40),
        ("fattree:4,3", any, 256, 704),
        ("fattree:3,4", any, 6 * 81, (2 * 4 + 3 * 2) * 81),
        ("fattree:10,2", any, 200, 900),
        ("fattree:2,3", adaptive, 32, 48),
        ("fattree:4,3", adaptive, 256, 896),
        ("fattree:3,4", adaptive, 6 * 81, (2 * 6 + 3 * 2) * 81),
        ("flatfly:4,2,4", any, 96, 144),
        ("flatfly:4,2,1", any, 96, 144),
        ("flatfly:5,3,2", any, 12 * 125, 3 * 16 * 125),
        ("flatfly:2,4,3", any, 64, 6 * 16),
        ("flatfly:9,1,3", any, 72, 0),
        // 2 VCs: 2 G A (A-1 + H) channels, as a global hop may take both; 4 G A H dependencies.
        ("dragonfly:4,2,2", any, 360, 864),
        ("dragonfly:3,1,1", any, 2 * 4 * 3 * 3, 4 * 4 * 3 * 2),
        ("mesh:3,5:4", any, 2 * 3 * 4 + 2 * 5 * 2, 2 * 3 * 3 + 2 * 5 + 8 * 4),
        ("torus:4,4:4", any, 64, 96),
        ("torus:8,8:3", any, 512, 992),
        ("torus:8:2", papers(), 21, 19),
        ("hypercube:4:3", any, 64, 96),
        ("ttn:2,2,0:2", any, 2112, 7336),
        ("ttn:2,2,0:2", RoutingOptions::new(None, Some(VcRule::Min2)), 1328, 2136),
        ("sttn:2,2,1:3", any, 2176, 8608),
        ("mtn:2,2,2:2", any, 2240, 8576),
        ("tesh:2,2,1:2", any, 1136, 1728),
    ] {
        let network = network(name);
        for walk in [Walk::Exhaustive, Walk::Representatives] {
            let report = check(&network, options, None, walk, &|_, _| ()).unwrap();
            assert_eq!((report.channels, report.dependencies, report.acyclic()), (channels, count, true), "{name} {options:?} {walk:?}");
        }
        // A path is by first candidates.
        if network.terminals() <= 512 && options != adaptive {
            let routing = for_network(&network, options, least_vcs(&network, options).unwrap()).unwrap();
            assert_eq!(dependencies(&network, &routing), (channels, count), "{name} {options:?}");
        }
    }
}

/// Terminal (r, k) takes the base network's path from r, with its classes, all VCs at the end, and its routing bits (q = 2).
#[test]
fn a_concentrated_network_routes_as_its_base() {
    for (base, each) in [("torus:5,6", 3), ("mesh:4,3", 4), ("ttn:2,2,2", 2), ("mtn:2,2,2", 2), ("sttn:2,2,1", 2), ("tesh:2,2,0", 2)] {
        let (alone, concentrated) = (network(base), network(&format!("{base}:{each}")));
        assert_eq!((algorithms(&alone), rules(&alone)), (algorithms(&concentrated), rules(&concentrated)));
        let graphs = (alone.graph(), concentrated.graph());
        for options in [RoutingOptions::default(), papers()] {
            let vcs = least_vcs(&alone, options).unwrap().max(2);
            assert_eq!(least_vcs(&alone, options), least_vcs(&concentrated, options), "{base}");
            let routings = [&alone, &concentrated].map(|network| for_network(network, options, vcs).unwrap());
            assert_eq!((routings[0].classes(), routings[0].route_bits()), (routings[1].classes(), routings[1].route_bits()));
            let nodes = alone.routers() as u32;
            for (from, to) in (0..nodes).flat_map(|from| (from % 7..nodes).step_by(5).map(move |to| (from, to))) {
                let (from, to) = (TerminalId(from), TerminalId(to));
                let by_base = path(&graphs.0, &routings[0], from, to).unwrap();
                for (own, other) in [(0, each - 1), (each - 1, 0), (1, 1)] {
                    let (source, destination) = (TerminalId(from.0 * each + own), TerminalId(to.0 * each + other));
                    assert_eq!(routings[0].source_choices(from, to), routings[1].source_choices(source, destination), "{base}");
                    let found = path(&graphs.1, &routings[1], source, destination).unwrap();
                    let expected =
                        by_base.iter().map(|hop| (hop.node, if hop.port == 0 { other } else { u32::from(hop.port) + each - 1 }, hop.vcs));
                    assert!(expected.eq(found.iter().map(|hop| (hop.node, hop.port.into(), hop.vcs))), "{base}: {source} to {destination}");
                }
            }
        }
    }
}

#[test]
fn options_are_refused_as_of_any_family() {
    let refusal = |name: &str, options, vcs| for_network(&network(name), options, vcs).unwrap_err().to_string();
    let any = RoutingOptions::default();
    for (name, options, vcs, expected) in [
        (
            "fattree:4,3",
            RoutingOptions::new(RoutingAlgorithm::Ls, None),
            2,
            "routing = ls is not allowed; allowed: dor, adaptive-up for fattree(4,3)",
        ),
        (
            "fattree:5,3",
            RoutingOptions::new(RoutingAlgorithm::AdaptiveUp, None),
            2,
            "routing = adaptive-up is not allowed; allowed: dor for fattree(5,3)",
        ),
        (
            "flatfly:4,2,4",
            RoutingOptions::new(None, Some(VcRule::Dateline)),
            2,
            "vc-rule = dateline is not allowed; allowed: any for flatfly(4,2,4)",
        ),
        ("dragonfly:4,2,2", any, 1, "vcs = 1 is not allowed; the VC rule `phase` of dragonfly(4,2,2) needs at least 2"),
        ("star:8", any, 9, "vcs = 9 is not allowed; allowed: 1 to 8"),
        ("torus:8,8:4", any, 1, "vcs = 1 is not allowed; the VC rule `balanced` of torus(8,8):4 needs at least 2"),
        ("mesh:8,8:4", RoutingOptions::new(RoutingAlgorithm::Cs, None), 2, "routing = cs is not allowed; allowed: dor for mesh(8,8):4"),
        (
            "mtn:2,2,1:2",
            RoutingOptions::new(None, Some(VcRule::Phase)),
            2,
            "vc-rule = phase is not allowed; allowed: balanced, paper4, min2, least, literal for MTN(2,2,1):2",
        ),
    ] {
        assert_eq!(refusal(name, options, vcs), expected);
    }
    for name in ["star:8", "fattree:4,3", "flatfly:4,2,4", "mesh:8,8:4"] {
        assert_eq!(least_vcs(&network(name), any), Ok(1), "{name}");
    }
}
