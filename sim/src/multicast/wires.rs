//! What is on the links in a clock (docs/multicast_router.md, P3).

use super::geometry::PORTS;

/// A flit, with the packet it belongs to beside it: the model's own bookkeeping, no wire.
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

/// What a router shows at a port in a clock: the flit in the output register, and the credit on the way back. A field is 0 where its valid
/// bit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PortState {
    /// A flit is there.
    pub valid: bool,
    /// Its VC.
    pub vc: u8,
    /// It is a head.
    pub head: bool,
    /// It is a tail.
    pub tail: bool,
    /// Its data.
    pub data: u128,
    /// A credit is there.
    pub credit_valid: bool,
    /// Its VC.
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
