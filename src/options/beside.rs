//! What stands beside a router: counters, and FIFOs to clocks of the nodes' own.

use clap::Args;
use torusmith_design::Clocks;
use torusmith_generator::Options;

use crate::values::{at_least, name_of};

/// Counters and clocks of a design.
#[derive(Debug, Args)]
pub struct BesideArgs {
    /// Puts counters beside each router: flits, packets, stalled clocks, high-water marks (docs/counters.md)
    #[arg(long)]
    pub counters: bool,
    /// Interface axi with scope network, or a node that is measured: common (one clock for all), async (streams of each node on a clock of their own) [default: common]
    #[arg(long, value_name = "CLOCKS", value_parser = name_of::<Clocks>(), hide_possible_values = true)]
    clocks: Option<Clocks>,
    /// Clocks async: places of the FIFOs between clocks, 4..64, a power of two [default: 16]
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
