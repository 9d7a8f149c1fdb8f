//! Whether a run is long enough to say anything of a steady state.

use torusmith_sim::run::RunOptions;

/// Zero-load latencies that the warm-up and the measured window of a run have at least.
pub const ZERO_LOADS: f64 = 10.0;

/// The clocks that warm-up and measured window need at least, each.
pub fn least_clocks(zero_load_latency: f64) -> u64 {
    (ZERO_LOADS * zero_load_latency).ceil() as u64
}

/// The cycles that a run needs at least, with a warm-up that is found, or of these clocks. A warm-up that is too short itself is not looked at.
pub fn least_cycles(run: &RunOptions, least: u64) -> u64 {
    if run.find_warm_up { 2 * least } else { run.warm_up.saturating_add(least) }
}
