//! When there are resets (docs/router.md, rule D6).

use std::ops::Range;

use super::draws::Draws;
use super::options::DriverOptions;

/// The resets of a run.
pub(super) struct Resets {
    options: DriverOptions,
    /// The one that is under way or comes next, of number `next`.
    next: u64,
    clocks: Range<u64>,
}

impl Resets {
    pub fn new(options: DriverOptions) -> Self {
        let clocks = if options.resets > 0 { clocks(options, 1) } else { 0..0 };
        Self { options, next: 1, clocks }
    }

    /// `rst` is 1 in a clock. Clocks are asked for one after another.
    pub fn at(&mut self, clock: u64) -> bool {
        if clock >= self.clocks.end && self.next < self.options.resets {
            self.next += 1;
            self.clocks = clocks(self.options, self.next);
        }
        self.clocks.contains(&clock)
    }
}

/// The clocks of reset `k`.
fn clocks(options: DriverOptions, k: u64) -> Range<u64> {
    let apart = options.cycles / (options.resets + 1);
    let draws = Draws::new(options.seed, 1 << 63, k);
    let first = k * apart + draws.below(1, (apart / 2) as usize) as u64;
    first..first + 1 + draws.below(2, 4) as u64
}

#[cfg(test)]
mod tests {
    use super::super::options::SPAN;
    use super::*;

    #[test]
    fn resets_are_apart_and_within_the_clocks() {
        for (cycles, resets) in [(32, 1), (1000, 3), (1000, 1000 / SPAN - 1), (2000, 0)] {
            let options = DriverOptions { seed: 7, faults: 0.0, resets, cycles };
            options.check().unwrap();
            let mut all = Resets::new(options);
            let clocks: Vec<u64> = (0..cycles + 100).filter(|&clock| all.at(clock)).collect();
            let begins = clocks.iter().filter(|&&clock| !clocks.contains(&(clock.wrapping_sub(1)))).count();
            assert_eq!(begins as u64, resets);
            assert!(clocks.iter().all(|&clock| clock >= SPAN && clock < cycles), "{clocks:?}");
        }
        let options = DriverOptions { seed: 7, faults: 0.0, resets: 62, cycles: 1000 };
        assert_eq!(options.check().unwrap_err().to_string(), "resets = 62 is not allowed; allowed: 0..61 in 1000 clocks");
    }
}
