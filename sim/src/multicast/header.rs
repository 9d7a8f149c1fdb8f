//! Layout of packets and messages: flits 0 and 1, and the flits of VC 3 (docs/multicast_router.md, F1 to F3).

use crate::splitmix::mix;

/// Flits of a packet: as many as a buffer holds.
pub const MAX_FLITS: usize = 16;
/// Flits of the shortest packet (F1).
pub const MIN_FLITS: usize = 3;
/// The VC of messages (P2).
pub const MESSAGE_VC: u8 = 3;

/// `type` of flit 0 (F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Type {
    /// A packet to one node.
    Unicast = 0,
    /// A packet to the members of a tree.
    Multicast = 1,
    /// A packet to the registers of the source's own router.
    SetUp = 2,
    /// A unicast that reports to a source which of its packets was shot down.
    Report = 3,
}

/// `phase` of a multicast (F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// The phase in which the source sends it.
    Begin = 0,
    /// At the centre of a pattern of eight.
    Root = 1,
    /// One node south of the centre, from where the pattern is completed.
    South = 2,
    /// At one of the eight nodes of a pattern.
    Leaf = 3,
}

impl Phase {
    /// The phase of two bits.
    pub fn of(bits: u8) -> Self {
        [Self::Begin, Self::Root, Self::South, Self::Leaf][(bits & 3) as usize]
    }
}

/// Bits of the map of a rank (F1; `networks/rdt.md`, B5).
pub mod map {
    /// The centre.
    pub const C: u8 = 1;
    /// East of the centre.
    pub const E: u8 = 1 << 1;
    /// West.
    pub const W: u8 = 1 << 2;
    /// North.
    pub const N: u8 = 1 << 3;
    /// South.
    pub const S: u8 = 1 << 4;
    /// Two to the south.
    pub const SS: u8 = 1 << 5;
    /// South, then east.
    pub const SE: u8 = 1 << 6;
    /// South, then west.
    pub const SW: u8 = 1 << 7;
}

const PE: u32 = 2;
const ROUTING: u32 = 3;
const PHASE: u32 = 3;
const STAGE: u32 = 5;
const TAG: u32 = 8;
const TOP_MAP: u32 = 15;
const ID_BITS: u32 = 6;

/// `type` of a flit 0.
pub fn kind(flit0: u128) -> Type {
    [Type::Unicast, Type::Multicast, Type::SetUp, Type::Report][(flit0 & 3) as usize]
}

/// The local port that a packet is for: 0 or 9.
pub fn local_port(flit0: u128) -> u8 {
    if flit0 >> PE & 1 == 1 { 9 } else { 0 }
}

fn start(kind: Type, pe: bool) -> u128 {
    kind as u128 | u128::from(pe) << PE
}

/// Flit 0 of a unicast or report.
pub fn unicast(kind: Type, pe: bool, bits: u64) -> u128 {
    start(kind, pe) | u128::from(bits) << ROUTING
}

/// The routing bits of a flit 0, with whatever lies above them.
pub fn routing_bits(flit0: u128, route_bits: u32) -> u64 {
    (flit0 >> ROUTING) as u64 & ((1 << route_bits) - 1)
}

/// A flit 0 with other routing bits (F2).
pub fn with_routing_bits(flit0: u128, route_bits: u32, bits: u64) -> u128 {
    let mask = ((1u128 << route_bits) - 1) << ROUTING;
    flit0 & !mask | u128::from(bits) << ROUTING
}

/// Flit 0 of a multicast as its source sends it.
pub fn multicast(pe: bool, root_rank: u8, tag: u8, maps: &[u8; 5]) -> u128 {
    with_step(start(Type::Multicast, pe), root_rank, Phase::Begin, tag) | u128::from(maps[4]) << TOP_MAP
}

/// A multicast's flit 0 with another stage, phase and tag (F2).
pub fn with_step(flit0: u128, stage: u8, phase: Phase, tag: u8) -> u128 {
    let mask = ((1u128 << TOP_MAP) - 1) & !((1 << PHASE) - 1);
    flit0 & !mask | (phase as u128) << PHASE | u128::from(stage & 7) << STAGE | u128::from(tag & 127) << TAG
}

