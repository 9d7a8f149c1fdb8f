//! `torusmith cosim`: Verilog and model in lock step.

mod axi;
mod multicast;
mod plain;
mod report;

use std::path::PathBuf;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use torusmith_generator::{Interface, Options};
use torusmith_testbench::{Builder, Design, Kind, Observer, RunOptions, Scope, Testbench, check};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::options::{EngineArgs, MulticastArgs, NetworkArgs, ReportArgs, RtlArgs, TrafficArgs, clocks};
use crate::{interrupt, output, progress};
use axi::AxiArgs;
use report::{Report, Told};

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
    traffic: TrafficArgs,
    #[command(flatten)]
    multicast: MulticastArgs,
    #[command(flatten)]
    axi: AxiArgs,
    #[command(flatten)]
    design: RtlArgs,
    #[command(flatten)]
    engine: EngineArgs,
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
    report: ReportArgs,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let network = args.design.router.rule.routes.network(args.network.resolve()?)?;
    let traffic = args.traffic.resolve(&network)?;
    let cycles = args.traffic.cycles(&traffic);
    let given = args.rtl.as_deref().map(Design::open).transpose()?;
    let kind = args.kind(given.as_ref())?;
    let engine = args.engine.engine();
    let options = RunOptions {
        cycles: cycles.unwrap_or(u64::MAX),
        threads: args.engine.threads(),
        skip_idle: !args.no_skip,
        trace: args.trace.as_ref().map(|address| network.parse_address(address)).transpose().context("trace")?,
        wave: args.wave.clone(),
        ..RunOptions::default()
    };
    if options.cycles == 0 {
        bail!("cycles = 0 is not allowed; allowed: 1 and more");
    }
    // The folder of a generated design goes with it.
    let folder = tempfile::Builder::new().prefix("torusmith-").tempdir().context("temporary folder")?;
    let design = match given {
        Some(design) => {
            args.design.agree_with(&design, &design.dir)?;
            design
        }
        None => {
            let interface = if kind == Kind::Axi { Interface::Axi } else { Interface::Flit };
            let options = Options { interface, ..args.design.without_links(&network)? };
            torusmith_generator::generate(&network, &options)?.write(folder.path())?;
            Design::open(folder.path())?
        }
    };
    agree(&design, &network)?;
    // Those of a network are its own.
    let slices = if design.scope == Scope::Router { args.design.router.slices(&network)? } else { design.link_slices.clone() };
    let design = Design { link_slices: slices, ..design };
    let json = args.report.json;
    let verdict = match kind {
        Kind::Plain => lock_step(&design, &plain::protocols(engine, traffic), &options, json),
        Kind::Multicast => lock_step(&design, &multicast::protocols(&args.multicast, engine, &design, &traffic)?, &options, json),
        Kind::Axi => lock_step(&design, &axi::protocols(&args.axi, &args.engine, &args.traffic, traffic)?, &options, json),
    }?;
    if let (Some(dir), false, false) = (&args.rtl, json, kind == Kind::Multicast) {
        output::text(&format!("For all other inputs: torusmith prove \"{network}\" --rtl {}\n", dir.display()))?;
    }
    Ok(verdict)
}

impl Args {
    /// What is at the local ports of the `given` design, or by the flags; refuses flags of another kind.
    fn kind(&self, given: Option<&Design>) -> anyhow::Result<Kind> {
        let (multicast, axi) = match given {
            Some(design) => {
                self.axi.agree_with(design)?;
                (design.kind() == Kind::Multicast, design.kind() == Kind::Axi)
            }
            None => (self.design.kind.is_multicast()?, self.axi.is_axi()),
        };
        if !multicast {
            self.multicast.none()?;
        }
        if !axi {
            self.axi.none()?;
        }
        match (multicast, axi) {
            (true, true) => bail!("interface = axi is not allowed with router multicast; allowed: flit"),
            (true, false) => Ok(Kind::Multicast),
            (false, true) => Ok(Kind::Axi),
            (false, false) => Ok(Kind::Plain),
        }
    }
}

fn agree(design: &Design, network: &Network) -> anyhow::Result<()> {
    if design.network != *network {
        bail!("{}: has {} ({}), not {network} ({})", design.dir.display(), design.network, design.network.slug(), network.slug());
    }
    Ok(())
}

/// One run after another, up to the first that is not good.
fn lock_step<P: Told>(design: &Design, all: &[P], options: &RunOptions, json: bool) -> anyhow::Result<Verdict> {
    // Before anything is built.
    all.iter().try_for_each(|protocol| check(design, protocol, options))?;
    let asked = (options.cycles < u64::MAX).then_some(options.cycles);
    let most = |protocol: &P| clocks(protocol.traffic().0, asked);
    let bench = opened(design, all.iter().map(most).fold(0, u64::saturating_add))?.with_link_slices(design.link_slices.clone());
    let mut watch = Watch { bar: progress::bar(0, "clocks"), json, cycles: 0 };
    let mut report = Report::new(design);
    for protocol in all {
        watch.begins(protocol.traffic().0.name(), most(protocol));
        report.add(protocol, bench.cosim(protocol, options, &mut watch)?);
        if !report.matched {
            break;
        }
    }
    watch.bar.finish_and_clear();
    if json {
        output::json(&report)?
    } else {
        output::text(&report.text())?
    }
    Ok(if report.matched { Verdict::Good } else { Verdict::Bad })
}

/// The design, built for so many clocks in all, and loaded.
fn opened(design: &Design, clocks: u64) -> anyhow::Result<Testbench> {
    let builder = Builder::find()?.expecting(clocks);
    interrupt::poll();
    let step = progress::spinner(format!("Verilator builds {} (or it is in the cache)", design.top));
    let bench = Testbench::open(&design.dir, &builder)?;
    step.finish_and_clear();
    interrupt::check()?;
    Ok(bench)
}

/// Progress, trace, and Ctrl-C.
struct Watch {
    bar: ProgressBar,
    json: bool,
    cycles: u64,
}

impl Watch {
    fn begins(&mut self, pattern: &'static str, cycles: u64) {
        self.cycles = cycles;
        self.bar.set_prefix(pattern);
        self.bar.set_length(cycles);
        self.bar.reset();
    }
}

impl Observer for Watch {
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
