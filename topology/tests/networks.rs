//! Networks against docs/networks.md and the published tables (TTN paper, Table 1; MTN paper, Table 2).

use std::collections::{BTreeMap, VecDeque};

use torusmith_topology::rdt::Rdt;
use torusmith_topology::torus::Torus;
use torusmith_topology::{Error, Graph, Network, NetworkSpec, TerminalId};

mod networks {
    mod cubes;
    mod high_radix;
    mod htn_general;
    mod links_by_hand;
    mod metrics;
    mod slices;
    mod tori_connected;
}

fn network(name: &str) -> Network {
    name.parse().unwrap()
}

fn graph(name: &str) -> Graph {
    network(name).graph()
}

fn degrees(graph: &Graph) -> Vec<(usize, usize)> {
    let mut count = BTreeMap::new();
    (0..graph.routers()).for_each(|node| *count.entry(graph.degree(node)).or_insert(0) += 1);
    count.into_iter().collect()
}

/// Number of links, both directions of a pair counted once.
fn wires(graph: &Graph) -> usize {
    graph.iter_links().filter(|&(from, to)| graph.downstream(to.node as usize, to.port as usize) != Some(from) || from < to).count()
}

/// Diameter, and mean distance over all ordered pairs, including pairs of a node with itself.
fn distances(graph: &Graph) -> (usize, f64) {
    let (mut diameter, mut sum) = (0, 0);
    for source in 0..graph.routers() {
        let mut distance = vec![usize::MAX; graph.routers()];
        distance[source] = 0;
        let mut open = VecDeque::from([source]);
        while let Some(node) = open.pop_front() {
            for next in (1..graph.ports()).filter_map(|port| graph.downstream(node, port)) {
                if distance[next.node as usize] == usize::MAX {
                    distance[next.node as usize] = distance[node] + 1;
                    open.push_back(next.node as usize);
                }
            }
        }
        diameter = diameter.max(*distance.iter().max().unwrap());
        sum += distance.iter().sum::<usize>();
    }
    (diameter, sum as f64 / (graph.routers() * graph.routers()) as f64)
}

#[test]
fn corners_of_basic_modules_have_degree_six() {
    // Two of 16 nodes have the inter-BM links of level 2, and four have links of levels 2 and 3.
    for name in ["ttn:2,2,0", "ttn:2,2,1"] {
        assert_eq!(degrees(&graph(name)), [(4, 224), (6, 32)], "{name}");
    }
    assert_eq!(degrees(&graph("ttn:2,3,0")), [(4, 3072), (6, 1024)]);
    assert_eq!(degrees(&graph("ttn:2,2,2")), [(4, 192), (6, 64)]);
    // At level 4, inputs and outputs are on different nodes with one free port each.
    assert_eq!(degrees(&graph("ttn:2,4,0")), [(4, 8 << 12), (5, 4 << 12), (6, 4 << 12)]);
    assert_eq!(degrees(&graph("ttn:3,2,0")), [(4, 4096 - 128), (6, 128)]);
    assert_eq!(degrees(&graph("torus:8,8")), [(4, 64)]);
}

#[test]
fn wiring_is_that_of_the_tables() {
    assert_eq!(wires(&graph("ttn:2,2,0")), 544);
    // Table 1 counts the links of the basic modules and the ends of the channels between them.
    for (name, published) in [("ttn:2,2,0", 576), ("ttn:2,2,1", 640), ("ttn:2,3,0", 10240), ("ttn:2,3,1", 12288)] {
        let graph = graph(name);
        let (inside, between): (Vec<_>, Vec<_>) = graph.iter_links().partition(|(from, _)| from.port < 5);
        assert_eq!(inside.len() / 2 + between.len() * 2, published, "{name}");
    }
}

#[test]
fn distances_are_those_of_the_reference() {
    for (name, diameter, mean) in [("ttn:2,2,0", 14, 7.156), ("ttn:2,2,1", 12, 6.156)] {
        let found = distances(&graph(name));
        assert!(found.0 == diameter && (found.1 - mean).abs() < 5e-4, "{name}: {found:?}");
    }
    // A ring of K nodes, K even: mean K / 4.
    assert_eq!(distances(&graph("torus:8,6")), (7, 3.5));
}

