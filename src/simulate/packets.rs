//! `simulate --packets`: a line for every packet that arrives.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use torusmith_host::aside::AsideFile;
use torusmith_sim::engine::Delivery;
use torusmith_sim::routing::{Hop, NetworkRouting, for_router, path_of};
use torusmith_sim::simulation::{Outcome, Simulation};
use torusmith_topology::Graph;

use crate::outputs;

const COLUMNS: [&str; 9] = ["id", "source", "destination", "class", "flits", "created", "entered", "arrived", "hops"];

/// The file of packets.
#[derive(Debug, Args)]
pub struct PacketsArgs {
    /// Write a line for every packet that arrives, with its clocks and hops; for one pattern at one rate; FILE.csv.gz is packed
    #[arg(long, value_name = "FILE.csv")]
    packets: Option<PathBuf>,
}

impl PacketsArgs {
    /// The file, empty as yet, if one is asked for.
    pub fn begin(&self, simulations: &[Simulation], searched: bool) -> anyhow::Result<Option<PacketList>> {
        let Some(path) = &self.packets else { return Ok(None) };
        if simulations.len() > 1 || searched {
            let count = if searched { "a plot without --rate".to_owned() } else { format!("{} simulations", simulations.len()) };
            bail!("packets = {} is not allowed with {count}; allowed: one pattern at one rate", path.display());
        }
        outputs::refuse_input("packets", path)?;
        outputs::check_folder("packets", path)?;
        let shown = format!("packets = {}", path.display());
        let file = AsideFile::create(path).with_context(|| shown.clone())?;
        let packed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
        Ok(Some(PacketList { file, packed, shown }))
    }
}

/// A file of packets that is yet to be filled.
pub struct PacketList {
    file: AsideFile,
    packed: bool,
    /// Flag and file, in errors.
    shown: String,
}

impl PacketList {
    /// Runs the simulation, writes its packets as they arrive, and puts the file in place.
    pub fn fill(self, simulation: &Simulation, threads: usize, progress: impl FnMut(u64)) -> anyhow::Result<Outcome> {
        let mut lines = Lines::new(simulation)?;
        let Self { file, packed, shown } = self;
        let mut file = BufWriter::with_capacity(1 << 16, file);
        let outcome = if packed {
            let mut packer = GzEncoder::new(&mut file, Compression::default());
            let outcome = lines.write(&mut packer, simulation, threads, progress)?;
            packer.finish().with_context(|| shown.clone())?;
            outcome
        } else {
            lines.write(&mut file, simulation, threads, progress)?
        };
        let whole = || lines.failed.take().map_or(Ok(()), Err).and_then(|()| file.into_inner().map_err(io::Error::from)?.put_in_place());
        whole().context(shown)?;
        Ok(outcome)
    }
}

/// Packets as lines.
struct Lines {
    graph: Graph,
    routing: NetworkRouting,
    classes: u32,
    path: Vec<Hop>,
    /// The first line that could not be written; none is written after it.
    failed: Option<io::Error>,
}

impl Lines {
    fn new(simulation: &Simulation) -> anyhow::Result<Self> {
        Ok(Self {
            graph: simulation.network.graph(),
            routing: for_router(&simulation.network, simulation.routing, simulation.router)?,
            classes: simulation.router.message_classes as u32,
            path: Vec::new(),
            failed: None,
        })
    }

    fn write(
        &mut self,
        into: &mut impl Write,
        simulation: &Simulation,
        threads: usize,
        progress: impl FnMut(u64),
    ) -> anyhow::Result<Outcome> {
        self.failed = writeln!(into, "{}", COLUMNS.join(",")).err();
        let arrived = |delivery: &Delivery| {
            if self.failed.is_none() {
                self.failed = self.line(into, delivery).err();
            }
        };
        Ok(simulation.run_on(simulation.threads(threads), progress, arrived)?)
    }

    fn line(&mut self, into: &mut impl Write, delivery: &Delivery) -> io::Result<()> {
        let Delivery { packet: p, injected, delivered } = delivery;
        path_of(&self.graph, &self.routing, p.source, p.destination, Some(p.bits), &mut self.path).map_err(io::Error::other)?;
        let (class, hops) = (p.number % self.classes, self.path.len() - 1);
        writeln!(into, "{},{},{},{class},{},{},{injected},{delivered},{hops}", p.number, p.source, p.destination, p.flits, p.created)
    }
}
