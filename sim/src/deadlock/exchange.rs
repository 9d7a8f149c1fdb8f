//! Requests and replies: the dependencies that close over the nodes (docs/router.md, RC8).
//! A node may refuse to take a packet before the answer to an earlier one has left. Its local output then depends on its local input, so both are
//! channels here, in addition to those of the links.

use torusmith_topology::{Graph, Network};

use super::cdg::{Cdg, Channel};
use super::{DependencyGraphs, Progress, Walk, build_graphs};
use crate::Error;
use crate::routing::{RoutingOptions, for_walk};

/// [`Channel::port`] of a local input; that of a local output is 0.
pub const LOCAL_INPUT: u8 = u8::MAX;

/// Dependencies that [`check_exchange`] finds, local ports included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Channels.
    pub channels: usize,
    /// Dependencies between them.
    pub dependencies: usize,
    /// A shortest cycle.
    pub cycle: Vec<Channel>,
}

/// Walks `classes` message classes of `vcs` VCs each. A node answers packets of a class with packets of the next class, and those of the last class
/// not at all; with one class it answers in that class.
///
/// # Errors
/// As [`super::check`].
pub fn check_exchange(
    network: &Network,
    options: RoutingOptions,
    classes: usize,
    vcs: usize,
    walk: Walk,
    progress: Progress,
) -> Result<Exchange, Error> {
    let (routing, vcs) = for_walk(network, options, Some(vcs))?;
    let graph = network.graph();
    let DependencyGraphs { direct, extended, .. } = build_graphs(&graph, routing.as_ref(), network.route_bits(), vcs, walk, progress)?;
    let all = join_classes(&graph, extended.as_ref().unwrap_or(&direct), classes, vcs);
    Ok(Exchange { channels: all.channels().len(), dependencies: all.dependencies(), cycle: all.shortest_cycle() })
}

/// A copy of `one` for each message class, and the local ports. Any channel out of a node may be the first of its packets, any channel into it the
/// last. Channels that a packet holds further back do not matter: every dependency that is not between two links leads to the local ports of its
/// class or to the next class.
fn join_classes(graph: &Graph, one: &Cdg, classes: usize, vcs: usize) -> Cdg {
    let of_class = |class: usize, vc: u8| Channel { node: 0, port: 0, vc: (class * vcs) as u8 + vc };
    let locals = |node: u32, port: u8, class: usize| (0..vcs as u8).map(move |vc| Channel { node, port, ..of_class(class, vc) });
    let copy = |channel: &Channel, class: usize| Channel { vc: of_class(class, channel.vc).vc, ..*channel };
    let nodes = 0..graph.terminals() as u32;
    let mut channels: Vec<Channel> = (0..classes)
        .flat_map(|class| {
            let links = one.channels().iter().map(move |channel| copy(channel, class));
            links.chain(nodes.clone().flat_map(move |node| [0, LOCAL_INPUT].into_iter().flat_map(move |port| locals(node, port, class))))
        })
        .collect();
    channels.sort_unstable();
    let from = channels.clone();
    Cdg::new(channels, |a, next| {
        let Channel { node, port, vc } = from[a];
        let class = usize::from(vc) / vcs;
        let answer = if classes == 1 { 0 } else { class + 1 };
        match port {
            0 if answer < classes => next.extend(locals(node, LOCAL_INPUT, answer)),
            0 => {}
            LOCAL_INPUT => next.extend(one.leaving(node).iter().map(|channel| copy(channel, class))),
            _ => {
                let own = Channel { node, port, vc: vc - of_class(class, 0).vc };
                next.extend(one.following(own).map(|channel| copy(channel, class)));
                next.extend(graph.downstream(node as usize, port.into()).into_iter().flat_map(|to| locals(to.node, 0, class)));
            }
        }
    })
}
