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
use super::exchange::{Exchange, LOCAL_INPUT, MOST_LOCAL_PORTS, check_local_ports, outputs};
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
    let all =
        Interconnect { graph: &graph, one, each: each as u8, classes: message_classes as u8, map, sides, write_start }.join_networks();
    Ok(Exchange { channels: all.channels().len(), dependencies: all.dependencies(), cycle: all.shortest_cycle() })
}

/// A network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plane {
    Requests,
    Responses,
}

struct Interconnect<'a> {
    graph: &'a Graph,
    /// The channels of a message class of either network.
    one: &'a Cdg,
    /// V/M.
    each: u8,
    /// M.
    classes: u8,
    map: &'a AddressMap,
    sides: Sides,
    write_start: bool,
}

impl Interconnect<'_> {
    /// V of each network.
    fn vcs(&self) -> u8 {
        self.each * self.classes
    }

    fn first_vc(&self, plane: Plane) -> u8 {
        if plane == Plane::Requests || self.sides == Sides::OneNetwork { 0 } else { self.vcs() }
    }

    /// A channel of the walked class as one of a class of a network.
    fn of(&self, plane: Plane, class: u8, channel: &Channel) -> Channel {
        Channel { vc: self.first_vc(plane) + class * self.each + channel.vc, ..*channel }
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

    fn gives(&self, plane: Plane, terminal: TerminalId) -> bool {
        if plane == Plane::Requests { self.map.is_manager(terminal.0) } else { self.map.is_subordinate(terminal.0) }
    }

    fn takes(&self, plane: Plane, terminal: TerminalId) -> bool {
        self.gives(if plane == Plane::Requests { Plane::Responses } else { Plane::Requests }, terminal)
    }

    /// The channels by which a side gives its packets.
    fn given(&self, plane: Plane, terminal: TerminalId) -> impl Iterator<Item = Channel> {
        let (first, LocalPort { router: node, port }) = (self.first_vc(plane), self.graph.at(terminal));
        let local = (0..self.vcs()).map(move |vc| Channel { node, port: LOCAL_INPUT + port, vc: first + vc });
        let own = self.gives(plane, terminal) && self.takes(plane, terminal);
        let local = self.gives(plane, terminal).then_some(local);
        local.into_iter().flatten().chain(own.then_some(Channel { node, port: OWN_LINK + port, vc: first }))
    }

    /// The channels by which a side takes packets from its router.
    fn taken(&self, plane: Plane, terminal: TerminalId) -> impl Iterator<Item = Channel> {
        let (first, LocalPort { router: node, port }) = (self.first_vc(plane), self.graph.at(terminal));
        let local = self.takes(plane, terminal).then_some((0..self.vcs()).map(move |vc| Channel { node, port, vc: first + vc }));
        local.into_iter().flatten()
    }

    /// The channels of a class by which sides take packets from this router, except the one at a local port.
    fn taken_at(&self, plane: Plane, class: u8, router: u32, except: Option<u8>) -> impl Iterator<Item = Channel> {
        let ports = outputs(self.graph, router).filter(move |&port| Some(port) != except);
        let planes = [Some(plane), Some(Plane::Responses).filter(|_| self.sides == Sides::OneNetwork)].into_iter().flatten();
        let terminals = ports.filter_map(move |port| self.graph.terminal(router, port));
        terminals
            .flat_map(move |terminal| planes.clone().flat_map(move |plane| self.taken(plane, terminal)))
            .filter(move |taken| self.class(*taken) == class)
    }

    /// The terminal at a local output, a local input or an own link.
    fn terminal(&self, channel: Channel) -> Option<TerminalId> {
        let port = match channel.port {
            LOCAL_INPUT.. => channel.port - LOCAL_INPUT,
            OWN_LINK.. => channel.port - OWN_LINK,
            port => port,
        };
        self.graph.terminal(channel.node, port)
    }

    /// The managers, which whatever waits for a write waits for.
    fn managers(&self) -> Option<Channel> {
        let lowest = self.map.managers().next().map(TerminalId).filter(|_| self.write_start)?;
        Some(Channel { node: self.graph.at(lowest).router, port: MANAGERS, vc: self.of_writes() * self.each })
    }

    fn join_networks(&self) -> Cdg {
        let mut channels: Vec<Channel> = self.managers().into_iter().collect();
        for plane in [Plane::Requests, Plane::Responses] {
            (0..self.classes).for_each(|class| channels.extend(self.one.channels().iter().map(|channel| self.of(plane, class, channel))));
            TerminalId::all(self.graph.terminals())
                .for_each(|terminal| channels.extend(self.given(plane, terminal).chain(self.taken(plane, terminal))));
        }
        channels.sort_unstable();
        channels.dedup();
        let from = channels.clone();
        Cdg::new(channels, |a, next| {
            self.following(from[a], next);
            next.sort_unstable();
            next.dedup();
        })
    }

    /// The channels that a packet holding one of them may wait for.
    fn following(&self, channel: Channel, next: &mut Vec<Channel>) {
        let (plane, class, node) = (self.plane(channel), self.class(channel), channel.node);
        // What waits for a local input is a later write of the same manager, whose beats come later in any case.
        if plane == Plane::Requests && class == self.of_writes() && channel.port < LOCAL_INPUT && channel.port != MANAGERS {
            next.extend(self.managers());
        }
        match channel.port {
            LOCAL_INPUT.. => {
                next.extend(self.one.leaving(node).iter().map(|channel| self.of(plane, class, channel)));
                next.extend(self.taken_at(plane, class, node, Some(channel.port - LOCAL_INPUT)));
            }
            MANAGERS => {
                let reads = |given: &Channel| self.class(*given) == 0 || self.sides == Sides::BreakPromise;
                next.extend(self.map.managers().map(TerminalId).flat_map(|terminal| self.given(Plane::Requests, terminal)).filter(reads));
            }
            port if port < OWN_LINK && usize::from(port) >= self.graph.local_ports() => {
                let own = Channel { vc: channel.vc % self.each, ..channel };
                next.extend(self.one.following(own).map(|channel| self.of(plane, class, channel)));
                let far = self.graph.downstream(node as usize, port.into());
                next.extend(far.into_iter().flat_map(|far| self.taken_at(plane, class, far.node, None)));
            }
            // A local output or an own link.
            _ => {
                let Some(terminal) = self.terminal(channel) else { return };
                let both = self.sides == Sides::OneNetwork;
                if (plane == Plane::Requests || both) && self.map.is_subordinate(terminal.0) {
                    next.extend(self.given(Plane::Responses, terminal));
                }
                if plane == Plane::Responses && self.sides == Sides::RefuseResponses {
                    next.extend(self.given(Plane::Requests, terminal));
                }
            }
        }
    }
}
