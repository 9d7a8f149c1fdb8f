//! Structs that Rust and the C++ shim exchange, with one layout on both sides.
//!
//! On this side it is asserted when the crate is compiled that a struct has no padding between or behind its fields. On the other,
//! [`assertions`] are compiled with the shim: size and place of every field are those of here, by name.

use std::ffi::c_void;
use std::mem::{offset_of, size_of};

use torusmith_sim::engine::PortWord;

use crate::kind::Kind;

/// A packet on its way to its source's queue.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub number: u32,
    pub source: u32,
    /// Data of the head flit, rule L4, or of flit 0.
    pub header: u64,
    /// Data of flit 1, in the multicast router's packets.
    pub second: u64,
    pub flits: u32,
    /// Of the multicast router's packets: [`Offer::BY_PORT_9`], [`Offer::ALWAYS`], [`Offer::BLANK`].
    pub flags: u32,
}

impl Offer {
    /// The packet leaves by the second local port.
    pub const BY_PORT_9: u32 = 1;
    /// It is sent although sources are closed, and counts as no new packet.
    pub const ALWAYS: u32 = 2;
    /// It has no number; its flits from 2 on are 0.
    pub const BLANK: u32 = 4;
}

/// A head flit in an output register whose data is not that with which its packet was sent (rule RC7).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rewritten {
    /// Index of its word in [`Frame::words`](super::Frame::words).
    pub at: u64,
    /// Data of the head flit.
    pub header: u64,
}

/// Sums over the nodes of a clock.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Totals {
    /// Ports that differ from the model.
    pub differences: u64,
    /// The lowest `node * ports + port` of them.
    pub first: u64,
    /// Flits in output registers.
    pub moved: u64,
    /// Packets whose head was sent into the network.
    pub started: u64,
    /// Tails at local outputs.
    pub finished: u64,
    /// Instances that were evaluated.
    pub evaluated: u64,
}

/// Settings of all random drivers (docs/router.md, section 11).
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct DriverSettings {
    pub seed: u64,
    /// P in 2^32.
    pub faults: u64,
    /// K.
    pub skew: u64,
    pub nodes: u32,
    /// 1 with rule RC7.
    pub rewrites: u32,
}

/// Counts of flits that random drivers have sent.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct DriverCounts {
    /// Flits of packets.
    pub flits: u64,
    /// All others.
    pub wrong: u64,
    /// Faults by kind (rule D3).
    pub faults: [u64; 7],
}

/// A flit that an output port showed.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Flit {
    pub clock: u64,
    /// The wires of the link but its data, as in a [`PortWord`]; above them, of a plain router, what is there in the model's word, else the low
    /// 48 bits of the data.
    pub word: PortWord,
}

/// A clock, as the shim gets it; `beside` is one of the structs below.
#[repr(C)]
pub struct RawFrame {
    pub clock: u64,
    pub reset: u64,
    pub since: u64,
    pub words: *const PortWord,
    pub inbox: *const Offer,
    pub extras: *const c_void,
    pub offers: u32,
    pub flags: u32,
}

/// Beside the words of a plain router.
#[repr(C)]
pub struct RawHeads {
    pub heads: *const Rewritten,
    pub head_count: u64,
    pub errors: *const u8,
}

/// Beside those of a multicast router.
#[repr(C)]
pub struct RawData {
    pub data: *const [u32; 4],
}

/// Beside those of nodes with AXI4-Stream interfaces.
#[repr(C)]
pub struct RawStreams {
    pub driven: *const u32,
    pub expected: *const u32,
}

const fn size_behind<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

/// Asserts that the fields fill the struct, and gives the C++ assertions that it looks the same there, as `$there`.
macro_rules! shared {
    ($function:ident: $here:ident as $there:literal { $($field:ident),* }) => {
        const _: () = assert!(size_of::<$here>() == 0 $(+ size_behind(|all: &$here| &all.$field))*, "padding, or a field that is not listed");

        fn $function() -> Vec<String> {
            vec![
                format!("static_assert(sizeof({}) == {}, \"{}\");", $there, size_of::<$here>(), $there),
                $(format!("static_assert(offsetof({}, {1}) == {2}, \"{0}::{1}\");", $there, stringify!($field), offset_of!($here, $field)),)*
            ]
        }
    };
}

shared!(offer: Offer as "Offer" { number, source, header, second, flits, flags });
shared!(totals: Totals as "Totals" { differences, first, moved, started, finished, evaluated });
shared!(settings: DriverSettings as "DriverSettings" { seed, faults, skew, nodes, rewrites });
shared!(counts: DriverCounts as "DriverCounts" { flits, wrong, faults });
shared!(flit: Flit as "Flit" { clock, word });
shared!(frame: RawFrame as "Frame" { clock, reset, since, words, inbox, extras, offers, flags });
shared!(rewritten: Rewritten as "Rewritten" { at, header });
shared!(heads: RawHeads as "FrameExtras" { heads, head_count, errors });
shared!(data: RawData as "FrameExtras" { data });
shared!(streams: RawStreams as "FrameExtras" { driven, expected });

const _: () = assert!(size_of::<PortWord>() == 8, "the shim reads a word in 64 bits");

/// C++ that refuses a shim whose structs are not those of here.
pub fn assertions(kind: Kind) -> String {
    let extras = match kind {
        Kind::Plain => [rewritten(), heads()].concat(),
        Kind::Multicast => data(),
        Kind::Axi | Kind::Axi4 => streams(),
    };
    [offer(), totals(), settings(), counts(), flit(), frame(), extras].concat().join(" ")
}
