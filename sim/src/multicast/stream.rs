//! What the inputs of a switch send, and what they are granted.

use super::geometry::PORTS;

/// B2: what an input sends.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stream {
    pub vc: u8,
    pub outputs: u16,
    pub index: u8,
}

/// The outcome of B4.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Grants {
    /// Bit i: at least one output is granted to input i.
    pub inputs: u16,
    pub outputs: [u16; PORTS],
    pub picked: [u8; PORTS],
}
