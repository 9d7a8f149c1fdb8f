//! Star, fat tree, flattened butterfly and concentrated networks, whose terminals are apart from routers, against docs/networks.md.

use torusmith_topology::metrics::{BisectionKind, arc_connectivity, bisection, distances, longest_wire, wiring};
use torusmith_topology::{Error, LinkSlices, LocalPort, Network, NetworkSpec, TerminalId, Undefined, every_terminal};

use super::super::{degrees, graph, network, wires};

/// (network, from, port number, port name, to, name of the input port).
const LINKS: &[(&str, &str, u8, &str, &str, &str)] = &[
    // Up port u of level 0 changes the last digit of the position, and arrives at the down port of the digit that was there.
    ("fattree:4,3", "0,23", 9, "up1", "1,21", "down3"),
    ("fattree:4,3", "1,21", 8, "up0", "2,01", "down2"),
    ("fattree:4,3", "2,01", 7, "down3", "1,31", "up0"),
    ("fattree:4,3", "1,31", 6, "down2", "0,32", "up1"),
    ("fattree:2,2", "0,0", 5, "up1", "1,1", "down0"),
    ("fattree:3,4", "2,120", 3, "down0", "1,100", "up2"),
    ("fattree:2,16", "14,000000000000000", 5, "up1", "15,100000000000000", "down0"),
    ("flatfly:4,2,4", "3,2", 4, "x+1", "3,3", "x+3"),
    ("flatfly:4,2,4", "3,2", 5, "x+2", "3,0", "x+2"),
    ("flatfly:4,2,4", "3,2", 9, "y+3", "2,2", "y+1"),
    ("flatfly:3,3,1", "2,1,0", 5, "z+1", "0,1,0", "z+2"),
    ("flatfly:2,4,2", "1,0,0,1", 5, "w+1", "0,0,0,1", "w+1"),
    // 9 groups of 4 routers: router 3 of group 8 has the global links 6 and 7, to groups 8 + 7 and 8 + 8 mod 9, which are their links 1 and 0.
    ("dragonfly:4,2,2", "8,3", 5, "global0", "6,0", "global1"),
    ("dragonfly:4,2,2", "8,3", 6, "global1", "7,0", "global0"),
    ("dragonfly:4,2,2", "0,1", 5, "global0", "3,2", "global1"),
    ("dragonfly:4,2,2", "8,3", 2, "group+1", "8,0", "group+3"),
    ("dragonfly:2,1,1", "1,0", 2, "global0", "2,1", "global0"),
    ("mesh:8,8:4", "3,5", 4, "x+", "3,6", "x-"),
    ("mesh:8,8:4", "3,5", 7, "y-", "2,5", "y+"),
    ("torus:4,6:2", "1,5", 2, "x+", "1,0", "x-"),
    ("hypercube:4:3", "0110", 6, "d3", "1110", "d3"),
    ("ttn:2,2,1:2", "0000", 6, "2V+", "1000", "up-"),
    ("mtn:2,2,1:5", "3100", 9, "2V+", "0300", "up-"),
];

#[test]
fn links_lead_where_the_names_say() {
    for &(name, from, port, label, to, into) in LINKS {
        let network = network(name);
        let from = network.parse_address(from).unwrap();
        assert_eq!(network.port_name(from, port), label, "{name}");
        let link = network.graph().downstream(from as usize, port.into()).unwrap_or_else(|| panic!("{name}: {label}"));
        assert_eq!((network.format_address(link.node), network.port_label(link.port)), (to.into(), into), "{name}: {label}");
    }
    for (name, router, port) in [
        ("fattree:4,3", "0,23", 4),
        ("fattree:4,3", "2,01", 8),
        ("flatfly:4,2,4", "0,0", 3),
        ("mesh:8,8:4", "0,7", 4),
        ("mesh:8,8:4", "0,7", 3),
        ("tesh:2,2,0:2", "0000", 3),
        ("star:8", "0", 7),
    ] {
        let network = network(name);
        assert_eq!(network.downstream(network.parse_address(router).unwrap(), port), None, "{name}: port {port} of {router}");
    }
    for name in [
        "fattree:2,2",
        "fattree:3,3",
        "fattree:4,3",
        "flatfly:5,2,2",
        "flatfly:3,4,1",
        "flatfly:2,1,7",
        "dragonfly:4,2,2",
        "dragonfly:3,5,1",
        "mesh:3,5:2",
        "mtn:2,2,2:3",
    ] {
        let graph = graph(name);
        for (from, to) in graph.iter_links() {
            assert_eq!(graph.downstream(to.node as usize, to.port as usize), Some(from), "{name}");
        }
    }
}

