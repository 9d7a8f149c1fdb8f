//! `torusmith mutate`: how many small faults of a router the lock step finds.

mod decide;
mod report;
mod runs;

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use torusmith_design::Scope;
use torusmith_prover::mutants::Decision;
use torusmith_synthesis::{Cache, Mutant, Mutants, Yosys, mutants};
use torusmith_testbench::{Design, RunOptions};

use crate::cosim::{AloneRun, Asked, Job, ReportedProtocol, bench};
use crate::exit::{Mismatch, Verdict};
use crate::junit::JunitArgs;
use crate::options::ReportArgs;
use crate::values::{not_allowed, within};
use crate::{interrupt, progress, temporary};
use decide::Proof;
pub use report::{MutationReport, Row};
use runs::{Found, Runs};

/// The highest seed that yosys takes.
const MOST_SEED: u32 = i32::MAX as u32;

/// Count the mutants of a router that the lock step finds
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith mutate torus:4,4 --vcs 2 --count 50 --rate 0.3 --cycles 5000\n\nyosys puts the faults into the flattened router, and each is run in lock step \
                  as cosim runs the router, up to the first difference.\nThe proof of the whole router (see prove) decides what a fault that is not found is.\nExit code 1 if one is not found that changes what the router does."
)]
pub struct Args {
    #[command(flatten)]
    asked: Asked,
    /// Mutants, 1 to 4096; --seed selects them, and the packets
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = within(1u32..=4096, ""), allow_hyphen_values = true)]
    count: u32,
    /// Run single mutants, by their numbers
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = within(1u32..=4096, ""))]
    only: Vec<u32>,
    /// Count the mutants that the assertions of the design find, without the model (docs/verification.md)
    #[arg(long)]
    sva: bool,
    /// Leave mutants that the lock step does not find undecided
    #[arg(long)]
    no_proof: bool,
    #[command(flatten)]
    junit: JunitArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let mutants = args.junit.errors("mutate", args.mutate())?;
    args.junit.print("mutate", &mutants, args.report.json)
}

impl Args {
    /// Makes the mutants, runs them and decides those that are not found.
    pub fn mutate(&self) -> anyhow::Result<MutationReport> {
        mutate(self)
    }
}

fn mutate(args: &Args) -> anyhow::Result<MutationReport> {
    let (generated, mutated) = (temporary::folder()?, temporary::folder()?);
    let prepared = args.asked.prepare(generated.path(), args.sva)?;
    let design = &prepared.design;
    if design.manifest.scope == Scope::Network {
        bail!(not_allowed("scope", "network", "router with mutate"));
    }
    let cycles = prepared.cycles.unwrap_or(u64::MAX);
    let seed = args.asked.seed();
    let Some(seed) = u32::try_from(seed).ok().filter(|&seed| seed <= MOST_SEED) else {
        bail!(not_allowed("seed", seed, format!("0 to {MOST_SEED}")))
    };
    let yosys = Yosys::find().context("mutate needs yosys")?;
    let step = progress::spinner(format!("yosys mutates {} (or it is in the cache)", design.manifest.top));
    let mut mutants = mutants(&yosys, &Cache::of_the_user(), &design.sources, &design.manifest.top, args.count, seed)?;
    step.finish_and_clear();
    interrupt::check()?;
    if let Some(missing) = args.only.iter().find(|&&number| number as usize > mutants.all.len()) {
        bail!(not_allowed("only", missing, format!("1 to {}, the mutants that there are with --count {}", mutants.all.len(), args.count)));
    }
    mutants.all.retain(|mutant| args.only.is_empty() || args.only.contains(&mutant.number));
    let sound = design.clone();
    let mut design = design.of_other_sources(mutated.path(), &[("mutants.v", &mutants.verilog)])?;
    if args.sva {
        design = design.with_assertions(&sound)?;
    }
    // The runs are what is shared out.
    let options = RunOptions { cycles, threads: 1, ..RunOptions::default() };
    let job = Mutate { mutants, options, threads: args.asked.engine.threads(), sound, proof: !args.no_proof, yosys };
    args.asked.each(prepared.with(design), job)
}

struct Mutate {
    mutants: Mutants,
    options: RunOptions,
    threads: usize,
    /// The router as it is.
    sound: Design,
    proof: bool,
    yosys: Yosys,
}

impl Job for Mutate {
    type Output = MutationReport;

    fn run<P: ReportedProtocol + Sync>(self, design: &Design, runs: &[P], alone: Option<AloneRun>) -> anyhow::Result<MutationReport> {
        let Self { mutants: Mutants { all, .. }, options, threads, sound, proof, yosys } = self;
        // Those that are found end soon; a quarter is taken to be run to the end.
        let bench = bench(design, runs, &options, 1 + all.len() as u64 / 4)?;
        let runs = Runs::new(&bench, runs, alone, &options);
        if let Some(found) = runs.sound()? {
            bail!(Mismatch(format!("the router differs from the model without a mutant: {found}")));
        }
        // The first run finds most. Of what it does not find most is equivalent, which no run shows: others are made of the rest.
        let mut found: BTreeMap<u32, Found> = runs.soon(&all.iter().map(|mutant| mutant.number).collect::<Vec<_>>(), threads)?;
        let left: Vec<&Mutant> = all.iter().filter(|mutant| !found.contains_key(&mutant.number)).collect();
        let numbers: Vec<u32> = left.iter().map(|mutant| mutant.number).collect();
        let mut proof = if proof && !left.is_empty() { Proof::new(&sound, &left, &yosys)? } else { Proof::Not("--no-proof".into()) };
        let others = proof.not_equivalent(&numbers)?;
        found.extend(runs.late(&others, threads)?);
        let numbers: Vec<u32> = numbers.into_iter().filter(|number| !found.contains_key(number)).collect();
        let mut decisions: BTreeMap<u32, Decision> = numbers.iter().copied().zip(proof.decide(&numbers)?).collect();
        let row = |mutant: Mutant| {
            let number = &mutant.number;
            Row { found: found.remove(number), decision: decisions.remove(number), mutant }
        };
        let rows = all.into_iter().map(row).collect();
        let reason = proof.reason().filter(|_| !numbers.is_empty());
        Ok(MutationReport::new(design, yosys.version, proof.heads(), reason, rows))
    }
}
