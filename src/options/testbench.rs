//! Flags of the test bench that `generate` writes.

use std::fmt::Display;
use std::slice::from_ref;

use anyhow::{Context, bail};
use clap::{ArgAction, Args};
use torusmith_design::ranges::PACKET_FLITS;
use torusmith_sim::traffic::{Lengths, TrafficOptions};
use torusmith_testbench::RecordOptions;
use torusmith_topology::Network;

use super::words::{HotSpots, PERCENTAGES, Word, Words, free_of, list, patterns};
use crate::values::{at_least, rate, within};

/// Offered load, flits of packets and clocks, unless something else is asked for.
const RATE: f64 = 0.3;
const LENGTHS: [usize; 4] = [1, 2, 5, 16];
const CYCLES: u64 = 2000;

/// The test bench, and the traffic that is recorded for it.
#[derive(Debug, Args)]
pub struct TestbenchArgs {
    /// Also write a self-checking Verilog-2001 test bench for any simulator, recorded from the golden model, into testbench/
    #[arg(long)]
    pub testbench: bool,
    /// Test bench: address of the router that is recorded [default: of those with the most ports, the one that most flits pass]
    #[arg(long, value_name = "ADDRESS", requires = "testbench")]
    testbench_node: Option<String>,
    /// Test bench: pattern: uniform, hot-spot (hot-spot:10 with 10 %), transpose, bit-reversal, complement, bit-flip, shuffle, hot-nodes, neighbours; trace:FILE.csv, permutation:FILE.csv, rates:FILE.csv, noxim:FILE (docs/traffic.md)
    #[arg(long, value_name = "PATTERN", default_value = "uniform", value_delimiter = ',', action = ArgAction::Set, value_parser = Words, hide_possible_values = true, requires = "testbench")]
    traffic: Vec<Word>,
    /// Test bench: offered load of each node in flits a clock, 0..1 [default: 0.3; with rates:FILE.csv and noxim:FILE 1]
    #[arg(long, value_name = "RATE", value_delimiter = ',', action = ArgAction::Set, value_parser = rate, allow_hyphen_values = true, requires = "testbench")]
    rate: Option<Vec<f64>>,
    /// Test bench: clocks in which packets are sent; then the network runs empty [default: 2000; with trace:FILE.csv all]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(0u64), allow_hyphen_values = true, requires = "testbench")]
    cycles: Option<u64>,
    /// Test bench: flits of a packet, 1..128; several, separated by commas, are drawn equally often [default: 1,2,5,16]
    #[arg(long, value_name = "FLITS", value_delimiter = ',', action = ArgAction::Set, value_parser = within(PACKET_FLITS.inclusive(), ""), allow_hyphen_values = true, requires = "testbench")]
    packet_flits: Option<Vec<usize>>,
    /// Test bench: packets that go to the hot spot, 1..100 % [default: 5]
    #[arg(long, value_name = "PERCENT", value_parser = within(1u8..=100, PERCENTAGES), allow_hyphen_values = true, requires = "testbench")]
    hot_spot_percent: Option<u8>,
    /// Test bench: hot spots, addresses or numbers of nodes separated by / [default: those of docs/networks.md]
    #[arg(long, value_name = "NODES", allow_hyphen_values = true, requires = "testbench")]
    hot_spot_nodes: Option<String>,
    /// Test bench: seed of the traffic [default: 1]
    #[arg(long, value_name = "SEED", value_parser = at_least(0u64), allow_hyphen_values = true, requires = "testbench")]
    seed: Option<u64>,
}

impl TestbenchArgs {
    /// What to record; `None` if no test bench is wanted.
    pub fn resolve(&self, network: &Network) -> anyhow::Result<Option<RecordOptions>> {
        if !self.testbench {
            return Ok(None);
        }
        let hot = HotSpots { percent: self.hot_spot_percent, nodes: self.hot_spot_nodes.as_deref() };
        let pattern = single("traffic", &patterns(network, &self.traffic, hot)?)?;
        let lengths = self.packet_flits.as_deref();
        let given =
            [("rate", list(self.rate.as_deref())), ("packet-flits", list(lengths)), ("seed", list(self.seed.as_ref().map(from_ref)))];
        free_of(pattern, given)?;
        let rate = if pattern.has_rates() { 1.0 } else { RATE };
        let traffic = TrafficOptions {
            pattern,
            rate: self.rate.as_deref().map_or(Ok(rate), |rates| single("rate", rates))?,
            lengths: Lengths::any_of(lengths.unwrap_or(&LENGTHS))?,
            seed: self.seed.unwrap_or(1),
        };
        let node = self.testbench_node.as_ref().map(|address| network.parse_address(address)).transpose().context("testbench-node")?;
        let most = RecordOptions::MOST_CLOCKS;
        let cycles = match (self.cycles, pattern.clocks()) {
            (Some(cycles), _) => cycles,
            (None, None) => CYCLES,
            (None, Some(clocks)) if clocks > most => {
                bail!("traffic = {pattern} is not allowed: its last clock is {}; allowed: up to {}", clocks - 1, most - 1)
            }
            (None, Some(_)) => most,
        };
        Ok(Some(RecordOptions { traffic, cycles, node }))
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
