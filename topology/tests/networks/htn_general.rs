//! HTNs of other sizes than HTN(4,4,2,q) (docs/networks.md, "HTN of other sizes").

use torusmith_topology::htn_general::HtnGeneral;
use torusmith_topology::{Classes, Error, Network, NetworkSpec, TerminalId};

use super::super::{degrees, distances, graph, network, wires};

/// The general description gives the same network as the built-in one: links, names, closing links.
#[test]
fn four_by_four_is_the_built_in_one() {
    for q in 0..3 {
        let (general, own) = (HtnGeneral::new(4, 4, 2, q).unwrap(), network(&format!("htn:4,4,2,{q}")));
        assert_eq!(
            (general.name(), general.slug(), general.routers(), general.ports()),
            (own.name(), own.slug(), own.routers(), own.ports())
        );
        for node in 0..1024 {
            assert_eq!(general.format_address(node), own.format_address(node));
            for port in 0..9 {
                assert_eq!(general.downstream(node, port), own.downstream(node, port), "{node} by {port}");
                assert_eq!(general.closes_ring(node, port), own.closes_ring(node, port), "{node} by {port}");
            }
        }
    }
}

/// A gate plane has 4 m ends of links between modules: m on each side.
#[test]
fn links_are_counted_and_run_both_ways() {
    for (name, nodes, modules, planes) in [
        ("htn:2,2,2,0", 32, 4, 1),
        ("htn:2,2,2,1", 32, 4, 2),
        ("htn:3,2,2,0", 108, 4, 1),
        ("htn:3,3,3,0", 2187, 81, 2),
        ("htn:5,3,2,2", 1125, 9, 4),
        ("htn:4,3,3,1", 5184, 81, 4),
        ("htn:8,2,2,3", 2048, 4, 8),
    ] {
        let network = network(name);
        let graph = network.graph();
        let m = network.of::<HtnGeneral>().unwrap().size().m as usize;
        assert_eq!((network.routers(), graph.routers()), (nodes, nodes), "{name}");
        assert_eq!(wires(&graph), 3 * nodes + modules * planes * 4 * m / 2, "{name}");
        let corners = modules * planes * 4;
        let edges = modules * planes * 4 * (m - 2);
        let inner = nodes - corners - edges;
        let expected: Vec<_> = [(6, inner), (7, edges), (8, corners)].into_iter().filter(|&(_, count)| count > 0).collect();
        assert_eq!(degrees(&graph), expected, "{name}");
        for (from, to) in graph.iter_links() {
            assert_eq!(graph.downstream(to.node as usize, to.port as usize), Some(from), "{name}");
        }
        for node in 0..nodes as u32 {
            assert_eq!(network.parse_address(&network.format_address(node)), Ok(node), "{name}");
        }
    }
}

#[test]
fn links_by_hand() {
    for (name, from, out, to) in [
        // Odd sides: 2 is the last of 3.
        ("htn:3,5,2,0", "00012", "x+", "00010"),
        ("htn:3,5,2,0", "40021", "ey", "00001"),
        ("htn:3,5,2,0", "04012", "ex", "00010"),
        ("htn:3,5,2,0", "00010", "ex", "04012"),
        // Level 3 by plane 1, level 2 by plane 0.
        ("htn:2,3,3,0", "0000010", "ey", "0010000"),
        ("htn:2,3,3,0", "2000110", "ey", "0000100"),
        ("htn:2,3,3,0", "0000101", "ex", "0100100"),
        ("htn:8,2,2,1", "11170", "ey", "01100"),
    ] {
        let network = network(name);
        let port = (0..9).find(|&port| network.port_label(port) == out).unwrap();
        let link = network.downstream(network.parse_address(from).unwrap(), port).unwrap();
        assert_eq!(network.format_address(link.node), to, "{name}: {out} of {from}");
    }
    // Plane 1 has no gates in a network of two levels.
    let two = network("htn:3,5,2,0");
    assert_eq!(two.downstream(two.parse_address("00120").unwrap(), 7), None);
}

/// networks/htn.md, A2, reading B: routed means and diameters, which ties do not change.
#[test]
fn the_ways_have_the_lengths_of_dimension_order() {
    for (q, diameter, mean) in [(0, 18, 7.9453), (1, 17, 7.4761), (2, 16, 7.0068)] {
        let general = HtnGeneral::new(4, 4, 2, q).unwrap();
        let network = Network::new(general);
        let lengths = network.route_table().unwrap().lengths(&network.graph());
        assert_eq!(lengths.diameter, diameter, "q = {q}");
        assert!((lengths.average() - mean).abs() < 0.00005, "q = {q}: {}", lengths.average());
    }
}

/// Every route ends at its destination, has at least the graph's distance, and both links of rings of 2 are used.
#[test]
fn tables_are_complete() {
    for name in ["htn:2,2,2,0", "htn:2,2,2,1", "htn:2,3,3,0", "htn:3,2,2,1", "htn:3,6,2,0", "htn:4,2,3,0", "htn:5,2,2,2", "htn:6,2,2,1"] {
        let network = network(name);
        let (graph, table) = (network.graph(), network.route_table().unwrap());
        assert_eq!(table.classes(), Classes::Auto);
        table.check(&graph).unwrap();
        let (diameter, _) = distances(&graph);
        assert!(table.lengths(&graph).diameter as usize >= diameter, "{name}");
        let mut used = vec![false; graph.routers() * 9];
        let nodes = 0..graph.routers() as u32;
        for (at, to) in nodes.clone().flat_map(|at| nodes.clone().map(move |to| (at, to))) {
            used[at as usize * 9 + usize::from(table.hop(at, TerminalId(to)).port)] = true;
        }
        // The last hop along x of a ring of 2 has one destination, and so uses one of two links.
        let one_of_two = |port: u8| name.starts_with("htn:2,") && matches!(port, 1 | 2);
        let idle = graph.iter_links().find(|(from, _)| !one_of_two(from.port) && !used[from.node as usize * 9 + usize::from(from.port)]);
        assert_eq!(idle, None, "{name}: a link that no packet takes");
    }
}

#[test]
fn large_ones_are_graphs_alone() {
    let large = network("htn:5,3,2,0");
    assert_eq!((large.routers(), large.route_table()), (1125, None));
    assert_eq!(graph("htn:8,8,2,3").routers(), 32768);
}

#[test]
fn parameters_that_are_refused() {
    for (name, field) in [
        ("htn:1,4,2,0", "m"),
        ("htn:9,4,2,0", "m"),
        ("htn:4,9,2,0", "n"),
        ("htn:4,1,2,0", "n"),
        ("htn:4,4,1,0", "L"),
        ("htn:4,4,6,0", "L"),
        ("htn:3,4,3,1", "L"),
        ("htn:4,4,2,3", "q"),
        ("htn:3,4,2,2", "q"),
        ("htn:8,8,3,0", "L"),
    ] {
        let error = name.parse::<Network>().unwrap_err();
        assert!(matches!(&error, Error::Parameter { network: "HTN", field: f, .. } if *f == field), "{name}: {error}");
    }
    let error = network("htn:3,2,2,0").parse_address("00003").unwrap_err().to_string();
    assert!(error.contains("5 digits") && error.contains("0 to 2"), "{error}");
}
