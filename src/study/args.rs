//! Flags of `study`, and what all studies do with them.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rayon::ThreadPool;
use serde::Serialize;
use torusmith_design::Ties;
use torusmith_design::ranges::MODEL_BUFFER_DEPTH;
use torusmith_papers::cache::Cache;
use torusmith_papers::files::{self, Files};
use torusmith_papers::options::{Options, Routes};
use torusmith_papers::{Error, Work};

use super::watch::Watch;
use crate::exit::Verdict;
use crate::options::{EngineArgs, ReportArgs};
use crate::values::{at_least, in_range, name_of, within};
use crate::{output, outputs, progress};

/// Reproduce tables and figures of a paper on the model
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith study htn-selection --seed-count 3 --out build/study\n  torusmith study rdt --out build/study\n  torusmith study ttn-dynamic --quick\n  torusmith study ttn-static\n\nA study that was interrupted goes on where it was: what was simulated is in the cache.\n\nExit code 1 if a network is dead; a claim of the paper that does not hold is a result."
)]
pub struct Args {
    /// htn-selection: Table I of the HTN paper, link and channel selection against dimension order; rdt: the RDT paper's tables I, II, III, V, VI and figures 9 to 11, RDT against tori and hypercube; ttn-dynamic: figures 7 to 13 of the TTN paper, TTN against mesh, torus, TESH and MH3DT; sttn-dynamic, mtn-dynamic: STTN and MTN beside the TTN in the same way; without simulation ttn-static: the TTN paper's Table 1; sttn-static: the STTN paper's figures 4 to 7 and Table 1; mtn-static: the MTN paper's tables 1 to 3
    #[arg(value_name = "STUDY", hide_possible_values = true)]
    pub study: Study,
    /// Folder for the CSV, the JSON and the figures
    #[arg(long, value_name = "DIR", default_value = "build/study")]
    out: PathBuf,
    /// Seeds 1 to N, 1 to 31 [default: htn-selection 5, others 3]
    #[arg(long, value_name = "N", value_parser = within(1..=31usize, ""), allow_hyphen_values = true)]
    seed_count: Option<usize>,
    /// Flits in the buffer of an input VC, 1 to 64; the papers do not state it [default: 4]
    #[arg(long, value_name = "D", value_parser = in_range::<usize>(MODEL_BUFFER_DEPTH), allow_hyphen_values = true)]
    buffer_depth: Option<usize>,
    /// Clocks in which packets are sent; the first tenth is not measured [default: rdt 10000, others 20000]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(0u64), allow_hyphen_values = true)]
    cycles: Option<u64>,
    /// rdt and dynamic studies: networks of 256 nodes instead of 4096
    #[arg(long)]
    pub quick: bool,
    /// HTN selection and dynamic studies: tie-break between the two equally long directions of a ring, plus (the papers' text) or balanced
    #[arg(long, value_name = "WAY", value_parser = name_of::<Ties>(), hide_possible_values = true)]
    pub ties: Option<Ties>,
    /// Dynamic studies: papers (the papers' routing algorithms and VC rules, with --ties), chosen (the defaults of torusmith, docs/routing.md)
    #[arg(long, value_name = "WHOSE", value_parser = name_of::<Routes>(), hide_possible_values = true)]
    pub route_set: Option<Routes>,
    /// Cache of simulated points [default: $TORUSMITH_CACHE, else $XDG_CACHE_HOME/torusmith, else ~/.cache/torusmith]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Run nothing: write the study as a plan for `torusmith sweep` (docs/sweeps.md)
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The studies.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Study {
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
    /// Section 5 of the TTN paper
    TtnDynamic,
    /// Section 5 of the TTN paper, for the STTN
    SttnDynamic,
    /// Section 5 of the TTN paper, for the MTN
    MtnDynamic,
}

impl Study {
    /// As on the command line.
    pub fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }
}

/// Data that a study starts with.
pub struct Prepared {
    pub options: Options,
    pub pool: ThreadPool,
    pub cache: Cache,
}

impl Args {
    /// Settings and threads, checked, the output folder too.
    pub fn prepare(&self, default: Options, check: fn(&Options) -> Result<(), Error>) -> anyhow::Result<Prepared> {
        Ok(Prepared { options: self.options(default, check)?, pool: self.pool()?, cache: self.cache()? })
    }

    /// Settings, checked.
    pub fn options(&self, default: Options, check: fn(&Options) -> Result<(), Error>) -> Result<Options, Error> {
        let options = Options {
            seeds: self.seed_count.unwrap_or(default.seeds),
            buffer_depth: self.buffer_depth.unwrap_or(default.buffer_depth),
            cycles: self.cycles.unwrap_or(default.cycles),
            ties: self.ties.unwrap_or(default.ties),
            routes: self.route_set.unwrap_or(default.routes),
            engine: self.engine.engine(),
        };
        check(&options)?;
        Ok(options)
    }

    /// The study with a folder that holds its points, and takes its files.
    pub fn within(mut self, folder: &Path, json: bool) -> Self {
        self.out = folder.to_owned();
        self.cache = Some(folder.to_owned());
        self.report.json = json;
        self
    }

    /// The threads, and the output folder checked.
    pub fn pool(&self) -> anyhow::Result<ThreadPool> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.engine.threads()).build()?;
        files::check(&self.out)?;
        Ok(pool)
    }

    /// The cache: in the folder that is asked for, else in the user's; where that one cannot be written, the study does without.
    fn cache(&self) -> Result<Cache, Error> {
        if let Some(asked) = self.cache.clone().or_else(torusmith_host::asked_folder) {
            return Cache::open(&asked);
        }
        Ok(torusmith_host::own_folder().map_or_else(Cache::none, |own| {
            Cache::open(&own).unwrap_or_else(|e| {
                progress::note(format_args!("torusmith: {e}; going on without a cache (--cache DIR names another folder)"));
                Cache::none()
            })
        }))
    }

    /// Runs the work on the threads, under a bar.
    pub fn watched<T: Send>(
        &self,
        pool: &ThreadPool,
        cache: &Cache,
        run: impl FnOnce(&Work) -> Result<T, Error> + Send,
    ) -> anyhow::Result<T> {
        let watch = Watch::new(cache);
        let found = pool.install(|| run(&Work { cache, progress: &|progress| watch.told(progress) }));
        watch.end();
        if let Some(e) = cache.failed() {
            progress::note(format_args!("torusmith: cache folder: not all points could be kept: {e}"));
        }
        if cache.recalled() > 0 {
            progress::note(format_args!("torusmith: {} points simulated, {} from the cache", cache.simulated(), cache.recalled()));
        }
        Ok(found?)
    }

    /// Writes the files and prints the report.
    pub fn finish(
        &self,
        report: &impl Serialize,
        files: &Files,
        human: impl FnOnce(&Path) -> String,
        dead: usize,
    ) -> anyhow::Result<Verdict> {
        outputs::refuse_inputs(&self.out, files)?;
        files::write(&self.out, files)?;
        if self.report.json {
            output::json(report)?
        } else {
            output::text(&human(&self.out))?
        }
        Ok(if dead > 0 { Verdict::Bad } else { Verdict::Good })
    }
}
