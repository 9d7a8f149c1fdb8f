//! Requests and responses of an AXI4 interconnect: the dependencies that close over the sides of the nodes (docs/axi4_interface.md).
//! Both networks have the same routers, so their channels depend on one another as those of one network do, whichever nodes are managers. In
//! addition, a subordinate side may refuse a request before the response to an earlier one has left: the channels that lead into it depend on those
//! that lead out of it in the other network. A manager side takes every response (RS1), so no dependency starts there. Users are assumed to keep
//! AXI4's rules: a subordinate answers every request that it has taken, whatever happens to its later answers.
//!
//! With M = 2 reads and writes have channels of their own. With `WRITE_START` whatever waits for a channel of writes may wait for a manager that has
//! yet to show beats of the write that holds it. By its promise that manager waits for reads at most, so the channels of writes depend on those by
//! which reads enter. A subordinate is assumed to take reads while a write that it has taken waits for its beats.

use torusmith_topology::address_map::AddressMap;
use torusmith_topology::{Graph, LocalPort, Network, TerminalId};

use super::cdg::{Cdg, Channel};
use super::join::{Exchange, LOCAL_INPUT, MOST_LOCAL_PORTS, check_local_ports, join, with_local_ports};
use super::{DependencyGraphs, Progress, Walk, build_graphs};
use crate::Error;
use crate::routing::{RoutingOptions, for_walk};

/// [`Channel::port`] of the own link (P4) of the terminal at local port 0; that of the terminal at local port k is `OWN_LINK + k`.
pub const OWN_LINK: u8 = LOCAL_INPUT - MOST_LOCAL_PORTS;
/// [`Channel::port`] of the managers, which have yet to show beats of writes that have started (I3): one for all, at the lowest one's router.
pub const MANAGERS: u8 = OWN_LINK - 1;

/// Behaviour of the sides and their networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// The behaviour that the contract specifies.
    Contract,
    /// A manager side may refuse a response before its next request has left: no places are kept for it. To see that the walk finds it.
    RefuseResponses,
    /// Responses travel on the channels of requests. To see that the walk finds it.
    OneNetwork,
    /// A manager may wait for a write before it shows the rest of one that has started. To see that the walk finds it.
    BreakPromise,
}

/// The sides of an interconnect, and what they have to do with one another.
#[derive(Debug, Clone, Copy)]
pub struct SideOptions<'a> {
    /// Managers and subordinates.
    pub map: &'a AddressMap,
    /// What they do.
    pub sides: Sides,
    /// M: 1, or 2, reads and writes.
    pub message_classes: usize,
    /// Writes start before their last beat (`WRITE_START`).
    pub write_start: bool,
}

/// Walks both networks, the sides of a map's nodes included. Channels of VC v are of the request network, those of VC V + v of the response network,
/// with V = M `vcs_a_class`.
///
/// # Errors
/// As [`super::check_exchange`].
pub fn check_axi4(
    network: &Network,
    options: RoutingOptions,
    vcs_a_class: usize,
    sides: SideOptions<'_>,
    walk: Walk,
    progress: Progress,
) -> Result<Exchange, Error> {
    let (routing, each) = for_walk(network, options, Some(vcs_a_class))?;
    let graph = network.graph();
    check_local_ports(&graph)?;
    let DependencyGraphs { direct, extended, .. } = build_graphs(&graph, routing.as_ref(), network.route_bits(), each, walk, progress)?;
    let one = extended.as_ref().unwrap_or(&direct);
    let SideOptions { map, sides, message_classes, write_start } = sides;
    let sides = InterconnectSides { graph: &graph, each: each as u8, classes: message_classes as u8, map, sides, write_start };
    Ok(sides.join_networks(one).into())
}

/// A network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plane {
    Requests,
    Responses,
}

struct InterconnectSides<'a> {
    graph: &'a Graph,
    /// V/M.
    each: u8,
    /// M.
    classes: u8,
    map: &'a AddressMap,
    sides: Sides,
    write_start: bool,
}

