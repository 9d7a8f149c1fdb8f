//! Graphs like those of the public Topology Zoo: small, meshed a little, with parallel links, nodes without links, and data of forty kinds.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use torusmith_sim::config::RouterConfig;
use torusmith_sim::deadlock::{self, Walk};
use torusmith_sim::routing::{RoutingOptions, least_vcs};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::import::{self, Format, Options};
use torusmith_topology::{LinkSlices, Network};

use crate::own_networks::resolved;

/// Names of data in the files of the Zoo.
const GRAPH_KEYS: [&str; 24] = [
    "DateObtained",
    "GeoLocation",
    "GeoExtent",
    "Network",
    "Provenance",
    "Access",
    "Source",
    "Version",
    "DateType",
    "Type",
    "Backbone",
    "Commercial",
    "label",
    "ToolsetVersion",
    "Customer",
    "IX",
    "SourceGitVersion",
    "DateModified",
    "DateMonth",
    "LastAccess",
    "Layer",
    "Creator",
    "Developed",
    "Transit",
];
const NODE_KEYS: [&str; 8] = ["Latitude", "Longitude", "Country", "Internal", "label", "hyperedge", "geocode_country", "asn"];
const EDGE_KEYS: [&str; 8] = ["LinkLabel", "LinkType", "LinkSpeed", "LinkSpeedUnits", "LinkSpeedRaw", "LinkNote", "bundle", "weight"];

/// A graph: its nodes, and links in the order of the file, some of them more than once.
struct Graph {
    nodes: usize,
    links: Vec<(usize, usize)>,
}

fn below(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % limit
}

/// A tree of 5 to 44 nodes with a few links more; one node in twelve has none.
fn graph(number: u64) -> Graph {
    let state = &mut (number << 8 | 1);
    let nodes = 5 + below(state, 40);
    let linked: Vec<usize> = (0..nodes).filter(|node| *node < 2 || node % 12 != 11).collect();
    let mut degree = vec![0; nodes];
    let mut links = Vec::new();
    let mut join = |links: &mut Vec<(usize, usize)>, a: usize, b: usize| {
        let new = a != b && !links.contains(&(a, b)) && !links.contains(&(b, a));
        if a != b && (!new || degree[a].max(degree[b]) < 15) {
            [a, b].into_iter().for_each(|node| degree[node] += usize::from(new));
            links.push((a, b));
        }
    };
    for at in 1..linked.len() {
        let near = linked[at.saturating_sub(1 + below(state, 4))];
        join(&mut links, linked[at], near);
    }
    for _ in 0..nodes / 2 {
        let (a, b) = (linked[below(state, linked.len())], linked[below(state, linked.len())]);
        join(&mut links, a, b);
        // One link in four again, in the opposite direction.
        if below(state, 4) == 0 {
            join(&mut links, b, a);
        }
    }
    Graph { nodes, links }
}

fn graphml(graph: &Graph) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n".to_owned();
    let keys = [("graph", &GRAPH_KEYS[..]), ("node", &NODE_KEYS), ("edge", &EDGE_KEYS)];
    for (of, names) in keys {
        for name in names {
            writeln!(text, "  <key attr.name=\"{name}\" attr.type=\"string\" for=\"{of}\" id=\"{of}_{name}\" />").unwrap();
        }
    }
    let data = |of: &str, names: &[&str]| names.iter().map(|name| format!("<data key=\"{of}_{name}\">a b 1.5</data>")).collect::<String>();
    writeln!(text, "  <graph edgedefault=\"undirected\">{}", data("graph", &GRAPH_KEYS)).unwrap();
    for node in 0..graph.nodes {
        writeln!(text, "    <node id=\"{node}\">{}</node>", data("node", &NODE_KEYS)).unwrap();
    }
    for (number, (a, b)) in graph.links.iter().enumerate() {
        writeln!(text, "    <edge id=\"e{number}\" source=\"{a}\" target=\"{b}\">{}</edge>", data("edge", &EDGE_KEYS)).unwrap();
    }
    text + "  </graph>\n</graphml>\n"
}

fn gml(graph: &Graph) -> String {
    let data = |names: &[&str]| names.iter().map(|name| format!(" {name} \"a b 1.5\"")).collect::<String>();
    let mut text = format!("graph [\n  directed 0\n {}\n", data(&GRAPH_KEYS));
    (0..graph.nodes).for_each(|node| writeln!(text, "  node [ id {node}{} ]", data(&NODE_KEYS)).unwrap());
    graph.links.iter().for_each(|(a, b)| writeln!(text, "  edge [ source {a} target {b}{} ]", data(&EDGE_KEYS)).unwrap());
    text + "]\n"
}

fn simulation(network: &Network) -> Simulation {
    let vcs = least_vcs(network, RoutingOptions::default()).unwrap();
    Simulation {
        network: network.clone(),
        routing: RoutingOptions::default(),
        router: RouterConfig { vcs, ..RouterConfig::default() },
        slices: LinkSlices::new(network),
        engine: EngineKind::Fast,
        traffic: TrafficOptions {
            pattern: Pattern::Uniform,
            rate: 0.3,
            lengths: Lengths::any_of(&[1, 4, 9]).unwrap(),
            seed: 1,
            sources: Sources::default(),
        },
        run: RunOptions { cycles: 300, ..RunOptions::default() },
    }
}

/// Each graph has the links of its file once, routes without a dependency cycle, and delivers all packets.
#[test]
fn sixty_graphs_are_read_walked_and_simulated() {
    let folder = tempfile::tempdir().unwrap();
    let (mut parallel, mut lone) = (0, 0);
    for number in 0..60 {
        let graph = graph(number);
        let (format, text) = if number % 2 == 0 { (Format::Graphml, graphml(&graph)) } else { (Format::Gml, gml(&graph)) };
        let file = folder.path().join(format!("zoo_{number}.txt"));
        std::fs::write(&file, text).unwrap();
        let own = import::read(format, &file, Options { merge_parallel: true, ..Options::default() }).unwrap();
        assert!(own.notes()[0].contains("LinkSpeedRaw") && own.notes()[0].contains("geocode_country"), "{:?}", own.notes());
        let wanted: BTreeSet<(String, String)> =
            graph.links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).map(|(a, b)| (a.to_string(), b.to_string())).collect();
        let linked: BTreeSet<&String> = wanted.iter().map(|(from, _)| from).collect();
        parallel += usize::from(2 * graph.links.len() > wanted.len());
        lone += usize::from(linked.len() < graph.nodes);
        let read = Network::new(own.clone());
        let name = |node: u32| read.format_address(node);
        let links: Vec<(String, String)> = read.graph().iter_links().map(|(from, to)| (name(from.node), name(to.node))).collect();
        assert_eq!((links.len(), links.into_iter().collect()), (wanted.len(), wanted), "{number}");
        let network = resolved(&own);
        let report = deadlock::check(&network, RoutingOptions::default(), None, Walk::Exhaustive, &|_, _| ()).unwrap();
        assert!(report.acyclic(), "{number}");
        let outcome = simulation(&network).run(|_| ()).unwrap();
        let summary = outcome.summary;
        assert!(
            outcome.dead.is_none() && summary.created > 10 && summary.created == summary.delivered + summary.queued,
            "{number}: {summary:?}"
        );
    }
    assert!(parallel > 30 && lone > 30, "{parallel} with parallel links, {lone} with lone nodes");
}