#[test]
fn the_papers_example_runs_along_links() {
    // TTN paper, Fig. 5.
    let ttn = network("ttn:2,3,0");
    let graph = ttn.graph();
    let path = "000000 y- 000030 3V+ 100030 3V+ 200030 x- 200033 3H+ 210033 3H+ 220033 3H+ 230033 y+ 230003 x+ 230000 2V+ 231000 x- 231003 2H+ 231103 \
                y+ 231113 x- 231112";
    let words: Vec<&str> = path.split_whitespace().collect();
    for step in words.windows(3).step_by(2) {
        let (from, to) = (ttn.parse_address(step[0]).unwrap(), ttn.parse_address(step[2]).unwrap());
        let port = (1..graph.ports()).find(|&p| ttn.port_name(from, p as u8) == step[1]).expect(step[1]);
        assert_eq!(graph.downstream(from as usize, port).map(|link| link.node), Some(to), "{step:?}");
    }
}

#[test]
fn inter_bm_ports_are_where_the_table_says() {
    // docs/networks.md, TTN, Ports; (row, column) of V and H outputs in the basic module.
    let table = [("ttn:2,3,0", "2V+", "00"), ("ttn:2,3,0", "2H+", "03"), ("ttn:2,3,0", "3V+", "30"), ("ttn:2,3,0", "3H+", "33")];
    let far = [("ttn:2,4,0", "4V+", "02"), ("ttn:2,4,0", "4H+", "13"), ("ttn:3,2,0", "2V+", "00"), ("ttn:3,2,0", "2H+", "07")];
    for (name, port, at) in table.into_iter().chain(far) {
        let ttn = network(name);
        let module = 1 << (if name.starts_with("ttn:3") { 6 } else { 4 });
        let have: Vec<u32> = (0..module).filter(|&node| ttn.port_name(node, 5) == port).collect();
        let [node] = have[..] else { panic!("{name} {port}: {have:?}") };
        assert!(ttn.format_address(node).ends_with(at), "{name} {port}: {}", ttn.format_address(node));
    }
    // Two groups: the second is the 180-degree image of the first.
    let ttn = network("ttn:2,2,2");
    let at: Vec<String> = (0..16).filter(|&n| ttn.port_name(n, 5) == "2V+").map(|n| ttn.format_address(n)).collect();
    assert_eq!(at, ["0000", "0033"]);
}

#[test]
fn level_four_enters_beside_where_it_leaves() {
    let ttn = network("ttn:2,4,0");
    let graph = ttn.graph();
    let from = ttn.parse_address("30000002").unwrap();
    let to = graph.downstream(from as usize, 5).unwrap();
    assert_eq!((ttn.format_address(to.node).as_str(), to.port), ("00000001", 5));
}

#[test]
fn rings_close_and_run_both_ways_where_they_should() {
    for name in ["ttn:2,2,0", "ttn:2,2,1", "ttn:2,2,2", "ttn:2,3,1", "ttn:3,2,1"] {
        let network = network(name);
        let graph = network.graph();
        for (from, to) in graph.iter_links() {
            assert_eq!(graph.upstream(to.node as usize, to.port as usize), Some(from));
            let back = graph.downstream(to.node as usize, to.port as usize);
            let both_ways = from.port < 5 || graph.ports() == 7;
            assert_eq!(back == Some(from), both_ways, "{name}: {from:?} {to:?}");
        }
        let side = if name.starts_with("ttn:3") { 8 } else { 4 };
        for (node, port) in (0..graph.routers()).flat_map(|n| (1..graph.ports()).map(move |p| (n, p))) {
            let mut at = node;
            for step in 1..=side {
                let Some(next) = graph.downstream(at, port) else { break };
                at = next.node as usize;
                assert_eq!(at == node, step == side, "{name}: node {node} port {port} step {step}");
            }
        }
    }
}

