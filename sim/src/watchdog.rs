//! Notices that a network is dead, and says why.

use std::fmt;

use torusmith_topology::{Graph, Network};

use crate::deadlock::{Cdg, Channel};
use crate::engine::{Engine, WaitingVc};

/// A packet that waits in a dead network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedPacket {
    /// The packet at the front of the input VC, and the output VCs that it needs.
    pub waiting: WaitingVc,
    /// One of the output VCs that the packet needs, as (port, VC): it leads to the input VC of the next packet of the cycle.
    pub output: (u8, u8),
}

/// No flit has moved for a while, although packets are in flight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadNetwork {
    /// Clock in which this was noticed.
    pub clock: u64,
    /// No flit has moved since this clock, or before.
    pub since: u64,
    /// Packets in flight.
    pub in_flight: usize,
    /// A shortest cycle of waiting packets: each needs the output VC `output`, which leads to the input VC that the next packet fills, and the last
    /// packet needs the VC that the first one fills. Empty if no packet waits for itself.
    pub cycle: Vec<BlockedPacket>,
}

impl DeadNetwork {
    /// Describes an engine in which no flit has moved since a clock.
    pub fn new(engine: &dyn Engine, graph: &Graph, since: u64) -> Self {
        Self { clock: engine.clock(), since, in_flight: engine.in_flight(), cycle: cycle(&engine.waiting(), graph) }
    }

    /// One line for each packet of the cycle, with addresses and port names.
    pub fn describe(&self, network: &Network) -> Vec<String> {
        let place = |stuck: &BlockedPacket| {
            let WaitingVc { node, port, vc, .. } = stuck.waiting;
            format!("input {} VC {vc} of node {}", network.port_label(port), network.format_address(node))
        };
        let next = self.cycle.iter().cycle().skip(1);
        let line = |(stuck, next): (&BlockedPacket, &BlockedPacket)| {
            let (port, vc) = stuck.output;
            format!(
                "packet {} holds {} and waits for {} VC {vc}, filled by packet {}",
                stuck.waiting.packet,
                place(stuck),
                network.port_name(stuck.waiting.node, port),
                next.waiting.packet
            )
        };
        self.cycle.iter().zip(next).map(line).collect()
    }
}

impl fmt::Display for DeadNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clock, since, in_flight, cycle } = self;
        write!(f, "network dead: {in_flight} packets in flight, no flit moved from clock {since} to {clock}; ")?;
        match cycle.len() {
            0 => write!(f, "no cycle of waiting packets"),
            n => write!(f, "a cycle of {n} waiting packets"),
        }
    }
}

/// A shortest cycle among waiting packets.
fn cycle(waiting: &[WaitingVc], graph: &Graph) -> Vec<BlockedPacket> {
    let key = |w: &WaitingVc| Channel { node: w.node, port: w.port, vc: w.vc };
    let leads_to = |from: &WaitingVc, (port, vc): (u8, u8)| {
        let link = graph.downstream(from.node as usize, port as usize)?;
        Some(Channel { node: link.node, port: link.port, vc })
    };
    let mut waiting: Vec<&WaitingVc> = waiting.iter().collect();
    waiting.sort_unstable_by_key(|w| key(w));
    let graph = Cdg::new(waiting.iter().map(|w| key(w)).collect(), |a, next| {
        next.extend(waiting[a].wants.iter().filter_map(|&output| leads_to(waiting[a], output)));
    });
    let cycle = graph.shortest_cycle();
    let stuck = |(at, next): (&Channel, &Channel)| {
        let waiting = waiting[waiting.binary_search_by_key(at, |w| key(w)).ok()?];
        let output = waiting.wants.iter().copied().find(|&output| leads_to(waiting, output) == Some(*next))?;
        Some(BlockedPacket { waiting: waiting.clone(), output })
    };
    cycle.iter().zip(cycle.iter().cycle().skip(1)).filter_map(stuck).collect()
}

/// Looks at an engine every now and then.
#[derive(Debug, Clone)]
pub(crate) struct Watchdog {
    patience: u64,
    /// Clock of the last look, flits granted by all switches until then, and whether packets were in flight.
    last: (u64, u64, bool),
}

impl Watchdog {
    /// Reports a dead network when no flit moves for `patience` clocks while packets are in flight. The least is 16 clocks, as a flit on its way to a
    /// buffer or a credit on its way back is no standstill; links with `slices` registers take longer, in each direction.
    pub fn new(patience: u64, slices: usize) -> Self {
        Self { patience: patience.max(16 + 2 * slices as u64), last: (0, 0, false) }
    }

    /// Call when clocks were passed over in which nothing was in the network, in place of [`Watchdog::look`] in each of them.
    pub fn rest(&mut self, engine: &dyn Engine) {
        let looks = (engine.clock() - self.last.0) / self.patience;
        if looks > 0 {
            self.last = (self.last.0 + looks * self.patience, engine.link_flits().iter().sum(), false);
        }
    }

    /// Call in every clock that is stepped.
    ///
    /// # Errors
    /// The network is dead.
    pub fn look(&mut self, engine: &dyn Engine, graph: &Graph) -> Result<(), Box<DeadNetwork>> {
        let clock = engine.clock();
        let (since, granted, in_flight) = self.last;
        if clock - since < self.patience {
            return Ok(());
        }
        let now = engine.link_flits().iter().sum();
        self.last = (clock, now, engine.in_flight() > 0);
        // A packet in flight at both looks has asked for the switch in between, unless the flit or credit that it waits for never came.
        if in_flight && self.last.2 && now == granted { Err(Box::new(DeadNetwork::new(engine, graph, since))) } else { Ok(()) }
    }
}
