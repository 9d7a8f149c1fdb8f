//! When sources have packets, and the random stream each draws them from.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use torusmith_topology::TerminalId;

use super::calendar::Calendar;

/// Bernoulli arrivals: in each clock a source has a packet with a probability p of its own, drawn as the gap to the next one.
pub(crate) struct Arrivals {
    /// 1 / ln(1 - p), by terminal.
    gaps: Vec<f64>,
    streams: Vec<ChaCha8Rng>,
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
        let gaps: Vec<f64> = probabilities.iter().map(|&probability| libm::log1p(-probability).recip()).collect();
        let mut streams: Vec<ChaCha8Rng> = TerminalId::all(terminals).map(stream).collect();
        let mut calendar = Calendar::new(probabilities.iter().copied().fold(0.0, f64::max).recip());
        for source in TerminalId::all(terminals).filter(|source| probabilities[source.index()] > 0.0) {
            calendar.add(draw_gap(&mut streams[source.index()], gaps[source.index()]), source);
        }
        Self { gaps, streams, calendar, due: Vec::new() }
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
        let Self { gaps, streams, calendar, due } = self;
        calendar.take(clock, due);
        for &source in &*due {
            let rng = &mut streams[source.index()];
            each(source, rng);
            let next = clock.saturating_add(1).saturating_add(draw_gap(rng, gaps[source.index()]));
            calendar.add(next, source);
        }
    }
}

/// Clocks without a packet before the next one: P(gap >= k) = (1 - p)^k, with `gap` = 1 / ln(1 - p).
fn draw_gap(rng: &mut ChaCha8Rng, gap: f64) -> u64 {
    // (0, 1] in steps of 2^-53; libm's logarithm is the same on every machine.
    let u = ((rng.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
    (libm::log(u) * gap) as u64
}