#[test]
fn link_direction_is_free_for_q_0_and_1() {
    let default = network("ttn:2,2,0");
    assert_eq!((default.ports(), default.with_bidirectional(true).unwrap().ports()), (6, 7));
    assert_eq!(network("ttn:2,2,1").with_bidirectional(false).unwrap().ports(), 6);
    assert!(network("ttn:2,2,2").with_bidirectional(false).is_err());
    assert!(network("ttn:2,4,0").with_bidirectional(true).is_err());
    assert!(network("torus:4,4").with_bidirectional(false).is_err());
    assert_eq!(default.with_bidirectional(true).unwrap().slug(), "ttn_2_2_0_bi");
}

#[test]
fn names_are_read_as_papers_and_shells_write_them() {
    for name in ["ttn:2,2,1", "TTN(2,2,1)", "TTN(2, 2, 1)", "Ttn:2,2,1", " ttn(2,2,1) "] {
        assert_eq!(network(name).to_string(), "TTN(2,2,1)", "{name:?}");
    }
    assert_eq!(network("torus:8,16").to_string(), "torus(8,16)");
    for (name, told) in [
        ("foo:1", "unknown"),
        ("", "unknown"),
        ("ttn", "cannot be read"),
        ("ttn:2,2", "cannot be read"),
        ("ttn:2,2,x", "cannot be read"),
        ("ttn:2,2,-1", "cannot be read"),
        ("ttn:1,2,0", "m = 1"),
        ("ttn:4,2,0", "m = 4"),
        ("ttn:2,1,0", "L = 1"),
        ("ttn:2,6,0", "L = 6"),
        ("ttn:2,4,1", "L = 4"),
        ("ttn:2,3,2", "L = 3"),
        ("ttn:2,2,3", "q = 3"),
        ("ttn:3,4,0", "L = 4"),
        ("ttn:3,2,2", "q = 2"),
        ("torus:0,4", "rows = 0"),
        ("torus:4,257", "columns = 257"),
    ] {
        let error = name.parse::<Network>().unwrap_err().to_string();
        assert!(error.contains(told) && !error.contains('\n'), "{name}: {error}");
    }
}

#[test]
fn addresses_are_digits_most_significant_first() {
    let ttn = network("ttn:2,3,0");
    assert_eq!(ttn.parse_address("231112").unwrap(), 0b10_11_01_01_01_10);
    assert_eq!(ttn.parse_address("(2,3)(1,1)(1,2)").unwrap(), ttn.parse_address("231112").unwrap());
    assert_eq!(network("ttn:3,2,0").parse_address("7012").unwrap(), 0o7012);
    assert_eq!(network("torus:4,6").parse_address("3,5").unwrap(), 23);
    for name in ["ttn:2,2,0", "ttn:3,2,1", "torus:3,5"] {
        let network = network(name);
        for node in 0..network.routers() as u32 {
            assert_eq!(network.parse_address(&network.format_address(node)), Ok(node));
        }
    }
    for (name, address) in [
        ("ttn:2,2,0", "0004"),
        ("ttn:2,2,0", "000"),
        ("ttn:2,2,0", "00000"),
        ("ttn:2,2,0", "00x0"),
        ("torus:4,4", "4,0"),
        ("torus:4,4", "1"),
    ] {
        let error = network(name).parse_address(address).unwrap_err();
        assert!(matches!(error, Error::Address { .. }), "{error}");
    }
}

#[test]
fn headers_have_the_bits_that_the_contract_says() {
    // docs/router.md, L4: A bits that hold every node number; a routing bit for q = 2 only.
    let cases =
        [("ttn:2,2,0", 8, 0), ("ttn:2,2,2", 8, 1), ("ttn:2,3,1", 12, 0), ("ttn:3,2,1", 12, 0), ("torus:8,8", 6, 0), ("torus:3,3", 4, 0)];
    for (name, address, route) in cases {
        assert_eq!((network(name).address_bits(), network(name).route_bits()), (address, route), "{name}");
    }
}

#[test]
fn traffic_patterns_that_need_the_topology() {
    let ttn = network("ttn:2,3,0");
    let at = |address: &str| ttn.parse_terminal(address).unwrap();
    assert_eq!(ttn.transpose(at("231012")), Ok(at("320121")));
    assert_eq!(ttn.hot_spot(at("231112")), Ok(at("230000")));
    let torus = Torus::new(&[8, 8]).unwrap();
    // The hot node of a 4x4 part of 2x2 nodes is the one next to the centre.
    let hot = [(0, 0), (1, 6), (7, 2), (5, 5)].map(|(r, c)| torus.hot_spot(TerminalId(r * 8 + c)).unwrap().0);
    assert_eq!(hot, [8 + 1, 8 + 6, 6 * 8 + 3, 4 * 8 + 4]);
}

