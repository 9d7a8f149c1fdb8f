//! The way round a vertical ring of an MTN, which is twisted: it changes the column too where it wraps around (docs/networks.md, "Routing in an
//! MTN").

use torusmith_topology::tori_connected::{ToriConnected, UP_MINUS, UP_PLUS};

use super::tori_connected_rules::Hop;

/// The way from one row to another.
#[derive(Clone, Copy)]
pub(super) struct Vertical {
    /// Nodes on the ring.
    side: u32,
    /// Hops in direction +, and whether the wrap link is among them. In direction - it is if it is not here.
    up: u32,
    wrap: bool,
    /// How many columns further on the destination is, modulo `side`.
    columns: u32,
    bidirectional: bool,
    ties_avoid_wrap: bool,
}

impl Vertical {
    /// From row `from` to `to` != `from`; the destination is `columns` further on, modulo 2^m.
    pub(super) fn new(network: &ToriConnected, from: u32, to: u32, columns: u32, ties_avoid_wrap: bool) -> Self {
        let (side, bidirectional) = (network.side(), network.bidirectional);
        Self { side, up: to.wrapping_sub(from) & (side - 1), wrap: from > to, columns, bidirectional, ties_avoid_wrap }
    }

    /// The columns that are left to go, modulo `side`, behind vertical hops with or without the wrap link.
    fn behind(&self, wrap: bool) -> u32 {
        (if wrap { self.columns + self.side / 2 } else { self.columns }) & (self.side - 1)
    }

    /// The direction is +. Of two directions, the one with fewer hops of the vertical and the horizontal ring together.
    fn goes_up(&self) -> bool {
        let horizontal = |wrap| self.behind(wrap).min(self.side - self.behind(wrap));
        let (up, down) = (self.up + horizontal(self.wrap), self.side - self.up + horizontal(!self.wrap));
        !self.bidirectional || up < down || up == down && !(self.ties_avoid_wrap && self.wrap)
    }

    /// The next hop.
    pub(super) fn hop(&self) -> Hop {
        if self.goes_up() { Hop { port: UP_PLUS, wrap: self.wrap } } else { Hop { port: UP_MINUS, wrap: !self.wrap } }
    }

    /// There are columns to go behind the vertical hops.
    pub(super) fn turns(&self) -> bool {
        self.behind(self.wrap == self.goes_up()) != 0
    }
}
