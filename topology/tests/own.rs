//! Networks from files: reading, refusals, and conversions between formats without loss.

use std::path::{Path, PathBuf};

use torusmith_topology::export::{self, Source};
use torusmith_topology::import::{self, Format, Options};
use torusmith_topology::own::{self, OwnNetwork};
use torusmith_topology::{Graph, Network, RouteTable, TerminalId};

mod own_networks {
    mod dot;
    mod examples;
    mod floogen;
    mod fuzz;
    mod garnet;
    mod graphs;
    mod least_latency;
    mod read;
    mod refused;
    mod refused_formats;
    mod round_trips;
    mod routes;
    mod slices;
    mod terminals;
    mod terminals_refused;
}

/// Path of a file of `examples/networks/`.
fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/networks").join(name)
}

fn example_text(name: &str) -> String {
    std::fs::read_to_string(example(name)).unwrap()
}

fn example_network(name: &str) -> Network {
    Network::new(own::read(&example(name)).unwrap())
}

/// The network of a TOML text.
fn toml(text: &str) -> OwnNetwork {
    own::parse(text, "my.toml").unwrap()
}

/// Imports a text by way of a file.
fn imported(format: Format, text: &str, routes: Option<&str>) -> Result<OwnNetwork, torusmith_topology::Error> {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("my routes");
    routes.into_iter().for_each(|routes| std::fs::write(&rows, routes).unwrap());
    imported_with(format, text, Options { routes: routes.map(|_| rows.as_path()), ..Options::default() })
}

fn imported_with(format: Format, text: &str, options: Options<'_>) -> Result<OwnNetwork, torusmith_topology::Error> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my file");
    std::fs::write(&file, text).unwrap();
    import::read(format, &file, options)
}

fn exported(format: export::Format, network: &Network, table: Option<&RouteTable>) -> String {
    let mut text = Vec::new();
    export::write(format, &Source { network, graph: &network.graph(), table }, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Links by the names of their nodes, sorted: the part of a graph that every format keeps.
fn links(network: &Network) -> Vec<(String, String)> {
    let name = |node: u32| network.format_address(node);
    let mut links: Vec<_> = network.graph().iter_links().map(|(from, to)| (name(from.node), name(to.node))).collect();
    links.sort();
    links
}

/// Distances by a search along the links.
fn distances(graph: &Graph, from: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.routers()];
    distance[from as usize] = 0;
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(node) = open.pop_front() {
        for next in (1..graph.ports()).filter_map(|port| graph.downstream(node as usize, port)) {
            if distance[next.node as usize] == u32::MAX {
                distance[next.node as usize] = distance[node as usize] + 1;
                open.push_back(next.node);
            }
        }
    }
    distance
}

/// The nodes that a packet passes, and the ports that it takes.
fn way(network: &Network, from: u32, to: u32) -> Vec<(u32, u8)> {
    let (graph, table) = (network.graph(), network.route_table().unwrap());
    let (mut at, mut way) = (from, Vec::new());
    while at != to {
        assert!(way.len() <= graph.routers(), "from {from} to {to}");
        let port = table.hop(at, TerminalId(to)).port;
        way.push((at, port));
        at = graph.downstream(at as usize, port.into()).unwrap().node;
    }
    assert_eq!(table.hop(to, TerminalId(to)).port, 0);
    way
}

/// Pseudo-random numbers, equal in each run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}
