//! `torusmith sweep`: the points of a plan, by any number of processes on any number of machines, and their results in one table.

mod array;
mod figures;
pub mod folder;
mod found;
mod merge;
pub mod plan;
pub mod point;
pub mod shard;
mod slurm;
mod status;
pub mod values;

use std::path::PathBuf;

use rayon::ThreadPool;

use crate::exit::Verdict;
use crate::options::ReportArgs;
use crate::values::at_least;
use crate::{output, outputs};
use array::JobArray;
use folder::Folder;
use plan::Plan;
use shard::Shard;
use slurm::SlurmArgs;

/// Run a plan of simulations or lock steps, on one machine or many
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith sweep plan.toml --out build/sweep\n\
                \x20 torusmith sweep plan.toml --out build/sweep --shard 0/8\n\
                \x20 torusmith sweep plan.toml --out build/sweep --merge\n\
                \x20 torusmith sweep plan.toml --out build/sweep --slurm --submit --wait\n\n\
                  Plans: docs/sweeps.md. Exit code 1 if a point failed, found a mismatch or a dead network, or is missing in a merge.")]
pub struct Args {
    /// The plan, a TOML file; its keys are the names of the flags of its command, and a list is an axis (docs/sweeps.md)
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// Folder with a file per point, and the merged results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Simulate share K of N only, K from 0; any number of shards may run at once
    #[arg(long, value_name = "K/N", conflicts_with_all = ["merge", "status", "slurm"], allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Write sweep.csv, sweep.json and figures of the points that are done; if points are missing, list them and write nothing
    #[arg(long, conflicts_with_all = ["status", "slurm"])]
    merge: bool,
    /// Merge even if points are missing
    #[arg(long, requires = "merge")]
    partial: bool,
    /// Print points done, failed and left, and the estimated time
    #[arg(long, conflicts_with = "slurm")]
    status: bool,
    #[command(flatten)]
    slurm: SlurmArgs,
    /// Threads, each with a point of its own; results do not depend on the number [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least(1usize), allow_hyphen_values = true)]
    threads: Option<usize>,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the subcommand; `command` is the whole command line, of which the keys of plans are made.
pub fn run(args: &Args, command: &clap::Command) -> anyhow::Result<Verdict> {
    let pool = pool(args.threads)?;
    let plan = Plan::read(&args.plan, command)?;
    plan.values().for_each(|value| outputs::add_inputs(value.as_ref()));
    let array = JobArray::read(&plan)?;
    let points = pool.install(|| plan.points(command))?;
    let folder = Folder::of(&args.out, &points);
    if args.status {
        folder.check()?;
        status::tell(&status::status(&points, &folder), args.report.json)?;
        return Ok(Verdict::Good);
    }
    if args.merge {
        folder.check()?;
        let study = plan.study(command)?;
        if study.is_some() && args.partial {
            anyhow::bail!("partial is not allowed with a study, whose claims need all points");
        }
        return merge::run(&plan, study, &points, &folder, merge::Options { partial: args.partial, json: args.report.json });
    }
    if args.slurm.asked() {
        return slurm::run(&args.slurm, &array, &plan, &points, &folder, args.report.json);
    }
    folder.open()?;
    let done = pool.install(|| shard::run(&points, &folder, args.shard.unwrap_or_default()))?;
    if args.report.json {
        output::json(&done)?
    } else {
        output::text(&done.text())?
    }
    Ok(if done.good() { Verdict::Good } else { Verdict::Bad })
}

/// Threads of which each has a point.
pub fn pool(threads: Option<usize>) -> anyhow::Result<ThreadPool> {
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)
}
