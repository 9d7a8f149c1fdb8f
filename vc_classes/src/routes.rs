//! Channels, and the routes of packets over them.

use crate::error::{Error, HopLocation};

/// No channel, or no hop.
pub const NONE: u32 = u32::MAX;

/// A directed link. Several may join two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Channel {
    /// The node that it leaves.
    pub from: u32,
    /// The node that it enters.
    pub to: u32,
}

/// A packet's step over a channel, with the rest of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hop {
    /// The channel.
    pub channel: u32,
    /// Number of the next hop; [`NONE`] if the packet has arrived.
    pub next: u32,
    /// Number of packets that begin with this hop, for balancing; 1 for each pair of nodes gives uniform traffic.
    pub packets: u32,
}

/// Routes as a forest of hops: each hop has one channel and at most one next hop, and gets one class.
///
/// Routes that depend on node and destination have a hop for each pair of these. Routes that depend on more, such as the packet's source or
/// bits of its header, have as many hops as there are different continuations from a channel.
#[derive(Debug, Clone)]
pub struct Routes {
    nodes: usize,
    channels: Vec<Channel>,
    /// Hops are numbered `node * destinations + destination`; 0 if they are not.
    destinations: usize,
    channel: Vec<u32>,
    next: Vec<u32>,
    /// Packets over each hop.
    flow: Vec<u32>,
}

impl Routes {
    /// Routes of `nodes` nodes by a table: `table[node * nodes + destination]` is the channel that a packet at `node` takes to
    /// `destination`. It is [`NONE`] at the destination itself, and where no packet for it can be. Hops are numbered as in the table. Every
    /// node sends one packet to every destination that it has a route to.
    ///
    /// # Errors
    /// Channels that do not exist or leave another node, routes that end elsewhere or loop, a table of another length.
    pub fn by_destination(nodes: usize, channels: Vec<Channel>, table: Vec<u32>) -> Result<Self, Error> {
        Self::by_terminal(nodes, &(0..nodes as u32).collect::<Vec<_>>(), channels, table)
    }

    /// Routes to terminals, of which any number are at a node: `ends` has the node of each, and `table[node * ends + terminal]` is the channel
    /// that a packet at `node` takes. It is [`NONE`] at the node of the terminal, and where no packet for it can be. Every terminal sends one
    /// packet to every terminal of another node.
    ///
    /// # Errors
    /// As [`Routes::by_destination`]; a terminal at a node that does not exist.
    pub fn by_terminal(nodes: usize, ends: &[u32], channels: Vec<Channel>, table: Vec<u32>) -> Result<Self, Error> {
        check_channels(nodes, &channels)?;
        let expected = nodes * ends.len();
        let mut sources = vec![0; nodes];
        for (terminal, &node) in ends.iter().enumerate() {
            *sources.get_mut(node as usize).ok_or(Error::Terminal { terminal, node, nodes })? += 1;
        }
        refuse_too_many("hops", expected)?;
        if table.len() != expected {
            return Err(Error::Length { found: table.len(), expected });
        }
        let mut next = vec![NONE; expected];
        for (hop, &channel) in table.iter().enumerate().filter(|(_, channel)| **channel != NONE) {
            let (node, destination) = (hop / ends.len(), hop % ends.len());
            let at = HopLocation::Node { node, destination };
            let to = follow_channel(&channels, at, channel, node as u32)?;
            let end = ends[destination];
            if node == end as usize {
                return Err(Error::Arrived { at });
            }
            if to != end {
                next[hop] = to * ends.len() as u32 + destination as u32;
                if table[next[hop] as usize] == NONE {
                    return Err(Error::Ends { at, end: to });
                }
            }
        }
        let own = |(hop, &channel): (usize, &u32)| if channel == NONE { 0 } else { sources[hop / ends.len()] };
        let flow = table.iter().enumerate().map(own).collect();
        Self { nodes, channels, destinations: ends.len(), channel: table, next, flow }.add_up_flows()
    }

