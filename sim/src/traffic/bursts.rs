//! On and off periods of a source (docs/traffic.md, "Bursts").

use rand_chacha::ChaCha8Rng;

use super::gaps::{draw_gap, gap_of, uniform};

/// A source that has packets in its on periods alone: a Markov chain of two states.
#[derive(Debug, Clone)]
pub(super) struct OnOff {
    /// 1 / ln(1 - p), p the probability that an on period ends with a clock; and that an off period does, which may have no clock.
    ends: [f64; 2],
    /// Clocks of the on period that are left.
    on: u64,
}

impl OnOff {
    /// On periods of `mean` clocks, 1 and more, and so long off periods that the source is on in a share `duty` of all clocks, above 0. The first clock is in
    /// an on period with probability `duty`.
    pub fn new(mean: f64, duty: f64, rng: &mut ChaCha8Rng) -> (Self, u64) {
        let off = mean * (1.0 - duty) / duty;
        let mut source = Self { ends: [gap_of(mean.recip()), gap_of((off + 1.0).recip())], on: 0 };
        let begins_off = uniform(rng) > duty;
        // An off period that is under way has one clock more than one that may have none.
        let off = if begins_off { 1 + draw_gap(rng, source.ends[1]) } else { 0 };
        source.on = 1 + draw_gap(rng, source.ends[0]);
        (source, off)
    }

    /// Clocks until so many clocks of on periods have passed, and those of off periods between.
    pub fn pass(&mut self, clocks: u64, rng: &mut ChaCha8Rng) -> u64 {
        let (mut left, mut passed) = (clocks, 0u64);
        while left >= self.on {
            left -= self.on;
            let off = draw_gap(rng, self.ends[1]);
            passed = passed.saturating_add(self.on).saturating_add(off);
            self.on = 1 + draw_gap(rng, self.ends[0]);
        }
        self.on -= left;
        passed.saturating_add(left)
    }
}
