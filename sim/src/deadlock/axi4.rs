//! Requests and responses of an AXI4 interconnect: the dependencies that close over the sides of the nodes (docs/axi4_interface.md).
//! Both networks have the same routers, so their channels depend on one another as those of one network do, whichever nodes are managers. In
//! addition, a subordinate side may refuse a request before the response to an earlier one has left: the channels that lead into it depend on those
//! that lead out of it in the other network. A manager side takes every response (RS1), so no dependency starts there. Users are assumed to keep
//! AXI4's rules: a subordinate answers every request that it has taken, whatever happens to its later answers.

use torusmith_topology::address_map::AddressMap;
use torusmith_topology::{Graph, Network};

use super::cdg::{Cdg, Channel};
use super::exchange::{Exchange, LOCAL_INPUT};
use super::{DependencyGraphs, Progress, Walk, build_graphs};
use crate::Error;
use crate::routing::{RoutingOptions, for_walk};

/// [`Channel::port`] of an own link (P4).
pub const OWN_LINK: u8 = LOCAL_INPUT - 1;

/// Behaviour of the sides and their networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// The behaviour that the contract specifies.
    Contract,
    /// A manager side may refuse a response before its next request has left: no places are kept for it. To see that the walk finds it.
    RefuseResponses,
    /// Responses travel on the channels of requests. To see that the walk finds it.
    OneNetwork,
}

/// Walks both networks, the sides of a map's nodes included. Channels of VC v are of the request network, those of VC V + v of the response network,
/// with `vcs` the V of each (as many as the VC rule has classes if `None`). Returns the dependencies and V.
///
/// # Errors
/// As [`super::check`].
pub fn check_axi4(
    network: &Network,
    options: RoutingOptions,
    vcs: Option<usize>,
    map: &AddressMap,
    sides: Sides,
    walk: Walk,
    progress: Progress,
) -> Result<(Exchange, usize), Error> {
    let (routing, vcs) = for_walk(network, options, vcs)?;
    let graph = network.graph();
    let DependencyGraphs { direct, extended, .. } = build_graphs(&graph, routing.as_ref(), network.route_bits(), vcs, walk, progress)?;
    let one = extended.as_ref().unwrap_or(&direct);
    let all = Interconnect { graph: &graph, one, vcs: vcs as u8, map, sides }.join_networks();
    Ok((Exchange { channels: all.channels().len(), dependencies: all.dependencies(), cycle: all.shortest_cycle() }, vcs))
}

/// A network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plane {
    Requests,
    Responses,
}

struct Interconnect<'a> {
    graph: &'a Graph,
    /// The channels of either network.
    one: &'a Cdg,
    vcs: u8,
    map: &'a AddressMap,
    sides: Sides,
}

impl Interconnect<'_> {
    fn first_vc(&self, plane: Plane) -> u8 {
        if plane == Plane::Requests || self.sides == Sides::OneNetwork { 0 } else { self.vcs }
    }

    /// A channel of one network as one of the other.
    fn of(&self, plane: Plane, channel: Channel) -> Channel {
        Channel { vc: self.first_vc(plane) + channel.vc % self.vcs, ..channel }
    }

    fn plane(&self, channel: Channel) -> Plane {
        if channel.vc < self.vcs { Plane::Requests } else { Plane::Responses }
    }

    fn gives(&self, plane: Plane, node: u32) -> bool {
        if plane == Plane::Requests { self.map.is_manager(node) } else { self.map.is_subordinate(node) }
    }

    fn takes(&self, plane: Plane, node: u32) -> bool {
        self.gives(if plane == Plane::Requests { Plane::Responses } else { Plane::Requests }, node)
    }

    /// The channels by which a side gives its packets.
    fn given(&self, plane: Plane, node: u32) -> impl Iterator<Item = Channel> {
        let first = self.first_vc(plane);
        let local = self.gives(plane, node).then_some((0..self.vcs).map(move |vc| Channel { node, port: LOCAL_INPUT, vc: first + vc }));
        let own = self.gives(plane, node) && self.takes(plane, node);
        local.into_iter().flatten().chain(own.then_some(Channel { node, port: OWN_LINK, vc: first }))
    }

    /// The channels by which a side takes packets from its router.
    fn taken(&self, plane: Plane, node: u32) -> impl Iterator<Item = Channel> {
        let first = self.first_vc(plane);
        let local = self.takes(plane, node).then_some((0..self.vcs).map(move |vc| Channel { node, port: 0, vc: first + vc }));
        local.into_iter().flatten()
    }

    fn join_networks(&self) -> Cdg {
        let mut channels = Vec::new();
        for plane in [Plane::Requests, Plane::Responses] {
            channels.extend(self.one.channels().iter().map(|channel| self.of(plane, *channel)));
            (0..self.graph.nodes() as u32).for_each(|node| channels.extend(self.given(plane, node).chain(self.taken(plane, node))));
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
        let (plane, node) = (self.plane(channel), channel.node);
        match channel.port {
            0 | OWN_LINK => {
                let both = self.sides == Sides::OneNetwork;
                if (plane == Plane::Requests || both) && self.map.is_subordinate(node) {
                    next.extend(self.given(Plane::Responses, node));
                }
                if plane == Plane::Responses && self.sides == Sides::RefuseResponses {
                    next.extend(self.given(Plane::Requests, node));
                }
            }
            LOCAL_INPUT => next.extend(self.one.leaving(node).iter().map(|channel| self.of(plane, *channel))),
            port => {
                let own = Channel { vc: channel.vc % self.vcs, ..channel };
                next.extend(self.one.following(own).map(|channel| self.of(plane, *channel)));
                let far = self.graph.downstream(node as usize, port.into());
                next.extend(far.into_iter().flat_map(|far| self.taken(plane, far.node)));
                if self.sides == Sides::OneNetwork {
                    next.extend(far.into_iter().flat_map(|far| self.taken(Plane::Responses, far.node)));
                }
            }
        }
    }
}
