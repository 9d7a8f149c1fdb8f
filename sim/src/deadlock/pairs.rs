//! Channels and dependencies of the packets of some pairs of terminals, local ports included, by following each packet.

use torusmith_topology::{Graph, LocalPort, TerminalId};

use super::cdg::{Cdg, Channel};
use super::join::LOCAL_INPUT;
use crate::routing::Routing;

/// VCs of a local input or of an output port: what a packet holds, or asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hold {
    router: u32,
    port: u8,
    vcs: u8,
}

impl Hold {
    /// Whether the channel is among these VCs.
    pub fn has(self, channel: Channel) -> bool {
        (self.router, self.port) == (channel.node, channel.port) && self.vcs >> channel.vc & 1 == 1
    }
}

/// Packets of a network, by their routing function and number of VCs.
pub(super) struct PacketWalk<'a> {
    pub graph: &'a Graph,
    pub routing: &'a dyn Routing,
    pub vcs: usize,
}

impl PacketWalk<'_> {
    /// Calls `each` with what a packet of a pair holds and what it asks for, from its local input to its local output, for all paths that it may take.
    pub fn follow(&self, source: TerminalId, destination: TerminalId, mut each: impl FnMut(Hold, Hold)) {
        let all = ((1u16 << self.vcs) - 1) as u8;
        let LocalPort { router, port } = self.graph.at(source);
        let mut seen = Vec::new();
        for &bits in self.routing.source_choices(source, destination).iter() {
            let mut open = vec![(Hold { router, port: LOCAL_INPUT + port, vcs: all }, router, bits)];
            while let Some((held, router, bits)) = open.pop() {
                let (candidates, onward) = self.routing.route_onward(router, destination, bits);
                let known = seen.contains(&(router, bits));
                seen.push((router, bits));
                for candidate in candidates.iter() {
                    let asked = Hold { router, port: candidate.port, vcs: candidate.vcs & all };
                    each(held, asked);
                    let far = self.graph.downstream(router as usize, candidate.port.into()).filter(|_| !known);
                    open.extend(far.map(|far| (asked, far.node, onward)));
                }
            }
        }
    }

    /// The graph of the packets of these pairs.
    pub fn graph(&self, pairs: impl Iterator<Item = (TerminalId, TerminalId)>) -> Cdg {
        let (ports, locals) = (self.graph.ports(), self.graph.local_ports());
        // Local inputs are behind the ports.
        let index = |hold: Hold| {
            let port = if hold.port >= LOCAL_INPUT { ports + usize::from(hold.port - LOCAL_INPUT) } else { hold.port.into() };
            (hold.router as usize * (ports + locals) + port) * self.vcs
        };
        let mut used = vec![false; self.graph.routers() * (ports + locals) * self.vcs];
        // The channels asked for, bit `port * vcs + vc` of the router to which a channel leads.
        let mut next = vec![0u128; used.len()];
        for (source, destination) in pairs {
            self.follow(source, destination, |held, asked| {
                let to = u128::from(asked.vcs) << (usize::from(asked.port) * self.vcs);
                for (hold, to) in [(held, to), (asked, 0)] {
                    for vc in (0..self.vcs).filter(|vc| hold.vcs >> vc & 1 == 1) {
                        used[index(hold) + vc] = true;
                        next[index(hold) + vc] |= to;
                    }
                }
            });
        }
        let channel = |i: usize| {
            let (port, node) = (i / self.vcs % (ports + locals), i / self.vcs / (ports + locals));
            let port = if port < ports { port as u8 } else { LOCAL_INPUT + (port - ports) as u8 };
            Channel { node: node as u32, port, vc: (i % self.vcs) as u8 }
        };
        let mut channels: Vec<Channel> = (0..used.len()).filter(|&i| used[i]).map(channel).collect();
        channels.sort_unstable();
        let from = channels.clone();
        Cdg::new(channels, |a, list| {
            let Channel { node, port, vc } = from[a];
            let far = self.graph.downstream(node as usize, usize::from(port).min(ports - 1)).filter(|_| port < LOCAL_INPUT);
            let Some(router) = far.map(|far| far.node).or((port >= LOCAL_INPUT).then_some(node)) else { return };
            let asked = next[index(Hold { router: node, port, vcs: 0 }) + usize::from(vc)];
            let lanes = (0..ports * self.vcs).filter(|&i| asked >> i & 1 == 1);
            list.extend(lanes.map(|i| Channel { node: router, port: (i / self.vcs) as u8, vc: (i % self.vcs) as u8 }));
        })
    }
}
