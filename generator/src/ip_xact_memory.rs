//! The addresses of AXI4 interfaces in IP-XACT: what managers see, and where it leads.

use torusmith_topology::address_map::AddressRule;

use crate::axi4::Axi4;

/// Of each subordinate an address space with a segment for each of its ranges; of all managers one memory map, which leads there.
pub(crate) struct Memory<'a> {
    pub spaces: Vec<Space<'a>>,
    /// Bytes of an address space, in hexadecimal.
    pub bytes: String,
    /// Bits of a beat.
    pub width: u32,
}

/// What a subordinate answers.
pub(crate) struct Space<'a> {
    /// Its place among the subordinates.
    pub index: usize,
    pub segments: Vec<Segment<'a>>,
}

/// A range of the map. Numbers are in hexadecimal.
pub(crate) struct Segment<'a> {
    pub name: &'a str,
    /// As a manager sees it.
    pub base: String,
    /// As the subordinate does.
    pub offset: String,
    pub size: String,
}

impl<'a> Memory<'a> {
    pub fn new(axi4: &'a Axi4) -> Self {
        let segments = |node: u32| {
            let of = axi4.map.ranges().iter().filter(move |range| range.node == node);
            of.map(|range| {
                let offset = if range.address == AddressRule::Keep { range.base } else { 0 };
                Segment { name: &range.name, base: hex(range.base.into()), offset: hex(offset.into()), size: hex(range.size()) }
            })
        };
        let spaces = axi4.map.subordinates().enumerate().map(|(index, node)| Space { index, segments: segments(node).collect() }).collect();
        Self { spaces, bytes: hex(1 << axi4.addr), width: axi4.data }
    }
}

/// A number as IP-XACT writes it.
fn hex(number: u128) -> String {
    format!("'h{number:x}")
}
