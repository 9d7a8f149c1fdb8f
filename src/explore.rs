//! `torusmith explore`: of many designs those that no other one beats in every goal.

mod candidate;
mod figure;
mod plan;
mod report;
mod search;

use std::path::PathBuf;

use crate::exit::Verdict;
use crate::options::ReportArgs;
use crate::outcome::Outcome;
use crate::sweep::folder::Folder;
use crate::values::at_least;
use crate::{outputs, sweep};
use candidate::Candidates;
use plan::Exploration;
use report::Explored;

/// Find the designs that no other one beats: throughput, latency, gates, wires, clock
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith explore plan.toml --out build/explore\n\nPlans: docs/explore.md. Exit code 1 if no design is within the limits. Any number of processes, on any number of machines, may share a folder."
)]
pub struct Args {
    /// The plan, a TOML file: goals, limits, and keys with the names of flags; a list is an axis (docs/explore.md)
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Folder with a file per measurement, and the results: explore.csv, explore.json, explore.svg
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Threads, each with a measurement of its own; results do not depend on the number [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least(1usize), allow_hyphen_values = true)]
    threads: Option<usize>,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the subcommand; `command` is the whole command line, of which the keys of plans are made.
pub fn run(args: &Args, command: &clap::Command) -> anyhow::Result<Verdict> {
    let pool = sweep::pool(args.threads)?;
    let exploration = Exploration::read(&args.plan, command)?;
    exploration.plan.values().for_each(|value| outputs::add_inputs(value.as_ref()));
    let mut candidates = pool.install(|| Candidates::of(&exploration, command))?;
    let folder = Folder::of(&args.out, &candidates.points);
    folder.open()?;
    pool.install(|| search::run(&exploration, &mut candidates, &folder))?;
    let explored = Explored::new(&exploration, &candidates, &folder)?;
    explored.write(&folder.dir)?;
    folder.tidy(&candidates.points);
    explored.print(args.report.json)
}
