//! An exported network is imported as an equal network, as far as the format can express it.

use torusmith_topology::import::Format;
use torusmith_topology::{Classes, Error, Link, Network, NetworkSpec, RouteTable, TableHop, TerminalId, export, own};

use crate::{example_network, exported, imported, links, way};

const OWN: [&str; 7] =
    ["ring_8.toml", "kautz_24.toml", "mesh_4x4_broken.toml", "dragonfly_36.toml", "random_64.toml", "double_ring_16.toml", "wheel_5.toml"];
const BUILT_IN: [&str; 17] = [
    "ttn:2,2,0",
    "ttn:2,2,1",
    "ttn:2,2,2",
    "sttn:2,2,1",
    "mtn:2,2,1",
    "tesh:2,2,1",
    "htn:4,4,2,1",
    "mh3dt:4,4,2,0",
    "rdt:8",
    "rdt:16",
    "torus:4,4",
    "torus:2,4",
    "torus:3,4,5",
    "mesh:4,6",
    "hypercube:5",
    "ccc:4",
    "torus:2,2,2,2",
];

/// Networks of up to `most` nodes.
fn all(most: usize) -> Vec<(String, Network)> {
    let own = OWN.map(|name| (name.to_owned(), example_network(name)));
    let built_in = BUILT_IN.map(|name| (name.to_owned(), name.parse::<Network>().unwrap()));
    own.into_iter().chain(built_in).filter(|(_, network)| network.routers() <= most).collect()
}

/// Each link with the names of its ports, its kind and its registers.
pub fn described(network: &Network) -> Vec<String> {
    let end = |link: Link| format!("{}:{}", network.format_address(link.node), network.port_label(link.port));
    let kind = |from: Link| if network.closes_ring(from.node, from.port) { "wrap" } else { network.link_kind(from.node, from.port) };
    let tell = |(from, to): (Link, Link)| format!("{} {} {} {}", end(from), end(to), kind(from), network.own_slices(from.node, from.port));
    let mut links: Vec<String> = network.graph().iter_links().map(tell).collect();
    links.sort();
    links
}

#[test]
fn network_files_say_it_all() {
    for (name, network) in all(1024) {
        let text = exported(export::Format::Toml, &network, None);
        let own = own::parse(&text, "my.toml").unwrap_or_else(|e| panic!("{name}: {e}"));
        let read = Network::new(own.clone());
        assert_eq!(read.graph(), network.graph(), "{name}");
        assert_eq!(described(&read), described(&network), "{name}");
        assert!((0..network.routers() as u32).all(|node| read.format_address(node) == network.format_address(node)), "{name}");
        assert!((0..network.routers() as u32).all(|node| read.place(node) == network.place(node)), "{name}");
        if name.ends_with(".toml") {
            assert_eq!(read, network, "{name}");
        }
        assert_eq!(exported(export::Format::Toml, &read, None), text, "{name}");
        assert!(text.lines().next() == Some(&format!("name = \"{}\"", own.name())));
    }
}

#[test]
fn dot_and_graphml_keep_ports_kinds_and_registers() {
    for (name, network) in all(256) {
        for (to, from) in [(export::Format::Dot, Format::Dot), (export::Format::Graphml, Format::Graphml)] {
            let own = imported(from, &exported(to, &network, None), None).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(described(&Network::new(own)), described(&network), "{name} by {from:?}");
        }
        let own = imported(Format::Graphml, &exported(export::Format::Graphml, &network, None), None).unwrap();
        for node in 0..network.routers() as u32 {
            let there = own.read_address(&network.format_address(node)).unwrap();
            assert_eq!(own.place(there), network.place(node), "{name}");
        }
    }
}