/// docs/networks.md: a gate plane has 4 corners with 8 links, 8 edge nodes with 7, 4 inner nodes with 6; 2^q of the 4 planes of each of 16 BMs.
#[test]
fn the_contours_of_htn_gate_planes_have_the_inter_bm_links() {
    for q in 0..3 {
        let planes = 16 << q;
        let graph = graph(&format!("htn:4,4,2,{q}"));
        assert_eq!(degrees(&graph), [(6, 1024 - 12 * planes), (7, 8 * planes), (8, 4 * planes)], "q = {q}");
        // 3 * 1024 wires in the BMs; between BMs, each gate plane has 16 ports, 4 on each side.
        assert_eq!(wires(&graph), 3 * 1024 + 8 * planes, "q = {q}");
    }
}

/// networks/htn.md, A2: means over pairs of different nodes.
#[test]
fn distances_in_htn() {
    for (q, diameter, mean) in [(0, 16, 7.6950), (1, 15, 7.2258), (2, 14, 6.7566)] {
        let (found, with_self) = distances(&graph(&format!("HTN(4,4,2,{q})")));
        assert_eq!(found, diameter, "q = {q}");
        assert!((with_self * 1024.0 / 1023.0 - mean).abs() < 0.00005, "q = {q}: {with_self}");
    }
}

#[test]
fn links_of_htn_lead_where_the_table_says() {
    let htn = network("htn:4,4,2,1");
    let graph = htn.graph();
    let at = |address: &str| htn.parse_address(address).unwrap();
    let port = |label: &str| (0..9).find(|&p| htn.port_label(p) == label).unwrap();
    for (from, out, to, into) in [
        ("00000", "x+", "00001", "x-"),
        ("21330", "x-", "21333", "x+"),
        ("21332", "y+", "21302", "y-"),
        ("21302", "z-", "21202", "z+"),
        // North from y = 3 with x and z kept, the wrap link from Y = 3; south from y = 0.
        ("12132", "ey", "22102", "ey"),
        ("32132", "ey", "02102", "ey"),
        ("02001", "ey", "32031", "ey"),
        // East from x = 3, west from x = 0.
        ("12123", "ex", "13120", "ex"),
        ("13123", "ex", "10120", "ex"),
        ("10020", "ex", "13023", "ex"),
    ] {
        let link = graph.downstream(at(from) as usize, port(out) as usize).unwrap();
        assert_eq!((htn.format_address(link.node), htn.port_name(link.node, link.port)), (to.into(), into.into()), "{out} of {from}");
    }
    // Nodes off the contour, or off the gate planes z = 0, 1, have no such links.
    for (node, out) in [("00010", "ey"), ("00001", "ex"), ("00233", "ey"), ("00233", "ex"), ("00300", "ey")] {
        assert_eq!(graph.downstream(at(node) as usize, port(out) as usize), None, "{out} of {node}");
    }
    for (from, to) in graph.iter_links() {
        assert_eq!(graph.downstream(to.node as usize, to.port as usize), Some(from), "all links run both ways");
    }
}

#[test]
fn htn_names_headers_and_patterns() {
    let htn = network("htn:4,4,2,1");
    assert_eq!((htn.clone(), htn.to_string(), htn.slug()), (network("HTN(4,4,2,1)"), "HTN(4,4,2,1)".into(), "htn_4_4_2_1".into()));
    assert_eq!((htn.routers(), htn.ports(), htn.address_bits(), htn.route_bits()), (1024, 9, 10, 4));
    assert_eq!(htn.parse_address("(2 3)(1 0 2)").unwrap(), 0b10_11_01_00_10);
    for node in 0..1024 {
        assert_eq!(htn.parse_address(&htn.format_address(node)), Ok(node));
    }
    assert!(matches!(htn.parse_address("0000").unwrap_err(), Error::Address { .. }));
    assert_eq!(htn.transpose(TerminalId(0b10110_01011)), Ok(TerminalId(0b01011_10110)));
    for (source, hot) in [("00000", "11033"), ("13222", "12030"), ("21300", "21003"), ("33333", "22000"), ("11033", "11033")] {
        assert_eq!(htn.format_terminal(htn.hot_spot(htn.parse_terminal(source).unwrap()).unwrap()), hot, "{source}");
    }
    assert!(matches!("htn:4,4,2".parse::<Network>().unwrap_err(), Error::Syntax { .. }));
    assert!(htn.with_bidirectional(true).unwrap_err().to_string().contains("HTN: links"));
}

