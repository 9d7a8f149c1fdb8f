//! Which model, on how many threads.

use clap::Args;
use torusmith_sim::simulation::EngineKind;

use crate::values::{at_least, name_of};

/// Which model, on how many threads.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Engine of the model: fast, reference (slow; the same in every clock) [default: fast]
    #[arg(long, value_name = "ENGINE", value_parser = name_of::<EngineKind>(), hide_possible_values = true)]
    pub engine: Option<EngineKind>,
    /// Threads; results do not depend on the number [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least(1usize), allow_hyphen_values = true)]
    threads: Option<usize>,
}

impl EngineArgs {
    /// The engine.
    pub fn engine(&self) -> EngineKind {
        self.engine.unwrap_or_default()
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
    }
}
