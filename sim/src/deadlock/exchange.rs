//! Requests and replies: the dependencies that close over the nodes (docs/router.md, RC8).
//! A terminal may refuse to take a packet before the answer to an earlier one has left.

use torusmith_topology::{Graph, Network};

use super::cdg::Channel;
use super::join::{Exchange, LOCAL_INPUT, check_local_ports, join, lanes, with_local_ports};
use super::{DependencyGraphs, Progress, Walk, build_graphs};
use crate::Error;
use crate::routing::{Routing, RoutingOptions, for_walk};

/// Walks `classes` message classes of `vcs` VCs each. A terminal answers packets of a class with packets of the next class, and those of the last class
/// not at all; with one class it answers in that class.
///
/// # Errors
/// As [`super::check`]; more than 32 terminals at a router.
pub fn check_exchange(
    network: &Network,
    options: RoutingOptions,
    classes: usize,
    vcs: usize,
    walk: Walk,
    progress: Progress,
) -> Result<Exchange, Error> {
    let (routing, vcs) = for_walk(network, options, Some(vcs))?;
    check_exchange_of(&network.graph(), routing.as_ref(), network.route_bits(), (classes, vcs), walk, progress)
}

/// [`check_exchange`] of any routing function, as [`super::check_routing`] is [`super::check`] of one; `vcs` of each class.
///
/// # Errors
/// As [`check_exchange`].
pub fn check_exchange_of(
    graph: &Graph,
    routing: &(impl Routing + ?Sized),
    route_bits: u32,
    (classes, vcs): (usize, usize),
    walk: Walk,
    progress: Progress,
) -> Result<Exchange, Error> {
    check_local_ports(graph)?;
    let DependencyGraphs { direct, extended, .. } = build_graphs(graph, routing, route_bits, vcs, walk, progress)?;
    let each = vcs as u8;
    let one = with_local_ports(graph, extended.as_ref().unwrap_or(&direct), each, |_| true, |_| true);
    let answers = |Channel { node, port, vc }, next: &mut Vec<Channel>| {
        let answer = if classes == 1 { 0 } else { vc / each + 1 };
        if usize::from(port) < graph.local_ports() && usize::from(answer) < classes {
            next.extend(lanes(node, LOCAL_INPUT + port, each).map(|channel| Channel { vc: answer * each + channel.vc, ..channel }));
        }
    };
    Ok(join(&vec![&one; classes], each, &[], answers).into())
}
