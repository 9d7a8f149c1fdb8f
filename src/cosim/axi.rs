//! `cosim` with AXI4-Stream interfaces: their flags, what their runs are and how they are told of.

use serde::Serialize;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_testbench::{Axi, AxiCounts, Design, StreamShape, UserOptions};

use super::report::ReportedProtocol;
use crate::options::{StreamArgs, TrafficArgs, told_rate};
use crate::values::within;

/// Flits of packets unless something else is asked for, each as often: a head, and 1 to 63 beats.
const LENGTHS: [usize; 6] = [2, 2, 3, 5, 16, 64];

/// Options of the interface at the local ports, and of its users.
#[derive(Debug, clap::Args)]
pub struct AxiArgs {
    #[command(flatten)]
    pub streams: StreamArgs,
    /// Probability that VALID of a source or manager is low, 0 to 0.99; axis: a source before a beat, in half of its packets; axi4: a manager, in half of the spans of 64 clocks [default: 0.25]
    #[arg(long, value_name = "P", value_parser = within(0.0..=0.99, ""), allow_hyphen_values = true)]
    pub valid_pause: Option<f64>,
    /// Probability that READY of a sink or manager is low, 0 to 0.99; in half of the spans of 64 clocks; axis: a sink; axi4: a manager [default: 0.25]
    #[arg(long, value_name = "P", value_parser = within(0.0..=0.99, ""), allow_hyphen_values = true)]
    pub ready_pause: Option<f64>,
    /// Share of packets with a wrong destination (the own node, no node, no class), which are dropped, 0 to 1 [default: 0.02]
    #[arg(long, value_name = "P", value_parser = within(0.0..=1.0, ""), allow_hyphen_values = true)]
    wrong_destination: Option<f64>,
}

impl AxiArgs {
    /// Users of the streams; by default the packets of a trace have no wrong destination.
    fn users(&self, traffic: &TrafficOptions) -> UserOptions {
        let default = UserOptions::default();
        let wrong_destination = if traffic.pattern.is_trace() { 0.0 } else { default.wrong_destination };
        UserOptions {
            tvalid_pause: self.valid_pause.unwrap_or(default.tvalid_pause),
            tready_pause: self.ready_pause.unwrap_or(default.tready_pause),
            wrong_destination: self.wrong_destination.unwrap_or(wrong_destination),
            broken_tkeep: if traffic.pattern.is_trace() { 0.0 } else { default.broken_tkeep },
            ..default
        }
    }
}

/// A run for each pattern and rate.
pub fn protocols(args: &AxiArgs, flags: &TrafficArgs, traffic: Vec<TrafficOptions>) -> anyhow::Result<Vec<Axi>> {
    let lengths = flags.packet_flits.is_none().then(|| Lengths::any_of(&LENGTHS)).transpose()?;
    let with_lengths = |traffic: TrafficOptions| TrafficOptions { lengths: lengths.clone().unwrap_or(traffic.lengths), ..traffic };
    Ok(traffic.into_iter().map(|traffic| Axi { users: args.users(&traffic), traffic: with_lengths(traffic) }).collect())
}

/// Settings that all runs share.
#[derive(Serialize)]
pub struct Settings {
    interface: &'static str,
    flit_width: u32,
    stream_width: u32,
    tkeep: bool,
    user_width: u32,
    tvalid_pause: f64,
    tready_pause: f64,
    wrong_destination: f64,
}

/// Settings of a run.
#[derive(Serialize)]
pub struct Asked {
    pattern: &'static str,
    rate: Option<f64>,
}

impl ReportedProtocol for Axi {
    type Settings = Settings;
    type Asked = Asked;

    const COLUMNS: &[&str] = &["injected", "delivered", "dropped", "cut", "queued", "beats in", "beats out"];

    fn settings(&self, design: &Design) -> Settings {
        let UserOptions { tvalid_pause, tready_pause, wrong_destination, .. } = self.users;
        let StreamShape { width, tkeep, user_width } = design.streams.expect("streams at nodes with AXI4-Stream interfaces");
        Settings {
            interface: "axis",
            flit_width: design.flit_width,
            stream_width: width,
            tkeep,
            user_width,
            tvalid_pause,
            tready_pause,
            wrong_destination,
        }
    }

    fn asked(&self) -> Asked {
        Asked { pattern: self.traffic.pattern.name(), rate: told_rate(&self.traffic) }
    }

    fn traffic(&self) -> (Pattern, Option<f64>) {
        (self.traffic.pattern, told_rate(&self.traffic))
    }

    fn numbers(counts: &AxiCounts) -> Vec<u64> {
        let AxiCounts { packets_injected, packets_delivered, packets_dropped, packets_cut, packets_queued, beats: [taken, given], .. } =
            *counts;
        vec![packets_injected, packets_delivered, packets_dropped, packets_cut, packets_queued, taken, given]
    }

    fn compared(scope: &str) -> String {
        format!("{scope}, AXI4-Stream")
    }
}
