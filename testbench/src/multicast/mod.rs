//! The lock step of the RDT's multicast router (docs/multicast_router.md).
//!
//! As with the plain router, the stimulus on each side comes from that side's own outputs. The network interfaces of the Verilog side are in
//! `cpp/multicast.h`; reports and restarts, which need the packets of other nodes, and the check of deliveries are here.

mod conductor;
mod divergence;
mod format;
mod ledger;
mod members;
mod wave;

use std::path::PathBuf;

use serde::Serialize;
use torusmith_sim::multicast::{Kind, MulticastTraffic, MulticastTrafficOptions, Network, Options, Packet};
use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use crate::binding::{View, run};
use crate::report::{Dead, Divergence};
use crate::testbench::{Observer, RunOptions, Stepped, Testbench};
use crate::{Design, Error};
use conductor::{Conductor, PORTS};
use format::Format;

/// Creates packets, clock by clock.
pub trait MulticastSource {
    /// Appends the packets created in `clock`, numbered on from the last one. Called for 0, 1, ..
    fn create(&mut self, clock: u64, into: &mut Vec<Packet>);
}

/// What to run.
#[derive(Debug, Clone)]
pub struct MulticastCosimOptions {
    /// Unicasts and multicasts.
    pub traffic: MulticastTrafficOptions,
    /// Register 0 of every router, set by a packet of its own in clock 0; `None`: none is sent, and nothing is shot down.
    pub time_out: Option<u16>,
    /// Length, threads, trace.
    pub run: RunOptions,
    /// Where to write the waveform of the first difference: `.vcd` or `.fst`.
    pub wave: Option<PathBuf>,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MulticastRunReport {
    /// Clocks in which sources could start packets; less than asked for when the run ended early.
    pub cycles: u64,
    /// Clocks that it then took until the network was empty.
    pub drain_cycles: u64,
    /// Routers compared.
    pub routers: usize,
    /// Ports compared, each with all its signals, over all clocks.
    pub comparisons: u64,
    /// Packets whose head entered the network, each once.
    pub packets_injected: u64,
    /// Unicasts that the Verilog delivered whole, unchanged and where they belong.
    pub unicasts_delivered: u64,
    /// Copies of multicasts that it delivered so.
    pub copies_delivered: u64,
    /// Multicasts whose one ack came to their source after all copies were delivered.
    pub acked: u64,
    /// Multicasts whose nack did.
    pub nacked: u64,
    /// Unicasts shot down and reported.
    pub shot_down: u64,
    /// Packets sent once more.
    pub restarted: u64,
    /// Unicasts lost as their report was shot down too.
    pub abandoned: u64,
    /// Packets still in their source's queue at the end.
    pub packets_queued: u64,
    /// Ports that differed in the first clock with a difference.
    pub mismatches: u64,
    /// The first of them.
    pub first_divergence: Option<Divergence>,
    /// What was wrong at local outputs.
    pub violations: Vec<String>,
    /// The network was dead.
    pub dead: Option<Dead>,
}

impl MulticastRunReport {
    /// Nothing was wrong.
    pub fn good(&self) -> bool {
        let ended = self.unicasts_delivered + self.acked + self.nacked + self.abandoned;
        self.mismatches == 0 && self.violations.is_empty() && self.dead.is_none() && self.packets_injected == ended
    }
}

/// Traffic, after a set-up packet of each node in clock 0 if there is a time-out.
struct Source {
    set_up: Vec<Packet>,
    traffic: MulticastTraffic,
}

impl Source {
    fn new(rdt: Rdt, options: &MulticastCosimOptions) -> Result<Self, Error> {
        let nodes = 0..rdt.nodes() as u32;
        let set_up = |value: u16| {
            let kind = Kind::SetUp { register: 0, value: value.into() };
            nodes.clone().map(|node| Packet { number: node, source: node, kind, flits: 3, created: 0 }).collect()
        };
        let set_up: Vec<Packet> = options.time_out.map_or(Vec::new(), set_up);
        let traffic = MulticastTraffic::new(rdt, &options.traffic, set_up.len() as u32)?;
        Ok(Self { set_up, traffic })
    }
}

impl MulticastSource for Source {
    fn create(&mut self, clock: u64, into: &mut Vec<Packet>) {
        into.append(&mut self.set_up);
        self.traffic.packets_at(clock, |packet| into.push(packet));
    }
}

/// The settings that a design cannot be run with, before anything is built.
///
/// # Errors
/// [`Error::Option`] or [`Error::Model`] with what is wrong.
pub fn check_multicast(design: &Design, options: &MulticastCosimOptions) -> Result<(), Error> {
    if options.run.cycles == 0 {
        return Err(Error::Option { field: "cycles", value: "0".into(), allowed: "1 and more".into() });
    }
    Source::new(rdt(design)?.0, options).map(|_| ())
}

fn rdt(design: &Design) -> Result<(Rdt, u8), Error> {
    match (design.network.of::<Rdt>(), design.multicast) {
        (Some(rdt), Some(ways)) => Ok((*rdt, ways)),
        _ => Err(Error::folder(&design.dir, "has a plain router, and no multicast router")),
    }
}

impl Testbench {
    /// Runs Verilog and model of the multicast router through the same traffic, compares all outputs in every clock, checks every delivery and every
    /// ack of the Verilog, and lets the network run empty at the end. A difference ends the run; it is no error.
    ///
    /// # Errors
    /// [`Error::Model`] or [`Error::Option`] for traffic that the network cannot have, [`Error::Folder`] for a plain router, [`Error::Stopped`] when
    /// the Verilog stops by itself, [`Error::Interrupted`], [`Error::Io`].
    pub fn cosim_multicast(&self, options: &MulticastCosimOptions, observer: &mut dyn Observer) -> Result<MulticastRunReport, Error> {
        check_multicast(self.design(), options)?;
        let (rdt, _) = rdt(self.design())?;
        // Nothing moves for four ticks before something is shot down.
        let patience = options.run.watchdog.max(8 * u64::from(options.time_out.unwrap_or(0)));
        let run = RunOptions { watchdog: patience, ..options.run.clone() };
        let mut report = self.run_multicast(&run, &mut Source::new(rdt, options)?, observer)?;
        if let (Some(divergence), Some(path)) = (&mut report.first_divergence, &options.wave) {
            wave::record(self, divergence, &run, &mut Source::new(rdt, options)?, path)?;
        }
        Ok(report)
    }

