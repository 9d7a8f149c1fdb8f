//! Each mutant in lock step with the model, run by run up to the first that shows it.

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;
use serde::Serialize;
use torusmith_testbench::{Divergence, Error, Observer, RunOptions, RunReport, Testbench};

use crate::cosim::{AloneRun, ReportedProtocol, of_run};
use crate::{interrupt, progress};

/// Where a mutant shows first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Found {
    /// The run: its pattern, and who drove the local ports.
    pub run: String,
    pub rate: Option<f64>,
    pub clock: Option<u64>,
    /// Address of the router.
    pub router: Option<String>,
    pub port: Option<String>,
    pub signal: Option<String>,
    /// In words, what is no difference at a port.
    pub why: Option<String>,
}

/// The runs that are made of every mutant.
pub struct Runs<'a, P> {
    bench: &'a Testbench,
    /// The busiest first: they find most.
    runs: Vec<&'a P>,
    /// Of routers by themselves, behind the first of the others.
    alone: Option<AloneRun>,
    options: &'a RunOptions,
}

impl<'a, P: ReportedProtocol + Sync> Runs<'a, P> {
    pub fn new(bench: &'a Testbench, runs: &'a [P], alone: Option<AloneRun>, options: &'a RunOptions) -> Self {
        let mut runs: Vec<&P> = runs.iter().collect();
        let rate = |run: &P| run.traffic().1.unwrap_or(1.0);
        // Those with fewer clocks than asked for are of random drivers.
        let random = |run: &P| run.cycles().is_some();
        // Of these the one with many resets is the longest.
        runs.sort_by(|a, b| random(b).cmp(&random(a)).then(a.cycles().cmp(&b.cycles())).then(rate(b).total_cmp(&rate(a))));
        Self { bench, runs, alone, options }
    }

    /// Where the router as it is shows a difference, in any of the runs.
    pub fn sound(&self) -> anyhow::Result<Option<Found>> {
        Ok(self.one(0, self.alone, &self.runs)?)
    }

    /// Where mutants show in the run that finds most for its time: the shortest of random drivers; in all of them if there is no such run.
    pub fn soon(&self, mutants: &[u32], threads: usize) -> anyhow::Result<BTreeMap<u32, Found>> {
        self.all(mutants, (None, self.parts().0), threads)
    }

    /// Mutants found by all other runs.
    pub fn late(&self, mutants: &[u32], threads: usize) -> anyhow::Result<BTreeMap<u32, Found>> {
        self.all(mutants, (self.alone, self.parts().1), threads)
    }

    fn parts(&self) -> (&[&'a P], &[&'a P]) {
        let is_random = self.runs.first().is_some_and(|run| run.cycles().is_some());
        self.runs.split_at(if is_random { 1 } else { self.runs.len() })
    }

    fn all(&self, mutants: &[u32], (alone, runs): (Option<AloneRun>, &[&P]), threads: usize) -> anyhow::Result<BTreeMap<u32, Found>> {
        let bar = progress::bar(mutants.len() as u64, "mutants");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let one = |&number: &u32| Ok(self.one(number, alone, runs).inspect(|_| bar.inc(1))?.map(|found| (number, found)));
        let found: Vec<_> = pool.install(|| mutants.par_iter().map(one).collect::<anyhow::Result<_>>())?;
        bar.finish_and_clear();
        Ok(found.into_iter().flatten().collect())
    }

    /// Where an assertion of the design fails: the runs have no model.
    fn asserted(&self, bench: &Testbench, runs: &[&P]) -> Result<Option<Found>, Error> {
        for &run in runs {
            let options = RunOptions { skip_idle: false, ..of_run(run, self.options) };
            match bench.step(run, &options) {
                Ok(_) => {}
                Err(Error::Stopped { clock, message }) => {
                    let found = Found { run: run.name(), rate: run.traffic().1, ..Found::default() };
                    return Ok(Some(Found { clock: Some(clock), why: Some(message), ..found }));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    fn one(&self, number: u32, alone: Option<AloneRun>, runs: &[&P]) -> Result<Option<Found>, Error> {
        let bench = self.bench.mutant(number);
        if !self.bench.design().assertions.is_empty() {
            return self.asserted(&bench, runs);
        }
        if let Some(AloneRun { seed, clocks }) = alone {
            let found = Found { run: "routers by themselves".into(), rate: None, ..Found::default() };
            match bench.alone(seed, clocks, None, &mut Quiet) {
                Ok(report) if report.good() => {}
                Ok(report) => return Ok(Some(found.at(report.first_divergence, report.violations.first().cloned()))),
                Err(Error::Stopped { clock, message }) => return Ok(Some(Found { clock: Some(clock), why: Some(message), ..found })),
                Err(error) => return Err(error),
            }
        }
        for &run in runs {
            let found = Found { run: run.name(), rate: run.traffic().1, ..Found::default() };
            match bench.cosim(run, &of_run(run, self.options), &mut Quiet) {
                Ok(report) if report.good() => {}
                Ok(report) => return Ok(Some(found.by(report))),
                Err(Error::Stopped { clock, message }) => return Ok(Some(Found { clock: Some(clock), why: Some(message), ..found })),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

impl Found {
    fn by<C>(self, report: RunReport<C>) -> Self {
        let why = report.violations.first().cloned().or(report.dead.map(|dead| format!("the network is dead since clock {}", dead.since)));
        self.at(report.first_divergence, why.or(Some("packets are missing".into())))
    }

    fn at(self, divergence: Option<Divergence>, why: Option<String>) -> Self {
        match divergence {
            Some(first) => Self {
                clock: Some(first.clock),
                router: Some(first.address),
                port: Some(first.port_name),
                signal: Some(first.signal),
                ..self
            },
            None => Self { why, ..self },
        }
    }
}

/// `uniform at 0.3, clock 12: router 1,0, port x+: out_vc`.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.run)?;
        self.rate.map_or(Ok(()), |rate| write!(f, " at {rate}"))?;
        self.clock.map_or(Ok(()), |clock| write!(f, ", clock {clock}"))?;
        match (&self.router, &self.port, &self.signal) {
            (Some(router), Some(port), Some(signal)) => write!(f, ": router {router}, port {port}: {signal}"),
            _ => write!(f, ": {}", self.why.as_deref().unwrap_or_default()),
        }
    }
}

/// Watches for Ctrl-C alone.
struct Quiet;

impl Observer for Quiet {
    fn interrupted(&self) -> bool {
        interrupt::raised()
    }
}
