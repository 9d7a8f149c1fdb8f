//! Signals on the links (docs/multicast_router.md, P3) and inside the switch (B2, B4) in a clock.

use super::geometry::PORTS;

/// A flit, with the number of its packet: the model's own bookkeeping, no wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flit {
    /// The data wires.
    pub data: u128,
    /// Number of the packet; of a message: of the packet it speaks of.
    pub number: u32,
    /// The VC, 0..=3.
    pub vc: u8,
    /// The head wire.
    pub head: bool,
    /// The tail wire.
    pub tail: bool,
}

/// A router's output registers. A port whose bit is not set shows nothing, whatever the arrays hold.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Registers {
    /// Bit p: a flit at port p.
    pub flits: u16,
    pub flit: [Flit; PORTS],
    /// Bit p: a credit at port p.
    pub credits: u16,
    /// The VC of the credit.
    pub credit: [u8; PORTS],
}

impl Registers {
    pub fn show(&mut self, port: u8, flit: Flit) {
        debug_assert!(self.flits >> port & 1 == 0, "two flits at port {port}");
        self.flits |= 1 << port;
        self.flit[port as usize] = flit;
    }

    pub fn give(&mut self, port: u8, vc: u8) {
        self.credits |= 1 << port;
        self.credit[port as usize] = vc;
    }

    pub fn clear(&mut self) {
        (self.flits, self.credits) = (0, 0);
    }
}

/// Output of a router at a port in a clock: the flit in the output register, and the credit that goes back. A field is 0 where its valid bit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PortState {
    /// The output register holds a flit.
    pub valid: bool,
    /// VC of the flit.
    pub vc: u8,
    /// The flit is a head.
    pub head: bool,
    /// The flit is a tail.
    pub tail: bool,
    /// Data of the flit.
    pub data: u128,
    /// A credit goes back.
    pub credit_valid: bool,
    /// VC of the credit.
    pub credit_vc: u8,
}

impl PortState {
    pub(super) fn of(registers: &Registers, port: usize) -> Self {
        let mut state = Self::default();
        if registers.flits >> port & 1 == 1 {
            let Flit { data, vc, head, tail, .. } = registers.flit[port];
            state = Self { valid: true, vc, head, tail, data, ..state };
        }
        if registers.credits >> port & 1 == 1 {
            state = Self { credit_valid: true, credit_vc: registers.credit[port], ..state };
        }
        state
    }
}

/// Bits of a mask, the lowest first.
#[inline]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// SA4: the first of the requesters in the order p, p + 1, .., round again.
#[inline]
pub(super) fn round_robin(requests: u32, pointer: u8) -> Option<u8> {
    let later = requests >> pointer << pointer;
    let first = if later != 0 { later } else { requests };
    (first != 0).then(|| first.trailing_zeros() as u8)
}

/// B2: flit that an input sends.
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
