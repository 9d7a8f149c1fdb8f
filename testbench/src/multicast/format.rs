//! Contents of the multicast router's flits (docs/multicast_router.md, F1 to F3, N1, N5): the test bench's own reading of the page.

use torusmith_routes::{Routes, of_rdt};
use torusmith_sim::multicast::{Packet, PacketKind};
use torusmith_topology::rdt::Rdt;
use torusmith_topology::{NetworkSpec, TerminalId};

use crate::binding::Offer;
use crate::flits::mix;

pub(super) const UNICAST: u64 = 0;
pub(super) const MULTICAST: u64 = 1;
const SET_UP: u64 = 2;
pub(super) const REPORT: u64 = 3;

/// The second local port.
pub(super) const LOCAL1: usize = 9;
/// The VC of messages.
pub(super) const MESSAGE_VC: usize = 3;

const PE: u32 = 2;
const ROUTING: u32 = 3;
const STAGE: u32 = 5;
const TAG: u32 = 8;
const TOP_MAP: u32 = 15;
/// Fields of a multicast's flit 0 that routers rewrite (F2): phase and stage, and the tag.
const STEP: u64 = (1 << TAG) - (1 << ROUTING);
const TAG_BITS: u64 = (1 << TOP_MAP) - (1 << TAG);
/// Phase and stage of a copy at a local output (R3): (0, LEAF).
const DELIVERED: u64 = 3 << ROUTING;

/// Data of a flit, 32-bit words from the lowest up.
pub(super) type Data = [u32; 4];

/// A message (F3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Message {
    Ack { tag: u8, failed: bool },
    Report { second: u64 },
    Unknown,
}

/// Widths, and the network.
pub(super) struct Format {
    pub width: u32,
    address_bits: u32,
    routes: Box<dyn Routes>,
}

impl Format {
    pub fn new(rdt: Rdt, width: u32) -> Self {
        Self { width, address_bits: (rdt.routers() as u32).ilog2(), routes: of_rdt(rdt) }
    }

    /// Flit 0 without `type` and `pe`: the vectors of each rank.
    fn way(&self, source: u32, destination: u32) -> u64 {
        self.routes.source_bits(TerminalId(source), TerminalId(destination), 0) << ROUTING
    }

    /// Flits 0 and 1 as the source sends them; `id` is that of a unicast.
    pub fn header(&self, packet: &Packet, id: u64) -> [u64; 2] {
        let (number, source) = (u64::from(packet.number), packet.source);
        let pe = (number >> 1 & 1) << PE;
        match packet.kind {
            PacketKind::Unicast { destination } => {
                let second = u64::from(destination) | u64::from(source) << self.address_bits | id << (2 * self.address_bits);
                [UNICAST | pe | self.way(source, destination), second]
            }
            PacketKind::Multicast { root_rank, maps } => {
                let tag = number >> 2 & 31;
                let flit0 = MULTICAST | pe | u64::from(root_rank) << STAGE | tag << TAG | u64::from(maps[4]) << TOP_MAP;
                [flit0, u32::from_le_bytes([maps[0], maps[1], maps[2], maps[3]]).into()]
            }
            PacketKind::SetUp { register, value } => [SET_UP | pe, u64::from(register) | u64::from(value) << 4],
        }
    }

    /// A header's flit 0 at a destination, without the tag: the routing bits are used up, or the step is the last.
    pub fn lasting(&self, flit0: u64) -> u64 {
        match flit0 & 3 {
            MULTICAST => flit0 & !(STEP | TAG_BITS) | DELIVERED,
            _ => flit0 & ((1 << ROUTING) - 1),
        }
    }

    /// Contents of a flit 0 that has arrived.
    pub fn arrived(&self, flit0: u64) -> u64 {
        if flit0 & 3 == MULTICAST { flit0 & !TAG_BITS } else { flit0 }
    }

    /// The packet as the Verilog side's interface at its source gets it.
    pub fn offer(packet: &Packet, [header, second]: [u64; 2], flags: u32) -> Offer {
        // A set-up packet ends in the router: nothing outside tells when.
        let own = if matches!(packet.kind, PacketKind::SetUp { .. }) { Offer::ALWAYS } else { 0 };
        let port = if packet.number & 1 == 1 { Offer::BY_PORT_9 } else { 0 };
        Offer { number: packet.number, source: packet.source, header, second, flits: packet.flits.into(), flags: flags | own | port }
    }

    /// The packet that tells a source of a unicast that was shot down (S4, N5).
    pub fn report(&self, node: u32, second: u64) -> Offer {
        let header = REPORT | self.way(node, self.source(second));
        Offer { number: 0, source: node, header, second, flits: 3, flags: Offer::ALWAYS | Offer::BLANK }
    }

    /// The source in a unicast's flit 1.
    pub fn source(&self, second: u64) -> u32 {
        (second >> self.address_bits) as u32 & ((1 << self.address_bits) - 1)
    }

    /// Data of flit `index` >= 2 of packet `number` (N5).
    pub fn payload(&self, number: u32, index: usize) -> Data {
        let word = |j: u64| mix((u64::from(number) << 16) + ((index as u64) << 4) + j + 1);
        let (low, high) = (word(0), if self.width > 64 { word(1) } else { 0 });
        let mut data = [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32];
        let (last, bits) = ((self.width as usize - 1) / 32, self.width % 32);
        data[last + 1..].fill(0);
        if bits != 0 {
            data[last] &= (1 << bits) - 1;
        }
        data
    }

    pub fn message(&self, data: &Data) -> Message {
        let low = low(data);
        match low & 3 {
            kind @ 0..=1 => Message::Ack { tag: (low >> 2 & 127) as u8, failed: kind == 1 },
            2 => {
                let address_and_id = (1 << (2 * self.address_bits + 6)) - 1;
                Message::Report { second: low >> 2 & address_and_id }
            }
            _ => Message::Unknown,
        }
    }
}

/// The low 64 bits.
pub(super) fn low(data: &Data) -> u64 {
    u64::from(data[0]) | u64::from(data[1]) << 32
}

/// Data as it is on a link.
pub(super) fn of_link(words: &[u32]) -> Data {
    let mut data = [0; 4];
    data[..words.len()].copy_from_slice(words);
    data
}
