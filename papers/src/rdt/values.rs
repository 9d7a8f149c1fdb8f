//! Values of the model for the networks in the paper's tables.

use torusmith_design::RoutingAlgorithm;
use torusmith_sim::Error;
use torusmith_sim::multicast::{Geometry, Tree};
use torusmith_sim::routing::rdt::vectors;
use torusmith_sim::routing::{RoutingOptions, for_network, lengths};
use torusmith_topology::metrics::{Distances, bisection, distances};
use torusmith_topology::rdt::Rdt;
use torusmith_topology::{Graph, Link, Network, NetworkSpec, Orbit, TerminalId};

use crate::options::papers;

/// Enough for any VC rule; lengths of paths do not depend on the number of VCs.
const VCS: usize = 8;

/// An RDT by its side. Side 256 is possible here: [`Rdt::new`] refuses it because no router of that size is built, but links and routing
/// are defined.
pub fn rdt(side: u32) -> Network {
    Network::new(Rdt { side })
}

/// Lengths of shortest paths.
pub fn shortest(network: &Network) -> Distances {
    distances(&network.graph(), &network.orbits(), &|_, _| ())
}

/// Lengths of the paths that packets take. A path in an RDT depends only on the difference of the addresses and on the source's position
/// mod 4, under each of its algorithms, so that 16 sources are enough.
pub fn routed(network: &Network, algorithm: RoutingAlgorithm) -> Result<Distances, Error> {
    let routing = for_network(network, papers(RoutingOptions::new(algorithm, None)), VCS)?;
    lengths(network, &network.graph(), &routing, &network.orbits(), &|_, _| ())
}

/// Diameter of the perfect RDT, whose nodes have the links of every rank (Definition 3), so that all nodes are equivalent.
pub fn perfect_diameter(side: u32) -> u32 {
    let rdt = Rdt { side };
    let mask = side - 1;
    let ports = 1 + 4 * (rdt.max_rank() as usize + 1);
    let graph = Graph::new(rdt.routers(), ports, |node, port| {
        let direction = u32::from(port - 1);
        let (dx, dy) = rdt.step(direction / 4, direction / 2 % 2);
        let sign = if direction.is_multiple_of(2) { 1 } else { -1 };
        let (x, y) = rdt.position(node);
        let to = rdt.node(x.wrapping_add_signed(sign * dx) & mask, y.wrapping_add_signed(sign * dy) & mask);
        Some(Link { node: to, port: ((port - 1) ^ 1) + 1 })
    });
    distances(&graph, &[Orbit { terminal: TerminalId(0), count: rdt.routers() as u64 }], &|_, _| ()).diameter
}

/// Longest path in the perfect RDT by the vectors of simple vector routing (section III-A).
pub fn simple_vector_diameter(side: u32) -> u32 {
    let ranks = Rdt { side }.max_rank();
    let half = side as i32 / 2;
    let steps = |a, b| vectors(ranks, a, b).iter().map(|(x, y)| x.unsigned_abs() + y.unsigned_abs()).sum();
    (1 - half..=half).flat_map(|a| (1 - half..=half).map(move |b| steps(a, b))).max().unwrap_or(0)
}

/// Links between the halves, both directions of a pair counted once.
pub fn bisection_width(network: &Network) -> u32 {
    bisection(network, &network.graph()).width as u32
}

/// Steps of a broadcast, from the nodes that need most. The tree from a node depends only on its position mod 4.
pub fn broadcast_steps(side: u32) -> u32 {
    let rdt = Rdt { side };
    let geometry = Geometry::new(rdt);
    let steps = |orbit: &Orbit| Tree::new(&geometry, orbit.terminal.0, geometry.max_rank, &[0xff; 5]).steps();
    rdt.orbits().iter().map(steps).max().unwrap_or(0)
}
