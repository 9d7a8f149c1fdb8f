//! The test bench that `generate` records, and its traffic.

use anyhow::{Context, bail};
use clap::Args;
use torusmith_testbench::RecordOptions;
use torusmith_topology::Network;

use super::TrafficArgs;
use super::traffic::{Defaults, only_one};
use crate::values::not_allowed;

/// Traffic that is recorded unless something else is asked for: more than most networks take.
const DEFAULTS: Defaults = Defaults { rate: 0.3, lengths: &[1, 2, 5, 16] };
const CYCLES: u64 = 2000;

/// The test bench, and the traffic that is recorded for it.
#[derive(Debug, Args)]
pub struct TestbenchArgs {
    /// Also write a self-checking Verilog-2001 test bench, recorded from the golden model
    #[arg(long)]
    pub testbench: bool,
    /// Test bench: address of the recorded router [default: the router that most flits pass, of those with the most ports]
    #[arg(long, value_name = "ADDRESS", requires = "testbench")]
    testbench_node: Option<String>,
    #[command(flatten)]
    traffic: TrafficArgs,
}

impl TestbenchArgs {
    /// Options of the recording, with flits of so many bits; `None` if no test bench is wanted.
    pub fn resolve(&self, network: &Network, flit_width: u32) -> anyhow::Result<Option<RecordOptions>> {
        if !self.testbench {
            return Ok(None);
        }
        let traffic = only_one(self.traffic.resolve_with(network, flit_width, &DEFAULTS)?)?;
        let node = self.testbench_node.as_ref().map(|address| network.parse_address(address)).transpose().context("testbench-node")?;
        let most = RecordOptions::MOST_CLOCKS;
        let cycles = match (self.traffic.asked_cycles(), traffic.pattern.clocks()) {
            (Some(cycles), _) => cycles,
            (None, None) => CYCLES,
            (None, Some(clocks)) if clocks > most => {
                bail!(not_allowed("traffic", traffic.pattern, format!("clocks up to {}; its last is {}", most - 1, clocks - 1)))
            }
            (None, Some(_)) => most,
        };
        Ok(Some(RecordOptions { traffic, cycles, node }))
    }
}
