//! `torusmith cosim`: Verilog and model in lock step.

use std::path::PathBuf;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use serde::Serialize;
use torusmith_generator::{Interface, Options};
use torusmith_sim::routing::for_network;
use torusmith_sim::traffic::{Traffic, TrafficOptions};
use torusmith_testbench::{Builder, CosimOptions, Design, Observer, RunOptions, RunReport, Testbench};
use torusmith_topology::Network;

use crate::axi_cosim::{self, AxiArgs};
use crate::exit::Verdict;
use crate::multicast_cosim;
use crate::options::{EngineArgs, MulticastArgs, NetworkArgs, ReportArgs, RtlArgs, TrafficArgs};
use crate::{interrupt, output, progress};

/// Verilog and model in lock step: every router, every port, every clock
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  torusmith cosim ttn:2,2,1 --traffic all --rate 0.03 --cycles 20000 --seed 1\n\
                \x20 torusmith cosim rdt:16 --router multicast --traffic all --rate 0.03 --multicast-share 0.2\n\
                \x20 torusmith cosim torus:4,4 --interface axi --traffic all --rate 0.3\n\n\
                  Exit code 1 at the first difference, which is told with clock, router, port and signal.")]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Folder that `torusmith generate` wrote, edited or not; else the router is generated as the flags say
    #[arg(long, value_name = "DIR")]
    rtl: Option<PathBuf>,
    #[command(flatten)]
    pub traffic: TrafficArgs,
    #[command(flatten)]
    pub multicast: MulticastArgs,
    #[command(flatten)]
    pub axi: AxiArgs,
    #[command(flatten)]
    design: RtlArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// At a difference, write a waveform of that router and its neighbours: FILE.vcd or FILE.fst
    #[arg(long, value_name = "FILE")]
    wave: Option<PathBuf>,
    /// Print a line a clock on the router with this address
    #[arg(long, value_name = "NODE")]
    trace: Option<String>,
    /// Evaluate every router in every clock, also those that cannot change
    #[arg(long)]
    no_skip: bool,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// The JSON of `cosim` (docs/cli.md).
#[derive(Serialize)]
struct Report {
    #[serde(rename = "match")]
    matched: bool,
    mismatches: u64,
    network: String,
    scope: &'static str,
    engine: String,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    rate: f64,
    #[serde(flatten)]
    run: RunReport,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.network.resolve()?;
    let traffic = args.traffic.resolve()?;
    let (multicast, axi) = match &args.rtl {
        Some(dir) => {
            let design = Design::open(dir)?;
            args.axi.agree_with(&design, dir)?;
            (design.multicast.is_some(), design.axi)
        }
        None => (args.design.kind.is_multicast()?, args.axi.is_axi()?),
    };
    if !multicast {
        args.multicast.none()?;
    }
    if !axi {
        args.axi.none()?;
    } else if multicast {
        bail!("interface = axi is not allowed with router multicast; allowed: flit");
    }
    let options = CosimOptions {
        engine: args.engine.engine(),
        run: RunOptions {
            cycles: args.traffic.cycles,
            threads: args.engine.threads(),
            skip_idle: !args.no_skip,
            trace: args.trace.as_ref().map(|address| network.parse_address(address)).transpose().context("trace")?,
            ..RunOptions::default()
        },
        wave: args.wave.clone(),
        ..CosimOptions::default()
    };
    if options.run.cycles == 0 {
        bail!("cycles = 0 is not allowed; allowed: 1 and more");
    }
    let generated = generated(args, &network)?;
    let dir = args.rtl.as_deref().unwrap_or(generated.path());
    let design = Design::open(dir)?;
    if design.network != network {
        bail!("{}: has {} ({}), not {network} ({})", dir.display(), design.network, design.network.slug(), network.slug());
    }
    if multicast {
        return multicast_cosim::run(args, &design, &traffic, options);
    }
    if axi {
        return axi_cosim::run(args, &design, traffic, options);
    }
    check(&design, &traffic)?;
    let bench = opened(&design, options.run.cycles, traffic.len())?;
    let report = runs(&bench, &traffic, &options, args.report.json)?;
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&report))?
    }
    Ok(if report.matched { Verdict::Good } else { Verdict::Bad })
}

/// The design, built for so many runs of so many clocks, and loaded.
pub fn opened(design: &Design, clocks: u64, runs: usize) -> anyhow::Result<Testbench> {
    let builder = Builder::find()?.expecting(clocks.saturating_mul(runs as u64));
    interrupt::poll();
    let step = progress::spinner(format!("Verilator builds {} (or it is in the cache)", design.top));
    let bench = Testbench::open(&design.dir, &builder)?;
    step.finish_and_clear();
    interrupt::check()?;
    Ok(bench)
}

