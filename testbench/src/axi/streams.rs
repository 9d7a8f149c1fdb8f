//! The control word of port 0, the two streams of a node, and the words behind it.

use crate::binding::Wires;

/// A beat is shown; it is the last of its packet; the other stream is taken from.
pub(super) const TVALID: u32 = 1;
pub(super) const TLAST: u32 = 2;
pub(super) const TREADY: u32 = 4;

/// Lowest bit of `error` in the model's word; lowest of the interface's bits in a node's `error`.
pub(super) const ERROR_AT: u32 = 16;
pub(super) const INTERFACE_AT: u32 = 3;

/// The interface's bits: a packet was dropped, cut short here, came cut short.
pub(super) const DROPPED: u8 = 1;
pub(super) const CUT: u8 = 2;
pub(super) const CAME_CUT: u8 = 4;

/// Words before the data, of a port, and of what is expected of it: there is no `tdest`.
pub(super) const DATA_AT: usize = 6;
pub(super) const EXPECTED_AT: usize = 5;

/// The words behind the control word of port 0.
pub(super) struct Words<'a>(pub &'a [u32]);

impl<'a> Words<'a> {
    pub fn of(wires: &Wires<'a>) -> Self {
        Self(wires.data)
    }

    pub fn tdest(&self) -> u32 {
        self.0[0]
    }

    pub fn tid(&self) -> u32 {
        self.0[1]
    }

    pub fn tuser(&self) -> u64 {
        two(&self.0[2..])
    }

    pub fn tkeep(&self) -> u64 {
        two(&self.0[4..])
    }

    pub fn data(&self) -> &'a [u32] {
        &self.0[DATA_AT..]
    }
}

/// A number of two words.
pub(super) fn two(words: &[u32]) -> u64 {
    u64::from(words[0]) | u64::from(words[1]) << 32
}

/// Its words.
pub(super) fn words(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// `tuser` of a beat in words: the message class, nothing where there is one class, and the bits above.
pub(super) fn told_user(tuser: u64, classes: u32, class_bits: u32) -> String {
    let class = if classes > 1 { format!(" in class {}", tuser & ((1 << class_bits) - 1)) } else { String::new() };
    match tuser >> class_bits {
        0 => class,
        user => format!("{class}, user {user:#x}"),
    }
}

/// `bit` or 0.
pub(super) fn bit(set: bool, bit: u32) -> u32 {
    if set { bit } else { 0 }
}
