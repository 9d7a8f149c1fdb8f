//! STTN, MTN and TESH against networks/ttn-tesh-sttn-mtn.md (sections 1 and 2), the TTN paper's Table 1 and the MTN paper's Table 2. A row
//! that ends in `bi` has bidirectional rings.

use torusmith_topology::metrics::{arc_connectivity, bisection, distances, longest_wire, wiring};
use torusmith_topology::{Error, Graph, Network, every_terminal};

use super::super::{degrees, distances as by_search, network, wires};

/// Parses a network's name; `bi` as in `sttn:2,2,0 bi` selects bidirectional rings.
fn called(name: &str) -> Network {
    match name.strip_suffix(" bi") {
        Some(name) => network(name).with_bidirectional(true).unwrap(),
        None => network(name),
    }
}

fn graph(name: &str) -> Graph {
    called(name).graph()
}

#[test]
fn degrees_are_those_of_the_reference() {
    for name in ["sttn:2,2,0", "sttn:2,2,1", "mtn:2,2,0", "mtn:2,2,1"] {
        assert_eq!(degrees(&graph(name)), [(4, 224), (6, 32)], "{name}");
    }
    assert_eq!(degrees(&graph("mtn:2,2,2")), [(4, 192), (6, 64)]);
    for name in ["sttn:2,3,0", "mtn:2,3,1"] {
        assert_eq!(degrees(&graph(name)), [(4, 3072), (6, 1024)], "{name}");
    }
    // In a mesh of 4x4: 4 corners of degree 2, 8 nodes of degree 3 on edges; the V and the H node of a level are corners.
    for name in ["tesh:2,2,0", "tesh:2,2,1"] {
        assert_eq!(degrees(&graph(name)), [(2, 32), (3, 128), (4, 96)], "{name}");
    }
    assert_eq!(degrees(&graph("tesh:2,3,0")), [(3, 2048), (4, 2048)]);
    assert_eq!(degrees(&graph("tesh:2,2,2")), [(3, 128), (4, 128)]);
    // Links of level 4 leave and enter at eight nodes with one free port each.
    assert_eq!(degrees(&graph("sttn:2,4,0")), [(4, 8 << 12), (5, 4 << 12), (6, 4 << 12)]);
}

#[test]
fn wires_are_those_of_the_tables() {
    for (name, links, ends) in [
        ("sttn:2,2,0", 544, 576),
        ("sttn:2,2,1", 544, 640),
        ("mtn:2,2,0", 544, 576),
        ("mtn:2,2,1", 544, 640),
        ("mtn:2,3,0", 9216, 10240),
        ("mtn:2,3,1", 9216, 12288),
        ("tesh:2,2,0", 416, 448),
        ("tesh:2,2,1", 416, 512),
        ("tesh:2,2,2", 448, 640),
        ("tesh:2,3,0", 7168, 8192),
        ("tesh:2,3,1", 7168, 10240),
    ] {
        let (network, graph) = (called(name), graph(name));
        let found = wiring(&network, &graph);
        assert_eq!((found.links, found.ends, wires(&graph)), (links, ends, links), "{name}");
    }
}

/// Shortest paths: diameter, and mean including pairs of a node with itself.
#[test]
fn distances_are_those_of_the_reference() {
    for (name, diameter, mean) in [
        ("sttn:2,2,0", 14, 7.578),
        ("sttn:2,2,0 bi", 12, 6.578),
        ("mtn:2,2,0", 14, 7.156),
        ("mtn:2,2,1", 11, 5.938),
        ("mtn:2,3,0", 20, 11.152),
        ("mtn:2,3,1", 14, 8.768),
        ("tesh:2,2,0", 18, 9.766),
        ("tesh:2,3,0", 26, 16.069),
        ("tesh:2,2,0 bi", 16, 8.766),
        ("tesh:2,3,0 bi", 22, 14.069),
    ] {
        let (network, graph) = (called(name), graph(name));
        let found = distances(&graph, &network.orbits(), &|_, _| ());
        assert_eq!(found.diameter, diameter, "{name}");
        assert!((found.average_with_self() - mean).abs() < 5.1e-4, "{name}: {}", found.average_with_self());
        if network.routers() < 4096 {
            assert_eq!(by_search(&graph), (diameter as usize, found.average_with_self()), "{name}");
        }
    }
}

