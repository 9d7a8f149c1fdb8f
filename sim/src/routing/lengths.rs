//! Lengths of the paths that packets take.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use torusmith_topology::metrics::{Distances, Progress};
use torusmith_topology::{Graph, Network, Orbit, TerminalId};

use super::function::Routing;
use super::network::NetworkRouting;
use super::path::{Hop, path_into};
use crate::Error;

/// The lengths of the paths between all ordered pairs of terminals, by the source's first choice and the first candidate everywhere, without the ejection.
/// `orbits` are the sources that are walked. Together they must stand for all sources under this routing function too, as those of
/// [`torusmith_topology::NetworkSpec::orbits`] do for a network's default routing, whatever its ties.
///
/// # Errors
/// A routing function that leads nowhere.
pub fn lengths(
    network: &Network,
    graph: &Graph,
    routing: &NetworkRouting,
    orbits: &[Orbit],
    progress: Progress,
) -> Result<Distances, Error> {
    let done = AtomicUsize::new(0);
    let counted = |found: (Orbit, u32, u64)| {
        let count = 1 + done.fetch_add(1, Relaxed);
        if count.is_multiple_of(16) || count == orbits.len() {
            progress(count, orbits.len());
        }
        found
    };
    // Without routing bits, a path goes on from any node like that of every other packet there, so paths to one destination share their ends.
    let shared = network.route_bits() == 0;
    let of_orbits: Vec<_> = orbits
        .par_iter()
        .map_init(Scratch::default, |scratch, orbit| {
            let (longest, sum) =
                if shared { scratch.to(graph, routing, orbit.terminal)? } else { scratch.from(graph, routing, orbit.terminal)? };
            Ok(counted((*orbit, longest, sum)))
        })
        .collect::<Result<_, Error>>()?;
    Ok(Distances::from_orbits(graph.live().count(), of_orbits))
}

/// Lists that are used again and again.
#[derive(Default)]
struct Scratch {
    hops: Vec<Hop>,
    /// By router.
    known: Vec<u32>,
    trail: Vec<u32>,
}

/// A length that is not known yet.
const UNKNOWN: u32 = u32::MAX;

impl Scratch {
    /// (longest, sum) of the paths from a terminal to all others.
    fn from(&mut self, graph: &Graph, routing: &impl Routing, source: TerminalId) -> Result<(u32, u64), Error> {
        let (mut longest, mut sum) = (0, 0);
        for destination in graph.live() {
            path_into(graph, routing, source, destination, &mut self.hops)?;
            let length = self.hops.len() as u32 - 1;
            longest = longest.max(length);
            sum += u64::from(length);
        }
        Ok((longest, sum))
    }

    /// (longest, sum) of the paths from all other terminals to a terminal, for headers without routing bits.
    fn to(&mut self, graph: &Graph, routing: &impl Routing, destination: TerminalId) -> Result<(u32, u64), Error> {
        let nodes = graph.routers();
        self.known.clear();
        self.known.resize(nodes, UNKNOWN);
        self.known[graph.at(destination).router as usize] = 0;
        let (mut longest, mut sum) = (0, 0);
        for source in graph.live() {
            let from = graph.at(source).router;
            let mut node = from;
            while self.known[node as usize] == UNKNOWN {
                self.trail.push(node);
                let port = routing.route(node, destination, 0).first().map_or(0, |candidate| candidate.port);
                let next = graph.downstream(node as usize, port.into()).filter(|_| self.trail.len() <= nodes);
                let Some(next) = next else { return Err(Error::Lost { from: source, to: destination, at: node }) };
                node = next.node;
            }
            let mut length = self.known[node as usize];
            while let Some(node) = self.trail.pop() {
                length += 1;
                self.known[node as usize] = length;
            }
            longest = longest.max(length);
            sum += u64::from(self.known[from as usize]);
        }
        Ok((longest, sum))
    }
}
