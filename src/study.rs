//! `torusmith study`: tables and figures of a paper, computed or run again on the golden model.

mod htn_selection;
mod rdt;
mod statics;
mod table;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rayon::ThreadPool;
use serde::Serialize;
use torusmith_study::estimate::Estimate;
use torusmith_study::files::{self, Files};
use torusmith_study::options::Options;
use torusmith_study::{Error, Progress};

use crate::exit::Verdict;
use crate::options::{EngineArgs, ReportArgs, whole};
use crate::{output, progress};

/// Tables and figures of a paper, run again on the model: estimates over several seeds beside the paper's figures
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith study htn-selection --seeds 3 --out build/study\n  torusmith study rdt --out build/study\n  torusmith study ttn-static\n\nExit code 1 if a network is dead; a claim of the paper that does not hold is a result."
)]
pub struct Args {
    /// htn-selection: Table I of the HTN paper, link and channel selection against dimension order; rdt: the RDT paper's tables I, II, III, V, VI and figures 9 to 11, RDT against tori and hypercube; without simulation ttn-static: the TTN paper's Table 1; sttn-static: the STTN paper's figures 4 to 7 and Table 1; mtn-static: the MTN paper's tables 1 to 3
    #[arg(value_name = "STUDY", hide_possible_values = true)]
    study: Study,
    /// Folder for the CSV, the JSON and the figures
    #[arg(long, value_name = "DIR", default_value = "build/study")]
    out: PathBuf,
    /// Seeds 1 to N, 1..31 [default: htn-selection 5, rdt 3]
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_hyphen_values = true)]
    seeds: Option<usize>,
    /// Flits an input VC's buffer holds, 1..64; the papers do not state it [default: 4]
    #[arg(long, value_name = "D", value_parser = whole::<usize>, allow_hyphen_values = true)]
    buffer_depth: Option<usize>,
    /// Clocks in which packets are sent; the first tenth does not count [default: htn-selection 20000, rdt 10000]
    #[arg(long, value_name = "CLOCKS", value_parser = whole::<u64>, allow_hyphen_values = true)]
    cycles: Option<u64>,
    /// rdt: networks of 256 nodes in place of 4096, for a quick look
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The studies.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Study {
    /// Table I of the HTN paper
    HtnSelection,
    /// Section IV of the RDT paper
    Rdt,
    /// Table 1 of the TTN paper
    TtnStatic,
    /// Figures 4 to 7 and Table 1 of the STTN paper
    SttnStatic,
    /// Tables 1 to 3 of the MTN paper
    MtnStatic,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    match args.study {
        Study::HtnSelection => htn_selection::run(args),
        Study::Rdt => rdt::run(args),
        Study::TtnStatic => statics::run(args, statics::Study::Ttn, "ttn-static"),
        Study::SttnStatic => statics::run(args, statics::Study::Sttn, "sttn-static"),
        Study::MtnStatic => statics::run(args, statics::Study::Mtn, "mtn-static"),
    }
}

/// What a study starts with.
struct Prepared {
    options: Options,
    pool: ThreadPool,
}

impl Args {
    /// Settings and threads, checked, the output folder too.
    fn prepare(&self, default: Options, check: fn(&Options) -> Result<(), Error>) -> anyhow::Result<Prepared> {
        let options = Options {
            seeds: self.seeds.unwrap_or(default.seeds),
            buffer_depth: self.buffer_depth.unwrap_or(default.buffer_depth),
            cycles: self.cycles.unwrap_or(default.cycles),
            engine: self.engine.engine()?,
        };
        check(&options)?;
        Ok(Prepared { options, pool: self.pool()? })
    }

    /// The threads, and the output folder checked.
    fn pool(&self) -> anyhow::Result<ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.engine.threads()?).build()?;
        files::check(&self.out)?;
        Ok(pool)
    }

    /// Refuses what only a study that simulates has.
    fn no_simulation(&self, study: &str) -> anyhow::Result<()> {
        let given = [
            ("seeds", self.seeds.map(|seeds| seeds.to_string())),
            ("buffer-depth", self.buffer_depth.map(|depth| depth.to_string())),
            ("cycles", self.cycles.map(|cycles| cycles.to_string())),
            ("quick", self.quick.then(|| "true".to_owned())),
        ];
        match given.into_iter().find_map(|(flag, value)| Some((flag, value?))) {
            Some((flag, value)) => anyhow::bail!("{flag} = {value} is not allowed with {study}, which simulates nothing"),
            None => Ok(()),
        }
    }

    /// Runs the work on the threads, under a bar.
    fn watched<T: Send>(
        &self,
        pool: &ThreadPool,
        work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> Result<T, Error> + Send,
    ) -> anyhow::Result<T> {
        let bar = progress::bar(0, "steps");
        let told = |told| match told {
            Progress::Stage(name, steps) => {
                bar.reset();
                bar.set_length(steps);
                bar.set_prefix(name);
            }
            Progress::Step => bar.inc(1),
        };
        let found = pool.install(|| work(&told));
        bar.finish_and_clear();
        Ok(found?)
    }

    /// Writes the files and prints the report.
    fn finish(&self, report: &impl Serialize, files: &Files, human: impl FnOnce(&Path) -> String, dead: usize) -> anyhow::Result<Verdict> {
        files::write(&self.out, files)?;
        if self.report.json {
            output::json(report)?
        } else {
            output::text(&human(&self.out))?
        }
        Ok(if dead > 0 { Verdict::Bad } else { Verdict::Good })
    }
}

fn with_width(estimate: &Estimate, decimals: usize) -> String {
    let mean = format!("{:.decimals$}", estimate.mean);
    estimate.half_width.map_or(mean.clone(), |half_width| format!("{mean} ±{half_width:.decimals$}"))
}
