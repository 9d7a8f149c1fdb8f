//! k-ary n-cubes, mesh and hypercube against docs/networks.md.

use torusmith_topology::mesh::Mesh;
use torusmith_topology::torus::Torus;
use torusmith_topology::{Error, Network, NetworkSpec, TerminalId, Undefined, every_terminal};

use super::super::{degrees, graph, network, wires};

/// (network, from, output port, to, input port), with the wrap links.
const LINKS: &[(&str, &str, &str, &str, &str)] = &[
    ("torus:4,6", "1,2", "x+", "1,3", "x-"),
    ("torus:4,6", "1,5", "x+", "1,0", "x-"),
    ("torus:4,6", "3,2", "y+", "0,2", "y-"),
    ("torus:4,6", "0,0", "y-", "3,0", "y+"),
    ("torus:3,4,5", "1,2,4", "x+", "1,2,0", "x-"),
    ("torus:3,4,5", "1,0,4", "y-", "1,3,4", "y+"),
    ("torus:3,4,5", "2,1,3", "z+", "0,1,3", "z-"),
    ("torus:2,3,4,5", "1,2,3,0", "x-", "1,2,3,4", "x+"),
    ("torus:2,3,4,5", "1,2,3,0", "z+", "1,0,3,0", "z-"),
    ("torus:2,3,4,5", "1,2,3,0", "w+", "0,2,3,0", "w-"),
    ("mesh:3,4", "1,2", "x+", "1,3", "x-"),
    ("mesh:3,4", "1,2", "y-", "0,2", "y+"),
    ("torus:8", "7", "x+", "0", "x-"),
    ("torus:1,8", "0,0", "x-", "0,7", "x+"),
    ("torus:8,1", "7,0", "y+", "0,0", "y-"),
    ("torus:4,1,3", "3,0,2", "z+", "0,0,2", "z-"),
    ("mesh:8", "3", "x-", "2", "x+"),
    ("mesh:1,8", "0,6", "x+", "0,7", "x-"),
    ("mesh:8,1", "1,0", "y-", "0,0", "y+"),
    ("hypercube:4", "0110", "d0", "0111", "d0"),
    ("hypercube:4", "0110", "d3", "1110", "d3"),
];

#[test]
fn links_lead_where_the_names_say() {
    for &(name, from, out, to, into) in LINKS {
        let network = network(name);
        let port = (1..network.ports() as u8).find(|&port| network.port_label(port) == out).unwrap();
        let link = network.graph().downstream(network.parse_address(from).unwrap() as usize, port.into()).unwrap();
        assert_eq!((network.format_address(link.node), network.port_label(link.port)), (to.into(), into), "{name}: {out} of {from}");
    }
}

#[test]
fn nodes_are_numbered_x_first() {
    for (name, address, node) in [("torus:4,6", "3,5", 23), ("torus:3,4,5", "2,1,3", (2 * 4 + 1) * 5 + 3), ("mesh:3,4", "2,1", 9)] {
        assert_eq!(network(name).parse_address(address), Ok(node), "{name}");
    }
    assert_eq!(network("torus:2,3,4,5").parse_address("(1, 2, 3, 4)"), Ok(119));
    assert_eq!(network("hypercube:5").parse_address("01101"), Ok(13));
    for name in ["torus:2,3,4", "torus:3,2,2,4", "mesh:3,5", "hypercube:1", "hypercube:6", "torus:8", "torus:4,1,3", "mesh:5,1", "mesh:7"] {
        let network = network(name);
        for node in 0..network.routers() as u32 {
            assert_eq!(network.parse_address(&network.format_address(node)), Ok(node), "{name}");
        }
    }
    for (name, address) in
        [("torus:2,3,4", "1,2"), ("torus:2,3,4", "2,0,0"), ("mesh:3,5", "3,0"), ("hypercube:3", "0020"), ("hypercube:3", "012")]
    {
        assert!(matches!(network(name).parse_address(address), Err(Error::Address { .. })), "{name} {address}");
    }
}

#[test]
fn every_link_has_one_back() {
    for name in ["torus:2,3", "torus:2,3,4", "torus:3,2,2,4", "mesh:2,5", "hypercube:5"] {
        let graph = graph(name);
        for (from, to) in graph.iter_links() {
            assert_eq!(graph.downstream(to.node as usize, to.port as usize), Some(from), "{name}");
        }
    }
}

