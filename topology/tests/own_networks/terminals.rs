//! Networks whose terminals are apart from routers: keys of the network file, and formats of other programs.

use torusmith_topology::import::Format;
use torusmith_topology::own::{RouteKind, understood};
use torusmith_topology::{LocalPort, Network, NetworkSpec, RouteTable, TerminalId, export, metrics, own};

use crate::{example_network, exported, imported, toml};

fn end(router: u32, port: u8) -> LocalPort {
    LocalPort { router, port }
}

/// Uneven: three terminals at `l0`, none at `s`, one at `l1`. Local port 1 of `l0` is that of `x`, so `1` and `2` get ports 0 and 2.
const UNEVEN: &str = "name = 'uneven'\nrouters = ['l0', 's', 'l1']\n\
    nodes = [{ name = 'x', at = 'l0:1' }, { at = 'l0', count = 2 }, { name = 'y', at = 'l1' }]\n\
    links = [{ between = ['l0:up', 's:1'] }, { between = ['l1:up', 's'], slices = 2 }]\n";

#[test]
fn terminals_take_their_local_ports() {
    let own = toml(UNEVEN);
    assert_eq!((own.routers(), own.terminals(), own.local_ports(), own.ports()), (3, 4, 3, 6));
    assert_eq!(TerminalId::all(4).map(|t| own.attachment(t)).collect::<Vec<_>>(), [end(0, 1), end(0, 0), end(0, 2), end(2, 0)]);
    assert_eq!(TerminalId::all(4).map(|t| own.format_terminal(t)).collect::<Vec<_>>(), ["x", "1", "2", "y"]);
    assert_eq!((own.read_terminal("y"), own.read_address("l1")), (Ok(TerminalId(3)), Ok(2)));
    assert_eq!(own.read_terminal("l1").unwrap_err(), "the name of a node, x to y");
    assert_eq!(own.read_address("x").unwrap_err(), "the name of a router, l0 to l1");
    // Port p of the file is port L - 1 + p: `up` is port 2 of the file, as port 1 is taken by number.
    assert_eq!(
        (0..6).map(|port| own.port_label(port)).collect::<Vec<_>>(),
        ["local0", "local1", "local2", "p1", "up", "p3"].map(|label| label.to_owned())
    );
    assert_eq!(own.downstream(0, 4).map(|to| (to.node, to.port)), Some((1, 3)));
    assert_eq!(own.downstream(2, 4).map(|to| (to.node, to.port)), Some((1, 5)));
    assert_eq!((own.own_slices(2, 4), own.own_slices(0, 4)), (2, 0));
    let network = Network::new(own.clone());
    let told = understood(&own, &network);
    assert_eq!(told[1].1, "4, x to y, 0 to 3 a router; routers 3, l0 to l1; no places");
    assert_eq!(told[3].1, "1 to 2 a router, and 3 local ones: p1, up, p3");
}

#[test]
fn a_number_of_nodes_is_that_many_at_each_router() {
    let own = toml("routers = 3\nnodes = 2\nlinks = [{ between = [0, 1] }, { between = [1, 2] }]");
    let ends: Vec<LocalPort> = TerminalId::all(6).map(|terminal| own.attachment(terminal)).collect();
    assert_eq!(ends, [end(0, 0), end(0, 1), end(1, 0), end(1, 1), end(2, 0), end(2, 1)]);
    let own = toml("routers = 2\nnodes = [{ name = 'm', at = 1, count = 2 }, { name = 'n', at = '0' }]\nlinks = [{ between = [0, 1] }]");
    assert_eq!(TerminalId::all(3).map(|t| own.format_terminal(t)).collect::<Vec<_>>(), ["m.0", "m.1", "n"]);
}

/// A node of its own at each router, with the router's name: the network without `routers`, with the same routes.
#[test]
fn routers_with_a_node_each_are_the_file_without() {
    for name in ["ring_8.toml", "kautz_24.toml", "mesh_4x4_broken.toml", "dragonfly_36.toml", "double_ring_16.toml", "wheel_5.toml"] {
        let network = example_network(name);
        let text = exported(export::Format::Toml, &network, None);
        let node = |node: u32| format!("{{ name = '{0}', at = '{0}' }}", network.format_address(node));
        let nodes: Vec<String> = (0..network.routers() as u32).map(node).collect();
        let apart = text.replacen("\nnodes = ", "\nrouters = ", 1).replacen(
            "\nlinks = [",
            &format!("\nnodes = [{}]\nlinks = [", nodes.join(", ")),
            1,
        );
        assert_ne!(apart, text);
        let read = Network::new(own::parse(&apart, "my.toml").unwrap_or_else(|e| panic!("{name}: {e}")));
        assert_eq!((read.graph(), read.route_table()), (network.graph(), network.route_table()), "{name}");
        assert_eq!(read.identity(), network.identity(), "{name}");
        assert_eq!(exported(export::Format::Toml, &read, None), text, "{name}");
    }
}

