//! Graphs with the local ports of terminals, and the graph of several message classes that terminals couple.
//! A local output depends on a local input if its terminal takes a packet only once it has sent another one. So both are channels here, in addition to
//! those of the links. Terminals of one router exchange packets without a link: a local input leads to the local outputs of all other terminals of its
//! router.

use torusmith_topology::{Graph, LocalPort, TerminalId};

use super::cdg::{Cdg, Channel};
use crate::Error;

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

/// Channels and dependencies of a graph with local ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Channels.
    pub channels: usize,
    /// Dependencies between them.
    pub dependencies: usize,
    /// A shortest cycle.
    pub cycle: Vec<Channel>,
}

impl From<Cdg> for Exchange {
    fn from(all: Cdg) -> Self {
        Self { channels: all.channels().len(), dependencies: all.dependencies(), cycle: all.shortest_cycle() }
    }
}

/// All VCs of a port.
pub(super) fn lanes(node: u32, port: u8, vcs: u8) -> impl Iterator<Item = Channel> {
    (0..vcs).map(move |vc| Channel { node, port, vc })
}

/// The channels of the links, of the local inputs of terminals that give packets and of the local outputs of those that take packets. Any channel out
/// of a router may be the first of its terminals' packets, any channel into it the last. Channels that a packet holds further back do not matter:
/// every dependency that is not between two links leads to a local port.
pub(super) fn with_local_ports(
    graph: &Graph,
    links: &Cdg,
    vcs: u8,
    gives: impl Fn(TerminalId) -> bool,
    takes: impl Fn(TerminalId) -> bool,
) -> Cdg {
    let mut channels = links.channels().to_vec();
    for terminal in TerminalId::all(graph.terminals()) {
        let LocalPort { router, port } = graph.at(terminal);
        channels.extend(lanes(router, LOCAL_INPUT + port, vcs).filter(|_| gives(terminal)));
        channels.extend(lanes(router, port, vcs).filter(|_| takes(terminal)));
    }
    channels.sort_unstable();
    let from = channels.clone();
    let outputs = |router, except: Option<u8>| {
        let others = (0..graph.local_ports() as u8).filter(move |&port| Some(port) != except);
        others.flat_map(move |port| lanes(router, port, vcs))
    };
    Cdg::new(channels, |a, next| {
        let channel @ Channel { node, port, .. } = from[a];
        if port >= LOCAL_INPUT {
            next.extend(links.leaving(node));
            next.extend(outputs(node, Some(port - LOCAL_INPUT)));
        } else if usize::from(port) >= graph.local_ports() {
            next.extend(links.following(channel));
            let far = graph.downstream(node as usize, port.into());
            next.extend(far.into_iter().flat_map(|far| outputs(far.node, None)));
        }
    })
}

/// One graph of message classes of `vcs` VCs each: VC v of class c is VC `c * vcs + v`. `places` are further channels; `waits` appends the channels
/// that a channel depends on by what terminals do, those that do not exist included.
pub(super) fn join(classes: &[&Cdg], vcs: u8, places: &[Channel], waits: impl Fn(Channel, &mut Vec<Channel>)) -> Cdg {
    let of = |class: usize, channel: &Channel| Channel { vc: class as u8 * vcs + channel.vc, ..*channel };
    let copies = classes.iter().enumerate().flat_map(|(class, one)| one.channels().iter().map(move |channel| of(class, channel)));
    let mut channels: Vec<Channel> = copies.chain(places.iter().copied()).collect();
    channels.sort_unstable();
    channels.dedup();
    let from = channels.clone();
    Cdg::new(channels, |a, next| {
        let channel = from[a];
        let class = usize::from(channel.vc / vcs);
        let one = classes.get(class).map(|one| one.following(Channel { vc: channel.vc % vcs, ..channel }));
        next.extend(one.into_iter().flatten().map(|channel| of(class, channel)));
        waits(channel, next);
        next.sort_unstable();
        next.dedup();
    })
}
