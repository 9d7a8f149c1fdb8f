//! Which of two equally long directions round a ring a packet takes.

use torusmith_design::Ties;

/// Whether a tie at coordinate `at` goes in direction + (docs/networks.md, "Ties").
#[inline]
pub(super) fn tie_goes_up(ties: Ties, at: u32) -> bool {
    match ties {
        Ties::Plus => true,
        Ties::Balanced => at.is_multiple_of(2),
    }
}