/// Four leaves of four nodes, each linked to four spines.
fn clos(routes: &str) -> Network {
    let links: Vec<String> =
        (0..4).flat_map(|leaf| (0..4).map(move |spine| format!("{{ between = ['l{leaf}:u{spine}', 's{spine}:d{leaf}'] }}"))).collect();
    let nodes: Vec<String> = (0..4).map(|leaf| format!("{{ at = 'l{leaf}', count = 4 }}")).collect();
    let routers = "routers = ['l0', 'l1', 'l2', 'l3', 's0', 's1', 's2', 's3']";
    Network::new(toml(&format!(
        "name = 'clos'\n{routers}\nnodes = [{}]\nlinks = [{}]\nroutes = '{routes}'",
        nodes.join(", "),
        links.join(", ")
    )))
}

/// The routers that a packet visits.
pub fn visited(network: &Network, from: TerminalId, to: TerminalId) -> Vec<u32> {
    let (graph, table) = (network.graph(), network.route_table().unwrap());
    let (mut at, mut visited) = (graph.at(from).router, Vec::new());
    loop {
        visited.push(at);
        assert!(visited.len() <= graph.routers(), "from {from} to {to}");
        let port = table.hop(at, to).port;
        match graph.terminal(at, port) {
            Some(terminal) => {
                assert_eq!(terminal, to);
                return visited;
            }
            None => at = graph.downstream(at as usize, port.into()).unwrap().node,
        }
    }
}

/// Of 16 nodes each sends a packet to each other: 12 x 4 leave each leaf, so with even use 12 are on each of its 4 links up; and 12 on each link down.
#[test]
fn shortest_routes_use_the_spines_alike() {
    for routes in ["shortest", "up-down"] {
        let network = clos(routes);
        let mut loads = std::collections::BTreeMap::new();
        for (from, to) in (0..16).flat_map(|from| (0..16).map(move |to| (from, to))).filter(|(from, to)| from != to) {
            let visited = visited(&network, TerminalId(from), TerminalId(to));
            assert_eq!(visited.len(), if from / 4 == to / 4 { 1 } else { 3 });
            visited.windows(2).for_each(|step| *loads.entry((step[0], step[1])).or_insert(0) += 1);
        }
        assert_eq!((loads.len(), loads.values().min(), loads.values().max()), (32, Some(&12), Some(&12)), "{routes}");
    }
}

/// Half of the nodes are at two leaves: with two spines on either side two links of each leaf cross, 8 in all.
#[test]
fn metrics_count_nodes() {
    let network = clos("shortest");
    let graph = network.graph();
    let distances = metrics::distances(&graph, &network.orbits(), &|_, _| ());
    // From a node: 3 others without a link, 12 two links away.
    assert_eq!((distances.nodes, distances.diameter, distances.sum), (16, 2, 16 * 12 * 2));
    assert_eq!(network.route_table().unwrap().lengths(&graph).sum, 16 * 12 * 2);
    assert_eq!((metrics::bisection(&network, &graph).width, metrics::arc_connectivity(&graph)), (8, 4));
    // Two nodes against four at a chain of three routers: the halves are as even as can be, and one link crosses.
    let chain = Network::new(toml("routers = 3\nnodes = 2\nlinks = [{ between = [0, 1] }, { between = [1, 2] }]"));
    assert_eq!(metrics::bisection(&chain, &chain.graph()).width, 1);
    // Halves of the nodes, not of the routers: two nodes at the first of three, which has two links.
    let links = "links = [{ between = ['0:1', '1:1'] }, { between = ['0:2', '1:2'] }, { between = [1, 2] }]";
    let uneven = Network::new(toml(&format!("routers = 3\nnodes = [{{ at = 0, count = 2 }}, {{ at = 1 }}, {{ at = 2 }}]\n{links}")));
    assert_eq!(metrics::bisection(&uneven, &uneven.graph()).width, 2);
    // All nodes at one router: no cut.
    let star = Network::new(toml("routers = 1\nnodes = 8"));
    let distances = metrics::distances(&star.graph(), &star.orbits(), &|_, _| ());
    assert_eq!((star.ports(), distances.diameter, metrics::bisection(&star, &star.graph()).width), (8, 0, 0));
    assert_eq!(exported(export::Format::Svg, &star, None).matches("class=\"terminal\"").count(), 8);
}

