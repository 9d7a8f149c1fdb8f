//! Layout of packets (docs/axi4_interface.md, "Packets").

use torusmith_topology::Network;

use super::flits::{Header, RequestFlit, ResponseFlit};
use super::options::Axi4Options;
use super::signals::{Data, Request, WriteBeat};

/// Data of a flit of either network, least significant word first; the bits above W are 0.
pub type FlitBits = [u32; 20];

/// The highest bits of a head: the routers' own (L4).
const OWN: u32 = 8;
/// Bits of len, size, burst, lock, cache, prot, qos and region.
const ATTRIBUTES: u32 = 29;

/// Widths of the fields of flits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// A.
    address_bits: u32,
    /// R.
    routing_bits: u32,
    options: Axi4Options,
}

/// Fields, the lowest first.
struct FieldPacker {
    bits: FlitBits,
    at: u32,
}

impl FieldPacker {
    fn put(&mut self, mut value: u128, width: u32) {
        let end = self.at + width;
        while self.at < end {
            let (word, place) = (self.at as usize / 32, self.at % 32);
            let count = (32 - place).min(end - self.at);
            self.bits[word] |= ((value & ((1 << count) - 1)) as u32) << place;
            value >>= count;
            self.at += count;
        }
    }

    fn put_data(&mut self, data: &Data, width: u32) {
        data.iter().take(width as usize / 32).for_each(|&word| self.put(word.into(), 32));
    }
}

impl Format {
    /// Format of packets in a network.
    pub fn new(network: &Network, options: Axi4Options) -> Self {
        Self { address_bits: network.address_bits(), routing_bits: network.route_bits(), options }
    }

    /// A.
    pub fn address_bits(&self) -> u32 {
        self.address_bits
    }

    /// P2: W of the request network.
    pub fn request_width(&self) -> u32 {
        let Axi4Options { address_width, data_width, user_width, .. } = self.options;
        let head = self.header_width() + address_width + ATTRIBUTES + user_width + self.options.carried_id_width() + OWN;
        head.max(data_width + data_width / 8 + user_width)
    }

    /// P2: W of the response network.
    pub fn response_width(&self) -> u32 {
        let Axi4Options { data_width, user_width, .. } = self.options;
        (self.header_width() + 2 + user_width + OWN).max(data_width + 2 + user_width)
    }

    /// The bits of a head up to its slot.
    fn header_width(&self) -> u32 {
        2 * self.address_bits + self.routing_bits + 1 + self.options.slot_bits()
    }

    /// Data of a flit of the request network; a head's own bits are 0.
    pub fn request(&self, flit: &RequestFlit) -> FlitBits {
        let Axi4Options { address_width, data_width, user_width, .. } = self.options;
        match flit {
            RequestFlit::Head { header, request } => {
                let Request { id, addr, len, size, burst, lock, cache, prot, qos, region, user } = *request;
                let mut packer = self.head(header);
                packer.put(addr.into(), address_width);
                for (value, width) in [(len, 8), (size, 3), (burst, 2), (lock.into(), 1), (cache, 4), (prot, 3), (qos, 4), (region, 4)] {
                    packer.put(value.into(), width);
                }
                packer.put(user, user_width);
                packer.put(id.into(), self.options.carried_id_width());
                packer.bits
            }
            RequestFlit::Data(WriteBeat { data, strb, user, .. }) => {
                let mut packer = FieldPacker { bits: FlitBits::default(), at: 0 };
                packer.put_data(data, data_width);
                packer.put((*strb).into(), data_width / 8);
                packer.put((*user).into(), user_width);
                packer.bits
            }
        }
    }

    /// Data of a flit of the response network; a head's own bits are 0.
    pub fn response(&self, flit: &ResponseFlit) -> FlitBits {
        let Axi4Options { data_width, user_width, .. } = self.options;
        match flit {
            ResponseFlit::Head { header, resp, user } => {
                let mut packer = self.head(header);
                packer.put((*resp).into(), 2);
                packer.put((*user).into(), user_width);
                packer.bits
            }
            ResponseFlit::Data { data, resp, user, .. } => {
                let mut packer = FieldPacker { bits: FlitBits::default(), at: 0 };
                packer.put_data(data, data_width);
                packer.put((*resp).into(), 2);
                packer.put((*user).into(), user_width);
                packer.bits
            }
        }
    }

    /// L4, and the fields that both kinds of heads begin with.
    fn head(&self, header: &Header) -> FieldPacker {
        let mut packer = FieldPacker { bits: FlitBits::default(), at: 0 };
        packer.put(header.destination.into(), self.address_bits);
        packer.put(header.bits.into(), self.routing_bits);
        packer.put(header.source.into(), self.address_bits);
        packer.put(header.write.into(), 1);
        packer.put(header.slot.into(), self.options.slot_bits());
        packer
    }
}
