//! The lock step of nodes with AXI4-Stream interfaces (docs/axi_interface.md).
//!
//! Users (`user`) stand at the streams of every node and see nothing but the Verilog's `tready` and beats; Verilog and model are driven with the
//! same beats, and in the first clock in which they show something else the run ends. What arrives is checked beside that (`ledger`), by
//! nothing but what the users sent.

mod conductor;
mod divergence;
mod ledger;
mod user;

use std::path::PathBuf;

use serde::Serialize;
use torusmith_sim::axi::AxiNetwork;
use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::traffic::{Traffic, TrafficOptions};

use crate::binding::{View, run};
use crate::cosim::routing;
use crate::report::{Dead, Divergence};
use crate::testbench::{Observer, RunOptions, Silent, Testbench};
use crate::wave::{Plan, replay};
use crate::{Design, Error};
use conductor::Conductor;

/// What users do, besides sending packets by a pattern. Probabilities are 0..=1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UserOptions {
    /// A master pauses before a beat, in each clock anew; in half of its packets, drawn at random. At most 0.99.
    pub tvalid_pause: f64,
    /// A slave is not ready in a clock; in half of the spans of 64 clocks, drawn at random. At most 0.99.
    pub tready_pause: f64,
    /// A packet goes to the own node, or to an address of no node where there is one, and must be dropped (rule T4).
    pub wrong_destination: f64,
}

impl Default for UserOptions {
    /// A quarter of the clocks each, and every 50th packet.
    fn default() -> Self {
        Self { tvalid_pause: 0.25, tready_pause: 0.25, wrong_destination: 0.02 }
    }
}