#[test]
fn tables_lead_to_nodes_and_to_all_nodes_of_a_router() {
    let table = "routes = [{ at = 'l0', to = 'y', port = 'up' }, { at = 's', to_router = ['l0'], next = 'l0' }, { at = 's', to = 'y', port = 3 },\n\
        { at = 'l1', to = ['x'], to_router = 's', next = 's' }, { at = 'l1', to = ['1', 2], next = 's' }]";
    let own = toml(&format!("{UNEVEN}{table}"));
    assert_eq!(own.route_kind(), RouteKind::Table);
    let table = own.route_table().unwrap();
    let ports = |router: u32| TerminalId::all(4).map(|to| table.hop(router, to).port).collect::<Vec<_>>();
    assert_eq!((ports(0), ports(1), ports(2)), (vec![1, 0, 2, 4], vec![3, 3, 3, 5], vec![4, 4, 4, 0]));
}

/// Row and column of the router are exchanged, and the two digits of four local ports.
#[test]
fn transpose_exchanges_local_ports_too() {
    let place = |router: u32| format!("{{ name = {router}, place = [{}, {}] }}", router / 2, router % 2);
    let routers: Vec<String> = (0..4).map(place).collect();
    let own = toml(&format!(
        "routers = [{}]\nnodes = 4\nlinks = [{{ between = [0, 1] }}, {{ between = [1, 2] }}, {{ between = [2, 3] }}]",
        routers.join(", ")
    ));
    // Router 1 is at row 0, column 1: router 2. Local port 1 is 01, so 10.
    assert_eq!([0, 3, 4 + 1, 8 + 2, 15].map(|terminal| own.transpose(TerminalId(terminal)).unwrap().0), [0, 3, 8 + 2, 4 + 1, 15]);
}

fn ends_of(network: &Network) -> Vec<LocalPort> {
    TerminalId::all(network.terminals()).map(|terminal| network.attachment(terminal)).collect()
}

#[test]
fn formats_keep_terminals() {
    let classes = "classes = 'auto'\n";
    for network in [Network::new(toml(&format!("{UNEVEN}{classes}"))), clos("up-down")] {
        let text = exported(export::Format::Toml, &network, None);
        let read = Network::new(own::parse(&text, "my.toml").unwrap());
        assert_eq!((read.identity(), exported(export::Format::Toml, &read, None)), (network.identity(), text));
        for (of, format) in [(export::Format::Graphml, Format::Graphml), (export::Format::Dot, Format::Dot)] {
            let read = Network::new(imported(format, &exported(of, &network, None), None).unwrap_or_else(|e| panic!("{e}")));
            assert_eq!((ends_of(&read), read.graph().links()), (ends_of(&network), network.graph().links()), "{of:?}");
            let names = |network: &Network| {
                TerminalId::all(network.terminals()).map(|terminal| network.format_terminal(terminal)).collect::<Vec<_>>()
            };
            assert_eq!(names(&read), names(&network), "{of:?}");
            assert_eq!(crate::links(&read), crate::links(&network), "{of:?}");
        }
        let table = network.route_table().unwrap();
        let (topology, routes) =
            (exported(export::Format::Connect, &network, None), exported(export::Format::ConnectRoutes, &network, Some(table)));
        let read = Network::new(imported(Format::Connect, &topology, Some(&routes)).unwrap());
        assert_eq!((read.graph().attached(), read.graph().links()), (network.graph().attached(), network.graph().links()));
        let hops = |table: &RouteTable| {
            (0..read.routers() as u32)
                .flat_map(|at| (0..read.terminals() as u32).map(move |to| (at, to)))
                .map(|(at, to)| table.hop(at, TerminalId(to)).port)
                .collect::<Vec<_>>()
        };
        assert_eq!(hops(read.route_table().unwrap()), hops(table));
    }
    // A node called as a router has a prefix where both are nodes of a graph; anynet has numbers.
    let network = Network::new(toml("routers = 2\nnodes = 2\nlinks = [{ between = [0, 1] }]"));
    assert!(exported(export::Format::Dot, &network, None).contains("\"t3\" -> \"1\" [headlabel=\"1\", dir=none];"));
    assert_eq!(exported(export::Format::Anynet, &network, None), "router 0 node 0 node 1 router 1\nrouter 1 node 2 node 3 router 0\n");
}

