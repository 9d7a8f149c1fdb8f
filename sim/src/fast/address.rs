//! Addresses of flits and credits: a bit of the receiver's mail.

use super::word::LANES;

/// Kinds of mail; a block of [`LANES`] nodes has a row of words of each. The bits of local ports are for the network interfaces at these.
#[derive(Debug, Clone, Copy)]
pub(super) enum MailKind {
    /// Flits. Mail of a router: input VCs that a flit enters. Mail of a network interface: the VC on which a flit leaves by the local output.
    Flits,
    /// Credits. Mail of a router: output VCs that get a credit. Mail of a network interface: the VC of the local input that gets a credit.
    Credits,
}

/// Words of a block: its two rows.
pub(super) const ROWS: usize = 2 * LANES;

/// A bit of mail: the far end of a VC of a link.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Address(u32);

impl Address {
    /// Number of nodes that addresses can distinguish; one word is left over.
    pub const NODES: usize = (1 << 26) / ROWS * LANES - LANES;
    /// Address behind a port without a link. No packet is ever routed there (rule Z3); a routing function that does so fails at once.
    pub const NOWHERE: Self = Self(!0 << 6);

    /// Bit `bit` of a node's mail.
    pub fn new(node: usize, kind: MailKind, bit: usize) -> Self {
        let word = node / LANES * ROWS + kind as usize * LANES + node % LANES;
        Self((word as u32) << 6 | bit as u32)
    }

    /// The VC `vc` of the port whose VC 0 this is.
    #[inline(always)]
    pub fn with_vc(self, vc: usize) -> Self {
        Self(self.0 + vc as u32)
    }

    #[inline(always)]
    pub fn word(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// Address of the bit in the mail of a part of the network that begins with node `first`, the first of a block; addresses outside the
    /// part are past the end of its mail.
    #[inline(always)]
    pub fn within(self, first: usize) -> Self {
        Self(self.0.wrapping_sub(Self::new(first, MailKind::Flits, 0).0))
    }

    /// The inverse of [`Address::within`].
    pub fn of_all(self, first: usize) -> Self {
        Self(self.0.wrapping_add(Self::new(first, MailKind::Flits, 0).0))
    }

    #[inline(always)]
    pub fn block(self) -> usize {
        self.word() / ROWS
    }

    #[inline(always)]
    pub fn node(self) -> usize {
        self.word() / ROWS * LANES + self.word() % LANES
    }

    #[inline(always)]
    pub fn bit(self) -> usize {
        (self.0 & 63) as usize
    }
}