#[test]
fn one_basic_module_stands_for_all() {
    for name in ["sttn:2,2,0", "sttn:2,3,1", "mtn:2,2,0", "mtn:2,2,1", "mtn:2,3,1", "mtn:3,2,1", "tesh:2,2,2", "tesh:2,3,0", "tesh:3,2,0"] {
        let (network, graph) = (called(name), graph(name));
        let all = distances(&graph, &every_terminal(network.routers()), &|_, _| ());
        assert_eq!(distances(&graph, &network.orbits(), &|_, _| ()), all, "{name}");
    }
}

#[test]
fn arc_connectivity_is_that_of_the_tables() {
    for (name, arcs) in [
        ("tesh:2,2,0", 2),
        ("tesh:2,2,1", 2),
        // Every corner of a basic module has a port: the paper's 2 is below the least degree (networks/ttn-tesh-sttn-mtn.md, section 1).
        ("tesh:2,2,2", 3),
        ("tesh:2,3,0", 3),
        ("tesh:2,3,1", 3),
        ("sttn:2,2,0", 4),
        ("sttn:2,2,1", 4),
        ("sttn:2,3,0", 4),
        ("mtn:2,2,0", 4),
        ("mtn:2,3,1", 4),
    ] {
        assert_eq!(arc_connectivity(&graph(name)), arcs, "{name}");
    }
}

/// The straight cuts: an MTN's columns need one and a half times as many links as its rows.
#[test]
fn bisections_are_those_of_the_tables() {
    for (name, width) in [
        ("sttn:2,2,0", 8),
        ("sttn:2,2,1", 16),
        ("sttn:2,3,0", 128),
        ("mtn:2,2,0", 8),
        ("mtn:2,2,1", 16),
        ("mtn:2,2,2", 32),
        ("mtn:2,3,0", 128),
        ("tesh:2,2,0", 8),
        ("tesh:2,2,1", 16),
        ("tesh:2,2,2", 32),
        ("tesh:2,3,0", 128),
        ("mtn:3,2,1", 32),
    ] {
        let (network, graph) = (called(name), graph(name));
        assert_eq!(bisection(&network, &graph).width, width, "{name}");
    }
    let graph = graph("mtn:2,2,0");
    let across = |low: fn(u32) -> bool| graph.iter_links().filter(|(from, to)| low(from.node) != low(to.node)).count();
    assert_eq!((across(|node| node >> 6 < 2), across(|node| node >> 4 & 3 < 2)), (8, 12));
}

/// docs/networks.md: the link over the last row of an MTN leads two columns further on; all other links are as in a TTN.
#[test]
fn the_twist_is_at_the_wrap_of_vertical_rings_alone() {
    let (mtn, ttn) = (network("mtn:2,3,1"), network("ttn:2,3,1"));
    let (graph, straight) = (mtn.graph(), ttn.graph());
    for (from, out, to) in [
        ("003000", "up+", "000200"),
        ("003300", "up+", "000100"),
        ("002100", "up+", "003100"),
        ("000100", "up-", "003300"),
        ("303030", "up+", "023030"),
        ("002030", "up-", "322030"),
    ] {
        let node = mtn.parse_address(from).unwrap();
        let port = (1..mtn.ports() as u8).find(|&port| mtn.port_label(port) == out).unwrap();
        let link = graph.downstream(node as usize, port.into()).unwrap();
        assert_eq!(mtn.format_address(link.node), to, "{out} of {from}");
    }
    let differ = graph.iter_links().filter(|(from, to)| straight.downstream(from.node as usize, from.port as usize) != Some(*to)).count();
    // Of 256 BMs a quarter each are in the last and the first row of a level, of two levels.
    assert_eq!(differ, 2 * 2 * 64);
}

