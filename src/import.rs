//! `torusmith import`: the network of another program's file as a network file.

use std::path::PathBuf;

use anyhow::{Context, bail};
use serde::Serialize;
use torusmith_topology::import::{self, Format};
use torusmith_topology::own::{self, OwnNetwork, understood};
use torusmith_topology::{Network, NetworkSpec};

use crate::exit::Verdict;
use crate::options::ReportArgs;
use crate::values::name_of;
use crate::{network_file, output};

/// A network from the file of another program, checked and written as a network file
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  torusmith import ring.dot --from dot --out ring.toml\n  torusmith import links.csv --from csv --routes routes.csv --out mine.toml\n  torusmith import routing_tables/double_ring_16 --from reconnect --out double_ring.toml"
)]
pub struct Args {
    /// The file; of reconnect, the folder of the routing tables
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its format (docs/own_networks.md)
    #[arg(long, value_name = "FORMAT", value_parser = name_of::<Format>())]
    from: Format,
    /// A file of routes: of connect, its routing file; of others, a CSV file with at, to, port or next, and class [default: the shortest]
    #[arg(long, value_name = "FILE")]
    routes: Option<PathBuf>,
    /// The network's name [default: as the file says, or is called]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The network file, .toml; its folder is made if need be
    #[arg(long, value_name = "FILE.toml")]
    out: PathBuf,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `import` (docs/cli.md).
#[derive(Serialize)]
struct Report {
    network: String,
    out: PathBuf,
    nodes: usize,
    directed_links: usize,
    routes: &'static str,
    notes: Vec<String>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    network_file::check(&args.out)?;
    let network = Network::new(import::read(args.from, &args.file, args.routes.as_deref(), args.name.as_deref())?);
    let text = network_file::text(&network, None)?;
    let shown = args.out.display().to_string();
    // What is written is read as it will be, and must be the network that the other file has.
    let own = own::parse(&text, &shown)?;
    if own.identity() != network.identity() {
        bail!("{}: cannot be written as a network file that reads the same (please report it)", args.file.display());
    }
    network_file::write(&args.out, text)?;
    report(&Network::new(own), args)
}

fn report(network: &Network, args: &Args) -> anyhow::Result<Verdict> {
    let own = network.of::<OwnNetwork>().context("a network from a file")?;
    if args.report.json {
        output::json(&Report {
            network: network.to_string(),
            out: args.out.clone(),
            nodes: network.nodes(),
            directed_links: network.graph().links(),
            routes: own.route_kind().name(),
            notes: own.notes().to_vec(),
        })?;
    } else {
        let notes = own.notes().iter().map(|note| format!("note: {note}\n")).collect::<String>();
        output::text(&(output::facts(&understood(own, network)) + &notes))?;
    }
    Ok(Verdict::Good)
}