/// The design that the flags ask for, in a folder that goes with the value; empty when there is one already.
fn generated(args: &Args, network: &Network) -> anyhow::Result<tempfile::TempDir> {
    let dir = tempfile::Builder::new().prefix("torusmith-").tempdir().context("temporary folder")?;
    match &args.rtl {
        Some(given) => args.design.agree_with(&Design::open(given)?, given)?,
        None => {
            let interface = if args.axi.is_axi()? { Interface::Axi } else { Interface::Flit };
            let options = Options { interface, ..args.design.generator()? };
            torusmith_generator::generate(network, &options)?.write(dir.path())?
        }
    }
    Ok(dir)
}

/// Refuses traffic that the network cannot have, before anything is built.
fn check(design: &Design, traffic: &[TrafficOptions]) -> anyhow::Result<()> {
    let routing = for_network(&design.network, design.routing_options(), design.config.vcs)?;
    for options in traffic {
        Traffic::new(&design.network, routing.clone(), options)?;
    }
    Ok(())
}

/// One run after another, up to the first that is not good.
fn runs(bench: &Testbench, traffic: &[TrafficOptions], options: &CosimOptions, json: bool) -> anyhow::Result<Report> {
    let mut observer = Watch { bar: progress::bar(options.run.cycles, "clocks"), json, cycles: options.run.cycles };
    let mut report =
        Report { matched: true, mismatches: 0, network: String::new(), scope: "", engine: options.engine.to_string(), runs: Vec::new() };
    for TrafficOptions { pattern, rate, lengths, seed } in traffic {
        let options = CosimOptions { traffic: vec![*pattern], rate: *rate, lengths: lengths.clone(), seed: *seed, ..options.clone() };
        let found = bench.cosim(&options, &mut observer)?;
        (report.network, report.scope) = (found.network, found.scope);
        report.matched &= found.matched;
        report.mismatches += found.mismatches;
        report.runs.extend(found.runs.into_iter().map(|run| Run { rate: *rate, run: RunReport { pattern: pattern.name().into(), ..run } }));
        if !report.matched {
            break;
        }
    }
    observer.bar.finish_and_clear();
    Ok(report)
}

/// Progress, trace, and Ctrl-C.
pub struct Watch {
    pub bar: ProgressBar,
    pub json: bool,
    pub cycles: u64,
}

impl Observer for Watch {
    fn run(&mut self, _index: usize, pattern: &str) {
        self.bar.set_prefix(pattern.to_owned());
        self.bar.reset();
    }

    fn progress(&mut self, clock: u64) {
        self.bar.set_position(clock.min(self.cycles));
    }

    /// Among the report's text, or beside its JSON.
    fn trace(&mut self, line: &str) {
        self.bar.suspend(|| if self.json { eprintln!("{line}") } else { _ = output::text(&format!("{line}\n")) });
    }

    fn interrupted(&self) -> bool {
        interrupt::raised()
    }
}

fn human(report: &Report) -> String {
    let header = ["pattern", "rate", "clocks", "drain", "routers", "ports compared", "injected", "delivered", "queued", "mismatches", ""];
    let rows = report.runs.iter().map(|Run { rate, run }| {
        let verdict = if run.good() { "match" } else { "DIFFERS" };
        let verdict = if run.dead.is_some() { "DEAD" } else { verdict };
        let numbers = [
            run.cycles,
            run.drain_cycles,
            run.routers as u64,
            run.comparisons,
            run.packets_injected,
            run.packets_delivered,
            run.packets_queued,
            run.mismatches,
        ];
        [run.pattern.clone(), rate.to_string()].into_iter().chain(numbers.map(|n| n.to_string())).chain([verdict.to_owned()]).collect()
    });
    let mut text = output::table(&header, rows);
    for Run { run, .. } in &report.runs {
        if let Some(first) = &run.first_divergence {
            text += &format!("{}, first difference:\n{first}\n", run.pattern);
        }
        run.violations.iter().for_each(|violation| text += &format!("{}: {violation}\n", run.pattern));
        if let Some(dead) = &run.dead {
            text += &format!("{}: network dead, {} packets in it, nothing moved since clock {}\n", run.pattern, dead.packets, dead.since);
            dead.waiting.iter().for_each(|line| text += &format!("  {line}\n"));
        }
    }
    if report.matched {
        let compared: u64 = report.runs.iter().map(|run| run.run.comparisons).sum();
        text += &format!("{} ({}): Verilog and model agree at {compared} ports and clocks.\n", report.network, report.scope);
    }
    text
}
