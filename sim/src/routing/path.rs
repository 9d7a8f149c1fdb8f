//! The path of a packet, hop by hop.

use torusmith_topology::{Graph, TerminalId};

use super::function::Candidate;
use super::function::Routing;
use crate::Error;

/// A hop of a path; the last is the ejection, the destination's local port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hop {
    /// Router of the hop.
    pub node: u32,
    /// Output port of the hop.
    pub port: u8,
    /// The VCs that may be taken, bit w for VC w.
    pub vcs: u8,
}

impl Hop {
    /// The VC taken in an otherwise empty network (rules SA5, VA4).
    pub fn vc(&self) -> u32 {
        self.vcs.trailing_zeros()
    }
}

/// The hops from terminal `source` to terminal `destination`, the ejection included, taking the source's first choice and the first candidate everywhere.
///
/// # Errors
/// A terminal that the network does not have; a routing function that leads nowhere.
pub fn path(graph: &Graph, routing: &impl Routing, source: TerminalId, destination: TerminalId) -> Result<Vec<Hop>, Error> {
    let mut hops = Vec::new();
    path_into(graph, routing, source, destination, &mut hops)?;
    Ok(hops)
}

/// [`path`] into a list that is cleared first: for walks of all pairs.
///
/// # Errors
/// As [`path`].
pub fn path_into(
    graph: &Graph,
    routing: &impl Routing,
    source: TerminalId,
    destination: TerminalId,
    hops: &mut Vec<Hop>,
) -> Result<(), Error> {
    path_of(graph, routing, source, destination, None, hops)
}

/// [`path_into`] of a packet with these routing bits, if they are given.
///
/// # Errors
/// As [`path`].
pub fn path_of(
    graph: &Graph,
    routing: &impl Routing,
    source: TerminalId,
    destination: TerminalId,
    bits: Option<u64>,
    hops: &mut Vec<Hop>,
) -> Result<(), Error> {
    hops.clear();
    for (field, node) in [("from", source), ("to", destination)] {
        if node.index() >= graph.terminals() {
            return Err(Error::value(field, node, format!("nodes 0 to {}", graph.terminals() - 1)));
        }
    }
    let mut bits = bits.unwrap_or_else(|| routing.source_choices(source, destination)[0]);
    let mut node = graph.at(source).router;
    while hops.len() <= graph.routers() {
        let (candidates, onward) = routing.route_onward(node, destination, bits);
        let Some(&Candidate { port, vcs }) = candidates.first() else { break };
        hops.push(Hop { node, port, vcs });
        let Some(next) = graph.downstream(node as usize, port as usize) else { break };
        (node, bits) = (next.node, onward);
    }
    match hops.last() {
        Some(&Hop { node, port, .. }) if graph.terminal(node, port) == Some(destination) => Ok(()),
        _ => Err(Error::Lost { from: source, to: destination, at: node }),
    }
}