/// k^n terminals, n k^(n-1) routers, (n-1) k^n links both ways; K^N routers and N (K-1) K^N / 2 links; K terminals a router. Columns: terminals, routers,
/// local ports, ports, links, address bits.
#[test]
fn counts_by_formula() {
    for (name, expected) in [
        ("star:2", (2, 1, 2, 2, 0, 1)),
        ("star:32", (32, 1, 32, 32, 0, 5)),
        ("fattree:2,3", (8, 12, 2, 6, 16, 3)),
        ("fattree:4,3", (64, 48, 4, 12, 128, 6)),
        ("fattree:10,2", (100, 20, 10, 30, 100, 7)),
        ("fattree:3,2", (9, 6, 3, 9, 9, 4)),
        ("flatfly:4,2,4", (64, 16, 4, 10, 48, 6)),
        ("flatfly:4,2,1", (16, 16, 1, 7, 48, 4)),
        ("flatfly:8,1,8", (64, 8, 8, 15, 28, 6)),
        ("flatfly:3,3,2", (54, 27, 2, 8, 81, 6)),
        // A group's A / 2 links in each of A H + 1 groups, and a link for any two groups.
        ("dragonfly:4,2,2", (72, 36, 2, 7, 9 * 6 + 9 * 8 / 2, 7)),
        ("dragonfly:3,5,1", (48, 48, 1, 8, 16 * 3 + 16 * 15 / 2, 6)),
        ("mesh:8,8:4", (256, 64, 4, 8, 112, 8)),
        ("torus:4,4:3", (48, 16, 3, 7, 32, 6)),
        ("hypercube:4:2", (32, 16, 2, 6, 32, 5)),
        ("ttn:2,2,1:2", (512, 256, 2, 8, 544, 9)),
    ] {
        let network = network(name);
        let graph = network.graph();
        let (terminals, routers) = (graph.terminals(), graph.routers());
        assert_eq!((terminals, routers), (network.terminals(), network.routers()), "{name}");
        assert_eq!((terminals, routers, graph.local_ports(), graph.ports(), wires(&graph), network.address_bits()), expected, "{name}");
        assert_eq!(wiring(&network, &graph).links, expected.4, "{name}");
        assert_eq!(graph.attached().apart(), !["flatfly:4,2,1", "dragonfly:3,5,1"].contains(&name), "{name}");
    }
    // Leaves and roots have links up or down alone.
    assert_eq!(degrees(&graph("fattree:3,3")), [(3, 18), (6, 9)]);
    assert_eq!(degrees(&graph("flatfly:4,2,4")), [(6, 16)]);
    assert_eq!(degrees(&graph("mesh:4,6:4")), [(2, 4), (3, 12), (4, 8)]);
}

