//! Eight routers side by side: what all of them do in every clock is done for the eight at once, for the compiler to use vector instructions.

/// Routers treated together.
pub(super) const LANES: usize = 8;

/// A word of each of eight routers.
pub(super) type Lanes = [u64; LANES];

/// Some lane has a bit.
#[inline(always)]
pub(super) fn any(lanes: &Lanes) -> bool {
    lanes.iter().fold(0, |all, word| all | word) != 0
}