/// docs/networks.md: (row, column) of the outputs in a basic module.
#[test]
fn ports_are_on_the_corners_that_the_contract_says() {
    for (name, places) in [
        ("sttn:2,5,0", "2V+ 00 2H+ 33 3V+ 30 3H+ 03 4V+ 01 4H+ 13 5V+ 32 5H+ 20"),
        ("mtn:2,5,0", "2V+ 00 2H+ 03 3V+ 30 3H+ 33 4V+ 02 4H+ 13 5V+ 32 5H+ 10"),
        ("tesh:2,3,0", "2V+ 00 2H+ 03 3V+ 30 3H+ 33"),
        ("sttn:3,2,1", "2V+ 00 2H+ 77"),
    ] {
        let network = network(name);
        let nodes = if name.contains(":3") { 64 } else { 16 };
        let words: Vec<&str> = places.split(' ').collect();
        for pair in words.chunks(2) {
            let at: Vec<String> = (0..nodes).filter(|&n| network.port_name(n, 5) == pair[0]).map(|n| network.format_address(n)).collect();
            assert!(at.len() == 1 && at[0].ends_with(pair[1]), "{name} {pair:?}: {at:?}");
        }
    }
    // Inputs of levels 4 and 5.
    for (name, outputs, inputs) in [
        ("sttn:2,5,0", ["01", "13", "32", "20"], ["0010000002", "0001000023", "1000000031", "0100000010"]),
        ("ttn:2,5,0", ["02", "13", "32", "10"], ["0010000001", "0001000023", "1000000031", "0100000020"]),
    ] {
        let network = network(name);
        for (from, to) in outputs.into_iter().zip(inputs) {
            let link = network.downstream(network.parse_address(&format!("00000000{from}")).unwrap(), 5).unwrap();
            assert_eq!((network.format_address(link.node).as_str(), link.port), (to, 5), "{name} {from}");
        }
    }
    let two_groups = network("ttn:2,2,2");
    for (port, places) in [("2V+", ["0000", "0033"]), ("2H+", ["0003", "0030"])] {
        let at = (0..16).filter(|&node| two_groups.port_name(node, 5) == port).map(|node| two_groups.format_address(node));
        assert!(at.eq(places), "{port}");
    }
}

#[test]
fn rings_close_and_links_have_two_ends() {
    for name in ["sttn:2,2,0", "sttn:2,3,1", "sttn:3,2,1", "mtn:2,2,0", "mtn:2,2,2", "mtn:2,3,1", "mtn:3,2,1", "tesh:2,2,2", "tesh:2,3,1"] {
        let (network, graph) = (called(name), graph(name));
        let side = if name.contains(":3,") { 8 } else { 4 };
        for (from, to) in graph.iter_links() {
            assert_eq!(graph.upstream(to.node as usize, to.port as usize), Some(from));
            let back = graph.downstream(to.node as usize, to.port as usize);
            assert_eq!(back == Some(from), from.port < 5 || network.ports() == 7, "{name}: {from:?} {to:?}");
            // A twisted ring passes each of its rows twice before it closes.
            let (mut at, mut steps) = (from.node, 0);
            while let Some(next) = graph.downstream(at as usize, from.port.into()) {
                at = next.node;
                steps += 1;
                if at == from.node {
                    break;
                }
            }
            let vertical = network.port_name(from.node, from.port).contains('V');
            match (name.starts_with("mtn") && vertical, name.starts_with("tesh") && from.port < 5) {
                (true, _) => assert_eq!((at, steps), (from.node, 2 * side), "{name}: {from:?}"),
                (_, true) => assert!(at != from.node && steps < side, "{name}: {from:?}"),
                _ => assert_eq!((at, steps), (from.node, side), "{name}: {from:?}"),
            }
        }
    }
}