/// (network, terminal's address, number, router's address, local port).
const TERMINALS: &[(&str, &str, u32, &str, u8)] = &[
    ("star:8", "5", 5, "0", 5),
    ("fattree:4,3", "231", 45, "0,23", 1),
    ("fattree:10,2", "98", 98, "0,9", 8),
    ("fattree:2,4", "1101", 13, "0,110", 1),
    ("flatfly:4,2,4", "3,2:1", 57, "3,2", 1),
    ("dragonfly:4,2,2", "8,3:1", 71, "8,3", 1),
    ("flatfly:4,2,1", "3,2", 14, "3,2", 0),
    ("mesh:8,8:4", "3,5:1", 117, "3,5", 1),
    ("mesh(8,8):4", "(3, 5):1", 117, "3,5", 1),
    ("ttn:2,2,1:3", "0123:0", 81, "0123", 0),
    ("hypercube:4:16", "0110:15", 111, "0110", 15),
];

#[test]
fn terminals_are_where_the_addresses_say() {
    for &(name, address, terminal, router, port) in TERMINALS {
        let (network, terminal) = (network(name), TerminalId(terminal));
        assert_eq!(network.read_terminal(address), Ok(terminal), "{name}");
        assert_eq!(network.attachment(terminal), LocalPort { router: network.parse_address(router).unwrap(), port }, "{name}");
        assert_eq!(network.port_label(port), if network.local_ports() > 1 { format!("local{port}") } else { "local".into() }, "{name}");
        for terminal in TerminalId::all(network.terminals()) {
            assert_eq!(network.read_terminal(&network.format_terminal(terminal)), Ok(terminal), "{name}");
        }
        for router in 0..network.routers() as u32 {
            assert_eq!(network.parse_address(&network.format_address(router)), Ok(router), "{name}");
        }
    }
    for (name, address, form) in [
        ("star:8", "8", "a number 0 to 7"),
        ("fattree:4,3", "234", "3 digits 0 to 3, such as 001"),
        ("fattree:4,3", "0,23", "3 digits 0 to 3, such as 001"),
        ("mesh:8,8:4", "3,5", "row,column with row 0 to 7 and column 0 to 7; then a colon and 0 to 3, such as 0,0:1"),
        ("mesh:8,8:4", "3,5:4", "row,column with row 0 to 7 and column 0 to 7; then a colon and 0 to 3, such as 0,0:1"),
        ("ttn:2,2,1:2", "0124:1", "4 digits 0 to 3, such as 0001; then a colon and 0 to 1, such as 0000:1"),
        ("mesh:8,8:4", "3,8:1", "row,column with row 0 to 7 and column 0 to 7; then a colon and 0 to 3, such as 0,0:1"),
    ] {
        assert_eq!(network(name).read_terminal(address), Err(form.into()), "{name} {address}");
    }
    for (name, address) in
        [("fattree:4,3", "3,00"), ("fattree:4,3", "0,04"), ("fattree:4,3", "0,0"), ("fattree:4,3", "00"), ("star:8", "1")]
    {
        assert!(matches!(network(name).parse_address(address), Err(Error::Address { .. })), "{name} {address}");
    }
}

