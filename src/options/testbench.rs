//! Flags of the test bench that `generate` writes.

use std::fmt::Display;

use anyhow::{Context, bail};
use clap::{ArgAction, Args};
use torusmith_sim::config::MAX_FLITS;
use torusmith_sim::traffic::{Lengths, TrafficOptions};
use torusmith_testbench::RecordOptions;
use torusmith_topology::Network;

use super::traffic::{PERCENT, Patterns, hot_spot, patterns};
use crate::values::{at_least, rate, within};

/// The test bench, and the traffic that is recorded for it.
#[derive(Debug, Args)]
pub struct TestbenchArgs {
    /// Also write a self-checking Verilog-2001 test bench for any simulator, recorded from the golden model, into testbench/
    #[arg(long)]
    pub testbench: bool,
    /// Test bench: address of the router that is recorded [default: of those with the most ports, the one that most flits pass]
    #[arg(long, value_name = "ADDRESS", requires = "testbench")]
    testbench_node: Option<String>,
    /// Test bench: pattern: uniform, hot-spot, transpose, bit-reversal, complement, bit-flip, shuffle, hot-nodes
    #[arg(long, value_name = "PATTERN", default_value = "uniform", value_delimiter = ',', action = ArgAction::Set, value_parser = patterns(), hide_possible_values = true, requires = "testbench")]
    traffic: Vec<Patterns>,
    /// Test bench: offered load of each node in flits a clock, 0..1
    #[arg(long, value_name = "RATE", default_value = "0.3", value_delimiter = ',', action = ArgAction::Set, value_parser = rate, allow_hyphen_values = true, requires = "testbench")]
    rate: Vec<f64>,
    /// Test bench: clocks in which packets are sent; then the network runs empty
    #[arg(long, value_name = "CLOCKS", default_value_t = 2000, value_parser = at_least(0u64), allow_hyphen_values = true, requires = "testbench")]
    cycles: u64,
    /// Test bench: flits of a packet, 1..128; several, separated by commas, are drawn equally often
    #[arg(long, value_name = "FLITS", default_value = "1,2,5,16", value_delimiter = ',', action = ArgAction::Set, value_parser = within(1..=MAX_FLITS, ""), allow_hyphen_values = true, requires = "testbench")]
    packet_flits: Vec<usize>,
    /// Test bench: packets that go to the hot spot, 1..100 %
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = within(1u8..=100, PERCENT), allow_hyphen_values = true, requires = "testbench")]
    hot_spot_percent: u8,
    /// Test bench: seed of the traffic
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = at_least(0u64), allow_hyphen_values = true, requires = "testbench")]
    seed: u64,
}

impl TestbenchArgs {
    /// What to record; `None` if no test bench is wanted.
    pub fn resolve(&self, network: &Network) -> anyhow::Result<Option<RecordOptions>> {
        if !self.testbench {
            return Ok(None);
        }
        let patterns: Vec<_> = self.traffic.iter().flat_map(|Patterns(patterns)| patterns).copied().collect();
        let traffic = TrafficOptions {
            pattern: hot_spot(single("traffic", &patterns)?, self.hot_spot_percent),
            rate: single("rate", &self.rate)?,
            lengths: Lengths::any_of(&self.packet_flits)?,
            seed: self.seed,
        };
        let node = self.testbench_node.as_ref().map(|address| network.parse_address(address)).transpose().context("testbench-node")?;
        Ok(Some(RecordOptions { traffic, cycles: self.cycles, node }))
    }
}

/// The one value of a flag that takes several for the sake of a config file, which has them for other subcommands too.
fn single<T: Copy + Display>(flag: &str, values: &[T]) -> anyhow::Result<T> {
    let [value] = values else {
        let all: Vec<String> = values.iter().map(T::to_string).collect();
        bail!("{flag} = {} is not allowed; allowed: one for the test bench", all.join(","));
    };
    Ok(*value)
}
