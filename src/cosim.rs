//! `torusmith cosim`: Verilog and model in lock step.

mod asked;
mod axi;
mod axi4;
mod driver;
mod measured;
mod multicast;
mod netlist;
mod packets;
mod plain;
mod record;
mod replay;
mod report;
mod watch;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use torusmith_design::Scope;
use torusmith_papers::figures::Histograms;
use torusmith_sim::routing::for_router;
use torusmith_sim::stats::Latencies;
use torusmith_synthesis::Mapping;
use torusmith_testbench::{Builder, Design, RunOptions, Testbench, check};

use crate::coverage::{CoverageArgs, CoverageFolder};
use crate::exit::Verdict;
use crate::junit::JunitArgs;
use crate::latencies::HistogramArgs;
use crate::options::{ReportArgs, clocks};
use crate::outcome::{Outcome, verdict};
use crate::packets::PacketsArgs;
use crate::shell::{quoted, quoted_path};
use crate::{interrupt, output, progress, temporary};
use asked::NetlistArgs;
pub use asked::{Asked, Job, Prepared};
pub use driver::AloneRun;
pub use measured::Measured;
use packets::CompareArgs;
use replay::ReplayArgs;
use report::LockStepReport;
pub use report::ReportedProtocol;
use watch::Watch;

/// Compare Verilog and model in lock step: every router, every port, every clock
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith cosim ttn:2,2,1 --traffic all --rate 0.03 --cycles 20000 --seed 1\n\
                \x20 torusmith cosim rdt:16 --router multicast --traffic all --rate 0.03 --multicast-share 0.2\n\
                \x20 torusmith cosim torus:4,4 --interface axis --traffic all --rate 0.3\n\
                \x20 torusmith cosim torus:4,4 --interface axi4 --map map.toml --traffic all --rate 0.3\n\
                \x20 torusmith cosim torus:4,4 --netlist ecp5 --rate 0.3 --cycles 2000\n\n\
                  Exit code 1 at the first difference, which is told with clock, router, port and signal.")]
pub struct Args {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    compare: CompareArgs,
    #[command(flatten)]
    netlist: NetlistArgs,
    /// Check the assertions of the design, too (docs/verification.md)
    #[arg(long)]
    sva: bool,
    #[command(flatten)]
    coverage: CoverageArgs,
    #[command(flatten)]
    replay: ReplayArgs,
    /// At a difference, write a waveform of the router and its neighbours: FILE.vcd or FILE.fst
    #[arg(long, value_name = "FILE")]
    wave: Option<PathBuf>,
    /// Print a line per clock for the router with this address
    #[arg(long, value_name = "NODE")]
    trace: Option<String>,
    /// Evaluate idle routers, too
    #[arg(long)]
    no_skip: bool,
    #[command(flatten)]
    packets: PacketsArgs,
    #[command(flatten)]
    histogram: HistogramArgs,
    #[command(flatten)]
    junit: JunitArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    args.junit.errors("cosim", lock_step(args))
}

fn lock_step(args: &Args) -> anyhow::Result<Verdict> {
    // The folders of a generated design and of a netlist go with them.
    let (folder, cells) = (temporary::folder()?, temporary::folder()?);
    let prepared = args.prepared(folder.path())?;
    if let Some(file) = &args.replay.replay {
        let design = &args.mapped(prepared, cells.path())?.design;
        return replay::run(file, design, args.netlist.netlist, args.wave.as_deref(), args.report.json);
    }
    let options = args.options(&prepared, args.asked.engine.threads())?;
    let edited = (!args.compare.packets() && args.asked.may_be_edited(&prepared)).then(|| prepared.design.dir.clone());
    let prepared = args.mapped(prepared, cells.path())?;
    let coverage = args.coverage.open(&prepared.design)?;
    let job = LockStep {
        options,
        netlist: args.netlist.netlist,
        packets: &args.packets,
        histogram: &args.histogram,
        junit: &args.junit,
        json: args.report.json,
        hint: edited.is_some(),
        coverage,
    };
    let network = prepared.network.clone();
    let verdict = if args.compare.packets() { args.asked.each_by_packets(prepared, job) } else { args.asked.each(prepared, job) }?;
    if let (Some(dir), false) = (edited, args.report.json) {
        output::text(&format!("For all other inputs: torusmith prove {} --rtl {}\n", quoted(&network.to_string()), quoted_path(&dir)))?;
    }
    Ok(verdict)
}

