//! `torusmith import`: the network of another program's file as a network file.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use torusmith_design::ranges::ADDRESS_WIDTH;
use torusmith_topology::import::{self, Format, Options};
use torusmith_topology::own::{self, OwnNetwork, understood};
use torusmith_topology::{Network, NetworkSpec, address_map};

use crate::exit::Verdict;
use crate::options::ReportArgs;
use crate::values::name_of;
use crate::{network_file, output};

/// Convert a network from a file of another program to a network file
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  torusmith import ring.dot --from dot --out ring.toml\n  torusmith import links.csv --from csv --route-file routes.csv --out mine.toml\n  torusmith import routing_tables/double_ring_16 --from reconnect --out double_ring.toml"
)]
pub struct Args {
    /// The file; of reconnect, the folder of the routing tables
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format of the file (docs/own_networks.md)
    #[arg(long, value_name = "FORMAT", value_parser = name_of::<Format>())]
    from: Format,
    /// File of routes: for connect its routing file, else a CSV file with at, to, port or next, and class [default: shortest paths; anynet: as in BookSim2; garnet: as in gem5]
    #[arg(long, value_name = "FILE")]
    route_file: Option<PathBuf>,
    /// Name of the network [default: the file's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// graphml, gml, json: refuse what would be skipped; data without meaning for a network, and nodes without links
    #[arg(long)]
    strict: bool,
    /// Of several links from one node to another, keep the first
    #[arg(long)]
    merge_parallel: bool,
    /// Network file, .toml; its folder is created if missing
    #[arg(long, value_name = "FILE.toml")]
    out: PathBuf,
    /// floogen: write the address ranges as a map for --interface axi4; its folder is created if missing
    #[arg(long, value_name = "FILE.toml")]
    map_out: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `import` (docs/cli.md).
#[derive(Serialize)]
struct ImportedNetwork {
    network: String,
    out: PathBuf,
    nodes: usize,
    /// Where nodes are apart from routers.
    #[serde(skip_serializing_if = "Option::is_none")]
    routers: Option<usize>,
    directed_links: usize,
    routes: &'static str,
    notes: Vec<String>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    network_file::check(&args.out)?;
    let Args { route_file: routes, name, strict, merge_parallel, .. } = args;
    let options = Options { routes: routes.as_deref(), name: name.as_deref(), strict: *strict, merge_parallel: *merge_parallel };
    let read = import::read(args.from, &args.file, options)?;
    let mut notes = read.notes().to_vec();
    let network = Network::new(read);
    let map = args.map_out.as_deref().map(|out| address_map(args, out, &network)).transpose()?;
    let text = network_file::text(&network, None)?;
    let shown = args.out.display().to_string();
    // What is written is read as it will be, and must be the network that the other file has.
    let own = own::parse(&text, &shown)?;
    if own.identity() != network.identity() {
        bail!("{}: cannot be written as a network file that reads the same (please report it)", args.file.display());
    }
    network_file::write(&args.out, text)?;
    if let Some((text, changes)) = map {
        network_file::write(args.map_out.as_deref().unwrap_or(&args.out), text)?;
        notes.extend(changes);
    }
    report(&Network::new(own), notes, args)
}

/// The map file of the address ranges, checked as it will be read, and notes on it.
fn address_map(args: &Args, out: &Path, network: &Network) -> anyhow::Result<(String, Vec<String>)> {
    network_file::check(out)?;
    let Some((text, notes)) = import::address_map(args.from, &args.file)? else {
        bail!("map-out = {} is not allowed; allowed: with --from floogen, whose endpoints have address ranges", out.display());
    };
    address_map::parse(&text, &out.display().to_string(), network, ADDRESS_WIDTH.most as u32)?;
    Ok((text, notes))
}

/// Tells of the network file, and what was to be noted when the other file was read.
fn report(network: &Network, notes: Vec<String>, args: &Args) -> anyhow::Result<Verdict> {
    let own = network.of::<OwnNetwork>().context("a network from a file")?;
    if args.report.json {
        output::json(&ImportedNetwork {
            network: network.to_string(),
            out: args.out.clone(),
            nodes: network.terminals(),
            routers: own.has_terminals().then(|| network.routers()),
            directed_links: network.graph().links(),
            routes: own.route_kind().name(),
            notes,
        })?;
    } else {
        let notes = notes.iter().map(|note| format!("note: {note}\n")).collect::<String>();
        output::text(&(output::facts(&understood(own, network)) + &notes))?;
    }
    Ok(Verdict::Good)
}