impl InterconnectSides<'_> {
    /// V of each network.
    fn vcs(&self) -> u8 {
        self.each * self.classes
    }

    fn first_vc(&self, plane: Plane) -> u8 {
        if plane == Plane::Requests || self.sides == Sides::OneNetwork { 0 } else { self.vcs() }
    }

    fn plane(&self, channel: Channel) -> Plane {
        if channel.vc < self.vcs() { Plane::Requests } else { Plane::Responses }
    }

    /// The message class of a channel (RC8).
    fn class(&self, channel: Channel) -> u8 {
        channel.vc % self.vcs() / self.each
    }

    /// The message class of writes (G2).
    fn of_writes(&self) -> u8 {
        self.classes - 1
    }

    /// The channels by which the sides of a terminal give packets to a network, if they do.
    fn given(&self, plane: Plane, terminal: TerminalId) -> impl Iterator<Item = Channel> {
        let (first, LocalPort { router: node, port }) = (self.first_vc(plane), self.graph.at(terminal));
        let local = (0..self.vcs()).map(move |vc| Channel { node, port: LOCAL_INPUT + port, vc: first + vc });
        local.chain([Channel { node, port: OWN_LINK + port, vc: first }])
    }

    /// The terminal at a local output or an own link.
    fn terminal(&self, channel: Channel) -> Option<TerminalId> {
        self.graph.terminal(channel.node, if channel.port >= OWN_LINK { channel.port - OWN_LINK } else { channel.port })
    }

    /// The managers, which whatever waits for a write waits for.
    fn managers(&self) -> Option<Channel> {
        let lowest = self.map.managers().next().filter(|_| self.write_start)?;
        Some(Channel { node: self.graph.at(TerminalId(lowest)).router, port: MANAGERS, vc: self.of_writes() * self.each })
    }

    fn join_networks(&self, one: &Cdg) -> Cdg {
        let (manager, subordinate) =
            (|terminal: TerminalId| self.map.is_manager(terminal.0), |terminal: TerminalId| self.map.is_subordinate(terminal.0));
        let side = |terminal: TerminalId| manager(terminal) || subordinate(terminal);
        let networks = if self.sides == Sides::OneNetwork {
            vec![with_local_ports(self.graph, one, self.each, side, side)]
        } else {
            let requests = with_local_ports(self.graph, one, self.each, manager, subordinate);
            vec![requests, with_local_ports(self.graph, one, self.each, subordinate, manager)]
        };
        let classes: Vec<&Cdg> = networks.iter().flat_map(|network| vec![network; self.classes.into()]).collect();
        let both = self.map.managers().map(TerminalId).filter(|&terminal| subordinate(terminal)).map(|terminal| self.graph.at(terminal));
        let own = |LocalPort { router: node, port }| {
            [Plane::Requests, Plane::Responses].map(|plane| Channel { node, port: OWN_LINK + port, vc: self.first_vc(plane) })
        };
        let places: Vec<Channel> = both.flat_map(own).chain(self.managers()).collect();
        join(&classes, self.each, &places, |channel, next| self.waits(channel, next))
    }

    /// The channels that one depends on by what sides do.
    fn waits(&self, channel: Channel, next: &mut Vec<Channel>) {
        let (plane, port) = (self.plane(channel), channel.port);
        // What waits for a local input is a later write of the same manager, whose beats come later in any case.
        if plane == Plane::Requests && self.class(channel) == self.of_writes() && port < LOCAL_INPUT && port != MANAGERS {
            next.extend(self.managers());
        }
        if port == MANAGERS {
            let reads = |given: &Channel| self.class(*given) == 0 || self.sides == Sides::BreakPromise;
            next.extend(self.map.managers().map(TerminalId).flat_map(|terminal| self.given(Plane::Requests, terminal)).filter(reads));
        }
        let Some(terminal) = self.terminal(channel).filter(|_| port < LOCAL_INPUT) else { return };
        if (plane == Plane::Requests || self.sides == Sides::OneNetwork) && self.map.is_subordinate(terminal.0) {
            next.extend(self.given(Plane::Responses, terminal));
        }
        if plane == Plane::Responses && self.sides == Sides::RefuseResponses {
            next.extend(self.given(Plane::Requests, terminal));
        }
    }
}
