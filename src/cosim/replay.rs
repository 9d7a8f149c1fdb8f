//! `cosim --replay`: the inputs of one router from a file, in place of traffic.

use std::path::{Path, PathBuf};

use anyhow::bail;
use serde::Serialize;
use torusmith_synthesis::Mapping;
use torusmith_testbench::{Design, Inputs, Replayed};

use super::opened;
use crate::exit::Verdict;
use crate::outcome::{Outcome, verdict};
use crate::values::not_allowed;

/// Flags that say what is sent, or how a whole network is run.
const OF_RUNS: [&str; 17] = [
    "traffic",
    "rate",
    "cycles",
    "packet_flits",
    "hot_spot_percent",
    "hot_spot_nodes",
    "seed",
    "driver",
    "faults",
    "resets",
    "reset_skew",
    "compare",
    "trace",
    "no_skip",
    "engine",
    "threads",
    "link_slices",
];

/// The flag for it.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// Play one router's inputs from a file of `prove --counterexample`
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_RUNS)]
    pub replay: Option<PathBuf>,
}

/// The JSON of it (docs/cli.md).
#[derive(Serialize)]
struct ReplayResult<'a> {
    #[serde(rename = "match")]
    matched: bool,
    network: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    netlist: Option<&'static str>,
    node: u32,
    address: &'a str,
    #[serde(flatten)]
    replayed: Replayed,
}

/// Plays the file.
pub fn run(path: &Path, design: &Design, netlist: Option<Mapping>, wave: Option<&Path>, json: bool) -> anyhow::Result<Verdict> {
    let inputs = Inputs::read(path, design)?;
    if inputs.clocks() == 0 {
        bail!(not_allowed("replay", path.display(), "a file of one clock or more; it has none"));
    }
    let replayed = opened(design, inputs.clocks() as u64)?.replay(&inputs, wave)?;
    let address = &design.network.format_address(inputs.node);
    let matched = replayed.first_divergence.is_none();
    let (network, node, netlist) = (design.network.to_string(), inputs.node, netlist.map(Mapping::name));
    ReplayResult { matched, network, netlist, node, address, replayed }.print(json)
}

impl Outcome for ReplayResult<'_> {
    fn verdict(&self) -> Verdict {
        verdict(self.matched)
    }

    fn text(&self) -> String {
        let report = self;
        let Replayed { clocks, comparisons, first_divergence } = &report.replayed;
        let of = format!("{}, router {} ({})", report.network, report.node, report.address);
        match first_divergence {
            Some(first) => format!("{of}, first difference:\n{first}\n"),
            None => {
                format!("{of}: Verilog and model agree at {comparisons} ports and clocks, in all of the {clocks} clocks of the file.\n")
            }
        }
    }
}
