//! Hops on a vertical ring of an MTN, which is twisted: its wrap link changes the column too (docs/networks.md, "Routing in an MTN").

use torusmith_topology::tori_connected::{ToriConnected, UP_MINUS, UP_PLUS};

use super::tori_connected_rules::{RingHop, Tie};

/// A path on the ring from one row to another.
#[derive(Clone, Copy)]
pub(super) struct Vertical {
    /// Nodes on the ring.
    side: u32,
    from: u32,
    /// Hops in direction +, and whether the wrap link is among them. If not, direction - passes it.
    up: u32,
    wrap: bool,
    /// Columns from here to the destination, modulo `side`.
    columns: u32,
    bidirectional: bool,
    tie: Tie,
}

impl Vertical {
    /// The path from row `from` to `to` != `from`; the destination is `columns` further on, modulo 2^m.
    pub(super) fn new(network: &ToriConnected, from: u32, to: u32, columns: u32, tie: Tie) -> Self {
        let (side, bidirectional) = (network.side(), network.bidirectional);
        Self { side, from, up: to.wrapping_sub(from) & (side - 1), wrap: from > to, columns, bidirectional, tie }
    }

    /// Columns that are left to go, modulo `side`, after vertical hops with or without the wrap link.
    fn columns_left(&self, wrap: bool) -> u32 {
        (if wrap { self.columns + self.side / 2 } else { self.columns }) & (self.side - 1)
    }

    /// The direction is +. Of two directions, the one with fewer hops of the vertical and the horizontal ring together.
    fn goes_up(&self) -> bool {
        let horizontal = |wrap| self.columns_left(wrap).min(self.side - self.columns_left(wrap));
        let (up, down) = (self.up + horizontal(self.wrap), self.side - self.up + horizontal(!self.wrap));
        !self.bidirectional || up < down || up == down && self.tie.goes_up(self.from, self.wrap)
    }

    /// The next hop.
    pub(super) fn hop(&self) -> RingHop {
        if self.goes_up() { RingHop { port: UP_PLUS, wrap: self.wrap } } else { RingHop { port: UP_MINUS, wrap: !self.wrap } }
    }

    /// Columns are left to go after the vertical hops.
    pub(super) fn turns(&self) -> bool {
        self.columns_left(self.wrap == self.goes_up()) != 0
    }
}
