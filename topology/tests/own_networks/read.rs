//! Meaning of the keys of a network file.

use torusmith_topology::own::{self, RouteKind};
use torusmith_topology::{Classes, Network, NetworkSpec, TableHop, TerminalId};

use crate::{example, toml};

#[test]
fn free_ports_are_the_lowest_that_nothing_uses() {
    let own = toml(
        "name = 'n'\nnodes = ['a', 'b', 'c']\n\
         links = [{ between = ['a', 'b:2'] }, { between = ['b', 'c'] }, { from = 'a', to = 'c' }, { from = 'c', to = 'a:3' }]",
    );
    let to = |node: u32, port: u8| own.downstream(node, port).map(|link| (link.node, link.port));
    assert_eq!((to(0, 1), to(1, 2), to(1, 1), to(2, 1)), (Some((1, 2)), Some((0, 1)), Some((2, 1)), Some((1, 1))));
    assert_eq!((to(0, 2), to(2, 2), to(0, 3)), (Some((2, 2)), Some((0, 3)), None));
    assert_eq!((own.ports(), own.links()), (4, (2, 2)));
}

/// A link and its reverse, declared one by one, share their ports.
#[test]
fn a_way_back_runs_between_the_same_ports() {
    let own = toml(
        "nodes = 3\nlinks = [{ from = 0, to = 1 }, { from = 2, to = 0 }, { from = 1, to = 2 }, { from = 1, to = 0 }, { from = 0, to = 2 }]",
    );
    let back = |node, port| own.downstream(node, port).and_then(|far| own.downstream(far.node, far.port));
    assert_eq!((own.links(), own.notes().len()), ((2, 1), 1));
    for port in 1..3 {
        assert_eq!(back(0, port).map(|link| (link.node, link.port)), Some((0, port)));
    }
    assert_eq!(own.notes(), ["1 of 5 links have no way back; the first, in line 2, is from `1` to `2`"]);
    assert!(toml("nodes = 3\nlinks = [{ from = 0, to = 1 }, { from = 1, to = 2 }, { from = 2, to = 0 }]").notes().is_empty());
}

#[test]
fn names_of_ports_are_the_same_port_everywhere() {
    let own =
        toml("nodes = 3\nlinks = [{ between = ['0:east', '1:west'] }, { between = ['1:east', '2:west'] }, { between = ['2:1', '0:p4'] }]");
    let labels: Vec<&str> = (0..own.ports() as u8).map(|port| own.port_label(port)).collect();
    assert_eq!(labels, ["local", "p1", "east", "west", "p4"]);
    assert_eq!(own.downstream(1, 2).map(|link| (link.node, link.port)), Some((2, 3)));
    // Parallel links, with all ports given.
    let own = toml("nodes = 2\nlinks = [{ between = ['0:1', '1:1'] }, { between = ['0:2', '1:2'] }]");
    assert_eq!((own.links(), own.ports()), ((2, 0), 3));
    // A list gives the ports their numbers.
    let own = toml("nodes = 2\nports = ['b', 'p2', 'a']\nlinks = [{ between = ['0:a', '1:b'] }]");
    assert_eq!((own.ports(), own.downstream(0, 3).map(|link| (link.node, link.port))), (4, Some((1, 1))));
}

