//! Networks from files, as descriptions for the crate that finds classes.

use std::path::Path;

use torusmith_topology::own::{self, OwnNetwork};
use torusmith_topology::{Network, TerminalId};
use torusmith_vc_classes::{Channel, Class, Effort, NONE, Routes, find};

/// The files of `examples/networks/`.
pub const EXAMPLES: [&str; 7] =
    ["wheel_5.toml", "ring_8.toml", "double_ring_16.toml", "mesh_4x4_broken.toml", "kautz_24.toml", "dragonfly_36.toml", "random_64.toml"];

/// The network of a TOML text, as it is there.
pub fn parsed(text: &str) -> OwnNetwork {
    own::parse(text, "my.toml").unwrap()
}

/// A file of `examples/networks/`, with classes that are free of deadlock.
pub fn example(name: &str) -> Network {
    resolved(&own::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/networks").join(name)).unwrap())
}

/// The network with classes that are free of deadlock.
pub fn resolved(own: &OwnNetwork) -> Network {
    let network = Network::new(own.clone());
    let routes = routes(&network);
    let found = find(&routes, Effort::NONE).unwrap();
    let classes = found.balanced();
    own.with_classes(found.count() as u8, |at, to| match classes.of(at as usize * network.routers() + to.index()) {
        Class::One(class) => Some(class),
        Class::Any => None,
    })
}

/// Routes of a network; channels are its links, in the order of nodes and ports.
pub fn routes(network: &Network) -> Routes {
    let (graph, table, nodes) = (network.graph(), network.route_table().unwrap(), network.routers() as u32);
    let links: Vec<_> = graph.iter_links().collect();
    let channel =
        |at: u32, to: TerminalId| links.iter().position(|(from, _)| (from.node, from.port) == (at, table.hop(at, to).port)).unwrap() as u32;
    let pairs = (0..nodes).flat_map(|at| (0..nodes).map(move |to| (at, to)));
    let hops = pairs.map(|(at, to)| if at == to { NONE } else { channel(at, TerminalId(to)) }).collect();
    let channels = links.iter().map(|(from, to)| Channel { from: from.node, to: to.node }).collect();
    Routes::by_destination(network.routers(), channels, hops).unwrap()
}

/// Parameters of a drawn network.
#[derive(Debug, Clone, Copy)]
pub struct Drawn {
    pub nodes: u32,
    /// One-way links in addition to a ring.
    pub more: u32,
    /// Highest port.
    pub ports: u32,
    /// Number of links in four that have registers.
    pub sliced: u32,
    pub classes: u8,
    /// Number of hops in eight that are of class any.
    pub any: u32,
    pub seed: u64,
}

/// A network of one-way links, whose ports are drawn at both ends: no two nodes have the same, and some have no port that others have.
/// Its classes are drawn too: it may deadlock.
pub fn drawn(what: Drawn) -> Network {
    let mut state = what.seed | 1;
    let mut below = |n: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(n)) as u32
    };
    let mut free = [0, 1].map(|_| vec![(1..=what.ports).collect::<Vec<_>>(); what.nodes as usize]);
    let mut links = String::new();
    for i in 0..what.nodes + what.more {
        let (from, to) = if i < what.nodes { (i, (i + 1) % what.nodes) } else { (below(what.nodes), below(what.nodes)) };
        if from == to || free[0][from as usize].is_empty() || free[1][to as usize].is_empty() {
            continue;
        }
        let mut take = |side: usize, node: u32| {
            let ports = &mut free[side][node as usize];
            let at = below(ports.len() as u32) as usize;
            ports.swap_remove(at)
        };
        let (out, into) = (take(0, from), take(1, to));
        let slices = if below(4) < what.sliced { below(4) } else { 0 };
        links += &format!("  {{ from = \"{from}:{out}\", to = \"{to}:{into}\", slices = {slices} }},\n");
    }
    let own = parsed(&format!("nodes = {}\nlinks = [\n{links}]\n", what.nodes));
    own.with_classes(what.classes, |at, TerminalId(to)| {
        let draw = (at * 7919 + to * 104_729).wrapping_mul(0x9E37_79B1) >> 8;
        (draw % 8 >= what.any).then_some((draw / 8 % u32::from(what.classes)) as u8)
    })
}
