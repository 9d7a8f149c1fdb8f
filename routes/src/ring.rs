//! Directions round a ring (docs/networks.md, Ties).

use torusmith_design::Ties;

/// The direction of a path of half a ring, with the numbers of the Verilog parameter `TIES`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Direction +.
    Plus = 0,
    /// The direction without the wrap link.
    WithoutWrap = 1,
    /// Direction + from an even digit, - from an odd one.
    Balanced = 2,
}

/// A direction round a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction {
    /// Direction +.
    pub plus: bool,
    /// The wrap link of the ring is still ahead.
    pub wrap: bool,
}

impl From<Ties> for Tie {
    fn from(ties: Ties) -> Self {
        if ties == Ties::Balanced { Self::Balanced } else { Self::Plus }
    }
}

impl Tie {
    /// Whether direction + is taken if both are equally long.
    pub fn prefers_plus(self, from: u32, to: u32) -> bool {
        match self {
            Self::Plus => true,
            Self::WithoutWrap => from < to,
            Self::Balanced => from.is_multiple_of(2),
        }
    }

    /// The shorter direction round a ring of `side` nodes.
    pub fn direction(self, side: u32, from: u32, to: u32) -> Direction {
        let distance = (to + side - from) % side;
        let tie = side > 2 && 2 * distance == side;
        Direction::new(if tie { self.prefers_plus(from, to) } else { 2 * distance <= side }, from, to)
    }
}

impl Direction {
    /// A direction from one digit to another.
    pub fn new(plus: bool, from: u32, to: u32) -> Self {
        Self { plus, wrap: if plus { from > to } else { from < to } }
    }

    /// The '+' port of a ring, or the '-' port behind it.
    pub fn port(self, plus: u8) -> u8 {
        if self.plus { plus } else { plus + 1 }
    }
}
