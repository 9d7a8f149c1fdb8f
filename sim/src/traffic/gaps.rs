//! Geometric gaps between events.

use rand::RngCore;
use rand_chacha::ChaCha8Rng;

/// 1 / ln(1 - p), as [`draw_gap`] takes it.
pub(super) fn gap_of(probability: f64) -> f64 {
    libm::log1p(-probability).recip()
}

/// Clocks without an event before the next one: P(gap >= k) = (1 - p)^k, with `gap` = 1 / ln(1 - p).
pub(super) fn draw_gap(rng: &mut ChaCha8Rng, gap: f64) -> u64 {
    // libm's logarithm is the same on every machine.
    (libm::log(uniform(rng)) * gap) as u64
}

/// A number of (0, 1] in steps of 2^-53.
pub(super) fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    ((rng.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64
}