#[test]
fn routes_are_read_by_port_and_by_neighbour_with_classes() {
    let head = "nodes = ['a', 'b', 'c']\nlinks = [{ between = ['a:x', 'b:y'] }, { between = ['b:x', 'c:y'] }]\n";
    let own = toml(&format!(
        "{head}classes = 2\nroutes = [{{ at = 'a', to = ['b', 'c'], port = 'x', class = 1 }}, {{ at = 'b', to = 'a', next = 'a' }},\n\
         {{ at = 'b', to = 'c', port = 1, class = 0 }}, {{ at = 'c', to = ['a', 'b'], next = 'b' }}]"
    ));
    let table = own.route_table().unwrap();
    assert_eq!((own.route_kind(), table.classes(), table.terminals().count()), (RouteKind::Table, Classes::Given(2), 3));
    let hop = |port, class| TableHop { port, class };
    let hop_to = |at, to| table.hop(at, TerminalId(to));
    assert_eq!((hop_to(0, 1), hop_to(0, 2), hop_to(1, 0)), (hop(1, Some(1)), hop(1, Some(1)), hop(2, None)));
    assert_eq!((hop_to(1, 2), hop_to(2, 0), hop_to(1, 1)), (hop(1, Some(0)), hop(2, None), hop(0, None)));
    let plain = toml(&format!("{head}routes = 'shortest'"));
    assert_eq!(plain.route_table().unwrap().classes(), Classes::Given(1));
    assert_eq!((plain.downstream(0, 2), plain.downstream(2, 1), plain.downstream(2, 7)), (None, None, None));
    let found = plain.with_classes(2, |at, TerminalId(to)| Some((at < to) as u8));
    assert_eq!(found.route_table().unwrap().hop(0, TerminalId(2)), hop(1, Some(1)));
    assert_ne!(found, Network::new(plain));
}

#[test]
fn capabilities_that_are_absent_say_why() {
    let own = toml("nodes = 2\nlinks = [{ between = [0, 1] }]");
    assert!(own.hot_spot(TerminalId(0)).unwrap_err().to_string().contains("hot nodes"));
    assert!(own.transpose(TerminalId(0)).unwrap_err().to_string().contains("places fill a square"));
    assert!(own.with_links(true).err().unwrap().to_string().contains("own network: links"));
    assert_eq!((own.place(0), own.closes_ring(0, 1), own.route_bits(), own.basic_modules()), (None, false, 0, None));
    assert_eq!(own.read_address("2").unwrap_err(), "the name of a node, 0 to 1");
}

/// Networks of one name with different contents are different networks.
#[test]
fn what_differs_is_not_equal() {
    let text = |rest: &str| {
        format!("name = 'n'\nnodes = 3\nlinks = [{{ between = [0, 1]{rest} }}, {{ between = [1, 2] }}, {{ between = [2, 0] }}]")
    };
    let one = Network::new(toml(&text("")));
    assert_eq!(one, Network::new(toml(&text(", kind = 'p1'"))));
    for rest in [", slices = 1", ", kind = 'k'"] {
        let other = Network::new(toml(&text(rest)));
        assert_eq!(one.slug(), other.slug());
        assert_ne!(one, other);
        assert_ne!(format!("{one:?}"), format!("{other:?}"));
    }
}

#[test]
fn a_path_is_a_network_wherever_a_name_is() {
    let path = example("ring_8.toml").display().to_string();
    let network: Network = path.parse().unwrap();
    assert_eq!((network.to_string(), network.family().prefix), ("ring of 8".into(), "own"));
    assert!("none.toml".parse::<Network>().unwrap_err().to_string().starts_with("none.toml: "));
    assert!("ring".parse::<Network>().unwrap_err().to_string().contains("a network file"));
    // The name of a built-in network is refused.
    let folder = tempfile::tempdir().unwrap();
    for name in ["mesh(2,2)", "Torus 4 4", "mesh_2_2", "star 4", "mesh(2,2):3", "Mesh 2 2 x3", "TTN_2_2_1_x2"] {
        let file = folder.path().join("x.toml");
        std::fs::write(&file, format!("nodes = 2\nname = '{name}'\nlinks = [{{ between = [0, 1] }}]")).unwrap();
        let told = file.display().to_string().parse::<Network>().unwrap_err().to_string();
        assert!(told.contains("x.toml, line 2: ") && told.contains("built-in"), "{told}");
    }
    assert!(own::is_file("A.JSON") && !own::is_file("toml") && !own::is_file("a.tom"));
}
