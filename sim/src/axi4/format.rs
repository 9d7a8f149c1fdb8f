//! Layout of packets (docs/axi4_interface.md, "Packets").

use torusmith_topology::Network;

use super::flits::{Header, RequestFlit, ResponseFlit};
use super::options::Axi4Options;
use super::signals::{Data, Request, WriteBeat};

/// Data of a flit of either network, least significant word first; the bits above W are 0.
pub type FlitBits = [u32; 20];

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

    /// R.
    pub(super) fn routing_bits(&self) -> u32 {
        self.routing_bits
    }

    /// P2: W of the request network, with H = `own_bits`.
    pub fn request_width(&self, own_bits: u32) -> u32 {
        let Axi4Options { address_width, data_width, user_width, .. } = self.options;
        let fields = address_width + ATTRIBUTES + user_width + self.options.carried_id_width();
        (self.header_width() + self.address_bits + fields + own_bits).max(data_width + data_width / 8 + user_width)
    }

    /// P2: W of the response network, with H = `own_bits`.
    pub fn response_width(&self, own_bits: u32) -> u32 {
        let Axi4Options { data_width, user_width, .. } = self.options;
        self.header_width() + data_width + 2 + user_width + own_bits
    }

    /// The bits of a head up to its slot, without a source.
    fn header_width(&self) -> u32 {
        self.address_bits + self.routing_bits + 1 + self.options.slot_bits()
    }

    /// Data of a flit of the request network; a head's own bits are 0.
    pub fn request(&self, flit: &RequestFlit) -> FlitBits {
        let Axi4Options { address_width, data_width, user_width, .. } = self.options;
        match flit {
            RequestFlit::Head { header, source, request } => {
                let Request { id, addr, len, size, burst, lock, cache, prot, qos, region, user } = *request;
                let mut packer = self.head(header, Some(*source));
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
        let mut packer = match &flit.header {
            Some(header) => self.head(header, None),
            None => FieldPacker { bits: FlitBits::default(), at: self.header_width() },
        };
        packer.put_data(&flit.data, data_width);
        packer.put(flit.resp.into(), 2);
        packer.put(flit.user.into(), user_width);
        packer.bits
    }

    /// The fields that heads begin with; a response has no source.
    fn head(&self, header: &Header, source: Option<u32>) -> FieldPacker {
        let mut packer = FieldPacker { bits: FlitBits::default(), at: 0 };
        packer.put(header.destination.into(), self.address_bits);
        packer.put(header.bits.into(), self.routing_bits);
        if let Some(source) = source {
            packer.put(source.into(), self.address_bits);
        }
        packer.put(header.write.into(), 1);
        packer.put(header.slot.into(), self.options.slot_bits());
        packer
    }
}