/// Routers of two terminals with highest different digit j are 2j links apart: (k-1) k^j such terminals. Flattened butterfly: C (K-1)^i terminals for
/// each choice of i dimensions. Concentrated: the base network's distances, K terminals for each node, and K - 1 at home.
#[test]
fn distances_by_closed_forms() {
    let of = |name: &str| {
        let network = network(name);
        let found = distances(&network.graph(), &network.orbits(), &|_, _| ());
        assert_eq!(distances(&network.graph(), &every_terminal(network.terminals()), &|_, _| ()), found, "{name}");
        (found.diameter, found.average())
    };
    let near = |name: &str, diameter, sum: u64, others: u64| {
        let (found, mean) = of(name);
        assert!(found == diameter && (mean - sum as f64 / others as f64).abs() < 1e-9, "{name}: {found} {mean}");
    };
    for (k, n) in [(2u64, 2u32), (2, 3), (4, 3), (3, 4), (10, 2)] {
        let sum = (1..n).map(|j| 2 * u64::from(j) * (k - 1) * k.pow(j)).sum();
        near(&format!("fattree:{k},{n}"), 2 * (n - 1), sum, k.pow(n) - 1);
    }
    near("flatfly:4,2,4", 2, 4 * (6 + 2 * 9), 63);
    near("flatfly:5,1,3", 1, 3 * 4, 14);
    near("flatfly:3,3,2", 3, 2 * (6 + 2 * 12 + 3 * 8), 53);
    near("star:9", 0, 0, 8);
    near("torus:4,4:3", 4, 3 * 32, 47);
    assert!((of("fattree:4,3").1 - 3.4286).abs() < 5e-5 && (of("flatfly:4,2,4").1 - 1.5238).abs() < 5e-5);
    for base in ["mesh:3,5", "ttn:2,2,1", "tesh:2,2,2", "hypercube:5"] {
        let (base, each) = (network(base), 3u64);
        let alone = distances(&base.graph(), &every_terminal(base.routers()), &|_, _| ());
        let (nodes, sum) = (base.routers() as u64, alone.average() * (base.routers() * (base.routers() - 1)) as f64);
        let (diameter, mean) = of(&format!("{base}:{each}"));
        let expected = sum * (each * each) as f64 / (nodes * each * (nodes * each - 1)) as f64;
        assert!(diameter == alone.diameter && (mean - expected).abs() < 1e-9, "{base}: {mean} {expected}");
    }
}

/// A line of K routers has (K/2)^2 links from one half to the other. A router of a flattened butterfly is cut off by all its links, one of a fat tree's
/// leaves by k. Of 5 x 5 x 5 routers 62 are a half: two planes and 12 routers of the middle one, which are two lines and 2 of 5 routers.
/// Layout: a fat tree's links lead from a row to the next, and change the first digit of the position at most.
#[test]
fn cuts_and_wires() {
    for (name, width, kind, cut) in [
        ("flatfly:4,2,4", 4 * 4, BisectionKind::Exact, 6),
        ("flatfly:8,2,2", 8 * 16, BisectionKind::Exact, 14),
        ("flatfly:5,3,1", 25 * 6 + 6 + 5 * 6, BisectionKind::UpperBound, 12),
        ("fattree:4,3", 32, BisectionKind::UpperBound, 4),
        ("mesh:8,8:4", 8, BisectionKind::Exact, 2),
        ("torus:16,16:2", 32, BisectionKind::Exact, 4),
        ("ttn:2,2,1:2", 16, BisectionKind::Exact, 4),
        ("star:5", 0, BisectionKind::Exact, 0),
    ] {
        let (network, graph) = (network(name), graph(name));
        let found = bisection(&network, &graph);
        assert_eq!((found.width, found.kind, arc_connectivity(&graph)), (width, kind, cut), "{name}: {}", found.cut);
    }
    for (name, wire) in [("fattree:4,3", Some(1 + 12)), ("flatfly:4,2,4", Some(3)), ("mesh:8,8:4", Some(1)), ("flatfly:3,3,1", None)] {
        assert_eq!(longest_wire(&network(name), &graph(name)), wire, "{name}");
    }
    let tree = network("fattree:4,3");
    assert_eq!([0, 15, 16 + 7, 32].map(|router| tree.place(router)), [(2, 0), (2, 15), (1, 7), (0, 0)].map(Some));
}

#[test]
fn kinds_of_links() {
    for (name, text, links) in [
        ("fattree:4,3", "level1=1", 128),
        ("fattree:4,3", "level2=1", 128),
        ("flatfly:4,2,4", "x=1", 48),
        ("mesh:8,8:4", "y=1", 112),
        ("dragonfly:4,2,2", "global=1", 72),
        ("dragonfly:4,2,2", "group=1", 108),
        ("torus:4,4:2", "wrap=1", 16),
    ] {
        let network = network(name);
        let slices = LinkSlices::read(&network, text).unwrap();
        let found = network.graph().iter_links().filter(|(from, _)| slices.of(&network, from.node, from.port) == 1).count();
        assert_eq!(found, links, "{name} {text}");
    }
    for (name, kinds) in [
        ("fattree:2,4", "level1, level2, level3"),
        ("flatfly:2,3,4", "x, y, z"),
        ("dragonfly:2,1,3", "group, global"),
        ("mesh:4,4:2", "x, y"),
    ] {
        assert_eq!(network(name).link_kinds().join(", "), kinds, "{name}");
    }
    assert!(network("star:4").link_kinds().is_empty());
    let tree = network("fattree:4,3");
    for (from, to) in tree.graph().iter_links() {
        assert_eq!(tree.link_kind(from.node, from.port), tree.link_kind(to.node, to.port));
    }
}

