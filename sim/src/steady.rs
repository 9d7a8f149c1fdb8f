//! Clock from which a run is steady: MSER-5 on the number of packets in the system.
//!
//! The rule is that of White, *An effective truncation heuristic for bias reduction in simulation output*, Simulation 69(6), 1997, on means of five
//! observations, as in White, Cobb and Spratt, *A comparison of five steady-state truncation heuristics for simulation*, WSC 2000. An observation is
//! the number of packets that are created and not delivered after a clock. By Little's law its mean in a steady state is the rate of creation times
//! the mean total latency; past saturation it grows without bound.

/// Observations that are averaged before the rule looks at them, at least.
const BATCH: u64 = 5;
/// Means that the rule looks at, at most: in long runs more observations are averaged.
const MEANS: u64 = 4096;

/// Packets in the system, clock by clock.
#[derive(Debug, Clone)]
pub(crate) struct Population {
    /// Clocks that are averaged.
    batch: u64,
    /// Sums over batches.
    sums: Vec<u64>,
    /// Clocks and sum of the batch that is not complete.
    open: (u64, u64),
}

impl Population {
    /// Prepares for a run of so many clocks.
    pub fn new(cycles: u64) -> Self {
        Self { batch: cycles.div_ceil(MEANS).max(BATCH), sums: Vec::new(), open: (0, 0) }
    }

    /// Adds the number of packets in the system after the next clock.
    #[inline]
    pub fn add(&mut self, packets: u64) {
        self.open = (self.open.0 + 1, self.open.1 + packets);
        if self.open.0 == self.batch {
            self.sums.push(self.open.1);
            self.open = (0, 0);
        }
    }

    /// No packet is in the system in the next clocks.
    pub fn rest(&mut self, clocks: u64) {
        let after = self.open.0 + clocks;
        if after < self.batch {
            self.open.0 = after;
            return;
        }
        self.sums.push(self.open.1);
        self.sums.resize(self.sums.len() + (after / self.batch) as usize - 1, 0);
        self.open = (after % self.batch, 0);
    }

    /// The clock from which on the run is steady. `None` if that is not in the first half of the run: the run is not steady, or too short to decide.
    pub fn steady_from(&self) -> Option<u64> {
        let means: Vec<f64> = self.sums.iter().map(|&sum| sum as f64 / self.batch as f64).collect();
        let begin = mser(&means);
        (2 * begin <= means.len()).then_some(begin as u64 * self.batch)
    }
}

/// The number of values to leave out, so that the squared standard error of the mean of the others is least; the first of equals. The last quarter of
/// the values always stays, since a few values at the end can be alike by chance.
fn mser(values: &[f64]) -> usize {
    let count = values.len();
    // Mean, and sum of squared deviations from it, of the values from i on: Welford's recurrence from the end.
    let (mut mean, mut squares, mut best) = (0.0, 0.0, (f64::INFINITY, 0));
    for (i, &value) in values.iter().enumerate().rev() {
        let left = (count - i) as f64;
        let before = value - mean;
        mean += before / left;
        squares += before * (value - mean);
        let error = squares / (left * left);
        if 4 * i <= 3 * count && error <= best.0 {
            best = (error, i);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statistic by its definition, value by value.
    fn by_definition(values: &[f64], out: usize) -> f64 {
        let kept = &values[out..];
        let mean = kept.iter().sum::<f64>() / kept.len() as f64;
        kept.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (kept.len() as f64).powi(2)
    }

    #[test]
    fn the_least_standard_error_is_found() {
        // Without the first two: mean 2, squares 6, over 36. Without four: 4 over 16; without one: mean 17 / 7, squares 96 / 7 over 49.
        let values = [9.0, 5.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0];
        for (out, error) in [(2, 6.0 / 36.0), (4, 4.0 / 16.0), (1, 96.0 / 7.0 / 49.0)] {
            assert!((by_definition(&values, out) - error).abs() < 1e-12, "{out}");
        }
        assert_eq!(mser(&values), 2);
        let mut state = 1u32;
        for length in [8, 50, 333] {
            for _ in 0..20 {
                let mut draw = || {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    f64::from(state >> 16)
                };
                let values: Vec<f64> = (0..length).map(|i| draw() + 1e6 / f64::from(i + 1)).collect();
                let found = mser(&values);
                let least = (0..=3 * values.len() / 4).map(|out| by_definition(&values, out)).fold(f64::INFINITY, f64::min);
                assert!((by_definition(&values, found) - least).abs() < 1e-9 * least, "{found} of {length}");
            }
        }
    }

    #[test]
    fn growth_is_not_steady_and_rest_is() {
        let mut growing = Population::new(1000);
        (0..1000).for_each(|clock| growing.add(clock / 3 + clock % 7));
        assert_eq!(growing.steady_from(), None);
        let mut filling = Population::new(1000);
        (0..1000).for_each(|clock| filling.add(clock.min(100) + clock % 2));
        // Batches of 5: the ramp ends with batch 20.
        assert_eq!(filling.steady_from(), Some(100));
        let mut resting = Population::new(1000);
        resting.rest(1000);
        assert_eq!(resting.steady_from(), Some(0));
    }

    #[test]
    fn clocks_of_rest_count_as_if_they_were_added() {
        for rest in [0, 1, 4, 5, 6, 23, 1000] {
            let (mut added, mut rested) = (Population::new(5000), Population::new(5000));
            for population in [&mut added, &mut rested] {
                (0..13).for_each(|_| population.add(3));
            }
            (0..rest).for_each(|_| added.add(0));
            rested.rest(rest);
            assert_eq!((&added.sums, added.open), (&rested.sums, rested.open), "{rest}");
        }
    }
}
