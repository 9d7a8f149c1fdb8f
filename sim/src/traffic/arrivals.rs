//! When sources have packets, and the random stream each draws them from.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use torusmith_topology::TerminalId;

use super::bursts::OnOff;
use super::calendar::Calendar;
use super::gaps::{draw_gap, gap_of};

/// Bernoulli arrivals: in each clock a source has a packet with a probability p of its own, drawn as the gap to the next one.
pub(crate) struct Arrivals {
    /// 1 / ln(1 - p), by terminal.
    gaps: Vec<f64>,
    streams: Vec<ChaCha8Rng>,
    /// On and off periods, by terminal; empty without bursts.
    periods: Vec<Option<OnOff>>,
    calendar: Calendar,
    due: Vec<TerminalId>,
}

impl Arrivals {
    /// Arrivals from clock 0 on, with the probability of each terminal, 0..=1; a terminal's stream depends on the seed and the terminal alone.
    pub fn new(terminals: usize, seed: u64, probability: impl Fn(TerminalId) -> f64) -> Self {
        let stream = |TerminalId(number): TerminalId| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(number.into());
            rng
        };
        let probabilities: Vec<f64> = TerminalId::all(terminals).map(probability).collect();
        let gaps: Vec<f64> = probabilities.iter().map(|&probability| gap_of(probability)).collect();
        let mut streams: Vec<ChaCha8Rng> = TerminalId::all(terminals).map(stream).collect();
        let mut calendar = Calendar::new(probabilities.iter().copied().fold(0.0, f64::max).recip());
        for source in TerminalId::all(terminals).filter(|source| probabilities[source.index()] > 0.0) {
            calendar.add(draw_gap(&mut streams[source.index()], gaps[source.index()]), source);
        }
        Self { gaps, streams, periods: Vec::new(), calendar, due: Vec::new() }
    }

    /// Arrivals in bursts of `mean` clocks, in which a source has a packet with probability `on` in a clock; over all clocks each has the probability of
    /// its own, `on` at most.
    pub fn in_bursts(terminals: usize, seed: u64, probability: impl Fn(TerminalId) -> f64, on: f64, mean: f64) -> Self {
        let mut arrivals = Self::new(terminals, seed, |_| 0.0);
        arrivals.gaps.fill(gap_of(on));
        for source in TerminalId::all(terminals) {
            let rng = &mut arrivals.streams[source.index()];
            let duty = (probability(source) / on).min(1.0);
            arrivals.periods.push((duty > 0.0).then(|| {
                let (mut periods, begin) = OnOff::new(mean, duty, rng);
                let first = begin.saturating_add(periods.pass(draw_gap(rng, arrivals.gaps[source.index()]), rng));
                arrivals.calendar.add(first, source);
                periods
            }));
        }
        arrivals
    }

    /// The next clock in which a source has a packet.
    pub fn next_clock(&self) -> Option<u64> {
        self.calendar.next()
    }

    /// Passes over the clocks before `clock`, in which no source has a packet.
    pub fn pass_until(&mut self, clock: u64) {
        self.calendar.pass_until(clock);
    }

    /// Calls `each` for the sources that have a packet in `clock`, in ascending order, with the stream to draw it from. Call for every clock,
    /// 0, 1, ..., except those that are passed over.
    pub fn take(&mut self, clock: u64, mut each: impl FnMut(TerminalId, &mut ChaCha8Rng)) {
        let Self { gaps, streams, periods, calendar, due } = self;
        calendar.take(clock, due);
        for &source in &*due {
            let rng = &mut streams[source.index()];
            each(source, rng);
            let gap = draw_gap(rng, gaps[source.index()]).saturating_add(1);
            let later = match periods.get_mut(source.index()) {
                Some(Some(periods)) => periods.pass(gap, rng),
                _ => gap,
            };
            calendar.add(clock.saturating_add(later), source);
        }
    }
}
