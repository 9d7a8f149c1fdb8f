//! Eight routers side by side: what all of them do in every clock is done for the eight at once, for the compiler to use vector instructions.

use super::word::Word;

/// Routers treated together.
pub(super) const LANES: usize = 8;

/// A word of each of eight routers.
pub(super) type Lanes<W> = [W; LANES];

/// No bits.
#[inline(always)]
pub(super) fn none<W: Word>() -> Lanes<W> {
    [W::NONE; LANES]
}

/// Some lane has a bit.
#[inline(always)]
pub(super) fn any<W: Word>(lanes: &Lanes<W>) -> bool {
    lanes.iter().fold(W::NONE, |all, &word| all | word) != W::NONE
}
