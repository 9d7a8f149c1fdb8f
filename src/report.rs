//! `torusmith report`: all that the other commands find of a network and its router, on one page for a browser.

mod axi4;
mod flags;
mod hardware;
mod made;
mod measured;
mod network;
mod page;
#[cfg(feature = "prove")]
mod proof;

use std::path::{Path, PathBuf};

use anyhow::bail;
use torusmith_design::Target;

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RouterArgs};
use crate::values::{at_least, name_of, within};
use crate::{output, outputs};
pub use flags::Given;
use made::Maker;
use page::Page;

/// Write one HTML page: network, routes, deadlock, latency, throughput and loads
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith report ttn:2,2,1 --out report.html\n  torusmith report torus:8,8 --out report.html --traffic uniform,transpose --area --prove\n  torusmith report torus:4,4 --out report.html --map map.toml\n\nThe page needs no other file. It says which commands made it, and for what is not on it which command would.\nExit code 1 if there is a cycle, a dead network, an open or refuted proof, or a fault that the lock step misses."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// The page, .html
    #[arg(long, value_name = "FILE.html")]
    out: PathBuf,
    /// Traffic patterns, as for simulate
    #[arg(long = "traffic", value_name = "PATTERNS", default_value = "uniform", allow_hyphen_values = true)]
    patterns: String,
    /// Clocks in which each simulation sends packets [default: 20000]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(1u64), allow_hyphen_values = true)]
    cycles: Option<u64>,
    /// Seed of traffic and mutants [default: 1]
    #[arg(long, value_name = "SEED", value_parser = at_least(0u64), allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Add the gates of a router, block by block (needs yosys)
    #[arg(long)]
    area: bool,
    /// Add cells and clock of a router in an FPGA (needs yosys and nextpnr)
    #[arg(long)]
    fpga: bool,
    /// Add the proof of the router (needs yosys)
    #[arg(long)]
    prove: bool,
    /// Add how many of N mutants of the router the lock step finds, 1 to 4096 (needs Verilator and yosys)
    #[arg(long, value_name = "N", value_parser = within(1u32..=4096, ""), allow_hyphen_values = true)]
    mutate: Option<u32>,
    /// Add round trips and beats a clock of this AXI4 map (needs Verilator; docs/axi4_interface.md)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Data bits of a flit, up to 512 [default: 32, or the fewest that hold the header]
    #[arg(long, value_name = "W", value_parser = at_least(1u32), allow_hyphen_values = true)]
    flit_width: Option<u32>,
    /// Target of the Verilog: fpga, asic [default: fpga]
    #[arg(long, value_name = "TARGET", value_parser = name_of::<Target>(), hide_possible_values = true)]
    target: Option<Target>,
    #[command(flatten)]
    router: RouterArgs,
    #[command(flatten)]
    report: ReportArgs,
    /// Flags as given, for the commands that make the page.
    #[arg(skip)]
    pub given: Given,
}

/// The JSON of `report` (docs/cli.md).
#[derive(serde::Serialize)]
struct Written<'a> {
    network: &'a str,
    out: &'a Path,
    bytes: usize,
    good: bool,
    commands: &'a [String],
}

/// Runs the subcommand; `command` is the whole command line, by which flags go on to the commands that know them.
pub fn run(args: &Args, command: &clap::Command) -> anyhow::Result<Verdict> {
    check(&args.out)?;
    let network = args.router.rule.routes.network(args.network.resolve()?)?;
    let maker = Maker::new(command, &args.given)?;
    let mut page = Page::new(&network, env!("CARGO_PKG_VERSION"));
    network::add(&network, &maker, &mut page)?;
    measured::add(args, &network, &maker, &mut page)?;
    axi4::add(args, &maker, &mut page)?;
    hardware::add(args, &maker, &mut page)?;
    page.commands = maker.commands();
    let text = page.text()?;
    outputs::write("out", &args.out, &text)?;
    let (network, good) = (network.to_string(), maker.good());
    let written = Written { network: &network, out: &args.out, bytes: text.len(), good, commands: &page.commands };
    if args.report.json {
        output::json(&written)?
    } else {
        output::text(&format!("{}: {} KB, made by {} commands\n", args.out.display(), text.len().div_ceil(1000), page.commands.len()))?
    }
    Ok(if good { Verdict::Good } else { Verdict::Bad })
}

/// Refuses a page that could not be written, before all is computed.
fn check(out: &Path) -> anyhow::Result<()> {
    if out.extension().is_none_or(|extension| extension != "html") {
        bail!("out = {} is not allowed; allowed: a file that ends in .html", out.display());
    }
    outputs::check_folder("out", out)
}
