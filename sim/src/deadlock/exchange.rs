//! Requests and replies: the dependencies that close over the nodes (docs/router.md, RC8).
//! A terminal may refuse to take a packet before the answer to an earlier one has left. Its local output then depends on its local input, so both are
//! channels here, in addition to those of the links. Terminals of one router exchange packets without a link: a local input leads to the local outputs
//! of all other terminals of its router.

use torusmith_topology::{Graph, LocalPort, Network, TerminalId};

use super::cdg::{Cdg, Channel};
use super::{DependencyGraphs, Progress, Walk, build_graphs};
use crate::Error;
use crate::routing::{Routing, RoutingOptions, for_walk};

/// [`Channel::port`] of the input of local port 0; that of local port k is `LOCAL_INPUT + k`. A local output has the number of its port.
pub const LOCAL_INPUT: u8 = u8::MAX - (MOST_LOCAL_PORTS - 1);
/// Most local ports of a router in these graphs.
pub(super) const MOST_LOCAL_PORTS: u8 = 32;

/// Refuses a network whose local ports have no [`Channel::port`].
pub(super) fn check_local_ports(graph: &Graph) -> Result<(), Error> {
    let locals = graph.local_ports();
    if locals > MOST_LOCAL_PORTS.into() {
        return Err(Error::value("terminals at a router", locals, format!("0 to {MOST_LOCAL_PORTS} with requests and responses")));
    }
    Ok(())
}

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
    let all = join_classes(graph, extended.as_ref().unwrap_or(&direct), classes, vcs);
    Ok(Exchange { channels: all.channels().len(), dependencies: all.dependencies(), cycle: all.shortest_cycle() })
}

/// A copy of `one` for each message class, and the local ports. Any channel out of a router may be the first of its terminals' packets, any channel into
/// it the last. Channels that a packet holds further back do not matter: every dependency that is not between two links leads to the local ports of its
/// class or to the next class.
fn join_classes(graph: &Graph, one: &Cdg, classes: usize, vcs: usize) -> Cdg {
    let of_class = |class: usize, vc: u8| Channel { node: 0, port: 0, vc: (class * vcs) as u8 + vc };
    let locals = |node: u32, port: u8, class: usize| (0..vcs as u8).map(move |vc| Channel { node, port, ..of_class(class, vc) });
    let copy = |channel: &Channel, class: usize| Channel { vc: of_class(class, channel.vc).vc, ..*channel };
    let terminals = TerminalId::all(graph.terminals());
    let ends = move |at: LocalPort| [at.port, LOCAL_INPUT + at.port].map(|port| (at.router, port));
    let mut channels: Vec<Channel> = (0..classes)
        .flat_map(|class| {
            let links = one.channels().iter().map(move |channel| copy(channel, class));
            let ends = terminals.clone().flat_map(move |terminal| ends(graph.at(terminal)));
            links.chain(ends.flat_map(move |(node, port)| locals(node, port, class)))
        })
        .collect();
    channels.sort_unstable();
    let from = channels.clone();
    Cdg::new(channels, |a, next| {
        let Channel { node, port, vc } = from[a];
        let class = usize::from(vc) / vcs;
        let answer = if classes == 1 { 0 } else { class + 1 };
        match port {
            LOCAL_INPUT.. => {
                next.extend(one.leaving(node).iter().map(|channel| copy(channel, class)));
                let others = outputs(graph, node).filter(|&output| output != port - LOCAL_INPUT);
                next.extend(others.flat_map(|output| locals(node, output, class)));
            }
            _ if usize::from(port) >= graph.local_ports() => {
                let own = Channel { node, port, vc: vc - of_class(class, 0).vc };
                next.extend(one.following(own).map(|channel| copy(channel, class)));
                let far = graph.downstream(node as usize, port.into()).into_iter();
                next.extend(far.flat_map(|to| outputs(graph, to.node).flat_map(move |output| locals(to.node, output, class))));
            }
            _ if answer < classes => next.extend(locals(node, LOCAL_INPUT + port, answer)),
            _ => {}
        }
    })
}

/// The local outputs of a router that have a terminal.
pub(super) fn outputs(graph: &Graph, router: u32) -> impl Iterator<Item = u8> {
    (0..graph.local_ports() as u8).filter(move |&port| graph.terminal(router, port).is_some())
}