#[test]
fn degrees_and_wires_by_hand() {
    assert_eq!(degrees(&graph("torus:4,4,4")), [(6, 64)]);
    assert_eq!(degrees(&graph("torus:3,3,3,3")), [(8, 81)]);
    assert_eq!(degrees(&graph("hypercube:7")), [(7, 128)]);
    // Four corners, the rest of the edges, the inner nodes.
    assert_eq!(degrees(&graph("mesh:4,6")), [(2, 4), (3, 12), (4, 8)]);
    // Ends and inner nodes of a line, independent of its notation; all nodes of a ring are alike.
    for line in ["mesh:8", "mesh:1,8", "mesh:8,1"] {
        assert_eq!((degrees(&graph(line)), wires(&graph(line))), (vec![(1, 2), (2, 6)], 7), "{line}");
    }
    for ring in ["torus:8", "torus:1,8", "torus:8,1", "torus:1,8,1", "torus:1,1,1,8"] {
        assert_eq!((degrees(&graph(ring)), wires(&graph(ring))), (vec![(2, 8)], 8), "{ring}");
    }
    assert_eq!([wires(&graph("mesh:4,6")), wires(&graph("hypercube:7")), wires(&graph("torus:4,5,6"))], [38, 448, 360]);
}

#[test]
fn names_and_refusals() {
    for (name, shown, slug, ports, bits) in [
        ("torus:8,16", "torus(8,16)", "torus_8_16", 5, 7),
        ("torus:4,5,6", "torus(4,5,6)", "torus_4_5_6", 7, 7),
        ("Torus(8,8,8,8)", "torus(8,8,8,8)", "torus_8_8_8_8", 9, 12),
        ("mesh:4,8", "mesh(4,8)", "mesh_4_8", 5, 5),
        ("mesh:8", "mesh(8)", "mesh_8", 3, 3),
        ("mesh:1,8", "mesh(1,8)", "mesh_1_8", 3, 3),
        ("torus:5", "torus(5)", "torus_5", 3, 3),
        ("torus:4,1,4", "torus(4,1,4)", "torus_4_1_4", 5, 4),
        ("hypercube:12", "hypercube(12)", "hypercube_12", 13, 12),
        ("hypercube:1", "hypercube(1)", "hypercube_1", 2, 1),
    ] {
        let network = network(name);
        assert_eq!((network.to_string(), network.slug(), network.ports()), (shown.into(), slug.into(), ports));
        assert_eq!((network.address_bits(), network.route_bits()), (bits, 0), "{name}");
        assert!(network.with_bidirectional(true).is_err());
        assert_eq!(shown.parse(), Ok(network.clone()));
    }
    for (name, told) in [
        ("torus:1", "nodes = 1"),
        ("torus:1,1,1", "nodes = 1"),
        ("torus:2,2,2,2,2", "cannot be read"),
        ("torus:4,0,4", "y = 0"),
        ("torus:257,4,4,4", "w = 257"),
        ("torus:128,128,128", "nodes = 2097152"),
        ("torus:256,256,256,256", "nodes = 4294967296"),
        ("mesh:1,1", "nodes = 1"),
        ("mesh:0,8", "rows = 0"),
        ("mesh:8,300", "columns = 300"),
        ("mesh:4,4,4", "cannot be read"),
        ("hypercube:0", "D = 0"),
        ("hypercube:17", "D = 17"),
    ] {
        let error = name.parse::<Network>().unwrap_err().to_string();
        assert!(error.contains(told) && !error.contains('\n'), "{name}: {error}");
    }
}

