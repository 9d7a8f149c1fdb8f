//! Packets as sources create them, and their flits (docs/multicast_router.md, F1, N1, N5).

use super::Shared;
use super::geometry::LOCAL1;
use super::header::{self, MAX_FLITS, MIN_FLITS, Type, UnicastAddress};
use super::unicast::Unicast;
use crate::Error;

/// Kind of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PacketKind {
    /// A packet to one node, not the source.
    Unicast {
        /// Destination node.
        destination: u32,
    },
    /// A packet to the members of a tree.
    Multicast {
        /// 0..=R.
        root_rank: u8,
        /// `bm[0]` to `bm[4]`.
        maps: [u8; 5],
    },
    /// A packet to a register of the source's router.
    SetUp {
        /// 0..=15.
        register: u8,
        /// New value of the register.
        value: u32,
    },
}

/// A packet as its source creates it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packet {
    /// n: packets are numbered 0, 1, .. by clock of creation, then by source.
    pub number: u32,
    /// Source node.
    pub source: u32,
    /// Kind of the packet.
    pub kind: PacketKind,
    /// Flits, 3..=16.
    pub flits: u8,
    /// Clock of creation.
    pub created: u64,
}

impl Packet {
    /// The local port that it leaves by (N1).
    pub fn port(&self) -> u8 {
        if self.number & 1 == 0 { 0 } else { LOCAL1 }
    }

    /// The local port that it is delivered to (N1).
    pub fn delivery_port(&self) -> u8 {
        if self.pe() { LOCAL1 } else { 0 }
    }

    fn pe(&self) -> bool {
        self.number >> 1 & 1 == 1
    }

    /// `tag` of a multicast as sent (N1).
    pub fn tag(&self) -> u8 {
        (self.number >> 2 & 31) as u8
    }

    fn header(&self, id: u8, unicast: &Unicast, address_bits: u32) -> [u128; 2] {
        match self.kind {
            PacketKind::Unicast { destination } => {
                let bits = unicast.header(self.source, destination);
                let way = UnicastAddress { destination, source: self.source, id };
                [header::unicast(Type::Unicast, self.pe(), bits), way.pack(address_bits)]
            }
            PacketKind::Multicast { root_rank, maps } => {
                [header::multicast(self.pe(), root_rank, self.tag(), &maps), header::multicast_maps(&maps)]
            }
            PacketKind::SetUp { register, value } => [header::set_up(self.pe()), header::set_up_value(register, value)],
        }
    }

    /// Checks the fields.
    pub(super) fn check(&self, shared: &Shared) -> Result<(), Error> {
        let (nodes, max_rank) = (shared.geometry.nodes() as u32, shared.geometry.max_rank);
        if self.source >= nodes {
            return Err(Error::value("source", self.source, format!("nodes 0 to {}", nodes - 1)));
        }
        if !(MIN_FLITS..=MAX_FLITS).contains(&self.flits.into()) {
            return Err(Error::value("packet-flits", self.flits, "3 to 16 (a buffer holds 16; 3 are header)"));
        }
        match self.kind {
            PacketKind::Unicast { destination } if destination >= nodes || destination == self.source => {
                Err(Error::value("destination", destination, format!("nodes 0 to {} but the source", nodes - 1)))
            }
            PacketKind::Multicast { root_rank, .. } if root_rank > max_rank => {
                Err(Error::value("root-rank", root_rank, format!("0 to {max_rank}")))
            }
            PacketKind::SetUp { register, .. } if register > 15 => Err(Error::value("register", register, "0 to 15")),
            _ => Ok(()),
        }
    }
}

/// A packet with the fields that its source gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CreatedPacket {
    pub packet: Packet,
    /// 0 if it is no unicast.
    pub id: u8,
}

impl CreatedPacket {
    /// Flits 0 and 1 as the source sends them.
    pub fn header(&self, shared: &Shared) -> [u128; 2] {
        self.packet.header(self.id, &shared.unicast, shared.geometry.address_bits())
    }
}

/// The `id` of each unicast of a network: how many its source has created before, mod 64 (N1).
#[derive(Debug, Clone, Default)]
pub struct Ids(Vec<u8>);

impl Ids {
    /// Identifiers before the first packet.
    pub fn new() -> Self {
        Self::default()
    }

    /// `id` of the packet that is created next; 0 of one that is no unicast.
    pub fn next(&mut self, packet: &Packet) -> u8 {
        let PacketKind::Unicast { .. } = packet.kind else { return 0 };
        let source = packet.source as usize;
        if self.0.len() <= source {
            self.0.resize(source + 1, 0);
        }
        let id = self.0[source];
        self.0[source] = (id + 1) & 63;
        id
    }
}

/// All flits of a packet as its source sends them, `width` bits each. `id`: that of a unicast ([`Ids`]).
pub fn flits(unicast: &Unicast, address_bits: u32, packet: &Packet, id: u8, width: u32) -> Vec<u128> {
    let [flit0, flit1] = packet.header(id, unicast, address_bits);
    let payload = (2..packet.flits as usize).map(|k| header::payload(packet.number, k, width));
    [flit0, flit1].into_iter().chain(payload).collect()
}