/// What to run.
#[derive(Debug, Clone)]
pub struct AxiCosimOptions {
    /// The packets. One of n flits is a head and n - 1 beats, so n is 2 or more.
    pub traffic: TrafficOptions,
    /// Pauses and wrong destinations.
    pub users: UserOptions,
    /// Length, threads, trace.
    pub run: RunOptions,
    /// Where to write the waveform of the first difference: `.vcd` or `.fst`.
    pub wave: Option<PathBuf>,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AxiRunReport {
    /// Clocks in which users could begin packets; less than asked for when the run ended early.
    pub cycles: u64,
    /// Clocks that it then took until the network was empty.
    pub drain_cycles: u64,
    /// Nodes compared.
    pub routers: usize,
    /// Ports compared, the two streams of a node being one of them, each with all its signals, over all clocks.
    pub comparisons: u64,
    /// Packets begun that go to another node.
    pub packets_injected: u64,
    /// Packets that the Verilog delivered whole, unchanged and where they belong.
    pub packets_delivered: u64,
    /// Packets to a wrong destination, taken in to their end.
    pub packets_dropped: u64,
    /// Packets that their user has not begun.
    pub packets_queued: u64,
    /// Beats taken from masters, and given to slaves.
    pub beats: [u64; 2],
    /// Ports that differed in the first clock with a difference.
    pub mismatches: u64,
    /// The first of them.
    pub first_divergence: Option<Divergence>,
    /// What was wrong with packets at their destinations.
    pub violations: Vec<String>,
    /// The network was dead.
    pub dead: Option<Dead>,
}

impl AxiRunReport {
    /// Nothing was wrong.
    pub fn good(&self) -> bool {
        self.mismatches == 0 && self.violations.is_empty() && self.dead.is_none() && self.packets_injected == self.packets_delivered
    }
}

/// The settings that a design cannot be run with, before anything is built.
///
/// # Errors
/// [`Error::Option`] or [`Error::Model`] with what is wrong, [`Error::Folder`] for a design without AXI4-Stream interfaces.
pub fn check_axi(design: &Design, options: &AxiCosimOptions) -> Result<(), Error> {
    let refuse = |field, value: String, allowed: &str| Err(Error::Option { field, value, allowed: allowed.into() });
    if !design.axi {
        return Err(Error::folder(&design.dir, "has flits and credits at the local ports, and no AXI4-Stream interfaces"));
    }
    if options.run.cycles == 0 {
        return refuse("cycles", "0".into(), "1 and more");
    }
    if let Some(node) = options.run.trace.filter(|&node| node as usize >= design.network.nodes()) {
        return refuse("trace", node.to_string(), &format!("0..{}", design.network.nodes() - 1));
    }
    let UserOptions { tvalid_pause, tready_pause, wrong_destination } = options.users;
    for (field, value) in [("tvalid-pause", tvalid_pause), ("tready-pause", tready_pause)] {
        if !(0.0..=0.99).contains(&value) {
            return refuse(field, value.to_string(), "0..0.99");
        }
    }
    if !(0.0..=1.0).contains(&wrong_destination) {
        return refuse("wrong-destination", wrong_destination.to_string(), "0..1");
    }
    if options.traffic.lengths.shortest() < 2 {
        return refuse("packet-flits", "1".into(), "2..128 with AXI4-Stream interfaces (a head and a beat are the least)");
    }
    traffic(design, options).map(|_| ())
}

fn traffic(design: &Design, options: &AxiCosimOptions) -> Result<Traffic<NetworkRouting>, Error> {
    Ok(Traffic::new(&design.network, routing(design)?, &options.traffic)?)
}

impl Testbench {
    /// Runs Verilog and model through the same streams, compares all outputs in every clock, checks every packet that arrives, and lets the network
    /// run empty at the end. A difference ends the run; it is no error.
    ///
    /// # Errors
    /// As [`check_axi`]; [`Error::Stopped`] when the Verilog stops by itself, [`Error::Interrupted`], [`Error::Io`].
    pub fn cosim_axi(&self, options: &AxiCosimOptions, observer: &mut dyn Observer) -> Result<AxiRunReport, Error> {
        let design = self.design();
        check_axi(design, options)?;
        let mut model = AxiNetwork::new(design.network.graph(), routing(design)?, design.config)?;
        let mut net = self.net(self.library(), false)?;
        let mut source = traffic(design, options)?;
        let mut conductor = Conductor::new(self, options, &options.run, &mut source, Some(&mut model), observer);
        let first = conductor.first_frame();
        let (frame, totals) = run(&mut net, options.run.threads, first, &mut conductor)?;
        let whole = totals.differences == 0 && conductor.dead_since().is_none();
        let outcome = conductor.finish(whole);
        let first_divergence = (totals.differences > 0).then(|| {
            let at = totals.first as usize;
            let recent = net.recent(at / self.wiring().ports, at % self.wiring().ports);
            divergence::describe(design, &View::new(&mut net, frame.clock), &frame, at, &recent)
        });
        let clocks = frame.clock + 1;
        let mut report = AxiRunReport {
            cycles: clocks.min(options.run.cycles),
            drain_cycles: clocks.saturating_sub(options.run.cycles),
            routers: self.wiring().nodes,
            comparisons: clocks * (self.wiring().nodes * self.wiring().ports) as u64,
            packets_injected: outcome.counts.begun,
            packets_delivered: outcome.delivered,
            packets_dropped: outcome.counts.dropped,
            packets_queued: outcome.queued,
            beats: [outcome.counts.beats, outcome.beats],
            mismatches: totals.differences,
            first_divergence,
            violations: outcome.violations,
            dead: outcome.dead_since.map(|since| Dead { since, packets: outcome.in_flight, waiting: Vec::new() }),
        };
        if let (Some(divergence), Some(path)) = (&mut report.first_divergence, &options.wave) {
            let plan = Plan::new(self, divergence, path)?;
            let run = RunOptions { threads: 1, skip_idle: false, trace: None, ..options.run.clone() };
            let (mut source, mut silent) = (traffic(design, options)?, Silent);
            let mut conductor = Conductor::new(self, options, &run, &mut source, None, &mut silent);
            let first = conductor.first_frame();
            replay(plan, divergence, first, conductor)?;
        }
        Ok(report)
    }
}
