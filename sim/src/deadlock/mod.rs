//! Is a routing function with its VC rule free of deadlock? The channel dependency graph over all pairs of nodes (Dally and Seitz).
//!
//! A channel is a virtual channel of a link; ejection is none. Channel b depends on channel a when some packet may ask for b while it
//! holds a. No cycle: no deadlock. A graph can be built by any walk; only [`Cdg::shortest_cycle`] judges it.

mod cdg;
mod walk;

use torusmith_topology::{Graph, Network};

use crate::Error;
use crate::config::MAX_VCS;
use crate::routing::{Routing, VcRule, for_network};

pub use cdg::{Cdg, Channel};

/// Which pairs of nodes are walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Walk {
    /// All of them.
    Exhaustive,
    /// One destination for all that a routing function treats alike ([`Routing::representatives`]); the graph is the same.
    Representatives,
    /// All pairs up to 4096 nodes, else representatives where there are any.
    Automatic,
}

/// Told how many of how many nodes are done, from any thread.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// What [`check`] finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Channels that some packet uses.
    pub channels: usize,
    /// Dependencies between them.
    pub dependencies: usize,
    /// A shortest cycle, each channel waiting for the next and the last for the first. Empty: free of deadlock.
    pub cycle: Vec<Channel>,
    /// The walk was [`Walk::Exhaustive`].
    pub exhaustive: bool,
}

impl Report {
    /// Free of deadlock.
    pub fn acyclic(&self) -> bool {
        self.cycle.is_empty()
    }
}

/// Most pairs of nodes walked one by one: 65536 nodes take a minute or so.
const MOST_PAIRS: usize = 1 << 32;

/// Checks a network under a VC rule (its default one if `None`) with `vcs` virtual channels (as many as the rule has classes if `None`).
///
/// # Errors
/// A rule or number of VCs that does not fit; a network too large for the walk.
pub fn check(network: &Network, rule: Option<VcRule>, vcs: Option<usize>, walk: Walk, progress: Progress) -> Result<Report, Error> {
    let vcs = match vcs {
        Some(vcs) => vcs,
        None => for_network(network, rule, MAX_VCS)?.rule().classes(network),
    };
    let routing = for_network(network, rule, vcs)?;
    check_routing(&network.graph(), &routing, network.route_bits(), vcs, walk, progress)
}

/// Checks any routing function whose headers have `route_bits` routing bits.
///
/// # Errors
/// A network too large for the walk, more than 128 VCs in a router.
pub fn check_routing(
    graph: &Graph,
    routing: &impl Routing,
    route_bits: u32,
    vcs: usize,
    walk: Walk,
    progress: Progress,
) -> Result<Report, Error> {
    let nodes = graph.nodes();
    if graph.ports() * vcs > 128 {
        return Err(Error::value("vcs", vcs, format!("1..{} with {} ports", 128 / graph.ports(), graph.ports())));
    }
    let represented = route_bits == 0 && routing.representatives(0).is_some();
    let exhaustive = match walk {
        Walk::Exhaustive => true,
        Walk::Representatives => !represented,
        Walk::Automatic => nodes <= 4096 || !represented,
    };
    if exhaustive && nodes.saturating_mul(nodes) > MOST_PAIRS {
        return Err(Error::value("nodes", nodes, format!("up to {} for a walk of all pairs of nodes", MOST_PAIRS.isqrt())));
    }
    let cdg = walk::direct(graph, routing, route_bits, vcs, exhaustive, progress);
    Ok(Report { channels: cdg.channels().len(), dependencies: cdg.dependencies(), cycle: cdg.shortest_cycle(), exhaustive })
}
