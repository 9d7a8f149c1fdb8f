//! End-to-end bookkeeping: every member exactly once, one combined ack at the source, nothing lost and nothing doubled.

use super::Shared;
use super::packet::{CreatedPacket, Ids, Packet, PacketKind};
use super::tree::Tree;

/// Violation of a delivery rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A packet where it does not belong, or a second time.
    #[error("clock {clock}: packet {number} delivered at node {node} port {port}: {why}")]
    Delivery {
        /// The clock.
        clock: u64,
        /// The packet.
        number: u32,
        /// Node.
        node: u32,
        /// Local port.
        port: u8,
        /// Reason.
        why: &'static str,
    },
    /// An ack that its source did not wait for, or with another tag.
    #[error("clock {clock}: ack of packet {number}, tag {tag}, at node {node} port {port}: {why}")]
    Ack {
        /// The clock.
        clock: u64,
        /// The packet.
        number: u32,
        /// The tag of the message.
        tag: u8,
        /// Node.
        node: u32,
        /// Local port.
        port: u8,
        /// Reason.
        why: &'static str,
    },
    /// A packet that differs from the one sent.
    #[error("packet {number} at node {node} port {port}: {what}")]
    Payload {
        /// The packet.
        number: u32,
        /// Node.
        node: u32,
        /// Local port.
        port: u8,
        /// Field that differs.
        what: &'static str,
    },
    /// A packet that has begun and has not come to its end when the network is empty.
    #[error("packet {number} of node {node} never came to its end")]
    Lost {
        /// The packet.
        number: u32,
        /// Source of the packet.
        node: u32,
    },
}

/// A delivery of a packet, or of a copy of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MulticastDelivery {
    /// The packet.
    pub packet: Packet,
    /// Node of the delivery.
    pub node: u32,
    /// Clock in which its head was on the source's local link, the first time.
    pub injected: u64,
    /// Clock in which its tail was on the local output.
    pub delivered: u64,
}

/// The combined ack of a multicast at its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AckReceived {
    /// The multicast.
    pub packet: Packet,
    /// The message is a nack.
    pub failed: bool,
    /// Clock in which the multicast's head was on the source's local link.
    pub injected: u64,
    /// Clock in which the ack was on the local output.
    pub received: u64,
}

/// Counts since reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Packets offered.
    pub offered: u64,
    /// Unicasts delivered.
    pub unicasts: u64,
    /// Copies of multicasts delivered.
    pub copies: u64,
    /// Multicasts acked.
    pub acked: u64,
    /// Multicasts nacked.
    pub nacked: u64,
    /// Set-up packets read.
    pub set_ups: u64,
    /// Unicasts shot down.
    pub shot_down: u64,
    /// Packets sent once more.
    pub restarted: u64,
    /// Unicasts that are lost, as their report was shot down too.
    pub abandoned: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PacketState {
    Queued,
    Flying,
    Ended,
}

#[derive(Debug, Clone)]
struct PacketRecord {
    packet: Packet,
    id: u8,
    state: PacketState,
    injected: u64,
    /// A multicast's members without a copy yet, a bit a node.
    missing: Box<[u64]>,
}

/// Records of all packets.
#[derive(Debug, Clone, Default)]
pub(super) struct Ledger {
    records: Vec<PacketRecord>,
    ids: Ids,
    pub totals: Totals,
    /// Begun and not ended.
    pub in_flight: usize,
}

impl Ledger {
    pub fn offer(&mut self, packet: Packet) {
        self.totals.offered += 1;
        let id = self.ids.next(&packet);
        self.records.push(PacketRecord { packet, id, state: PacketState::Queued, injected: 0, missing: Box::default() });
    }

    /// The next packet's number.
    pub fn next_number(&self) -> u32 {
        self.records.len() as u32
    }

    #[inline]
    pub fn packet(&self, number: u32) -> CreatedPacket {
        let PacketRecord { packet, id, .. } = self.records[number as usize];
        CreatedPacket { packet, id }
    }

    pub fn start(&mut self, shared: &Shared, number: u32, clock: u64) {
        let record = &mut self.records[number as usize];
        (record.state, record.injected) = (PacketState::Flying, clock);
        self.in_flight += 1;
        if let PacketKind::Multicast { root_rank, maps } = record.packet.kind {
            let tree = Tree::new(&shared.geometry, record.packet.source, root_rank, &maps);
            let mut missing = vec![0u64; shared.geometry.nodes().div_ceil(64)];
            tree.members.iter().for_each(|&(node, _)| missing[node as usize / 64] |= 1 << (node % 64));
            record.missing = missing.into();
        }
    }

    fn end(&mut self, number: u32) {
        let record = &mut self.records[number as usize];
        record.state = PacketState::Ended;
        record.missing = Box::default();
        self.in_flight -= 1;
    }

    pub fn deliver(&mut self, number: u32, node: u32, port: u8, clock: u64) -> Result<MulticastDelivery, Violation> {
        let record = &mut self.records[number as usize];
        let PacketRecord { packet, injected, .. } = *record;
        let fault = |why| Violation::Delivery { clock, number, node, port, why };
        if port != packet.delivery_port() {
            return Err(fault("it is for the other local port"));
        }
        if record.state != PacketState::Flying {
            return Err(fault("it has come to its end already"));
        }
        match packet.kind {
            PacketKind::Unicast { destination } if destination == node => {
                self.totals.unicasts += 1;
                self.end(number);
            }
            PacketKind::Multicast { .. } => {
                let word = &mut record.missing[node as usize / 64];
                if *word >> (node % 64) & 1 == 0 {
                    return Err(fault("the node is no member, or has its copy already"));
                }
                *word &= !(1 << (node % 64));
                self.totals.copies += 1;
            }
            _ => return Err(fault("it is for another node")),
        }
        Ok(MulticastDelivery { packet, node, injected, delivered: clock })
    }

    pub fn ack(&mut self, number: u32, tag: u8, failed: bool, node: u32, port: u8, clock: u64) -> Result<AckReceived, Violation> {
        let PacketRecord { packet, state, injected, ref missing, .. } = self.records[number as usize];
        let fault = |why| Violation::Ack { clock, number, tag, node, port, why };
        if (node, port) != (packet.source, packet.port()) {
            return Err(fault("the packet is not from there"));
        }
        if tag != packet.tag() || !matches!(packet.kind, PacketKind::Multicast { .. }) {
            return Err(fault("the packet has another tag"));
        }
        if state != PacketState::Flying {
            return Err(fault("the packet has come to its end already"));
        }
        if !failed && missing.iter().any(|&word| word != 0) {
            return Err(fault("a member has no copy"));
        }
        *(if failed { &mut self.totals.nacked } else { &mut self.totals.acked }) += 1;
        self.end(number);
        Ok(AckReceived { packet, failed, injected, received: clock })
    }

    pub fn set_up(&mut self, number: u32) {
        self.totals.set_ups += 1;
        self.end(number);
    }

    pub fn abandon(&mut self, number: u32) {
        self.totals.abandoned += 1;
        self.end(number);
    }

    /// Checks that no packet is in flight.
    pub fn flying(&self) -> Result<(), Violation> {
        match self.records.iter().find(|record| record.state == PacketState::Flying) {
            Some(PacketRecord { packet: Packet { number, source, .. }, .. }) => Err(Violation::Lost { number: *number, node: *source }),
            None => Ok(()),
        }
    }
}
