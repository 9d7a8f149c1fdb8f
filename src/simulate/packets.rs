//! `simulate --packets`: a line for every packet that arrives.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use csv::WriterBuilder;
use flate2::Compression;
use flate2::write::GzEncoder;
use torusmith_host::aside::AsideFile;
use torusmith_sim::engine::Delivery;
use torusmith_sim::routing::{for_router, path_of};
use torusmith_sim::simulation::{Outcome, Simulation};

use super::pictures::one_run;
use crate::{interrupt, outputs};

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
        one_run("packets", path, simulations, searched)?;
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
        let Self { file, packed, shown } = self;
        let (outcome, file) = if packed {
            let (outcome, packer) = write(GzEncoder::new(file, Compression::fast()), &shown, simulation, threads, progress)?;
            (outcome, packer.finish().with_context(|| shown.clone())?)
        } else {
            write(file, &shown, simulation, threads, progress)?
        };
        file.put_in_place().context(shown)?;
        Ok(outcome)
    }
}

fn write<W: Write>(
    into: W,
    shown: &str,
    simulation: &Simulation,
    threads: usize,
    mut progress: impl FnMut(u64),
) -> anyhow::Result<(Outcome, W)> {
    let graph = simulation.network.graph();
    let routing = for_router(&simulation.network, simulation.routing, simulation.router)?;
    let mut run = simulation.start_on(simulation.threads(threads))?;
    let mut lines = WriterBuilder::new().has_headers(false).buffer_capacity(1 << 16).from_writer(into);
    lines.write_record(COLUMNS)?;
    let mut path = Vec::new();
    interrupt::poll();
    let mut told = 0;
    let dead = loop {
        let arrived = match run.advance() {
            Ok(Some(arrived)) => arrived,
            Ok(None) => break None,
            Err(dead) => break Some(dead),
        };
        for Delivery { packet: p, injected, delivered } in arrived {
            path_of(&graph, &routing, p.source, p.destination, Some(p.bits), &mut path)?;
            let (class, hops) = (simulation.router.class_of_packet(p.number), path.len() - 1);
            let line = (p.number, p.source.0, p.destination.0, class, p.flits, p.created, injected, delivered, hops);
            lines.serialize(line).with_context(|| shown.to_owned())?;
        }
        let clock = run.engine().clock();
        if clock / 1000 > told {
            told = clock / 1000;
            progress(clock);
            interrupt::check()?;
        }
    };
    let into = lines.into_inner().map_err(|e| e.into_error()).with_context(|| shown.to_owned())?;
    Ok((Outcome { summary: run.summary(), dead }, into))
}
