//! Values of a network that need no simulation.

use torusmith_sim::Error;
use torusmith_sim::routing::{RoutingOptions, algorithms, for_network, lengths};
use torusmith_topology::metrics::{Distances, arc_connectivity, bisection, distances, longest_wire, wiring};
use torusmith_topology::mh3dt::Mh3dt;
use torusmith_topology::{Graph, Network};

use crate::options::papers;

/// Enough for any VC rule; lengths of paths do not depend on the number of VCs.
const VCS: usize = 8;

/// The values of a network in the papers' tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    /// Name that was given: `ttn:2,2,0`, `tesh:2,3,0 bi`.
    pub name: &'static str,
    /// Number of nodes.
    pub nodes: u64,
    /// Highest node degree.
    pub degree: usize,
    /// Lengths of the paths that packets take; of shortest paths if the network has no routing.
    pub ways: Distances,
    /// Fewest links whose removal leaves two parts.
    pub arcs: usize,
    /// Links between halves: both directions count once, but between basic modules each direction counts, except in an MH3DT, as in the TTN
    /// paper.
    pub bisection: usize,
    /// Wires, with both ends of the channels between basic modules counted; in an MH3DT each link once (TTN paper).
    pub ends: usize,
    /// Wires, channels between basic modules counted once (MTN paper).
    pub channels: usize,
    /// Longest wire in the planar layout.
    pub longest_wire: Option<u32>,
}

impl Values {
    /// Degree times diameter.
    pub fn cost(&self) -> u64 {
        self.degree as u64 * u64::from(self.ways.diameter)
    }
}

/// Parses the name of a network, with the suffix ` bi` for bidirectional rings; `None` if it is unknown.
pub fn network(name: &str) -> Option<Network> {
    match name.strip_suffix(" bi") {
        Some(name) => name.parse::<Network>().ok()?.with_bidirectional(true).ok(),
        None => name.parse().ok(),
    }
}

/// All values of a network; `None` if it is unknown.
///
/// # Errors
/// A routing function that leads nowhere.
pub fn measure(name: &'static str) -> Result<Option<Values>, Error> {
    let Some(network) = network(name) else { return Ok(None) };
    let graph = network.graph();
    let (wires, halves) = (wiring(&network, &graph), bisection(&network, &graph));
    let pairs = network.of::<Mh3dt>().is_some();
    let between = graph.iter_links().filter(|(from, _)| network.joins_modules(from.port)).count();
    Ok(Some(Values {
        name,
        nodes: graph.routers() as u64,
        degree: degree(&graph),
        ways: ways(&network, &graph)?,
        arcs: arc_connectivity(&graph),
        bisection: if pairs { halves.links } else { halves.width },
        ends: if pairs { wires.links } else { wires.ends },
        channels: wires.ends - between,
        longest_wire: longest_wire(&network, &graph),
    }))
}

/// The highest node degree.
pub fn degree(graph: &Graph) -> usize {
    (0..graph.routers()).map(|node| graph.degree(node)).max().unwrap_or(0)
}

/// Lengths of the paths that packets take under the papers' routing; of shortest paths in a network without routing.
pub fn ways(network: &Network, graph: &Graph) -> Result<Distances, Error> {
    if algorithms(network).is_empty() {
        return Ok(distances(graph, &network.orbits(), &|_, _| ()));
    }
    let routing = for_network(network, papers(RoutingOptions::default()), VCS)?;
    lengths(network, graph, &routing, &network.orbits(), &|_, _| ())
}
