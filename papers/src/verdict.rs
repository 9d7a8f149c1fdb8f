//! Verdict on whether a network is saturated at a rate.

use crate::figures::Figures;

/// Share of the offered load that a network accepts unless it is saturated.
pub const SATURATED: f64 = 0.95;

/// Largest standard deviation of the accepted share of the offered load, by chance, for a rate to be judged.
const CHANCE: f64 = 0.025;

/// Verdict of a run on its rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// At least 95 % of the offered load are accepted.
    Passes,
    /// Less than 95 % of the offered load is accepted, or the network died.
    Saturated,
    /// Too few packets for a verdict.
    Open,
}

impl Figures {
    /// Verdict of the run on its rate; its zero-load latency must be [known](Figures::with_counted).
    ///
    /// Accepted and offered packets differ by the packets under way at both ends of the window. In a network that is not saturated these
    /// are n T / W each, of n packets in W clocks with a latency of T, and scatter by the root of that: the accepted share scatters by
    /// sqrt(2 T / (W n)).
    pub fn verdict(&self) -> Verdict {
        let (Some(offered), Some(accepted), Some(latency)) = (self.offered, self.accepted, self.zero_load_latency) else {
            return Verdict::Open;
        };
        let scatter = (2.0 * latency / self.measured_clocks as f64 / self.packets_offered as f64).sqrt();
        match () {
            () if self.dead.is_some() => Verdict::Saturated,
            // NaN without packets.
            () if scatter.is_nan() || scatter > CHANCE => Verdict::Open,
            () if accepted < SATURATED * offered => Verdict::Saturated,
            () => Verdict::Passes,
        }
    }
}