    /// The same with any packets.
    ///
    /// # Errors
    /// As [`Testbench::cosim_multicast`].
    pub fn run_multicast(
        &self,
        options: &RunOptions,
        source: &mut dyn MulticastSource,
        observer: &mut dyn Observer,
    ) -> Result<MulticastRunReport, Error> {
        let design = self.design();
        let (rdt, ack_ways) = rdt(design)?;
        let mut model = Network::new(rdt, Options { width: design.flit_width, ack_ways })?;
        let mut net = self.net(self.library(), false)?;
        let mut conductor = Conductor::new(Format::new(rdt, design.flit_width)?, rdt, options, source, Some(&mut model), observer);
        let first = conductor.first_frame();
        let (frame, totals) = run(&mut net, options.threads, first, &mut conductor)?;
        conductor.count(&totals);
        let (started, in_flight, dead_since) = (conductor.started, conductor.in_flight(), conductor.pace.dead_since);
        let ledger = conductor.ledger();
        let (counts, mut violations) = (ledger.counts, ledger.violations);
        let first_divergence = (totals.differences > 0).then(|| {
            let at = totals.first as usize;
            let recent = net.recent(at / PORTS, at % PORTS);
            divergence::describe(design, &View::new(&mut net, frame.clock), &frame, at, &recent)
        });
        if totals.differences == 0 && dead_since.is_none() && violations.is_empty() {
            let other = model.check_drained().err();
            violations.extend(other.map(|violation| format!("model: {violation}")));
        }
        let waiting = || model.waiting().iter().take(16).map(ToString::to_string).collect();
        let clocks = frame.clock + 1;
        Ok(MulticastRunReport {
            cycles: clocks.min(options.cycles),
            drain_cycles: clocks.saturating_sub(options.cycles),
            routers: rdt.nodes(),
            comparisons: clocks * (rdt.nodes() * PORTS) as u64,
            packets_injected: started,
            unicasts_delivered: counts.unicasts,
            copies_delivered: counts.copies,
            acked: counts.acks,
            nacked: counts.nacks,
            shot_down: counts.reports,
            restarted: counts.restarts,
            abandoned: model.totals().abandoned,
            packets_queued: net.queued(),
            mismatches: totals.differences,
            first_divergence,
            violations,
            dead: dead_since.map(|since| Dead { since, packets: in_flight, waiting: waiting() }),
        })
    }

    /// Steps the same instances through the same traffic for the given clocks, without model and comparison.
    ///
    /// # Errors
    /// As [`Testbench::cosim_multicast`].
    pub fn step_multicast(&self, options: &MulticastCosimOptions) -> Result<Stepped, Error> {
        check_multicast(self.design(), options)?;
        let (rdt, _) = rdt(self.design())?;
        let mut net = self.net(self.library(), false)?;
        let (mut source, mut silent) = (Source::new(rdt, options)?, crate::testbench::Silent);
        let format = Format::new(rdt, self.design().flit_width)?;
        let mut conductor = Conductor::new(format, rdt, &options.run, &mut source, None, &mut silent);
        let first = conductor.first_frame();
        let (frame, totals) = run(&mut net, options.run.threads, first, &mut conductor)?;
        conductor.count(&totals);
        let (started, evaluated) = (conductor.started, conductor.evaluated);
        let packets_delivered = conductor.ledger().counts.ended();
        Ok(Stepped { cycles: frame.clock + 1, packets_injected: started, packets_delivered, evaluations: evaluated })
    }
}