/// Three routers with three nodes each, all next to each other; the way back of a link need not be named.
#[test]
fn anynet_has_any_number_of_nodes_at_a_router() {
    let text = "router 0 node 0 node 2 node 1 router 1\nrouter 1 node 3 node 4 node 5\nrouter 2 node 7 node 6 node 8 router 1 router 0\n";
    let network = Network::new(imported(Format::Anynet, text, None).unwrap());
    let expected: Vec<LocalPort> = (0..9).map(|node| end(node / 3, (node % 3) as u8)).collect();
    assert_eq!((network.routers(), ends_of(&network), network.graph().links()), (3, expected, 6));
    assert!(
        (0..9).all(
            |from| (0..9).all(|to| visited(&network, TerminalId(from), TerminalId(to)).len() == if from / 3 == to / 3 { 1 } else { 2 })
        )
    );
    // A router without a node.
    let line = Network::new(imported(Format::Anynet, "router 0 node 0 router 1\nrouter 1 router 2\nnode 1 router 2\n", None).unwrap());
    assert_eq!((ends_of(&line), visited(&line, TerminalId(0), TerminalId(1))), (vec![end(0, 0), end(2, 0)], vec![0, 1, 2]));
}

/// Endpoints at ports between those of links: the links are ports 1, 2, .. in their order.
#[test]
fn connect_has_endpoints_at_any_port() {
    let text = "SendRecvPort 0 -> R0:1\nSendRecvPort 1 -> R0:2\nSendRecvPort 2 -> R2:0\nRouterLink R0:0 -> R1:0\nRouterLink R1:0 -> R0:0\n\
        RouterLink R1:1 -> R2:1\nRouterLink R2:1 -> R1:1\n";
    let routes = "R0: 0 -> 1\nR0: 1 -> 2\nR0: 2 -> 0\nR1: 0 -> 0\nR1: 1 -> 0\nR1: 2 -> 1\nR2: 0 -> 1\nR2: 1 -> 1\nR2: 2 -> 0\n";
    let network = Network::new(imported(Format::Connect, text, Some(routes)).unwrap());
    assert_eq!(ends_of(&network), [end(0, 0), end(0, 1), end(2, 0)]);
    let table = network.route_table().unwrap();
    let ports = |router: u32| TerminalId::all(3).map(|to| table.hop(router, to).port).collect::<Vec<_>>();
    assert_eq!((ports(0), ports(1), ports(2)), (vec![0, 1, 2], vec![2, 2, 3], vec![2, 2, 0]));
}

/// The same network in each format of graphs: two terminals at `a`, one at `b`.
#[test]
fn graphs_mark_their_terminals() {
    let dot = "graph { a -- b; t0 [terminal=true]; t1 [terminal=1, shape=box]; t2 [terminal=true]; t0 -- a; t1 -- a:3; b -- t2; }";
    let csv = "from,to,ways,kind,to_port\na,b,both,,\nt0,a,both,node,\nt1,a,both,node,3\nt2,b,both,node,\n";
    let gml = "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] node [ id 2 label \"t0\" terminal 1 ]\n\
        node [ id 3 label \"t1\" terminal 1 ] node [ id 4 label \"t2\" terminal 1 ] edge [ source 0 target 1 ] edge [ source 2 target 0 ]\n\
        edge [ source 3 target 0 targetport 3 ] edge [ source 1 target 4 ] ]";
    // Edges one way each, as networkx writes a DiGraph.
    let edges = [("a", "b"), ("b", "a"), ("t0", "a"), ("a", "t0"), ("t1", "a"), ("t2", "b"), ("b", "t2")];
    let edges = edges.map(|(from, to)| {
        let port = if from == "t1" { ", \"targetport\": 3" } else { "" };
        format!("{{\"source\": \"{from}\", \"target\": \"{to}\"{port}}}")
    });
    let json = format!(
        "{{\"directed\": true, \"nodes\": [{{\"id\": \"a\"}}, {{\"id\": \"b\", \"terminal\": false}}, {{\"id\": \"t0\", \"terminal\": true}}, \
         {{\"id\": \"t1\", \"terminal\": true}}, {{\"id\": \"t2\", \"terminal\": true}}], \"edges\": [{}]}}",
        edges.join(", ")
    );
    for (format, text) in [(Format::Dot, dot), (Format::Csv, csv), (Format::Gml, gml), (Format::Json, &json)] {
        let network = Network::new(imported(format, text, None).unwrap_or_else(|e| panic!("{e}")));
        assert_eq!(ends_of(&network), [end(0, 0), end(0, 3), end(1, 0)], "{format:?}");
        assert_eq!((network.routers(), network.graph().links(), network.format_terminal(TerminalId(2))), (2, 2, "t2".into()), "{format:?}");
    }
}
