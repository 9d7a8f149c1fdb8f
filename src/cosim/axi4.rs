//! `cosim` with AXI4 interfaces: their flags, what their runs are and how they are told of.

use serde::Serialize;
use torusmith_design::{Interface, Scope};
use torusmith_generator::Options;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_testbench::{Axi4, Axi4Counts, Axi4Options, Design, RunReport, Script};
use torusmith_topology::Network;

use super::axi::AxiArgs;
use super::measured::Measured;
use super::report::ReportedProtocol;
use crate::options::{Axi4Args, TrafficArgs, told_rate};
use crate::values::{at_least, within};

/// Flits of packets unless something else is asked for, each as often: a head, and bursts of 1 to 63 beats.
const LENGTHS: [usize; 6] = [2, 2, 3, 5, 16, 64];

/// Managers and subordinates at the nodes, and what they do.
#[derive(Debug, clap::Args)]
pub struct Axi4UserArgs {
    #[command(flatten)]
    interfaces: Axi4Args,
    /// Share of requests that are reads, 0 to 1 [default: 0.5]
    #[arg(long, value_name = "P", value_parser = within(0.0..=1.0, ""), allow_hyphen_values = true)]
    reads: Option<f64>,
    /// Probability that a subordinate's VALID is low, 0 to 0.99; in half of the spans of 64 clocks [default: 0.25]
    #[arg(long, value_name = "P", value_parser = within(0.0..=0.99, ""), allow_hyphen_values = true)]
    answer_pause: Option<f64>,
    /// Probability that a subordinate's READY is low, 0 to 0.99; in half of the spans of 64 clocks [default: 0.25]
    #[arg(long, value_name = "P", value_parser = within(0.0..=0.99, ""), allow_hyphen_values = true)]
    take_pause: Option<f64>,
    /// Share of requests to an address outside all ranges, 0 to 1 [default: 0.02]
    #[arg(long, value_name = "P", value_parser = within(0.0..=1.0, ""), allow_hyphen_values = true)]
    holes: Option<f64>,
    /// Share of bursts that are longer than allowed, 0 to 1 [default: 0.02]
    #[arg(long, value_name = "P", value_parser = within(0.0..=1.0, ""), allow_hyphen_values = true)]
    too_long: Option<f64>,
    /// Clocks from a request at a subordinate to its response [default: 1]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(1u64), allow_hyphen_values = true)]
    latency: Option<u64>,
}

impl Axi4UserArgs {
    /// `options` with them, where AXI4 is asked for; of a whole network, as nothing else has it.
    pub fn generator(&self, network: &Network, options: Options, scope: Option<Scope>) -> anyhow::Result<Options> {
        if options.interface != Interface::Axi4 {
            return Ok(options);
        }
        self.interfaces.generator(network, Options { scope: scope.unwrap_or(Scope::Network), ..options })
    }

    fn users(&self, axi: &AxiArgs) -> Axi4Options {
        let default = Axi4Options::default();
        Axi4Options {
            reads: self.reads.unwrap_or(default.reads),
            valid_pause: axi.valid_pause.unwrap_or(default.valid_pause),
            ready_pause: axi.ready_pause.unwrap_or(default.ready_pause),
            answer_pause: self.answer_pause.unwrap_or(default.answer_pause),
            take_pause: self.take_pause.unwrap_or(default.take_pause),
            holes: self.holes.unwrap_or(default.holes),
            too_long: self.too_long.unwrap_or(default.too_long),
            latency: self.latency.unwrap_or(default.latency),
            ..default
        }
    }
}

/// A run for each pattern and rate.
pub fn protocols(args: &Axi4UserArgs, axi: &AxiArgs, flags: &TrafficArgs, traffic: Vec<TrafficOptions>) -> anyhow::Result<Vec<Axi4>> {
    let lengths = flags.packet_flits.is_none().then(|| Lengths::any_of(&LENGTHS)).transpose()?;
    let with_lengths = |traffic: TrafficOptions| TrafficOptions { lengths: lengths.clone().unwrap_or(traffic.lengths), ..traffic };
    let run = |traffic| Axi4 { users: args.users(axi), traffic: with_lengths(traffic), script: Script::default() };
    Ok(traffic.into_iter().map(run).collect())
}

/// Settings that all runs share.
#[derive(Serialize)]
pub struct Settings {
    interface: &'static str,
    managers: usize,
    subordinates: usize,
    address_width: u32,
    data_width: u32,
    id_width: u32,
    user_width: u32,
    flit_widths: [u32; 2],
    reads: f64,
    valid_pause: f64,
    ready_pause: f64,
    answer_pause: f64,
    take_pause: f64,
    holes: f64,
    too_long: f64,
    latency: u64,
}

/// Settings of a run.
#[derive(Serialize)]
pub struct Asked {
    pattern: &'static str,
    rate: Option<f64>,
}

impl ReportedProtocol for Axi4 {
    type Settings = Settings;
    type Asked = Asked;

    const COLUMNS: &[&str] = &["requests", "answered", "refused", "queued", "beats written", "beats read"];
    const PORTS: &str = "nodes compared";

    fn settings(&self, design: &Design) -> Settings {
        let Axi4Options { reads, valid_pause, ready_pause, answer_pause, take_pause, holes, too_long, latency, .. } = self.users;
        let axi4 = design.axi4.as_ref().expect("interfaces of a design with AXI4");
        Settings {
            interface: "axi4",
            managers: axi4.map.managers().len(),
            subordinates: axi4.map.subordinates().len(),
            address_width: axi4.shape.addr_width,
            data_width: axi4.shape.data_width,
            id_width: axi4.shape.id_width,
            user_width: axi4.shape.user_width,
            flit_widths: axi4.widths,
            reads,
            valid_pause,
            ready_pause,
            answer_pause,
            take_pause,
            holes,
            too_long,
            latency,
        }
    }

    fn asked(&self) -> Asked {
        Asked { pattern: self.traffic.pattern.name(), rate: told_rate(&self.traffic) }
    }

    fn traffic(&self) -> (Pattern, Option<f64>) {
        (self.traffic.pattern, told_rate(&self.traffic))
    }

    fn numbers(counts: &Axi4Counts) -> Vec<u64> {
        let Axi4Counts { requests: [begun, ended], requests_refused, requests_queued, beats: [written, read], .. } = *counts;
        vec![begun, ended, requests_refused, requests_queued, written, read]
    }

    fn measured(design: &Design, run: &RunReport<Axi4Counts>) -> Option<Measured> {
        let axi4 = design.axi4.as_ref().expect("interfaces of a design with AXI4");
        Some(Measured::new(run, axi4.map.managers().len()))
    }

    fn compared(scope: &str) -> String {
        format!("{scope}, AXI4")
    }

    fn agreed(compared: u64) -> String {
        format!("Verilog and model agree at {compared} nodes and clocks, and no rule of AXI4 was broken.")
    }
}
