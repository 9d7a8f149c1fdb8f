//! Flags of the test bench that `generate` writes.

use anyhow::{Context, bail};
use clap::Args;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_testbench::RecordOptions;
use torusmith_topology::Network;

use crate::options::{rate, whole};

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
    #[arg(long, value_name = "PATTERN", default_value = "uniform", requires = "testbench")]
    traffic: String,
    /// Test bench: offered load of each node in flits a clock, 0..1
    #[arg(long, value_name = "RATE", default_value = "0.3", allow_hyphen_values = true, requires = "testbench")]
    rate: String,
    /// Test bench: clocks in which packets are sent; then the network runs empty
    #[arg(long, value_name = "CLOCKS", default_value_t = 2000, value_parser = whole::<u64>, allow_hyphen_values = true, requires = "testbench")]
    cycles: u64,
    /// Test bench: flits of a packet, 1..128; several, separated by commas, are drawn equally often
    #[arg(long, value_name = "FLITS", default_value = "1,2,5,16", allow_hyphen_values = true, requires = "testbench")]
    packet_flits: String,
    /// Test bench: packets that go to the hot spot, 1..100 %
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = whole::<u8>, allow_hyphen_values = true, requires = "testbench")]
    hot_spot_percent: u8,
    /// Test bench: seed of the traffic
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>, allow_hyphen_values = true, requires = "testbench")]
    seed: u64,
}

impl TestbenchArgs {
    /// What to record; `None` if no test bench is wanted.
    pub fn resolve(&self, network: &Network) -> anyhow::Result<Option<RecordOptions>> {
        if !self.testbench {
            return Ok(None);
        }
        let mut pattern: Pattern = self.traffic.parse()?;
        if matches!(pattern, Pattern::HotSpot(_)) {
            pattern = format!("hot-spot:{}", self.hot_spot_percent).parse()?;
        }
        let lengths = self.packet_flits.split(',').map(|flits| match flits.trim().parse() {
            Ok(flits) => Ok(flits),
            Err(_) => bail!("packet-flits = {} is not allowed; allowed: 1..128, several with commas between them", self.packet_flits),
        });
        let lengths = Lengths::any_of(&lengths.collect::<anyhow::Result<Vec<usize>>>()?)?;
        let traffic = TrafficOptions { pattern, rate: rate(&self.rate)?, lengths, seed: self.seed };
        let node = self.testbench_node.as_ref().map(|address| network.parse_address(address)).transpose().context("testbench-node")?;
        Ok(Some(RecordOptions { traffic, cycles: self.cycles, node }))
    }
}
