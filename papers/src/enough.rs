//! Required lengths of runs for statements on a steady state.

use torusmith_sim::run::RunOptions;

/// Least length of the warm-up and of the measured window of a run, in zero-load latencies.
pub const ZERO_LOADS: f64 = 10.0;

/// Clocks that warm-up and measured window each need at least.
pub fn least_clocks(zero_load_latency: f64) -> u64 {
    (ZERO_LOADS * zero_load_latency).ceil() as u64
}

/// Cycles that a run needs at least, with an automatic warm-up or one of `run.warm_up` clocks. A warm-up that is itself too short is not
/// detected.
pub fn least_cycles(run: &RunOptions, least: u64) -> u64 {
    if run.find_warm_up { 2 * least } else { run.warm_up.saturating_add(least) }
}
