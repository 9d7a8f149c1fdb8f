//! What every design of a matrix goes through.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};
use torusmith_sim::traffic::Pattern;

use crate::support::Bench;

/// Network, options, and the clocks of each run.
pub type Row = (&'static str, &'static str, u64);

/// Idle and far past saturation, with packets of one flit right behind tails; the other engine for a while.
pub fn agree(matrix: &[Row]) {
    agree_under(Pattern::BitFlip, matrix);
}

/// The same with another pattern past saturation.
pub fn agree_under(other: Pattern, matrix: &[Row]) {
    for &(network, options, cycles) in matrix {
        let bench = Bench::new(network, options);
        bench.agrees(&[Pattern::Uniform, Pattern::Complement], 0.03, &[16], cycles, Fast);
        bench.agrees(&[Pattern::Uniform, other], 0.9, &[1, 1, 2, 3, 16], cycles, Fast);
        bench.agrees(&[Pattern::Uniform], 0.4, &[1], cycles / 4, Reference);
    }
}
