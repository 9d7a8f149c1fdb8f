//! STTN, MTN, TESH and MH3DT: links worked out manually from docs/networks.md and docs/networks/, metrics against networks/ttn-tesh-sttn-mtn.md and the TTN
//! paper's Table 1.

use torusmith_topology::metrics::{arc_connectivity, bisection, distances, wiring};
use torusmith_topology::{Error, Network, every_terminal};

use super::super::{degrees, graph, network};

/// Asserts that a link leads from `from port` to `to input`, and back if links run both ways.
fn leads(name: &str, from: &str, port: &str, to: &str, input: &str) {
    let network = network(name);
    let at = |text: &str| network.parse_address(text).unwrap();
    let port = (0..network.ports() as u8).find(|&p| network.port_name(at(from), p) == port).expect(port);
    let link = network.graph().downstream(at(from) as usize, port as usize).unwrap();
    assert_eq!((network.format_address(link.node), network.port_label(link.port)), (to.into(), input), "{name} {from}");
}

#[test]
fn links_lead_where_the_tables_say() {
    // STTN: V and H of a level on opposite corners; levels 4 and 5 leave and enter on neighbouring nodes.
    leads("sttn:2,3,1", "012133", "2H+", "012233", "up-");
    leads("sttn:2,3,1", "012130", "3V-", "312130", "up+");
    leads("sttn:2,3,0", "012103", "3H+", "022103", "up+");
    leads("sttn:2,4,0", "30000001", "4V+", "00000002", "up+");
    leads("sttn:2,5,0", "0300000020", "5H+", "0000000010", "up+");
    // MTN: the wrap link of a V ring leads two columns on.
    leads("mtn:2,2,1", "3100", "2V+", "0300", "up-");
    leads("mtn:2,2,1", "0300", "2V-", "3100", "up+");
    leads("mtn:2,2,1", "2100", "2V+", "3100", "up-");
    leads("mtn:2,2,1", "3303", "2H+", "3003", "up-");
    leads("mtn:3,2,0", "7100", "2V+", "0500", "up+");
    leads("mtn:2,3,0", "320030", "3V+", "000030", "up+");
    // TESH: no link over an edge of a basic module.
    leads("tesh:2,2,0", "0001", "x-", "0000", "x+");
    let tesh = graph("tesh:2,2,0");
    assert_eq!([1, 2, 3, 4].map(|port| tesh.downstream(0, port).is_some()), [true, false, true, false]);
    assert_eq!([1, 2, 3, 4].map(|port| tesh.downstream(0o15, port).is_some()), [true, true, false, true]);
    // MH3DT.
    leads("mh3dt:4,4,2,2", "312200", "2Z+", "012200", "up-");
    leads("mh3dt:4,4,2,2", "312303", "2Y-", "302303", "up+");
    leads("mh3dt:4,4,2,2", "313033", "2X+", "310033", "up-");
    leads("mh3dt:4,4,2,2", "313033", "z-", "313333", "z+");
    let few = graph("mh3dt:4,4,2,1");
    assert_eq!([0o00, 0o20, 0o40, 0o60, 0o01].map(|node| few.downstream(node, 7).is_some()), [true, true, false, false, false]);
}

#[test]
fn degrees_and_links_both_ways() {
    // Twelve gates a basic module; 64 basic modules.
    assert_eq!(degrees(&graph("mh3dt:4,4,2,2")), [(6, 52 * 64), (8, 12 * 64)]);
    for name in ["sttn:2,3,1", "mtn:2,3,1", "mtn:2,2,2", "tesh:2,2,2", "tesh:2,2,1", "mh3dt:4,4,2,0", "mh3dt:4,4,2,2"] {
        let graph = graph(name);
        for (from, to) in graph.iter_links() {
            assert_eq!(graph.downstream(to.node as usize, to.port as usize), Some(from), "{name}");
        }
    }
}

/// TTN paper, Table 1; its 12864 wires leave out the 3 x 16 x 4 wrap-around links between basic modules.
#[test]
fn metrics_of_an_mh3dt_are_the_published_ones() {
    let network = network("mh3dt:4,4,2,2");
    let graph = network.graph();
    let (wiring, bisection) = (wiring(&network, &graph), bisection(&network, &graph));
    // 128 links between the halves, each direction counted.
    assert_eq!((wiring.links, wiring.ends, bisection.links, bisection.width), (12864 + 3 * 16 * 4, 12288 + 4 * 768, 128, 256));
    assert_eq!(arc_connectivity(&graph), 6);
    let few = super::super::network("mh3dt:4,4,2,0");
    let all = distances(&few.graph(), &every_terminal(few.routers()), &|_, _| ());
    assert_eq!(distances(&few.graph(), &few.orbits(), &|_, _| ()), all);
}

#[test]
fn names_patterns_and_refusals() {
    for (name, shown, slug) in [
        ("sttn:2,2,1", "STTN(2,2,1)", "sttn_2_2_1"),
        ("MTN(2,3,0)", "MTN(2,3,0)", "mtn_2_3_0"),
        ("tesh:2,2,2", "TESH(2,2,2)", "tesh_2_2_2"),
        ("MH3DT(4,4,2,2)", "MH3DT(4,4,2,2)", "mh3dt_4_4_2_2"),
    ] {
        let network = network(name);
        assert_eq!((network.to_string().as_str(), network.slug().as_str()), (shown, slug));
        assert_eq!(shown.parse(), Ok(network.clone()));
        (0..network.routers() as u32).for_each(|node| assert_eq!(network.parse_address(&network.format_address(node)), Ok(node)));
    }
    let mh3dt = network("mh3dt:4,4,2,2");
    assert_eq!((mh3dt.routers(), mh3dt.ports(), mh3dt.address_bits(), mh3dt.route_bits()), (4096, 9, 12, 0));
    assert_eq!(mh3dt.parse_address("(2,3,1)(1,0,2)"), Ok(0b10_11_01_01_00_10));
    for (name, family, field) in [
        ("sttn:2,2,2", "STTN", "q"),
        ("mtn:2,4,1", "MTN", "L"),
        ("tesh:4,2,0", "TESH", "m"),
        ("mh3dt:2,4,2,2", "MH3DT", "m"),
        ("mh3dt:4,8,2,2", "MH3DT", "n"),
        ("mh3dt:4,4,3,2", "MH3DT", "L"),
        ("mh3dt:4,4,2,3", "MH3DT", "q"),
    ] {
        let error = name.parse::<Network>().unwrap_err();
        assert!(matches!(&error, Error::Parameter { network, field: f, .. } if *network == family && *f == field), "{name}: {error}");
    }
    assert!(matches!("mh3dt:4,4,2".parse::<Network>().unwrap_err(), Error::Syntax { .. }));
    assert!(mh3dt.with_bidirectional(true).unwrap_err().to_string().contains("MH3DT: links"));
}
