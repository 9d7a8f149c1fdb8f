//! Clocks of the resets (docs/router.md, rule D6).

use std::ops::Range;

use super::draws::Draws;
use super::options::DriverOptions;

/// The resets of a run, that before clock 0 included.
pub(super) struct Resets {
    options: DriverOptions,
    /// Number of the reset that is in progress at all routers or comes next.
    next: u64,
    clocks: Range<u64>,
    /// First clock after the last reset that is over.
    over: u64,
    /// Clocks by which each router leaves a reset late.
    skews: Vec<u64>,
}

impl Resets {
    pub fn new(options: DriverOptions, routers: u32) -> Self {
        let clocks = if options.resets > 0 { clocks(options, 1) } else { 0..0 };
        let skew = |router: u32| Draws::new(options.seed, (1 << 63) + 2, router.into()).below(1, options.skew as usize + 1) as u64;
        Self { options, next: 1, clocks, over: 0, skews: (0..routers).map(skew).collect() }
    }

    /// Clocks since `rst` was 1 at all routers, 0 in a clock in which it is. Call for one clock after another.
    pub fn since(&mut self, clock: u64) -> u64 {
        if clock >= self.clocks.end {
            self.over = self.clocks.end;
            if self.next < self.options.resets {
                self.next += 1;
                self.clocks = clocks(self.options, self.next);
            }
        }
        if self.clocks.contains(&clock) { 0 } else { clock + 1 - self.over }
    }

    /// `rst` is 1 at a router in a clock, so long after it was at all.
    pub fn holds(&self, router: usize, since: u64) -> bool {
        self.skews[router] >= since
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
            let options = DriverOptions { seed: 7, faults: 0.0, resets, skew: 0, cycles };
            options.check().unwrap();
            let mut all = Resets::new(options, 1);
            let clocks: Vec<u64> = (0..cycles + 100).filter(|&clock| all.since(clock) == 0).collect();
            let begins = clocks.iter().filter(|&&clock| !clocks.contains(&(clock.wrapping_sub(1)))).count();
            assert_eq!(begins as u64, resets);
            assert!(clocks.iter().all(|&clock| clock >= SPAN && clock < cycles), "{clocks:?}");
        }
        let options = DriverOptions { seed: 7, faults: 0.0, resets: 62, skew: 0, cycles: 1000 };
        assert_eq!(options.check().unwrap_err().to_string(), "resets = 62 is not allowed; allowed: 0 to 61 in 1000 clocks");
    }

    /// Each node leaves every reset late by the same number of clocks, 0 to K.
    #[test]
    fn nodes_leave_resets_at_clocks_of_their_own() {
        let options = DriverOptions { seed: 3, faults: 0.0, resets: 2, skew: 2, cycles: 200 };
        let mut all = Resets::new(options, 64);
        let mut left = vec![Vec::new(); 64];
        let (mut held, mut ends) = ([true; 64], vec![0]);
        for clock in 0..200 {
            let since = all.since(clock);
            if since == 1 && clock > 0 {
                ends.push(clock);
            }
            for node in 0..64 {
                let holds = all.holds(node, since);
                if held[node] && !holds {
                    left[node].push(clock);
                }
                held[node] = holds;
            }
        }
        assert_eq!(ends.len(), 3);
        let skews: Vec<u64> = left.iter().map(|left| left[0]).collect();
        assert!((0..=2).all(|skew| skews.contains(&skew)) && skews.iter().all(|&skew| skew <= 2), "{skews:?}");
        for (left, skew) in left.iter().zip(skews) {
            assert!(left.iter().copied().eq(ends.iter().map(|end| end + skew)), "{left:?}");
        }
    }
}