impl Args {
    /// What the lock steps measure.
    pub fn measured(&self) -> anyhow::Result<MeasuredRuns> {
        let folder = temporary::folder()?;
        let prepared = self.prepared(folder.path())?;
        let options = self.options(&prepared, self.asked.engine.threads())?;
        self.asked.each(prepared, Measurement { options })
    }

    /// Design and runs of the flags; a design that is not given is written to `folder`.
    fn prepared(&self, folder: &Path) -> anyhow::Result<Prepared> {
        let counted = self.coverage.is_asked();
        let prepared = self.asked.prepare(folder, self.sva || counted && self.asked.takes_assertions())?;
        let mut design = prepared.design.clone();
        // Cases of rules are counted where the design has assertions.
        if self.sva || counted && design.manifest.scope == Scope::Router && !design.manifest.verification.is_empty() {
            design = design.clone().with_assertions(&design)?;
        }
        Ok(prepared.with(if counted { design.with_coverage() } else { design }))
    }

    fn options(&self, prepared: &Prepared, threads: usize) -> anyhow::Result<RunOptions> {
        Ok(RunOptions {
            cycles: prepared.cycles.unwrap_or(u64::MAX),
            threads,
            skip_idle: !self.no_skip,
            trace: self.trace.as_ref().map(|address| prepared.network.parse_address(address)).transpose().context("trace")?,
            wave: self.wave.clone(),
            ..RunOptions::default()
        })
    }

    /// The runs with a netlist in `folder`, if one is asked for.
    fn mapped(&self, prepared: Prepared, folder: &Path) -> anyhow::Result<Prepared> {
        match self.netlist.netlist {
            Some(mapping) => {
                let as_generated = prepared.design.clone();
                let mapped = prepared.mapped(mapping, folder)?;
                let design = mapped.design.clone();
                Ok(if self.sva { mapped.with(design.with_assertions(&as_generated)?) } else { mapped })
            }
            None => Ok(prepared),
        }
    }
}

/// After a lock step that fails.
const HINT: &str =
    "hint: an edit that changes the timing on purpose cannot pass lock step; --compare packets checks what must hold at any timing";

/// A lock step of a trace of more clocks takes minutes, even where no packet moves.
const LONG: u64 = 100_000_000;

/// All runs, one after another, up to the first that is not good.
struct LockStep<'a> {
    options: RunOptions,
    netlist: Option<Mapping>,
    packets: &'a PacketsArgs,
    histogram: &'a HistogramArgs,
    junit: &'a JunitArgs,
    json: bool,
    /// ReportedProtocol of another way to look at Verilog that differs.
    hint: bool,
    /// Where counts of what runs go.
    coverage: Option<CoverageFolder>,
}

impl Job for LockStep<'_> {
    type Output = Verdict;

    fn run<P: ReportedProtocol + Sync>(self, design: &Design, runs: &[P], alone: Option<AloneRun>) -> anyhow::Result<Verdict> {
        let json = self.json;
        let clocks = runs.iter().map(|protocol| longest(protocol, &of_run(protocol, &self.options))).fold(0, u64::saturating_add);
        if clocks > LONG && runs.iter().any(|protocol| protocol.traffic().0.is_trace()) {
            progress::note(format_args!("note: the lock step goes through all of {clocks} clocks, those in which nothing happens too"));
        }
        let mut watch = Watch::new(progress::bar(0, "clocks"), json);
        self.check_files(runs)?;
        watch.list =
            self.packets.create(&design.network, for_router(&design.network, design.routing_options(), design.config)?, design.config)?;
        let (mut report, bench) = lock_steps(design, (runs, alone), &self.options, self.netlist, watch)?;
        report.coverage = self.coverage.map(|folder| folder.add(bench.take_coverage()?, design)).transpose()?;
        if let Some((title, latencies)) = report.latencies().next() {
            self.histogram.draw(&format!("{}, {title}", design.network), &Histograms::of(latencies))?;
        }
        if self.histogram.histogram {
            report.add_histograms();
        }
        let verdict = self.junit.print("cosim", &report, json)?;
        if self.hint && !report.matched {
            progress::note(HINT);
        }
        Ok(verdict)
    }
}