#[test]
fn patterns_that_need_the_topology() {
    let (square, four) = (Torus::new(&[8, 8]).unwrap(), Torus::new(&[4, 2, 4, 2]).unwrap());
    assert_eq!(square.transpose(TerminalId(3 * 8 + 5)), Ok(TerminalId(5 * 8 + 3)));
    assert_eq!(four.transpose(TerminalId(four.at([1, 2, 0, 3]))), Ok(TerminalId(four.at([0, 3, 1, 2]))));
    for name in ["torus:4,8", "torus:4,4,4", "torus:4,2,2,4", "torus:8", "torus:4,1,4"] {
        assert_eq!(
            network(name).transpose(TerminalId(0)),
            Err(Undefined("on a torus of equal sides, of two or four dimensions")),
            "{name}"
        );
    }
    let mesh = Mesh::new(&[8, 8]).unwrap();
    assert_eq!([mesh.transpose(TerminalId(2 * 8 + 7)), mesh.hot_spot(TerminalId(8 + 6))], [7 * 8 + 2, 8 + 6].map(|to| Ok(TerminalId(to))));
    assert_eq!(network("hypercube:6").transpose(TerminalId(0b110_001)), Ok(TerminalId(0b001_110)));
    assert_eq!(network("hypercube:5").transpose(TerminalId(1)), Err(Undefined("on a hypercube of an even dimension")));
}

/// TTN paper, Table 1: 4608 nodes of degree 3, 6912 links, arc connectivity 3, bisection 256. Preparata and Vuillemin: the diameter is
/// floor(5D/2) - 2 for D > 3, 6 for D = 3.
#[test]
fn cube_connected_cycles() {
    use torusmith_topology::metrics::{BisectionKind, arc_connectivity, bisection, distances, wiring};
    for dimensions in 3..=9 {
        let network: Network = format!("ccc:{dimensions}").parse().unwrap();
        let (graph, nodes) = (network.graph(), (dimensions as usize) << dimensions);
        assert_eq!((graph.routers(), graph.links()), (nodes, 3 * nodes), "{dimensions}");
        assert!((0..nodes).all(|node| graph.degree(node) == 3), "{dimensions}");
        assert_eq!((wiring(&network, &graph).links, wiring(&network, &graph).ends), (3 * nodes / 2, 3 * nodes / 2));
        let found = distances(&graph, &network.orbits(), &|_, _| ());
        let diameter = if dimensions == 3 { 6 } else { 5 * dimensions / 2 - 2 };
        assert_eq!(found.diameter, diameter, "{dimensions}");
        if dimensions < 7 {
            assert_eq!(found, distances(&graph, &every_terminal(nodes), &|_, _| ()), "{dimensions}");
        }
        assert_eq!(arc_connectivity(&graph), 3);
        let halves = bisection(&network, &graph);
        assert_eq!((halves.width, halves.kind), (1 << (dimensions - 1), BisectionKind::Exact), "{dimensions}");
        for (from, to) in graph.iter_links() {
            assert_eq!(graph.downstream(to.node as usize, to.port as usize), Some(from), "all links run both ways");
        }
    }
}

#[test]
fn cube_connected_cycles_by_name() {
    let network: Network = "ccc:9".parse().unwrap();
    assert_eq!((network.to_string().as_str(), network.slug().as_str()), ("CCC(9)", "ccc_9"));
    assert_eq!("CCC(9)".parse(), Ok(network.clone()));
    assert_eq!((network.routers(), network.ports(), network.address_bits(), network.route_bits()), (4608, 4, 13, 0));
    let graph = network.graph();
    for (from, port, to) in [
        ("000000000,0", "ring+", "000000000,1"),
        ("101000000,8", "ring+", "101000000,0"),
        ("101000000,0", "ring-", "101000000,8"),
        ("000000001,0", "cube", "000000000,0"),
        ("000000000,8", "cube", "100000000,8"),
    ] {
        let out = (1..4).find(|&out| network.port_label(out) == port).unwrap();
        let link = graph.downstream(network.parse_address(from).unwrap() as usize, out.into()).unwrap();
        assert_eq!(network.format_address(link.node), to, "{port} of {from}");
    }
    for node in 0..network.routers() as u32 {
        assert_eq!(network.parse_address(&network.format_address(node)), Ok(node));
    }
    for address in ["0,0", "000000000,9", "000000002,0", "000000000", "000000000,0,0", "+00000000,0"] {
        let error = network.parse_address(address).unwrap_err().to_string();
        assert!(error.contains("CCC(9)") && error.contains("9 bits"), "{error}");
    }
    for (name, told) in [("ccc:2", "CCC: D = 2"), ("ccc:17", "CCC: D = 17"), ("ccc:3,3", "cannot be read"), ("ccc", "cannot be read")] {
        let error = name.parse::<Network>().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
    assert!(network.with_bidirectional(true).is_err());
}
