//! The design that a lock step is of, and the runs that it makes: the same for every subcommand that makes them.

use std::path::{Path, PathBuf};

use anyhow::bail;
use torusmith_design::{Interface, Scope};
use torusmith_sim::traffic::TrafficOptions;
use torusmith_synthesis::Mapping;
use torusmith_testbench::{Design, Kind};
use torusmith_topology::Network;

use super::axi::{self, AxiArgs};
use super::axi4::{self, Axi4UserArgs};
use super::driver::AloneRun;
use super::driver::{self, DriverArgs};
use super::report::Told;
use super::{multicast, netlist, packets};
use crate::exit::Verdict;
use crate::options::{EngineArgs, MulticastArgs, NetworkArgs, RtlArgs, TrafficArgs};
use crate::values::name_of;

/// A design, and the runs that are made of it.
#[derive(Debug, clap::Args)]
pub struct Asked {
    #[command(flatten)]
    network: NetworkArgs,
    /// Folder that `torusmith generate` wrote, edited or not, or the manifest of a design in it; else the router is generated as the flags say
    #[arg(long, value_name = "DIR")]
    rtl: Option<PathBuf>,
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
    /// Not the Verilog itself, but the cells that yosys maps it to, with the models of them that yosys ships: ecp5, xilinx, ice40, generic (gates)
    #[arg(long, value_name = "CELLS", value_parser = name_of::<Mapping>(), hide_possible_values = true)]
    pub netlist: Option<Mapping>,
}

/// What is done with all runs of a design.
pub trait Job {
    /// Does it; with `alone`, routers are run by themselves, too.
    fn run<P: Told + Sync>(self, design: &Design, runs: &[P], alone: Option<AloneRun>) -> anyhow::Result<Verdict>;
}

/// What the flags ask for, read and checked.
pub struct Prepared {
    pub network: Network,
    pub design: Design,
    /// Clocks asked for; `None`: until the last packet of a trace has arrived.
    pub cycles: Option<u64>,
    kind: Kind,
    traffic: Vec<TrafficOptions>,
}

impl Asked {
    /// Reads the flags; a design that is not given is written to `folder`.
    pub fn prepare(&self, folder: &Path) -> anyhow::Result<Prepared> {
        let network = self.design.router.rule.routes.network(self.network.resolve()?)?;
        let traffic = self.traffic.resolve(&network)?;
        let cycles = self.traffic.cycles(&traffic);
        let given = self.rtl.as_deref().map(Design::open).transpose()?;
        let kind = self.kind(given.as_ref())?;
        if cycles == Some(0) {
            bail!("cycles = 0 is not allowed; allowed: 1 and more");
        }
        let design = match given {
            Some(design) => {
                self.design.agree_with(&design, &design.dir)?;
                design
            }
            None => {
                let options = self.axi.streams.generator(self.design.without_links(&network)?);
                let options = self.axi4.generator(&network, options, self.design.scope())?;
                torusmith_generator::generate(&network, &options)?.write(folder)?;
                Design::open(folder)?
            }
        };
        agree(&design, &network)?;
        // Those of a network are its own.
        let slices = if design.manifest.scope == Scope::Router { self.design.router.slices(&network)? } else { design.link_slices.clone() };
        let design = design.with_link_slices(slices);
        Ok(Prepared { network, design, cycles, kind, traffic })
    }

    /// What stands in the files that the traffic is in.
    pub fn texts(&self) -> anyhow::Result<Vec<Vec<u8>>> {
        self.traffic.texts()
    }

    /// The seed of the packets.
    #[cfg(feature = "prove")]
    pub fn seed(&self) -> u64 {
        self.traffic.seed()
    }

    /// Refuses any design whose packets cannot be watched, and does a job with the others and their runs without a model.
    pub fn each_by_packets(&self, prepared: Prepared, job: impl Job) -> anyhow::Result<Verdict> {
        let Prepared { design, kind, traffic, .. } = prepared;
        if kind != Kind::Plain {
            bail!("compare = packets is not allowed with {kind}; allowed: plain routers and interface flit");
        }
        if let Some(engine) = self.engine.engine {
            bail!("engine = {engine} is not allowed with compare packets, which has no model");
        }
        self.driver.none("compare packets")?;
        job.run(&design, &packets::protocols(driver::sources(self.engine.engine(), traffic)), None)
    }

