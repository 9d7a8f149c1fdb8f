//! Packets that wait, the resources they wait for, and whether the network is dead.

use std::fmt;

use super::Network;

/// A resource that a packet can wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    /// The buffer at the far end of an output VC, or its link.
    Output {
        /// The port.
        port: u8,
        /// The VC.
        vc: u8,
    },
    /// An entry of the ack table.
    Entry {
        /// Class of the entry.
        class: u8,
    },
    /// Flits that have not arrived.
    Flits,
    /// A nack of its own that the ack unit is still to take.
    Nack,
}

/// A buffer whose packet waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingBuffer {
    /// Node of the buffer.
    pub node: u32,
    /// Input port.
    pub port: u8,
    /// Input VC.
    pub vc: u8,
    /// The packet.
    pub packet: u32,
    /// All resources that it waits for: of each output one VC suffices, and every output is needed.
    pub wants: Vec<Resource>,
}

impl fmt::Display for WaitingBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { node, port, vc, packet, wants } = self;
        write!(f, "packet {packet} in the buffer of node {node} port {port} VC {vc} waits for")?;
        for (i, want) in wants.iter().enumerate() {
            f.write_str(if i == 0 { " " } else { ", " })?;
            match want {
                Resource::Output { port, vc } => write!(f, "output {port} VC {vc}")?,
                Resource::Entry { class } => write!(f, "an ack entry of class {class:#07b}")?,
                Resource::Flits => f.write_str("flits")?,
                Resource::Nack => f.write_str("its nack")?,
            }
        }
        Ok(())
    }
}

/// Nothing has moved for a while, although packets are in flight.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("network dead: {in_flight} packets in flight, nothing moved from clock {since} to {clock}; {} buffers wait", waiting.len())]
pub struct DeadMulticast {
    /// Clock in which this was noticed.
    pub clock: u64,
    /// Nothing has moved since this clock, or before.
    pub since: u64,
    /// Packets in flight.
    pub in_flight: usize,
    /// The buffers that wait.
    pub waiting: Vec<WaitingBuffer>,
}

/// Looks at a network every now and then.
#[derive(Debug, Clone)]
pub struct Watchdog {
    patience: u64,
    /// When it last looked; flits and messages moved until then; whether packets were in flight.
    last: (u64, u64, bool),
}

impl Watchdog {
    /// Barks when nothing moves for `patience` clocks (at least 32) while packets are in flight.
    pub fn new(patience: u64) -> Self {
        Self { patience: patience.max(32), last: (0, 0, false) }
    }

    /// Call in every clock.
    ///
    /// # Errors
    /// The network is dead.
    pub fn look(&mut self, network: &Network) -> Result<(), DeadMulticast> {
        let clock = network.clock();
        let (since, before, in_flight) = self.last;
        if clock - since < self.patience {
            return Ok(());
        }
        let moved = network.moved();
        self.last = (clock, moved, network.in_flight() > 0);
        if in_flight && self.last.2 && moved == before {
            return Err(DeadMulticast { clock, since, in_flight: network.in_flight(), waiting: network.waiting() });
        }
        Ok(())
    }
}