    /// Routes by hops, each with the number of its next hop.
    ///
    /// # Errors
    /// Channels that do not exist or do not leave the node where the previous hop ends, next hops that do not exist, a packet that visits a
    /// channel twice.
    pub fn by_hops(nodes: usize, channels: Vec<Channel>, hops: &[Hop]) -> Result<Self, Error> {
        check_channels(nodes, &channels)?;
        refuse_too_many("hops", hops.len())?;
        for (number, hop) in hops.iter().enumerate() {
            let at = HopLocation::Hop(number);
            let from = channels.get(hop.channel as usize).map_or(0, |channel| channel.from);
            let to = follow_channel(&channels, at, hop.channel, from)?;
            if hop.next != NONE {
                let next = hops.get(hop.next as usize).ok_or(Error::Ends { at, end: to })?;
                follow_channel(&channels, HopLocation::Hop(hop.next as usize), next.channel, to)?;
            }
        }
        let channel = hops.iter().map(|hop| hop.channel).collect();
        let next = hops.iter().map(|hop| hop.next).collect();
        let flow = hops.iter().map(|hop| hop.packets).collect();
        let routes = Self { nodes, channels, destinations: 0, channel, next, flow };
        routes.refuse_repeated_channels()?;
        routes.add_up_flows()
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The channels.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Number of hop numbers, including those without a hop.
    pub fn hops(&self) -> usize {
        self.channel.len()
    }

    /// The channel of a hop; `None` if there is no route.
    pub fn channel(&self, hop: usize) -> Option<usize> {
        let channel = self.channel[hop];
        (channel != NONE).then_some(channel as usize)
    }

    /// The hop after a hop; `None` if the packet has arrived.
    pub fn next(&self, hop: usize) -> Option<usize> {
        let next = self.next[hop];
        (next != NONE).then_some(next as usize)
    }

    /// Packets over a hop when every source sends all its packets.
    pub fn flow(&self, hop: usize) -> u32 {
        self.flow[hop]
    }

    /// The hop as it was given.
    pub fn place(&self, hop: usize) -> HopLocation {
        if self.destinations > 0 {
            HopLocation::Node { node: hop / self.destinations, destination: hop % self.destinations }
        } else {
            HopLocation::Hop(hop)
        }
    }

    /// Adds up flows from the sources on: each hop passes its packets to the next. Exactly the hops on a loop are never reached.
    fn add_up_flows(mut self) -> Result<Self, Error> {
        let mut before = vec![0u32; self.hops()];
        self.next.iter().filter(|&&next| next != NONE).for_each(|&next| before[next as usize] += 1);
        for start in 0..self.hops() {
            let mut hop = start;
            // Each hop is visited from its last predecessor, or as a start; u32::MAX marks visited hops.
            while before[hop] == 0 {
                before[hop] = u32::MAX;
                let Some(next) = self.next(hop) else { break };
                self.flow[next] = self.flow[next].saturating_add(self.flow[hop]);
                before[next] -= 1;
                hop = next;
            }
        }
        match before.iter().position(|&left| left != u32::MAX) {
            Some(hop) => Err(Error::Loop { at: self.place(hop) }),
            None => Ok(self),
        }
    }

    fn refuse_repeated_channels(&self) -> Result<(), Error> {
        let mut seen = vec![NONE; self.channels.len()];
        for start in 0..self.hops() {
            let mut at = Some(start);
            while let Some(hop) = at {
                let seen = &mut seen[self.channel[hop] as usize];
                if *seen == start as u32 {
                    return Err(Error::Loop { at: self.place(hop) });
                }
                *seen = start as u32;
                at = self.next(hop);
            }
        }
        Ok(())
    }
}

fn refuse_too_many(of: &'static str, count: usize) -> Result<(), Error> {
    let most = NONE as usize - 1;
    if count > most { Err(Error::TooMany { of, count, most }) } else { Ok(()) }
}

fn check_channels(nodes: usize, channels: &[Channel]) -> Result<(), Error> {
    refuse_too_many("nodes", nodes)?;
    refuse_too_many("channels", channels.len())?;
    let wrong = |channel: &Channel| channel.from == channel.to || channel.from.max(channel.to) as usize >= nodes;
    match channels.iter().position(wrong) {
        Some(channel) => Err(Error::Channel { channel, from: channels[channel].from, to: channels[channel].to, nodes }),
        None => Ok(()),
    }
}

/// The node that a packet reaches by taking a channel at a node.
fn follow_channel(channels: &[Channel], at: HopLocation, channel: u32, node: u32) -> Result<u32, Error> {
    let Channel { from, to } = *channels.get(channel as usize).ok_or(Error::NoChannel { at, channel, channels: channels.len() })?;
    if from == node { Ok(to) } else { Err(Error::Apart { at, channel, from, expected: node }) }
}