#[test]
fn patterns_that_need_the_topology() {
    let to = |name: &str, from: &str, pattern: fn(&dyn NetworkSpec, TerminalId) -> Result<TerminalId, Undefined>| {
        let network = network(name);
        pattern(&*network, network.read_terminal(from).unwrap()).map(|to| network.format_terminal(to))
    };
    for (name, from, expected) in [
        ("mesh:8,8:4", "1,6:1", "6,1:2"),
        ("mesh:8,8:2", "1,6:1", "6,1:1"),
        ("mesh:8,8:8", "1,6:3", "6,1:3"),
        ("mesh:4,4:16", "1,3:6", "3,1:9"),
        ("ttn:2,2,1:4", "3120:3", "1302:3"),
        ("hypercube:4:4", "1101:2", "0111:1"),
        ("fattree:4,2", "13", "31"),
        ("fattree:2,4", "0111", "1101"),
        ("flatfly:4,2,4", "1,3:2", "3,1:1"),
    ] {
        assert_eq!(to(name, from, |network, from| network.transpose(from)), Ok(expected.into()), "{name}");
    }
    for (name, from) in
        [("fattree:4,3", "000"), ("flatfly:4,3,2", "0,0,0:0"), ("mesh:4,8:4", "0,0:0"), ("star:4", "0"), ("dragonfly:2,1,3", "0,0:0")]
    {
        assert!(to(name, from, |network, from| network.transpose(from)).is_err(), "{name}");
    }
    for (name, from, expected) in [("mesh:8,8:4", "1,6:3", "1,6:0"), ("mesh:8,8:4", "0,0:2", "1,1:0"), ("ttn:2,2,1:2", "2311:1", "2300:0")]
    {
        assert_eq!(to(name, from, |network, from| network.hot_spot(from)), Ok(expected.into()), "{name}");
    }
    assert!(to("fattree:4,3", "000", |network, from| network.hot_spot(from)).is_err());
}

