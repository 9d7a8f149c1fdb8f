//! The fast engine: docs/router.md laid out for speed.
//! The state of a router is a handful of masks with a bit a virtual channel (`fields`, `state`, `word`), and eight routers are next to each other in
//! vectors (`lanes`): the work of every router in every clock is a few word-wide operations for all eight, and loops run over set bits only. Flits do
//! not move: a buffer is a count (`counters`), a link a bit in the receiver's mail (`links`), and a packet's description stays in one place
//! (`packets`); its index goes ahead with its head, once a hop. Routers and network interfaces with nothing to do in a clock are skipped. A network
//! is one `part`, as an engine in `whole`, or several parts, each processed by a thread of its own (`team`, `rounds`), which exchange flits and
//! credits once a clock (`exchange`). A clock of the routers is in `router`, arbitration of the switch in `arbitration`, the network interface in
//! `interface`, observation from outside in `registers` and `observe`, and random drivers in place of the network interfaces in `drive`.

mod address;
mod arbitration;
mod backlog;
mod counters;
mod drive;
mod exchange;
mod fields;
mod interface;
mod lanes;
mod links;
mod network;
mod observe;
mod packets;
mod part;
mod registers;
mod rounds;
mod router;
mod state;
mod team;
mod whole;
mod word;

use std::sync::Arc;

use torusmith_design::Pipeline;
use torusmith_design::ranges::VCS;
use torusmith_topology::Graph;

use crate::Error;
use crate::config::RouterConfig;
use crate::engine::Engine;
use crate::routing::Routing;
use address::Address;
use part::Part;
use state::MAX_PORTS;
use team::Team;
use word::{LANES, Word};

/// The network after reset (rule Z1), in clock 0.
///
/// [`Engine::outputs`], [`Engine::heads`] and the output registers in [`Engine::trace`] need `observing`; it costs a little in every clock.
///
/// # Panics
/// Not here, but [`Engine::outputs`] and [`Engine::heads`] do without `observing`.
///
/// # Errors
/// A router parameter out of range, or more ports and VCs than a router has bits: ports times V must not exceed 64, ports not 32.
pub fn new(graph: &Graph, routing: Arc<dyn Routing>, config: RouterConfig, observing: bool) -> Result<Box<dyn Engine>, Error> {
    build(graph, routing, config, Partition::Alone { observing })
}

/// The network after reset in so many parts, processed by as many threads or fewer. Its behaviour does not depend on either number. It can neither be
/// observed nor driven.
///
/// # Errors
/// As [`new`].
pub fn in_parts(
    graph: &Graph,
    routing: Arc<dyn Routing>,
    config: RouterConfig,
    parts: usize,
    threads: usize,
) -> Result<Box<dyn Engine>, Error> {
    let (parts, threads) = (parts.clamp(1, graph.routers().div_ceil(LANES)), threads.max(1));
    build(graph, routing, config, if parts > 1 { Partition::Together { parts, threads } } else { Partition::Alone { observing: false } })
}

/// Partition of a network.
#[derive(Debug, Clone, Copy)]
enum Partition {
    Alone { observing: bool },
    Together { parts: usize, threads: usize },
}

/// A network that is too large for the engine.
pub(crate) fn check(graph: &Graph, config: RouterConfig) -> Result<(), Error> {
    if graph.ports() > MAX_PORTS {
        return Err(Error::value("ports", graph.ports(), format!("1 to {MAX_PORTS}")));
    }
    if fields::needed(graph.ports(), config.vcs) > 64 {
        let allowed = format!("1 to {} for routers of {} ports; --engine reference takes {VCS}", 64 / graph.ports(), graph.ports());
        return Err(Error::value("vcs", config.vcs, allowed));
    }
    if graph.routers() > Address::NODES {
        return Err(Error::value("nodes", graph.routers(), format!("1 to {}", Address::NODES)));
    }
    Ok(())
}

fn build(graph: &Graph, routing: Arc<dyn Routing>, config: RouterConfig, partition: Partition) -> Result<Box<dyn Engine>, Error> {
    config.check()?;
    let config = config.for_routing(&*routing); // RC6
    check(graph, config)?;
    // A count of 0..=D takes 3 bits up to D = 7, never more than 7.
    Ok(match (fields::needed(graph.ports(), config.vcs), config.depth) {
        (..=32, ..=7) => piped::<u32, 3>(graph, routing, config, partition),
        (_, ..=7) => piped::<u64, 3>(graph, routing, config, partition),
        _ => piped::<u64, 7>(graph, routing, config, partition),
    })
}

fn piped<W: Word, const S: usize>(graph: &Graph, routing: Arc<dyn Routing>, config: RouterConfig, partition: Partition) -> Box<dyn Engine> {
    match config.pipeline {
        Pipeline::One => boxed::<W, S, 1>(graph, routing, config, partition),
        Pipeline::Two => boxed::<W, S, 2>(graph, routing, config, partition),
        Pipeline::Three => boxed::<W, S, 3>(graph, routing, config, partition),
    }
}

fn boxed<W: Word, const S: usize, const CLOCKS: u8>(
    graph: &Graph,
    routing: Arc<dyn Routing>,
    config: RouterConfig,
    partition: Partition,
) -> Box<dyn Engine> {
    match partition {
        Partition::Alone { observing } => {
            let terminals = Arc::new(graph.attached().clone());
            Box::new(Part::<W, S, CLOCKS>::new(graph, terminals, routing, config, observing, 0..graph.routers()))
        }
        Partition::Together { parts, threads } => Box::new(Team::<W, S, CLOCKS>::new(graph, routing, config, parts, threads)),
    }
}
