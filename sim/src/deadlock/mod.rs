//! Is a routing function with its VC rule free of deadlock? The channel dependency graph over all pairs of terminals (Dally and Seitz), for
//! adaptive routing the extended one of the escape channels (Duato).
//!
//! A channel is a virtual channel of a link; ejection is none. Channel b depends on channel a when some packet may ask for b while it
//! holds a; in the extended graph, of escape channels only, also when it goes on from a over adaptive channels before it asks for b. No
//! cycle there, and an escape channel wherever a packet may wait: no deadlock. A graph can be built by any walk (`walk`, `paths`); only
//! [`Cdg::shortest_cycle`] judges it.

mod axi4;
mod cdg;
mod certificate;
mod endpoints;
mod exchange;
mod join;
mod pairs;
mod paths;
mod turns;
mod walk;

use torusmith_topology::{Graph, Network};

use crate::Error;
use crate::routing::{Routing, RoutingOptions, for_walk};

pub use axi4::{MANAGERS, OWN_LINK, SideOptions, Sides, check_axi4};
pub use cdg::{Cdg, Channel};
pub use certificate::{MOST_CERTIFIED, certificate};
pub use endpoints::{EndpointsReport, PLACE, Reason, check_endpoints};
pub use exchange::{check_exchange, check_exchange_of};
pub use join::{Exchange, LOCAL_INPUT};
pub use torusmith_topology::metrics::Progress;
pub use turns::turns;
use walk::Walker;

/// Which pairs of routers and destinations are walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Walk {
    /// All pairs.
    Exhaustive,
    /// One destination for all that a routing function treats alike ([`Routing::representatives`]), with the same graph as result.
    Representatives,
    /// All pairs up to 4096 nodes, else representatives where the routing function has any.
    Automatic,
}

/// Result of [`check`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Channels that some packet uses.
    pub channels: usize,
    /// Dependencies between them.
    pub dependencies: usize,
    /// Channels that are escape channels: all of them for deterministic routing.
    pub escape_channels: usize,
    /// Dependencies in the extended graph; equals `dependencies` for deterministic routing.
    pub extended_dependencies: usize,
    /// A shortest cycle of the extended graph, each channel waiting for the next and the last for the first.
    pub cycle: Vec<Channel>,
    /// Channels of the extended graph that remain when those without a predecessor are removed repeatedly: channels on cycles, and those reachable
    /// from a cycle.
    pub core: usize,
    /// States (a node, a destination, a header) that offer no escape channel.
    pub stranded: usize,
    /// The walk was [`Walk::Exhaustive`].
    pub exhaustive: bool,
}

impl Report {
    /// No cycle in the extended graph, and an escape channel in every state: free of deadlock.
    pub fn acyclic(&self) -> bool {
        self.cycle.is_empty() && self.stranded == 0
    }
}

/// Most pairs of nodes walked one by one: 65536 nodes take a minute or so.
const MOST_PAIRS: usize = 1 << 32;

/// Checks a network's routing under `options`, with `vcs` virtual channels (as many as the VC rule has classes if `None`).
///
/// # Errors
/// An algorithm, rule or number of VCs that does not fit; a network too large for the walk.
pub fn check(network: &Network, options: RoutingOptions, vcs: Option<usize>, walk: Walk, progress: Progress) -> Result<Report, Error> {
    let (routing, vcs) = for_walk(network, options, vcs)?;
    check_routing(&network.graph(), routing.as_ref(), network.route_bits(), vcs, walk, progress)
}

/// Checks any routing function whose headers have `route_bits` routing bits, fewer than 8 unless routers rewrite them (rule RC7).
///
/// # Errors
/// A network too large for the walk, more than 128 VCs in a router.
pub fn check_routing(
    graph: &Graph,
    routing: &(impl Routing + ?Sized),
    route_bits: u32,
    vcs: usize,
    walk: Walk,
    progress: Progress,
) -> Result<Report, Error> {
    let DependencyGraphs { direct, extended, stranded, exhaustive } = build_graphs(graph, routing, route_bits, vcs, walk, progress)?;
    let judged = extended.as_ref().unwrap_or(&direct);
    let cycle = judged.shortest_cycle();
    Ok(Report {
        channels: direct.channels().len(),
        dependencies: direct.dependencies(),
        escape_channels: judged.channels().len(),
        extended_dependencies: judged.dependencies(),
        core: if cycle.is_empty() { 0 } else { judged.core() },
        cycle,
        stranded,
        exhaustive,
    })
}

/// Graphs that a walk builds.
struct DependencyGraphs {
    direct: Cdg,
    /// The extended graph of adaptive routing.
    extended: Option<Cdg>,
    stranded: usize,
    exhaustive: bool,
}

fn build_graphs(
    graph: &Graph,
    routing: &(impl Routing + ?Sized),
    route_bits: u32,
    vcs: usize,
    walk: Walk,
    progress: Progress,
) -> Result<DependencyGraphs, Error> {
    let (routers, terminals) = (graph.routers(), graph.terminals());
    if graph.ports() * vcs > 128 {
        return Err(Error::value("vcs", vcs, format!("1 to {} with {} ports", 128 / graph.ports(), graph.ports())));
    }
    let represented = route_bits == 0 && routing.representatives(0).is_some();
    let exhaustive = match walk {
        Walk::Exhaustive => true,
        Walk::Representatives => !represented,
        Walk::Automatic => routers <= 4096 || !represented,
    };
    if exhaustive && routers.saturating_mul(terminals) > MOST_PAIRS {
        return Err(Error::value(
            "nodes",
            routers.max(terminals),
            format!("up to {} for a walk of all pairs of nodes", MOST_PAIRS.isqrt()),
        ));
    }
    let walker = Walker { graph, routing, route_bits, vcs, exhaustive, progress };
    let all = ((1u16 << vcs) - 1) as u8;
    let escape = routing.escape_vcs() & all;
    let (direct, stranded) = if routing.rewrites() { (paths::direct(graph, routing, vcs, progress), 0) } else { walker.direct(escape) };
    let extended = if escape == all { None } else { Some(walker.extended(escape)) };
    Ok(DependencyGraphs { direct, extended, stranded, exhaustive })
}
