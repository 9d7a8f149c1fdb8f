//! Options of parts next to a router: counters, and FIFOs to clocks of the nodes' own.

use clap::Args;
use torusmith_design::Clocks;
use torusmith_generator::Options;

use crate::values::{at_least, name_of};

/// Counters and clocks of a design.
#[derive(Debug, Args)]
pub struct BesideArgs {
    /// Add counters to each router (docs/counters.md); flits, packets, stalled clocks, high-water marks
    #[arg(long)]
    pub counters: bool,
    /// Clocks of a network, or of a measured node: common (one clock), async (a clock per node for its streams) [default: common]
    #[arg(long, value_name = "CLOCKS", value_parser = name_of::<Clocks>(), hide_possible_values = true)]
    clocks: Option<Clocks>,
    /// Beats of the FIFOs of --clocks async: 4, 8, 16, 32, 64 [default: 16]
    #[arg(long, value_name = "PLACES", value_parser = at_least(1u32), allow_hyphen_values = true)]
    clock_fifo: Option<u32>,
}

impl BesideArgs {
    /// `options` with them.
    pub fn generator(&self, options: Options) -> Options {
        let &Self { counters, clocks, clock_fifo } = self;
        Options { counters, clocks: clocks.unwrap_or(Clocks::Common), clock_fifo, ..options }
    }
}
