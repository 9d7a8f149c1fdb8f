//! Routes of the least latency against BookSim2's, and against a second search.

use torusmith_topology::import::Format;
use torusmith_topology::own::{self, OwnNetwork, RouteKind};
use torusmith_topology::{Network, NetworkSpec, TerminalId, export};

use crate::{Draw, exported, imported, toml, way};

/// The next router of each route, one row per router, by BookSim2 (28f43299) for this file, in which many routes have equal latency.
const TIED: &str = "router 7 node 7 router 0 router 6 2 router 5\nrouter 0 node 0 router 3 2 router 1 router 7\n\
    router 1 node 1 router 2 router 0 router 4 2\nrouter 2 node 2 router 1 router 5 router 3\nrouter 3 node 3 router 2 router 4 router 0 2\n\
    router 4 node 4 router 5 2 router 3 router 1 2\nrouter 5 node 5 router 6 router 2 router 4 2 router 7\nrouter 6 node 6 router 7 2 router 5\n";
const NEXT: [&str; 8] = ["-1131777", "0-224220", "11-33555", "022-4220", "3133-555", "72224-67", "755555-7", "0050556-"];

/// The next router of each route of a node.
fn next(own: &OwnNetwork, at: u32) -> String {
    let table = own.route_table().unwrap();
    let far = |to: u32| own.downstream(at, table.hop(at, TerminalId(to)).port).map_or("-".to_owned(), |link| link.node.to_string());
    (0..own.routers() as u32).map(far).collect()
}

#[test]
fn anynet_has_the_routes_of_booksim() {
    let own = imported(Format::Anynet, TIED, None).unwrap();
    assert_eq!(own.route_kind(), RouteKind::LeastLatency);
    assert_eq!((0..8).map(|at| next(&own, at)).collect::<Vec<_>>(), NEXT);
    // BookSim2's own run of the triangle has 17/9 hops on average, counting the local hop and a router's own traffic.
    let triangle = "router 0 node 0 router 1 1 router 2 9\nrouter 1 node 1 router 0 1 router 2 1\nrouter 2 node 2 router 0 9 router 1 1\n";
    let network = Network::new(imported(Format::Anynet, triangle, None).unwrap());
    let pairs = (0..3).flat_map(|from| (0..3).map(move |to| (from, to)));
    assert_eq!(pairs.map(|(from, to)| 1 + way(&network, from, to).len()).sum::<usize>(), 17);
    // Given routes take precedence.
    let routes = "at,to,next\n0,2,2\n0,1,1\n1,0,0\n1,2,2\n2,0,0\n2,1,1\n";
    let own = imported(Format::Anynet, triangle, Some(routes)).unwrap();
    assert_eq!((own.route_kind(), next(&own, 0)), (RouteKind::Table, "-12".into()));
}

/// Sums of 1 and the registers of each link, by Bellman-Ford.
fn latencies(network: &Network, to: u32) -> Vec<u32> {
    let graph = network.graph();
    let mut latency = vec![u32::MAX / 2; graph.routers()];
    latency[to as usize] = 0;
    for _ in 0..graph.routers() {
        for (from, far) in graph.iter_links() {
            let link = 1 + u32::from(network.own_slices(from.node, from.port));
            latency[from.node as usize] = latency[from.node as usize].min(link + latency[far.node as usize]);
        }
    }
    latency
}

#[test]
fn network_files_have_routes_of_the_least_latency() {
    let mut draw = Draw(3);
    for case in 0..20 {
        let nodes = 4 + draw.below(20);
        let mut links: Vec<String> = Vec::new();
        for node in 0..nodes {
            // A one-way ring with additional links, some of them parallel.
            links.push(format!("{{ from = '{node}:1', to = '{}:1', slices = {} }}", (node + 1) % nodes, draw.below(4)));
            let to = (node + 1 + draw.below(nodes - 1)) % nodes;
            links.push(format!("{{ from = '{node}:2', to = '{to}:{}', slices = {} }}", 2 + draw.below(2), draw.below(9)));
        }
        let text = format!("name = 'n'\nnodes = {nodes}\nroutes = 'least-latency'\nclasses = 'auto'\nlinks = [{}]\n", links.join(", "));
        // Two links at one port are refused.
        let Ok(own) = own::parse(&text, "my.toml") else { continue };
        let network = Network::new(own);
        for to in 0..nodes as u32 {
            let least = latencies(&network, to);
            for from in 0..nodes as u32 {
                let taken: u32 = way(&network, from, to).iter().map(|&(node, port)| 1 + u32::from(network.own_slices(node, port))).sum();
                assert_eq!(taken, least[from as usize], "case {case}: {from} to {to}");
            }
        }
        assert!(exported(export::Format::Toml, &network, None).contains("routes = \"least-latency\"\n"));
    }
    // Of parallel links, the one with fewer registers is taken, of equal ones the lower port; other files count links.
    let text =
        "nodes = 2\nlinks = [{ between = ['0:1', '1:1'], slices = 2 }, { between = ['0:3', '1:3'] }, { between = ['0:2', '1:2'] }]\n";
    let own = toml(&format!("routes = 'least-latency'\n{text}"));
    assert_eq!((0..2).map(|at| own.route_table().unwrap().hop(at, TerminalId(1 - at)).port).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(toml(text).route_kind(), RouteKind::Shortest);
}