/// CONNECT keeps the numbers of routers and ports, and routes.
#[test]
fn connect_keeps_numbers_and_routes() {
    for (name, network) in all(256) {
        let text = exported(export::Format::Connect, &network, None);
        let routes = network.route_table().map(|table| exported(export::Format::ConnectRoutes, &network, Some(table)));
        let own = imported(Format::Connect, &text, routes.as_deref()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let read = Network::new(own);
        assert_eq!(read.graph(), network.graph(), "{name}");
        if let Some(table) = network.route_table() {
            let port = |table: &RouteTable, at, to| table.hop(at, TerminalId(to)).port;
            let nodes = network.routers() as u32;
            let again = read.route_table().unwrap();
            assert!((0..nodes).all(|at| (0..nodes).all(|to| port(again, at, to) == port(table, at, to))), "{name}");
        }
    }
}

#[test]
fn anynet_keeps_who_is_next_to_whom() {
    for (name, network) in all(256) {
        let source = export::Source { network: &network, graph: &network.graph(), table: None };
        if let Err(e) = export::left_out(export::Format::Anynet, &source) {
            let one_way = ["kautz_24.toml", "ttn:2,2,0", "mtn:2,2,1"].contains(&name.as_str());
            assert!(matches!(e, Error::Parameter { field: "export", .. }), "{e}");
            assert!(one_way || ["torus:2,4", "torus:2,2,2,2", "rdt:8", "rdt:16"].contains(&name.as_str()), "{name}: {e}");
            continue;
        }
        let own =
            imported(Format::Anynet, &exported(export::Format::Anynet, &network, None), None).unwrap_or_else(|e| panic!("{name}: {e}"));
        let numbered = |network: &Network| {
            let slices = |from: Link| network.own_slices(from.node, from.port);
            let mut links: Vec<_> = network.graph().iter_links().map(|(from, to)| (from.node, to.node, slices(from))).collect();
            links.sort_unstable();
            links
        };
        assert_eq!(numbered(&Network::new(own)), numbered(&network), "{name}");
    }
}

/// A table of routes, with classes and without.
#[test]
fn tables_are_written_row_by_row() {
    for name in OWN {
        let network = example_network(name);
        let table =
            network.route_table().unwrap().with_classes(3, |at, TerminalId(to)| [Some(0), None, Some(1), Some(2)][(at + to) as usize % 4]);
        let own = own::parse(&exported(export::Format::Toml, &network, Some(&table)), "my.toml").unwrap();
        assert_eq!(own.route_table(), Some(&table), "{name}");
        let bare = RouteTable::new(table.terminals(), Classes::Auto, |at, to| TableHop { class: None, ..table.hop(at, to) });
        let own = own::parse(&exported(export::Format::Toml, &network, Some(&bare)), "my.toml").unwrap();
        assert_eq!((own.route_table(), own.route_kind().name()), (Some(&bare), "table"), "{name}");
        assert_eq!(way(&Network::new(own), 0, 1), way(&network, 0, 1));
    }
}

/// Nothing is left out without a note.
#[test]
fn what_is_left_out_is_said() {
    let dragonfly = example_network("dragonfly_36.toml");
    let told = |format, table| {
        let source = export::Source { network: &dragonfly, graph: &dragonfly.graph(), table };
        export::left_out(format, &source).unwrap().join("; ")
    };
    assert_eq!(told(export::Format::Toml, dragonfly.route_table()), "");
    assert!(told(export::Format::Dot, dragonfly.route_table()).contains("routes are left out"));
    assert!(told(export::Format::Connect, None).contains("registers"));
    assert!(told(export::Format::Garnet, None).contains("gem5's table routing takes other routes"));
    assert!(told(export::Format::Anynet, None).contains("ports"));
    let mesh = example_network("mesh_4x4_broken.toml");
    let source = export::Source { network: &mesh, graph: &mesh.graph(), table: None };
    assert!(export::left_out(export::Format::Dot, &source).unwrap().join("").contains("places"));
    let large: Network = "torus:64,64".parse().unwrap();
    let source = export::Source { network: &large, graph: &large.graph(), table: None };
    assert!(export::left_out(export::Format::Toml, &source).unwrap_err().to_string().contains("up to 1024 nodes"));
    assert!(export::left_out(export::Format::Dot, &source).is_ok());
    let source = export::Source { network: &"mesh:4,4".parse().unwrap(), ..source };
    assert!(export::left_out(export::Format::ConnectRoutes, &source).unwrap_err().to_string().contains("with-routes"));
}

/// Garnet's Python lists each link, in the order of nodes and ports.
#[test]
fn garnet_has_every_link() {
    let ring = example_network("ring_8.toml");
    let text = exported(export::Format::Garnet, &ring, None);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("    (") && line.ends_with("),")).collect();
    assert_eq!((rows.len(), rows[0]), (16, "    (0, \"right\", 1, \"left\", 0, 1),"));
    assert!(rows[1].starts_with("    (0, \"left\", 7, \"right\", 0, "));
    assert!(text.contains("class RingOf8(SimpleTopology):") && text.contains("ROUTERS = 8\n"));
    assert_eq!(links(&ring).len(), 16);
}
