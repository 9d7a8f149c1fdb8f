//! A generated design, Verilated and loaded, ready to be run against a model.

use std::path::Path;
use std::sync::Arc;

use torusmith_sim::engine::{Engine, Packet, PortWord};

use crate::binding::{Frame, Library, Net, View, Wiring, run};
use crate::build::{Builder, Waves};
use crate::conductor::Conductor;
use crate::flits::Format;
use crate::manifest::{Design, Scope};
use crate::report::{Dead, Divergence, RunReport};
use crate::{Error, divergence, wave};

/// Creates packets, clock by clock.
pub trait PacketSource {
    /// Appends the packets created in `clock`, by source, numbered on from the last one (rule N6). Called for 0, 1, ..
    fn create(&mut self, clock: u64, into: &mut Vec<Packet>);
}

/// What a run tells while it goes on.
pub trait Observer {
    /// A run begins: its index among those asked for, and its pattern.
    fn run(&mut self, _index: usize, _pattern: &str) {}

    /// Called every so many clocks.
    fn progress(&mut self, _clock: u64) {}

    /// A line of the trace.
    fn trace(&mut self, _line: &str) {}

    /// The run is to end; looked at every so many clocks.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Watches nothing.
pub struct Silent;

impl Observer for Silent {}

/// How a run is made.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// Clocks in which sources may start packets.
    pub cycles: u64,
    /// Threads that step the Verilog; results do not depend on it.
    pub threads: usize,
    /// Do not evaluate instances that cannot change: their inputs are those of the clock before, and the edge of that clock
    /// left every bit of them as it was.
    pub skip_idle: bool,
    /// A network is dead when for so many clocks there were packets in it and no flit moved.
    pub watchdog: u64,
    /// Trace this node.
    pub trace: Option<u32>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { cycles: 20_000, threads: 1, skip_idle: true, watchdog: 1000, trace: None }
    }
}

/// What stepping alone did, for comparison with a co-simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stepped {
    /// Clocks.
    pub cycles: u64,
    /// Packets that entered the network.
    pub packets_injected: u64,
    /// Tails that left it.
    pub packets_delivered: u64,
    /// Routers times clocks in which they were evaluated.
    pub evaluations: u64,
}

/// A design, Verilated and loaded.
pub struct Testbench {
    design: Design,
    builder: Builder,
    library: Arc<Library>,
    wiring: Wiring,
}

