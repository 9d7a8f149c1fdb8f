//! `torusmith generate`: a network's Verilog into a folder.

use std::path::PathBuf;

use serde::Serialize;

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RtlArgs};
use crate::output;

/// Write a network's router, or the whole network, as Verilog-2001
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith generate ttn:2,2,1 --out build/ttn --flit-width 64 --pipeline 3")]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Folder for rtl/, constraints/, the file list and the manifest; made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    rtl: RtlArgs,
    /// What stands at the local ports: flit (flits and credits), axi (AXI4-Stream, docs/axi_interface.md) [default: flit]
    #[arg(long, value_name = "INTERFACE")]
    interface: Option<String>,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `generate` (docs/cli.md).
#[derive(Serialize)]
struct Report {
    network: String,
    scope: String,
    top: String,
    out: PathBuf,
    files: Vec<String>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.network.resolve()?;
    let mut options = args.rtl.generator()?;
    if let Some(interface) = &args.interface {
        options.interface = interface.parse()?;
    }
    let design = torusmith_generator::generate(&network, &options)?;
    design.write(&args.out)?;
    let files = design.files.into_iter().map(|(path, _)| path).collect();
    let report = Report { network: network.to_string(), scope: options.scope.to_string(), top: design.top, out: args.out.clone(), files };
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&report))?
    }
    Ok(Verdict::Good)
}

fn human(report: &Report) -> String {
    let mut text = format!("{}: module {} in {}\n", report.network, report.top, report.out.display());
    for file in &report.files {
        text += &format!("  {file}\n");
    }
    text
}
