//! `torusmith asic`: area and clock of a router in the cells of a Liberty file.

mod preset;
mod result;
pub mod sized;
pub mod wires;

use std::time::Duration;

use anyhow::Context;
use strum::{Display, EnumString, VariantNames};
use torusmith_asic::{Library, OpenSta};

use crate::exit::Verdict;
use crate::options::{CacheArgs, NetworkArgs, NodeArgs, ReportArgs, RtlArgs};
use crate::outcome::Outcome;
use crate::values::name_of;
use crate::{area, progress};

use result::{AsicResult, Check};
use sized::{CellArgs, Measured, Sized, generated};
use wires::round;

/// Measure area and clock of a router in standard cells, block by block, with any Liberty file
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  torusmith asic torus:4,4 --vcs 2 --library osu018\n  torusmith asic torus:4,4 --liberty cells.lib --wire-pf-per-mm 0.2 --link-mm 1\n  torusmith asic torus:4,4 --library osu018 --check opensta\n\nTakes about a minute for a router of 5 ports and 2 VCs; yosys' result is in the cache."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    cells: CellArgs,
    /// Check the timing between registers with another program: opensta; exit code 1 if the two differ by more than 1 %
    #[arg(long, value_name = "PROGRAM", value_parser = name_of::<Checker>(), hide_possible_values = true)]
    check: Option<Checker>,
    #[command(flatten)]
    node: NodeArgs,
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Programs that check the timing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
enum Checker {
    Opensta,
}

/// How long OpenSTA may take: the version of 2019 never ends on some netlists.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    measure(args)?.print(args.report.json)
}

impl Args {
    /// Area and clock.
    pub fn measure(&self) -> anyhow::Result<AsicResult> {
        measure(self)
    }

    /// Hashes of the Verilog and of the cells.
    pub fn hashes(&self) -> anyhow::Result<[String; 2]> {
        let network = self.rtl.router.rule.routes.network(self.network.resolve()?)?;
        Ok([area::verilog(&generated(&network, &self.rtl)?), self.cells.sha256()?])
    }
}

fn measure(args: &Args) -> anyhow::Result<AsicResult> {
    let cells = args.cells.open()?;
    let network = args.rtl.router.rule.routes.network(args.network.resolve()?)?;
    let node = args.node.resolve(&network)?;
    let measured = Measured::new(network, &args.rtl, node, "asic")?;
    let checker = args.check.map(|_| OpenSta::find(LIMIT).context("asic --check opensta needs OpenSTA")).transpose()?;
    let network = measured.network.to_string();
    let spinner = progress::spinner(format!("{network}: yosys"));
    let sized = measured.size(&cells.library, &args.cells, &args.cache, &spinner)?;
    let check = match checker {
        Some(opensta) => {
            spinner.set_message(format!("{network}: OpenSTA"));
            Some(check(&opensta, &sized, &cells.library)?)
        }
        None => None,
    };
    spinner.finish_and_clear();
    Ok(AsicResult::new(sized, &cells.library, check))
}

fn check(opensta: &OpenSta, sized: &Sized, library: &Library) -> anyhow::Result<Check> {
    let theirs = opensta.register_period(&sized.netlist, library, &sized.conditions, &sized.timing)?;
    let difference_percent = round(100.0 * (sized.timing.register_period - theirs) / theirs, 3);
    Ok(Check { program: "OpenSTA", register_period_ns: round(theirs, 4), difference_percent })
}
