//! Contents of flits (docs/router.md L4 and N6), for the report and for the check of arrivals.

use std::ops::Range;

use torusmith_sim::engine::Packet;
use torusmith_topology::{Network, TerminalId};

/// Widths of a flit and of its header's fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    pub width: u32,
    pub address_bits: u32,
    pub route_bits: u32,
    /// Routers rewrite the routing bits of heads (rule RC7), down to 0 at the destination.
    pub rewritten: bool,
}

impl Format {
    pub(crate) fn new(network: &Network, width: u32) -> Self {
        let (address_bits, route_bits) = (network.address_bits(), network.route_bits());
        Self { width, address_bits, route_bits, rewritten: network.rewrites_route_bits() }
    }

    /// The bits of a head that are the routers' own.
    pub(crate) fn own_bits(&self) -> Range<u32> {
        own_bits(self.width, self.address_bits, self.route_bits)
    }

    /// Mask of the head's own bits, in 32-bit words, least significant first.
    pub(crate) fn own_mask(&self) -> Vec<u32> {
        let mut mask = vec![0; self.width.div_ceil(32) as usize];
        self.own_bits().for_each(|bit| mask[bit as usize / 32] |= 1 << (bit % 32));
        mask
    }

    /// Data of a flit behind the first router as far as it is defined: a head's own bits are 0.
    pub(crate) fn defined(&self, data: &[u32], head: bool) -> Vec<u32> {
        if !head {
            return data.to_vec();
        }
        data.iter().zip(self.own_mask()).map(|(word, own)| word & !own).collect()
    }

    /// Data of the head flit, rule L4, with its routing bits; at most 64 bits, as the smallest width is no more than that.
    pub(crate) fn header(&self, packet: &Packet, bits: u64) -> u64 {
        self.header_of(packet.source, packet.destination, bits)
    }

    /// Header of a packet between two nodes.
    pub(crate) fn header_of(&self, source: TerminalId, destination: TerminalId, bits: u64) -> u64 {
        u64::from(destination.0) | bits << self.address_bits | u64::from(source.0) << (self.address_bits + self.route_bits)
    }

    /// (destination, source) of a head flit.
    pub(crate) fn ends(&self, header: u64) -> (TerminalId, TerminalId) {
        let address = |at: u32| TerminalId((header >> at & ((1 << self.address_bits) - 1)) as u32);
        (address(0), address(self.address_bits + self.route_bits))
    }

    /// The routing bits of a head flit.
    pub(crate) fn route_bits_of(&self, header: u64) -> u64 {
        header >> self.address_bits & ((1 << self.route_bits) - 1)
    }

    /// Data of flit `index` of a packet, in 32-bit words, least significant first; `header` is that of the head.
    pub(crate) fn data(&self, packet: &Packet, index: usize, header: u64) -> Vec<u32> {
        let words = self.width.div_ceil(32) as usize;
        let mut data: Vec<u32> = (0..words.div_ceil(2) as u64)
            .map(|j| match (index, j) {
                (0, 0) => header,
                (0, _) => 0,
                _ => mix((u64::from(packet.number) << 16) + ((index as u64) << 4) + j + 1),
            })
            .flat_map(|x| [x as u32, (x >> 32) as u32])
            .take(words)
            .collect();
        if !self.width.is_multiple_of(32) {
            data[words - 1] &= (1 << (self.width % 32)) - 1;
        }
        data
    }
}

/// The bits of a head flit that are the routers' own, rule L4: of those above the header the highest, 8 at most. Behind the first router nothing is
/// known of them.
pub(crate) fn own_bits(width: u32, address_bits: u32, route_bits: u32) -> Range<u32> {
    let free = width - 2 * address_bits - route_bits;
    width - free.min(8)..width
}

/// The SplitMix64 step of rule N6.
pub(crate) fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Data in hexadecimal, all of its digits.
pub(crate) fn hex(data: &[u32], width: u32) -> String {
    let digits = width.div_ceil(4) as usize;
    let all: String = data.iter().rev().map(|word| format!("{word:08x}")).collect();
    format!("0x{}", &all[all.len() - digits..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 of seed 0 gives these (Vigna's splitmix64.c): its state after the first step is the constant itself.
    #[test]
    fn mix_is_splitmix64() {
        assert_eq!(mix(1), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(2), 0x6E78_9E6A_A1B9_65F4);
    }

    /// Rule L4 by hand: W, A, R, and the own bits from the lowest to the highest.
    #[test]
    fn own_bits_are_the_highest_eight_at_most() {
        for (width, address, route, expected) in
            [(32, 8, 0, 24..32), (64, 8, 1, 56..64), (16, 8, 0, 16..16), (61, 14, 33, 61..61), (64, 14, 33, 61..64)]
        {
            assert_eq!(own_bits(width, address, route), expected, "W = {width}, A = {address}, R = {route}");
        }
        let format = |width| Format { width, address_bits: 8, route_bits: 1, rewritten: false };
        assert_eq!(format(17).own_mask(), [0]);
        assert_eq!(format(20).own_mask(), [0x000e_0000]);
        assert_eq!(format(36).own_mask(), [0xf000_0000, 0xf]);
        assert_eq!(format(96).own_mask(), [0, 0, 0xff00_0000]);
        let data = [0xffff_ffff, 0xf];
        assert_eq!(format(36).defined(&data, true), [0x0fff_ffff, 0]);
        assert_eq!(format(36).defined(&data, false), data);
    }

    #[test]
    fn header_has_destination_bits_source() {
        let network: Network = "ttn:2,2,2".parse().unwrap();
        let format = Format::new(&network, 40);
        let packet = Packet { number: 3, source: TerminalId(0xab), destination: TerminalId(0x12), bits: 1, flits: 2, created: 0 };
        let header = format.header(&packet, 1);
        assert_eq!(header, 0xab << 9 | 1 << 8 | 0x12);
        assert_eq!(format.ends(header), (TerminalId(0x12), TerminalId(0xab)));
        assert_eq!(format.data(&packet, 0, header), [0xab << 9 | 1 << 8 | 0x12, 0]);
        let x = mix((3 << 16) + (1 << 4) + 1);
        assert_eq!(format.data(&packet, 1, header), [x as u32, (x >> 32) as u32 & 0xff]);
        assert_eq!(hex(&format.data(&packet, 0, header), 40), "0x0000015712");
    }

    /// The widest header there is: 14 + 33 + 14 bits.
    #[test]
    fn header_of_an_rdt_takes_61_bits() {
        let format = Format::new(&"rdt:128".parse().unwrap(), 64);
        let packet =
            Packet { number: 3, source: TerminalId(0x3fff), destination: TerminalId(0x2001), bits: 0x1_0000_0003, flits: 2, created: 0 };
        let header = 0x3fff << 47 | 0x1_0000_0003 << 14 | 0x2001;
        assert_eq!(format.header(&packet, packet.bits), header);
        assert_eq!(format.ends(header), (TerminalId(0x2001), TerminalId(0x3fff)));
        assert_eq!(format.data(&packet, 0, format.header(&packet, 5)), [0x2001 | 5 << 14, 0x3fff << 15]);
    }
}
