//! Common part of the studies' reports.

use serde::Serialize;

use crate::claim::Claim;
use crate::options::Options;

/// Settings and totals of a study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Clocks in which packets are created.
    pub cycles: u64,
    /// Clocks of warm-up, which do not count.
    pub warmup: u64,
    /// Flits an input VC's buffer holds.
    pub buffer_depth: usize,
    /// `plus`, the papers' text, or `balanced`.
    pub ties: &'static str,
    /// Clocks a hop of a head flit.
    pub pipeline: u32,
    /// Seeds 1 to this.
    pub seeds: usize,
    /// Claims that hold.
    pub claims_held: usize,
    /// Number of claims.
    pub claims_made: usize,
    /// Simulations in which the network died.
    pub dead: usize,
}

impl Summary {
    pub(crate) fn new<'a>(options: &Options, pipeline: u32, claims: impl Iterator<Item = &'a Claim> + Clone, dead: usize) -> Self {
        Self {
            cycles: options.cycles,
            warmup: options.warm_up(),
            buffer_depth: options.buffer_depth,
            ties: options.ties.name(),
            pipeline,
            seeds: options.seeds,
            claims_held: claims.clone().filter(|claim| claim.holds).count(),
            claims_made: claims.count(),
            dead,
        }
    }
}