/// (stage, phase) of a multicast's flit 0.
pub fn step(flit0: u128) -> (u8, Phase) {
    ((flit0 >> STAGE & 7) as u8, Phase::of((flit0 >> PHASE & 3) as u8))
}

/// `tag` of a multicast's flit 0.
pub fn tag(flit0: u128) -> u8 {
    (flit0 >> TAG & 127) as u8
}

/// bm[0] to bm[4].
pub fn maps(flit0: u128, flit1: u128) -> [u8; 5] {
    let [a, b, c, d, ..] = flit1.to_le_bytes();
    [a, b, c, d, (flit0 >> TOP_MAP) as u8]
}

/// Flit 1 of a multicast.
pub fn multicast_maps(maps: &[u8; 5]) -> u128 {
    u32::from_le_bytes([maps[0], maps[1], maps[2], maps[3]]).into()
}

/// Flit 0 of a set-up packet.
pub fn set_up(pe: bool) -> u128 {
    start(Type::SetUp, pe)
}

/// Flit 1 of a set-up packet.
pub fn set_up_value(register: u8, value: u32) -> u128 {
    u128::from(register & 15) | u128::from(value) << 4
}

/// (register, value) of a set-up packet's flit 1.
pub fn register_value(flit1: u128) -> (u8, u32) {
    ((flit1 & 15) as u8, (flit1 >> 4) as u32)
}

/// Flit 1 of a unicast: destination, source and number of the packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnicastAddress {
    /// Destination node.
    pub destination: u32,
    /// Source node.
    pub source: u32,
    /// 6 bits.
    pub id: u8,
}

impl UnicastAddress {
    /// Flit 1, with addresses of `address_bits` bits.
    pub fn pack(self, address_bits: u32) -> u128 {
        u128::from(self.destination) | u128::from(self.source) << address_bits | u128::from(self.id) << (2 * address_bits)
    }

    /// Fields of flit 1.
    pub fn unpack(flit1: u128, address_bits: u32) -> Self {
        let mask = (1 << address_bits) - 1;
        Self {
            destination: flit1 as u32 & mask,
            source: (flit1 >> address_bits) as u32 & mask,
            id: (flit1 >> (2 * address_bits)) as u8 & ((1 << ID_BITS) - 1),
        }
    }
}

/// A flit on VC 3 (F3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// Everything below the entry `tag` has arrived, or, `failed`, something has not.
    Ack {
        /// The entry that it is for.
        tag: u8,
        /// The message is a nack.
        failed: bool,
    },
    /// Flit 1 of a unicast that was shot down.
    Report(u128),
    /// A kind that the contract does not define.
    Unknown,
}

impl Message {
    /// The data bits of a link of `width` bits.
    pub fn pack(self, width: u32) -> u128 {
        match self {
            Self::Ack { tag, failed } => u128::from(failed) | u128::from(tag) << 2,
            Self::Report(flit1) => cut(2 | flit1 << 2, width),
            Self::Unknown => 3,
        }
    }

    /// Fields of the data bits.
    pub fn unpack(data: u128) -> Self {
        match data & 3 {
            kind @ 0..=1 => Self::Ack { tag: (data >> 2 & 127) as u8, failed: kind == 1 },
            2 => Self::Report(data >> 2),
            _ => Self::Unknown,
        }
    }
}

/// The low `width` bits.
pub fn cut(data: u128, width: u32) -> u128 {
    if width >= 128 { data } else { data & ((1 << width) - 1) }
}

/// Flit `index` >= 2 of packet `number` (N5; docs/router.md, N6).
pub fn payload(number: u32, index: usize, width: u32) -> u128 {
    let word = |j: u64| u128::from(mix((u64::from(number) << 16) + ((index as u64) << 4) + j + 1));
    cut(word(0) | if width > 64 { word(1) << 64 } else { 0 }, width)
}