impl LockStep<'_> {
    /// Refuses files of one run next to several.
    fn check_files<P: ReportedProtocol>(&self, runs: &[P]) -> anyhow::Result<()> {
        self.histogram.check()?;
        let count = runs.iter().filter(|run| run.has_latencies()).count();
        for (flag, file) in [("packets", &self.packets.packets), ("histogram-plot", &self.histogram.histogram_plot)] {
            if let Some(file) = file.as_ref().filter(|_| count != 1) {
                bail!("{flag} = {} is not allowed with {count} runs; allowed: one pattern at one rate", file.display());
            }
        }
        Ok(())
    }
}

/// What lock steps measure.
#[derive(Serialize)]
pub struct MeasuredRuns {
    matched: bool,
    /// Pattern, rate, and the cells of [`Measured`].
    pub rows: Vec<Vec<String>>,
    text: String,
}

impl Outcome for MeasuredRuns {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn verdict(&self) -> Verdict {
        verdict(self.matched)
    }
}

/// All runs, for what they measure.
struct Measurement {
    options: RunOptions,
}

impl Job for Measurement {
    type Output = MeasuredRuns;

    fn run<P: ReportedProtocol + Sync>(self, design: &Design, runs: &[P], _: Option<AloneRun>) -> anyhow::Result<MeasuredRuns> {
        let watch = Watch::new(progress::bar(0, "clocks"), true);
        let (report, _) = lock_steps(design, (runs, None), &self.options, None, watch)?;
        Ok(MeasuredRuns { matched: report.matched, rows: report.measured().collect(), text: report.text() })
    }
}

/// The runs, up to the first that is not good, and the test bench that made them.
fn lock_steps<P: ReportedProtocol>(
    design: &Design,
    (runs, alone): (&[P], Option<AloneRun>),
    options: &RunOptions,
    netlist: Option<Mapping>,
    mut watch: Watch,
) -> anyhow::Result<(LockStepReport<P>, Testbench)> {
    let bench = bench(design, runs, options, 1)?;
    let mut report = LockStepReport::new(design, netlist);
    for protocol in runs {
        let options = of_run(protocol, options);
        watch.begins(protocol.name(), longest(protocol, &options));
        let run = bench.cosim(protocol, &options, &mut watch);
        watch.failed()?;
        let latencies: Option<Latencies> = protocol.has_latencies().then(|| watch.ends()).transpose()?;
        report.add(protocol, run?, latencies);
        if !report.matched {
            break;
        }
    }
    if let Some(AloneRun { seed, clocks }) = alone.filter(|_| report.matched) {
        watch.begins("routers by themselves".into(), clocks);
        report.alone(bench.alone(seed, clocks, options.wave.as_deref(), &mut watch)?);
    }
    watch.bar.finish_and_clear();
    Ok((report, bench))
}

/// The design, built for all of its runs so many times, once they are checked.
pub fn bench<P: ReportedProtocol>(design: &Design, runs: &[P], options: &RunOptions, times: u64) -> anyhow::Result<Testbench> {
    runs.iter().try_for_each(|protocol| check(design, protocol, &of_run(protocol, options)))?;
    let all = runs.iter().map(|protocol| longest(protocol, &of_run(protocol, options))).fold(0, u64::saturating_add);
    Ok(opened(design, all.saturating_mul(times))?.with_link_slices(design.link_slices.clone()))
}

/// The options of one of several runs.
pub fn of_run<P: ReportedProtocol>(protocol: &P, options: &RunOptions) -> RunOptions {
    RunOptions { cycles: protocol.cycles().unwrap_or(options.cycles), ..options.clone() }
}

/// Clocks that a run takes, about.
fn longest<P: ReportedProtocol>(protocol: &P, options: &RunOptions) -> u64 {
    clocks(protocol.traffic().0, (options.cycles < u64::MAX).then_some(options.cycles))
}

/// The design, built for so many clocks in all, and loaded.
fn opened(design: &Design, clocks: u64) -> anyhow::Result<Testbench> {
    let builder = Builder::find()?.expecting(clocks).with_notes(|note| progress::note(note));
    interrupt::poll();
    let step = progress::spinner(format!("Verilator builds {} (or it is in the cache)", design.manifest.top));
    let bench = Testbench::of(design.clone(), &builder)?;
    step.finish_and_clear();
    interrupt::check()?;
    Ok(bench)
}