impl Testbench {
    /// Builds the design in a folder that `generate` wrote, or takes it from the cache.
    ///
    /// # Errors
    /// [`Error::Folder`], [`Error::Tool`], [`Error::Io`].
    pub fn open(dir: &Path, builder: &Builder) -> Result<Self, Error> {
        let design = Design::open(dir)?;
        let library = Arc::new(Library::load(&builder.build(&design, Waves::None)?)?);
        let wiring = wiring(&design);
        Ok(Self { design, builder: builder.clone(), library, wiring })
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    pub(crate) fn builder(&self) -> &Builder {
        &self.builder
    }

    pub(crate) fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Instances of a library made from this design, out of reset; `whole` if they must be stepped as one.
    pub(crate) fn net(&self, library: &Arc<Library>, whole: bool) -> Result<Net, Error> {
        Net::new(library, &Wiring { whole: whole || self.wiring.whole, ..self.wiring.clone() })
    }

    pub(crate) fn wiring(&self) -> &Wiring {
        &self.wiring
    }

    pub(crate) fn format(&self) -> Format {
        Format::new(&self.design.network, self.design.flit_width)
    }

    /// Runs Verilog and model through the same traffic, compares all outputs in every clock, and lets the network run empty at the end.
    ///
    /// `pattern` is for the report. A difference ends the run; it is no error.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the Verilog stops by itself, [`Error::Interrupted`], [`Error::Io`].
    pub fn run(
        &self,
        options: &RunOptions,
        pattern: &str,
        source: &mut dyn PacketSource,
        engine: &mut dyn Engine,
        observer: &mut dyn Observer,
    ) -> Result<RunReport, Error> {
        let mut net = self.net(&self.library, false)?;
        let mut conductor = Conductor::new(self, options, source, Some(engine), observer);
        let first = conductor.first_frame();
        let (frame, totals) = run(&mut net, options.threads, first, &mut conductor)?;
        conductor.count(&totals);
        let outcome = conductor.finish();
        let first_divergence = (totals.differences > 0).then(|| self.divergence(&mut net, &frame, totals.first as usize, &outcome.packets));
        let dead = outcome.dead_since.map(|since| Dead { since, packets: outcome.in_flight, waiting: outcome.waiting });
        let clocks = frame.clock + 1;
        Ok(RunReport {
            pattern: pattern.into(),
            cycles: clocks.min(options.cycles),
            drain_cycles: clocks.saturating_sub(options.cycles),
            routers: self.design.network.nodes(),
            comparisons: clocks * (self.wiring.nodes * self.wiring.ports) as u64,
            packets_injected: outcome.started,
            packets_delivered: outcome.delivered,
            packets_queued: net.queued(),
            mismatches: totals.differences,
            first_divergence,
            violations: outcome.violations,
            dead,
        })
    }

    /// Steps the same instances through the same traffic with links and network interfaces, but without model, comparison and check
    /// of deliveries.
    ///
    /// # Errors
    /// As [`Testbench::run`].
    pub fn step_only(&self, options: &RunOptions, source: &mut dyn PacketSource) -> Result<Stepped, Error> {
        let mut net = self.net(&self.library, false)?;
        let mut silent = Silent;
        let mut conductor = Conductor::new(self, options, source, None, &mut silent);
        let first = conductor.first_frame();
        let (frame, totals) = run(&mut net, options.threads, first, &mut conductor)?;
        conductor.count(&totals);
        let outcome = conductor.finish();
        Ok(Stepped {
            cycles: frame.clock + 1,
            packets_injected: outcome.started,
            packets_delivered: outcome.started - outcome.in_flight,
            evaluations: outcome.evaluated,
        })
    }

    /// Replays the traffic up to a divergence with waveforms on, and names the file in it.
    ///
    /// # Errors
    /// As [`Testbench::run`].
    pub fn add_wave(
        &self,
        divergence: &mut Divergence,
        options: &RunOptions,
        source: &mut dyn PacketSource,
        path: &Path,
    ) -> Result<(), Error> {
        wave::record(self, divergence, options, source, path)
    }

    fn divergence(&self, net: &mut Net, frame: &Frame, first: usize, packets: &[Packet]) -> Divergence {
        let (node, port) = (first / self.wiring.ports, first % self.wiring.ports);
        let recent = net.recent(node, port);
        let view = View::new(net, frame.clock);
        divergence::describe(&self.design, self.format(), &view, frame, packets, first, &recent)
    }
}

fn wiring(design: &Design) -> Wiring {
    let (nodes, ports) = (design.network.nodes(), design.ports_compared());
    let mut wiring = Wiring {
        nodes,
        ports,
        whole: design.scope == Scope::Network,
        multicast: design.multicast.is_some(),
        axi: design.axi,
        upstream: vec![-1; nodes * ports],
        downstream: vec![-1; nodes * ports],
    };
    if design.scope == Scope::Router {
        for (from, to) in design.network.graph().iter_links() {
            let index = |link: torusmith_topology::Link| link.node as usize * ports + link.port as usize;
            wiring.upstream[index(to)] = index(from) as i32;
            wiring.downstream[index(from)] = index(to) as i32;
        }
    }
    wiring
}

/// The model's words at the ports that are compared: all, or in network scope those of the local ports.
pub(crate) fn compared_words(all: &[PortWord], ports: usize, compared: usize, into: &mut Vec<PortWord>) {
    into.clear();
    if ports == compared {
        into.extend_from_slice(all);
    } else {
        into.extend(all.chunks_exact(ports).map(|node| node[0]));
    }
}