    /// The folder of the user's, if he gave one.
    pub fn given(&self) -> Option<&Path> {
        self.rtl.as_deref()
    }

    /// Whether the Verilog is the user's, of a plain router.
    pub fn may_be_edited(&self, prepared: &Prepared) -> bool {
        self.rtl.is_some() && prepared.kind == Kind::Plain && prepared.design.manifest.scope == Scope::Router
    }

    /// Does a job with the design and its runs.
    pub fn each(&self, prepared: Prepared, job: impl Job) -> anyhow::Result<Verdict> {
        let Prepared { design, kind, traffic, cycles, .. } = prepared;
        let engine = self.engine.engine();
        match kind {
            Kind::Plain => {
                let alone = self.driver.alone(&design, &traffic, cycles)?;
                let lengths = self.traffic.packet_flits.as_deref();
                job.run(&design, &self.driver.protocols(engine, traffic, cycles, lengths)?, alone)
            }
            Kind::Multicast => job.run(&design, &multicast::protocols(&self.multicast, engine, &design, &traffic)?, None),
            Kind::Axi => job.run(&design, &axi::protocols(&self.axi, &self.engine, &self.traffic, traffic)?, None),
            Kind::Axi4 => job.run(&design, &axi4::protocols(&self.axi4, &self.engine, &self.traffic, traffic)?, None),
        }
    }

    /// What is at the local ports of the `given` design, or by the flags; refuses flags of another kind.
    fn kind(&self, given: Option<&Design>) -> anyhow::Result<Kind> {
        let (multicast, kind) = match given {
            Some(design) => {
                self.axi.streams.agree_with(design, &design.dir)?;
                (design.kind() == Kind::Multicast, design.kind())
            }
            None => (self.design.kind.is_multicast()?, self.axi.kind()),
        };
        if !multicast {
            self.multicast.none()?;
        }
        match kind {
            Kind::Axi => self.axi4.none(Interface::Axi)?,
            Kind::Axi4 => self.axi.no_users()?,
            Kind::Plain | Kind::Multicast => {
                self.axi.none()?;
                self.axi4.none(Interface::Flit)?;
            }
        }
        if let (Kind::Axi4, Some(design)) = (kind, given) {
            self.axi4.agree_with(&design.dir)?;
        }
        match (multicast, kind) {
            (true, Kind::Axi) => bail!("interface = axi is not allowed with router multicast; allowed: flit"),
            (true, Kind::Axi4) => bail!("interface = axi4 is not allowed with router multicast; allowed: flit"),
            (true, _) => self.driver.none("router multicast").map(|()| Kind::Multicast),
            (false, Kind::Axi) => self.driver.none("interface axi").map(|()| kind),
            (false, Kind::Axi4) => self.driver.none("interface axi4").map(|()| kind),
            (false, _) => Ok(Kind::Plain),
        }
    }
}

impl Prepared {
    /// The traffic of its runs.
    pub fn traffic(&self) -> &[TrafficOptions] {
        &self.traffic
    }

    /// The same with the design in another Verilog.
    pub fn with(self, design: Design) -> Self {
        Self { design, ..self }
    }

    /// The same with the Verilog that yosys maps the design to, in `folder`.
    pub fn mapped(self, mapping: Mapping, folder: &Path) -> anyhow::Result<Self> {
        let design = netlist::mapped(&self.design, mapping, folder)?;
        Ok(self.with(design))
    }
}

fn agree(design: &Design, network: &Network) -> anyhow::Result<()> {
    if design.network != *network {
        bail!("{}: has {} ({}), not {network} ({})", design.dir.display(), design.network, design.network.slug(), network.slug());
    }
    Ok(())
}
