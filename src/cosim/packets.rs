//! `cosim --compare packets`: what its runs are and how they are told of.

use serde::Serialize;
use strum::{Display, EnumString, VariantNames};
use torusmith_sim::traffic::Pattern;
use torusmith_testbench::{ByPackets, Design, Plain, PlainCounts};

use super::report::ReportedProtocol;
use crate::options::told_rate;
use crate::values::name_of;

/// Comparison of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Compare {
    /// All outputs in every clock with the model's.
    #[default]
    Ports,
    /// Packets, and what must hold on links at any timing.
    Packets,
}

/// The flag for it.
#[derive(Debug, clap::Args)]
pub struct CompareArgs {
    /// Comparison: ports (all outputs with the model, in every clock), packets (no model: packets, and rules of links at any timing) [default: ports]
    #[arg(long, value_name = "WHAT", value_parser = name_of::<Compare>(), hide_possible_values = true)]
    compare: Option<Compare>,
}

impl CompareArgs {
    /// Whether packets are compared alone.
    pub fn packets(&self) -> bool {
        self.compare == Some(Compare::Packets)
    }
}

/// Runs without a model.
pub fn protocols(runs: Vec<Plain>) -> Vec<ByPackets> {
    runs.into_iter().map(ByPackets).collect()
}

/// Settings that all runs share.
#[derive(Serialize)]
pub struct Settings {
    compare: &'static str,
}

/// Settings of a run.
#[derive(Serialize)]
pub struct Asked {
    rate: Option<f64>,
    pattern: &'static str,
}

impl ReportedProtocol for ByPackets {
    type Settings = Settings;
    type Asked = Asked;

    const COLUMNS: &[&str] = &["injected", "delivered", "queued"];
    const GOOD: &str = "right";
    const BAD: &str = "WRONG";
    const PORTS: &str = "ports watched";

    fn settings(&self, _design: &Design) -> Settings {
        Settings { compare: "packets" }
    }

    fn asked(&self) -> Asked {
        Asked { rate: told_rate(&self.0.traffic), pattern: self.0.traffic.pattern.name() }
    }

    fn traffic(&self) -> (Pattern, Option<f64>) {
        (self.0.traffic.pattern, told_rate(&self.0.traffic))
    }

    fn has_latencies(&self) -> bool {
        true
    }

    fn numbers(counts: &PlainCounts) -> Vec<u64> {
        Plain::numbers(counts)
    }

    fn compared(scope: &str) -> String {
        scope.into()
    }

    fn agreed(compared: u64) -> String {
        format!(
            "packets and links are right at {compared} ports and clocks.\n\
             Not shown: the clocks of the contract, who wins an arbitration, which of the allowed VCs a packet takes, that nobody starves.\n\
             The allowed VCs are those of the model's routing function."
        )
    }
}
