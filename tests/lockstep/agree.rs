//! What every design of a matrix goes through.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};
use torusmith_sim::traffic::Pattern;

use crate::support::Bench;

/// Network, options, and the clocks of each run.
pub type Row = (&'static str, &'static str, u64);

/// Idle and far past saturation, with packets of one flit right behind tails; the other engine for a while. Uniform traffic at both loads, too,
/// by scripts/soak.
pub fn agree(network: &str, options: &str, cycles: u64, saturating: Pattern) {
    let bench = Bench::new(network, options);
    let more: &[Pattern] = if cfg!(feature = "soak") { &[Pattern::Uniform] } else { &[] };
    let idle = if saturating == Pattern::Uniform { Pattern::Uniform } else { Pattern::Complement };
    bench.agrees(&[&[idle], more].concat(), 0.03, &[16], cycles, Fast);
    bench.agrees(&[&[saturating], more].concat(), 0.9, &[1, 1, 2, 3, 16], cycles, Fast);
    bench.agrees(&[Pattern::Uniform], 0.4, &[1], cycles / 4, Reference);
}
