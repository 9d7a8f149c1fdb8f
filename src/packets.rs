//! `--packets`: a line for every packet that arrives, in the model or in the Verilog.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use csv::{Writer, WriterBuilder};
use flate2::Compression;
use flate2::write::GzEncoder;
use torusmith_host::aside::AsideFile;
use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::Delivery;
use torusmith_sim::routing::{Hop, NetworkRouting, path_of};
use torusmith_topology::{Graph, Network};

use crate::outputs;

const COLUMNS: [&str; 9] = ["id", "source", "destination", "class", "flits", "created", "entered", "arrived", "hops"];

/// The file of packets.
#[derive(Debug, Args)]
pub struct PacketsArgs {
    /// Write every packet that arrives, with clocks and hops; for one pattern at one rate; FILE.csv.gz is packed
    #[arg(long, value_name = "FILE.csv")]
    pub packets: Option<PathBuf>,
}

impl PacketsArgs {
    /// The file, without packets as yet, if one is asked for; packets take the paths of `routing`.
    pub fn create(&self, network: &Network, routing: NetworkRouting, config: RouterConfig) -> anyhow::Result<Option<PacketList>> {
        let Some(path) = &self.packets else { return Ok(None) };
        outputs::refuse_input("packets", path)?;
        outputs::check_folder("packets", path)?;
        let shown = format!("packets = {}", path.display());
        let file = AsideFile::create(path).with_context(|| shown.clone())?;
        let packed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
        let file = if packed { Sink::Packed(GzEncoder::new(file, Compression::fast())) } else { Sink::Plain(file) };
        let mut lines = WriterBuilder::new().has_headers(false).buffer_capacity(1 << 16).from_writer(file);
        lines.write_record(COLUMNS)?;
        Ok(Some(PacketList { lines, shown, graph: network.graph(), routing, config, path: Vec::new() }))
    }
}

enum Sink {
    Plain(AsideFile),
    Packed(GzEncoder<AsideFile>),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Packed(packer) => packer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Packed(packer) => packer.flush(),
        }
    }
}

/// A file of packets, written as they arrive and put in place at the end.
pub struct PacketList {
    lines: Writer<Sink>,
    /// Flag and file, in errors.
    shown: String,
    graph: Graph,
    routing: NetworkRouting,
    config: RouterConfig,
    path: Vec<Hop>,
}

impl PacketList {
    /// Adds packets that have arrived.
    pub fn add(&mut self, arrived: &[Delivery]) -> anyhow::Result<()> {
        for Delivery { packet: p, injected, delivered } in arrived {
            path_of(&self.graph, &self.routing, p.source, p.destination, Some(p.bits), &mut self.path)?;
            let (class, hops) = (self.config.class_of_packet(p.number), self.path.len() - 1);
            let line = (p.number, p.source.0, p.destination.0, class, p.flits, p.created, injected, delivered, hops);
            self.lines.serialize(line).with_context(|| self.shown.clone())?;
        }
        Ok(())
    }

    /// Puts the file in place.
    pub fn finish(self) -> anyhow::Result<()> {
        let Self { lines, shown, .. } = self;
        let sink = lines.into_inner().map_err(|e| e.into_error()).with_context(|| shown.clone())?;
        let file = match sink {
            Sink::Plain(file) => file,
            Sink::Packed(packer) => packer.finish().with_context(|| shown.clone())?,
        };
        file.put_in_place().context(shown)
    }
}
