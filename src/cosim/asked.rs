//! The design that a lock step is of, and the runs that it makes: the same for every subcommand that makes them.

use std::path::Path;

use torusmith_design::Scope;
use torusmith_generator::Options;
use torusmith_sim::traffic::TrafficOptions;
use torusmith_synthesis::Mapping;
use torusmith_testbench::{Design, Kind};
use torusmith_topology::Network;

use super::axi::{self, AxiArgs};
use super::axi4::{self, Axi4UserArgs};
use super::driver::AloneRun;
use super::driver::{self, DriverArgs};
use super::report::ReportedProtocol;
use super::{multicast, netlist, packets};
use crate::options::{DesignArgs, EngineArgs, MulticastArgs, NetworkArgs, RtlArgs, TrafficArgs};
use crate::values::name_of;

/// A design, and the runs that are made of it.
#[derive(Debug, clap::Args)]
pub struct Asked {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    rtl: DesignArgs,
    #[command(flatten)]
    traffic: TrafficArgs,
    #[command(flatten)]
    multicast: MulticastArgs,
    #[command(flatten)]
    axi: AxiArgs,
    #[command(flatten)]
    axi4: Axi4UserArgs,
    #[command(flatten)]
    driver: DriverArgs,
    #[command(flatten)]
    design: RtlArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// A router as yosys maps it.
#[derive(Debug, clap::Args)]
pub struct NetlistArgs {
    /// Run the netlist that yosys maps the Verilog to: ecp5, xilinx, ice40, generic (gates)
    #[arg(long, value_name = "CELLS", value_parser = name_of::<Mapping>(), hide_possible_values = true)]
    pub netlist: Option<Mapping>,
}

/// Work on all runs of a design.
pub trait Job {
    /// Its result.
    type Output;

    /// Does it; with `alone`, routers are run by themselves, too.
    fn run<P: ReportedProtocol + Sync>(self, design: &Design, runs: &[P], alone: Option<AloneRun>) -> anyhow::Result<Self::Output>;
}

/// Design and runs of the flags, read and checked.
pub struct Prepared {
    pub network: Network,
    pub design: Design,
    /// Clocks asked for; `None`: until the last packet of a trace has arrived.
    pub cycles: Option<u64>,
    traffic: Vec<TrafficOptions>,
}

impl Asked {
    /// Reads the flags; a design that is not given is written to `folder`, with assertions if `sva`.
    pub fn prepare(&self, folder: &Path, sva: bool) -> anyhow::Result<Prepared> {
        let network = self.design.router.rule.routes.network(self.network.resolve()?)?;
        let design = match self.rtl.of(&network)? {
            Some(design) => design.clone(),
            None => {
                let options = self.axi.streams.generator(self.design.generator(&network)?);
                let options = self.axi4.generator(&network, options, self.design.scope())?;
                torusmith_generator::generate(&network, &Options { sva, ..options })?.write(folder)?;
                Design::open(folder)?
            }
        };
        let traffic = self.traffic.resolve(&network, design.flit_width)?;
        let cycles = self.traffic.cycles(&traffic);
        // Those of a network are its own.
        let slices = if design.manifest.scope == Scope::Router { self.design.router.slices(&network)? } else { design.link_slices.clone() };
        let design = design.with_link_slices(slices);
        Ok(Prepared { network, design, cycles, traffic })
    }

    /// Contents of the files with traffic.
    pub fn texts(&self) -> anyhow::Result<Vec<Vec<u8>>> {
        self.traffic.texts()
    }

    /// The seed of the packets.
    #[cfg(feature = "prove")]
    pub fn seed(&self) -> u64 {
        self.traffic.seed()
    }

    /// Does a job with the design and its runs without a model.
    pub fn each_by_packets<J: Job>(&self, prepared: Prepared, job: J) -> anyhow::Result<J::Output> {
        let Prepared { design, traffic, .. } = prepared;
        job.run(&design, &packets::protocols(driver::sources(self.engine.engine(), traffic)), None)
    }

    /// Whether a design that is generated can have assertions that a lock step checks.
    pub fn takes_assertions(&self) -> bool {
        !self.design.kind.is_multicast() && self.design.scope() != Some(Scope::Network)
    }

    /// Whether the Verilog is the user's, of a plain router.
    pub fn may_be_edited(&self, prepared: &Prepared) -> bool {
        self.rtl.is_given() && prepared.design.kind() == Kind::Plain && prepared.design.manifest.scope == Scope::Router
    }

    /// Does a job with the design and its runs.
    pub fn each<J: Job>(&self, prepared: Prepared, job: J) -> anyhow::Result<J::Output> {
        let Prepared { design, traffic, cycles, .. } = prepared;
        let engine = self.engine.engine();
        match design.kind() {
            Kind::Plain => {
                let alone = self.driver.alone(&design, &traffic, cycles)?;
                let lengths = self.traffic.packet_flits.as_deref();
                job.run(&design, &self.driver.protocols(&design, engine, traffic, cycles, lengths)?, alone)
            }
            Kind::Multicast => job.run(&design, &multicast::protocols(&self.multicast, &design, &traffic)?, None),
            Kind::Axi => job.run(&design, &axi::protocols(&self.axi, &self.traffic, traffic)?, None),
            Kind::Axi4 => job.run(&design, &axi4::protocols(&self.axi4, &self.axi, &self.traffic, traffic)?, None),
        }
    }
}

impl Prepared {
    /// The traffic of its runs.
    pub fn traffic(&self) -> &[TrafficOptions] {
        &self.traffic
    }

    /// The runs with another design.
    pub fn with(self, design: Design) -> Self {
        Self { design, ..self }
    }

    /// The runs with the netlist that yosys maps the design to, in `folder`.
    pub fn mapped(self, mapping: Mapping, folder: &Path) -> anyhow::Result<Self> {
        let design = netlist::mapped(&self.design, mapping, folder)?;
        Ok(self.with(design))
    }
}