#[test]
fn names_and_refusals() {
    for (name, shown, slug) in [
        ("star:8", "star(8)", "star_8"),
        ("FatTree:4, 3", "fattree(4,3)", "fattree_4_3"),
        ("flatfly(4,2,4)", "flatfly(4,2,4)", "flatfly_4_2_4"),
        ("flatfly:4,2,1", "flatfly(4,2,1)", "flatfly_4_2_1"),
        ("dragonfly:4,2,2", "dragonfly(4,2,2)", "dragonfly_4_2_2"),
        ("mesh:8,8:4", "mesh(8,8):4", "mesh_8_8_x4"),
        ("TTN(2,2,1):2", "TTN(2,2,1):2", "ttn_2_2_1_x2"),
    ] {
        let network = network(name);
        assert_eq!((network.to_string(), network.slug()), (shown.into(), slug.into()));
        assert_eq!(shown.parse(), Ok(network.clone()));
    }
    assert_ne!(network("mesh:8,8"), network("mesh:8,8:2"));
    for (name, told) in [
        ("star:0", "star: T = 0 is not allowed; allowed: 2 to 32"),
        ("star:1", "star: T = 1"),
        ("star:33", "star: T = 33"),
        ("star", "cannot be read"),
        ("star:8:2", "star: terminals a router = 2"),
        ("fattree:0,3", "fat tree: K = 0 is not allowed; allowed: 2 to 10"),
        ("fattree:1,3", "K = 1"),
        ("fattree:11,2", "K = 11"),
        ("fattree:4,0", "fat tree: N = 0 is not allowed; allowed: 2 to 9 for K = 4"),
        ("fattree:4,1", "one level is a star"),
        ("fattree:2,17", "N = 17 is not allowed; allowed: 2 to 16"),
        ("fattree:10,7", "allowed: 2 to 6"),
        ("fattree:4,4294967295", "N = 4294967295"),
        ("fattree:4", "cannot be read"),
        ("flatfly:1,2,4", "flattened butterfly: K = 1"),
        ("flatfly:0,2,4", "K = 0"),
        ("flatfly:4,0,4", "N = 0 is not allowed; allowed: 1 to 4"),
        ("flatfly:2,5,1", "N = 5"),
        ("flatfly:17,2,1", "K = 17 is not allowed; allowed: 2 to 16 for N = 2"),
        ("flatfly:4,2,0", "C = 0"),
        ("flatfly:4,2,27", "C = 27 is not allowed; allowed: 1 to 26"),
        ("flatfly:32,1,2", "C = 2 is not allowed; allowed: 1 (a router"),
        ("dragonfly:1,2,2", "dragonfly: A = 1 is not allowed; allowed: 2 to 31"),
        ("dragonfly:0,2,2", "A = 0"),
        ("dragonfly:4,0,2", "H = 0 is not allowed; allowed: 1 to 28 for A = 4"),
        ("dragonfly:4,29,1", "H = 29"),
        ("dragonfly:4294967295,4294967295,1", "A = 4294967295"),
        ("dragonfly:4,2,0", "P = 0"),
        ("dragonfly:4,2,28", "P = 28 is not allowed; allowed: 1 to 27"),
        ("flatfly:4,2,4:2", "flattened butterfly: terminals a router = 2"),
        ("mesh:8,8:0", "mesh: terminals a router = 0 is not allowed; allowed: 2 to 28"),
        ("mesh:8,8:1", "terminals a router = 1"),
        ("mesh:8,8:29", "terminals a router = 29"),
        ("mesh:8,8:x", "cannot be read"),
        ("mesh:8,8:", "cannot be read"),
        ("mesh:8,8:4:2", "cannot be read"),
        ("mesh:0,8:4", "rows = 0"),
        ("torus:1024:2", "x = 1024"),
        ("torus:256,256,16:2", "terminals a router = 2 is not allowed; allowed: no number"),
        ("torus:256,256,4:5", "terminals a router = 5 is not allowed; allowed: 2 to 4"),
        ("hypercube:16:17", "allowed: 2 to 16"),
        ("rdt:16:4", "RDT: terminals a router = 4 is not allowed; allowed: no number; NAME:K is for networks of torus, mesh"),
        ("htn:4,4,2,1:2", "HTN: terminals a router = 2"),
        ("ccc:4:2", "CCC: terminals a router = 2"),
    ] {
        let error = name.parse::<Network>().unwrap_err().to_string();
        assert!(error.contains(told) && !error.contains('\n'), "{name}: {error}");
    }
    let unknown = "mash:8,8:4".parse::<Network>().unwrap_err().to_string();
    assert!(unknown.contains("did you mean `mesh:8,8:4`?") && unknown.contains("NAME:K"), "{unknown}");
}

#[test]
fn direction_of_links_is_the_base_network_s() {
    let default = network("ttn:2,2,0:2");
    let both = default.with_bidirectional(true).unwrap();
    assert_eq!((default.ports(), both.ports(), both.slug()), (7, 8, "ttn_2_2_0_bi_x2".into()));
    assert_eq!((both.terminals(), both.joins_modules(6), both.joins_modules(5)), (512, true, false));
    assert!(network("mesh:4,4:2").with_bidirectional(true).is_err() && network("fattree:2,2").with_bidirectional(true).is_err());
}
