//! Loads of the links under uniform traffic: a bound on throughput for any buffers.

use serde::Serialize;
use torusmith_sim::Error;
use torusmith_sim::routing::{RoutingOptions, for_network, path_into};
use torusmith_topology::rdt::Rdt;
use torusmith_topology::{Graph, Network, Orbit, TerminalId};

use super::{COMPETITORS, Competitor, Size};
use crate::options::papers;

/// Loads of a network's links under uniform traffic, for each flit a node and clock that the nodes send.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LinkLoads {
    /// The network's label.
    pub network: &'static str,
    /// Directed links.
    pub links: u64,
    /// Mean over the links.
    pub mean: f64,
    /// Load of the busiest links.
    pub highest: f64,
    /// Throughput when the busiest links are full, in flits a node and clock, at most 1.
    pub capacity: f64,
    /// RDT: by the rank of the links, from 0 up.
    pub ranks: Vec<RankLoad>,
}

/// Loads of the links of a rank.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankLoad {
    /// The rank.
    pub rank: u32,
    /// Directed links of the rank.
    pub links: u64,
    /// Mean over the links of the rank.
    pub mean: f64,
    /// Load of the busiest link of the rank.
    pub highest: f64,
}

/// Loads of all five networks.
///
/// # Errors
/// A routing function that leads nowhere.
pub fn all(size: Size) -> Result<Vec<LinkLoads>, Error> {
    COMPETITORS.iter().map(|competitor| of(competitor, size)).collect()
}

fn of(competitor: &Competitor, size: Size) -> Result<LinkLoads, Error> {
    let network = competitor.network(size);
    let graph = network.graph();
    let orbits = network.orbits();
    let loads = by_orbit(&network, &graph, &orbits, competitor.vcs)?;
    let of_rank = |wanted: Option<u32>| {
        let links = orbits.iter().zip(loads.chunks(graph.ports())).flat_map(|(orbit, loads)| {
            let ports =
                (1..).zip(&loads[1..]).filter(|(port, _)| graph.downstream(graph.at(orbit.terminal).router as usize, *port).is_some());
            ports
                .filter(|(port, _)| wanted.is_none() || wanted == rank(&network, graph.at(orbit.terminal).router, *port))
                .map(|(_, load)| (orbit.count, *load))
        });
        let (count, sum, highest) =
            links.fold((0, 0.0, 0.0), |(count, sum, highest), (n, load)| (count + n, sum + n as f64 * load, f64::max(highest, load)));
        (count, sum / count as f64, highest)
    };
    let (links, mean, highest) = of_rank(None);
    let of_one = |rank| {
        let (links, mean, highest) = of_rank(Some(rank));
        RankLoad { rank, links, mean, highest }
    };
    let ranks = network.of::<Rdt>().map_or(Vec::new(), |rdt| (0..=rdt.max_rank()).map(of_one).collect());
    Ok(LinkLoads { network: competitor.label, links, mean, highest, capacity: (1.0 / highest).min(1.0), ranks })
}

/// The rank of an RDT's link.
fn rank(network: &Network, node: u32, port: usize) -> Option<u32> {
    let rdt = network.of::<Rdt>()?;
    Some(if port > 4 { rdt.rank(node) } else { 0 })
}

/// By orbit and port: the total load of that link from all sources. The nodes of an orbit are equivalent, so the paths from one node of
/// each, counted at the orbits that they pass, add up to all paths over the links of one node of each.
fn by_orbit(network: &Network, graph: &Graph, orbits: &[Orbit], vcs: usize) -> Result<Vec<f64>, Error> {
    let routing = for_network(network, papers(RoutingOptions::default()), vcs)?;
    let (nodes, ports) = (graph.routers(), graph.ports());
    let mut passed = vec![0u64; orbits.len() * ports];
    let mut hops = Vec::new();
    for orbit in orbits {
        for destination in TerminalId::all(graph.terminals()).filter(|&destination| destination != orbit.terminal) {
            path_into(graph, &routing, orbit.terminal, destination, &mut hops)?;
            for hop in &hops[..hops.len() - 1] {
                passed[position(network, hop.node) * ports + hop.port as usize] += 1;
            }
        }
    }
    Ok(passed.into_iter().map(|passed| passed as f64 / (nodes - 1) as f64).collect())
}

/// Index of a node's orbit: orbits are of equal size, in the order of [`NetworkSpec::orbits`](torusmith_topology::NetworkSpec::orbits).
fn position(network: &Network, node: u32) -> usize {
    network.of::<Rdt>().map_or(0, |rdt| {
        let (x, y) = rdt.position(node);
        (y % 4 * 4 + x % 4) as usize
    })
}