/// networks/rdt.md, B1: the ranks of the four first nodes of the rows y = 0..3.
#[test]
fn rdt_ranks_are_those_of_definition_6() {
    for (name, rows) in [
        ("rdt:128", ["2143", "4321", "4321", "2143"]),
        ("rdt:64", ["2113", "1321", "1321", "2113"]),
        ("rdt:32", ["2113", "1321", "1321", "2113"]),
        ("rdt:16", ["2121"; 4]),
        ("rdt:8", ["1111"; 4]),
        ("rdt:4", ["1111"; 4]),
    ] {
        let network = network(name);
        let rdt = network.of::<Rdt>().unwrap();
        for node in 0..rdt.routers() as u32 {
            let (x, y) = rdt.position(node);
            let want = rows[y as usize % 4].as_bytes()[x as usize % 4] - b'0';
            assert_eq!(rdt.rank(node), u32::from(want), "{name} {x},{y}");
        }
    }
}

/// networks/rdt.md, B1: upper links keep the rank, and every other rank is one rank-0 hop away; B4: the diameter of 64 x 64 by the graph is 8.
#[test]
fn rdt_links_keep_the_rank_and_reach_every_rank() {
    for side in [4, 8, 16, 32, 64, 128] {
        let rdt = Rdt::new(side).unwrap();
        let graph = Network::new(rdt).graph();
        assert_eq!(graph.links(), 8 * rdt.routers());
        for node in 0..rdt.routers() as u32 {
            let to = |port| rdt.downstream(node, port).unwrap();
            assert!((5..9).all(|port| rdt.rank(to(port).node) == rdt.rank(node)), "{side}: {node}");
            let near = (1..=rdt.max_rank()).filter(|&rank| rank == rdt.rank(node) || (1..5).any(|port| rdt.rank(to(port).node) == rank));
            assert_eq!(near.count() as u32, rdt.max_rank(), "{side}: {node}");
            for port in 1..9 {
                let there = to(port);
                assert_eq!(
                    rdt.downstream(there.node, there.port).map(|l| (l.node, l.port)),
                    Some((node, port)),
                    "{side}: {node} port {port}"
                );
            }
        }
    }
    assert_eq!(distances(&graph("rdt:64")).0, 8);
}

#[test]
fn rdt_names_and_refusals() {
    let rdt = network("rdt:16");
    assert_eq!((rdt.clone(), rdt.to_string(), rdt.slug()), (network("RDT(2,2,1)/α"), "RDT(2,2,1)/alpha 16x16".into(), "rdt_16".into()));
    assert_eq!(network("RDT(2,4,1)/alpha"), network("rdt:128"));
    assert_eq!((rdt.routers(), rdt.ports(), rdt.address_bits(), rdt.route_bits()), (256, 9, 8, 21));
    assert_eq!(rdt.parse_address("3,5"), Ok(5 * 16 + 3));
    assert_eq!(rdt.format_address(5 * 16 + 3), "3,5");
    assert!(matches!(rdt.parse_address("16,0").unwrap_err(), Error::Address { .. }));
    for (name, field) in
        [("rdt:12", "N"), ("rdt:2", "N"), ("rdt:256", "N"), ("RDT(3,2,1)/α", "n"), ("RDT(2,5,1)/α", "R"), ("RDT(2,2,2)/α", "m")]
    {
        assert!(matches!(name.parse::<Network>().unwrap_err(), Error::Parameter { field: f, .. } if f == field), "{name}");
    }
}