/// TTN paper, section 4.6, and STTN paper, section F: 12 and 48; 2^m - 1 for the rings of the basic modules. An inter-BM ring spans three
/// rows of networks of the level below, in an MTN also two of their columns, and one more between the nodes of levels 4 and 5.
#[test]
fn longest_wires_are_the_published_ones() {
    for (name, longest) in [
        ("ttn:2,2,0", Some(12)),
        ("ttn:2,2,1", Some(12)),
        ("ttn:2,3,0", Some(48)),
        ("sttn:2,2,0", Some(12)),
        ("sttn:2,3,0", Some(48)),
        ("tesh:2,3,0", Some(48)),
        ("ttn:2,4,0", Some(3 * 64 + 1)),
        ("ttn:3,2,0", Some(56)),
        ("mtn:2,2,0", Some(12 + 8)),
        ("mtn:2,3,1", Some(48 + 32)),
        ("mesh:16,16", Some(1)),
        ("torus:16,16", Some(15)),
        ("torus:64,32", Some(63)),
        ("torus:4,4,4", None),
        ("htn:4,4,2,1", None),
        ("rdt:16", None),
        ("hypercube:6", None),
        ("ccc:5", None),
    ] {
        let network = network(name);
        assert_eq!(longest_wire(&network, &network.graph()), longest, "{name}");
    }
}

#[test]
fn names_are_read_and_told_and_addresses_are_digits() {
    for (name, told, slug) in
        [("sttn:2,3,1", "STTN(2,3,1)", "sttn_2_3_1"), ("mtn:2,2,0", "MTN(2,2,0)", "mtn_2_2_0"), ("tesh:2,2,2", "TESH(2,2,2)", "tesh_2_2_2")]
    {
        let read = network(name);
        assert_eq!((read.to_string().as_str(), read.slug().as_str()), (told, slug));
        assert_eq!(network(told), read);
        assert_eq!(network(&told.to_lowercase().replace(',', " , ")), read);
        for node in 0..read.routers() as u32 {
            assert_eq!(read.parse_address(&read.format_address(node)), Ok(node));
        }
    }
    assert_eq!(network("sttn:2,3,0").parse_address("(2,3)(1,1)(1,2)").unwrap(), 0b10_11_01_01_01_10);
    assert_eq!(called("mtn:2,2,0 bi").slug(), "mtn_2_2_0_bi");
    assert_eq!((network("tesh:2,2,2").route_bits(), network("mtn:2,2,1").route_bits(), network("sttn:2,3,0").address_bits()), (1, 0, 12));
}

#[test]
fn what_is_not_defined_is_refused_in_a_line() {
    for (name, told) in [
        ("sttn", "cannot be read"),
        ("sttn:2,2", "cannot be read"),
        ("mtn:2,2,0,1", "cannot be read"),
        ("tesh:a,2,0", "cannot be read"),
        ("mtn:2,2,-1", "cannot be read"),
        ("tesh:1,2,0", "TESH: m = 1"),
        ("mtn:4,2,0", "MTN: m = 4"),
        ("sttn:2,1,0", "STTN: L = 1"),
        ("sttn:2,6,0", "STTN: L = 6"),
        ("mtn:2,4,1", "MTN: L = 4"),
        ("tesh:2,3,2", "TESH: L = 3"),
        ("sttn:2,2,2", "STTN: q = 2"),
        ("tesh:2,2,3", "TESH: q = 3"),
        ("sttn:3,3,0", "STTN: L = 3"),
        ("mtn:3,3,0", "MTN: L = 3"),
        ("ttn:3,4,0", "TTN: L = 4"),
        ("tesh:3,2,2", "TESH: q = 2"),
        ("sttnn:2,2,0", "unknown"),
    ] {
        let error = name.parse::<Network>().unwrap_err().to_string();
        assert!(error.contains(told) && !error.contains('\n'), "{name}: {error}");
    }
    for name in ["sttn:2,4,0", "tesh:2,5,0"] {
        let error = network(name).with_bidirectional(true).unwrap_err();
        assert!(matches!(error, Error::Parameter { field: "links", .. }), "{error}");
    }
    for address in ["0004", "000", "00000", "00x0", ""] {
        let error = network("tesh:2,2,0").parse_address(address).unwrap_err();
        assert!(error.to_string().contains("TESH(2,2,0)") && matches!(error, Error::Address { .. }), "{error}");
    }
}
