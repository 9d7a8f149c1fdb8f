//! Turns of a router: sets of ports as bit masks.

use torusmith_design::Ties;

/// Mask of a set of ports.
pub fn ports(list: &[u8]) -> u32 {
    list.iter().fold(0, |mask, &p| mask | 1 << p)
}

/// Which of two ways of equal length round a ring a packet takes: `TIES` in the Verilog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tie {
    /// '+'.
    Plus = 0,
    /// The one without the wrap link.
    WithoutWrap = 1,
    /// '+' from an even position, '-' from an odd one.
    Balanced = 2,
}

impl From<Ties> for Tie {
    fn from(ties: Ties) -> Self {
        match ties {
            Ties::Plus => Self::Plus,
            Ties::Balanced => Self::Balanced,
        }
    }
}

impl Tie {
    /// The number in the Verilog.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// Whether the shorter way round a ring of `side` nodes is '+'.
    pub fn plus(self, side: u32, from: u32, to: u32) -> bool {
        let distance = (to + side - from) % side;
        if 2 * distance != side || side == 2 { 2 * distance <= side } else { self.first(from, to) }
    }

    /// Whether '+' is taken of two ways of equal length.
    pub fn first(self, from: u32, to: u32) -> bool {
        match self {
            Self::Plus => true,
            Self::WithoutWrap => from < to,
            Self::Balanced => from.is_multiple_of(2),
        }
    }
}
