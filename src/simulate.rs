//! `torusmith simulate`: the golden model alone, at one or many rates.

mod enough;
mod packets;
mod pictures;
mod text;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::bail;
use serde::Serialize;
use torusmith_design::ranges::MAX_FLIT_WIDTH;
use torusmith_papers::figures::{Figures, Histograms};
use torusmith_sim::loads::Loads;
use torusmith_sim::routing::{choose, for_router};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{Simulation, sweep};
use torusmith_sim::traffic::{Pattern, Traffic};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::latencies::HistogramArgs;
use crate::options::{EngineArgs, NetworkArgs, ReportArgs, RouterArgs, TrafficArgs, clocks, only_one};
use crate::outcome::{Outcome, verdict};
use crate::packets::PacketsArgs;
use crate::progress;
use crate::values::{WarmUp, at_least, clocks_or_auto, not_allowed};
use pictures::{PictureArgs, around_the_knee, one_run};

/// Simulate the model: throughput, latency and hops of traffic patterns
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith simulate ttn:2,2,1 --traffic uniform,shuffle --rate 0.01,0.02,0.03\n  torusmith simulate torus:8,8 --plot latency.svg\n  torusmith simulate torus:8,8 --rate 0.3 --heatmap load.svg\n\nExit code 1 if a network is dead."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    traffic: TrafficArgs,
    /// Data bits of a flit, up to 512, for traces with bytes [default: 32, or the fewest that hold the header]
    #[arg(long, value_name = "W", value_parser = at_least(1u32), allow_hyphen_values = true)]
    flit_width: Option<u32>,
    /// Clocks at the start that are not measured; auto finds the clock from which the run is steady [default: a tenth of --cycles; with --plot auto; with trace:FILE.csv 0]
    #[arg(long, value_name = "CLOCKS", value_parser = clocks_or_auto, allow_hyphen_values = true)]
    warmup: Option<WarmUp>,
    /// List the load of every link
    #[arg(long)]
    link_use: bool,
    #[command(flatten)]
    packets: PacketsArgs,
    #[command(flatten)]
    histogram: HistogramArgs,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    router: RouterArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Figures of all simulations (docs/cli.md, simulate).
#[derive(Serialize)]
pub struct SimulationFigures {
    network: String,
    nodes: usize,
    routing: &'static str,
    vc_rule: &'static str,
    ties: &'static str,
    #[serde(skip_serializing_if = "is_one")]
    message_classes: usize,
    order: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    link_slices: Option<String>,
    /// `None`: until the last packet of a trace has arrived.
    cycles: Option<u64>,
    /// `None`: it was looked for.
    warmup: Option<u64>,
    pub points: Vec<Figures>,
}

impl Outcome for SimulationFigures {
    fn text(&self) -> String {
        text::human(self)
    }

    fn verdict(&self) -> Verdict {
        verdict(self.points.iter().all(|point| point.dead.is_none()))
    }
}

fn is_one(count: &usize) -> bool {
    *count == 1
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    args.figures()?.print(args.report.json)
}

impl Args {
    /// Runs all simulations; draws the pictures that the flags ask for.
    pub fn figures(&self) -> anyhow::Result<SimulationFigures> {
        simulate(self)
    }
}

fn simulate(args: &Args) -> anyhow::Result<SimulationFigures> {
    let Prepared { network, mut simulations, cycles } = args.prepare(args.pictures.plot.is_some())?;
    let choice = choose(&network, simulations[0].routing)?;
    let searched = args.pictures.plot.is_some() && !args.traffic.has_rate();
    args.pictures.check(&simulations, searched)?;
    args.histogram.check()?;
    if let Some(file) = &args.histogram.histogram_plot {
        one_run("histogram-plot", file, &simulations, searched)?;
    }
    let list = packets::list(&args.packets, &simulations, searched)?;
    if args.pictures.plot.is_some() {
        simulations.iter().try_for_each(enough::check)?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.engine.threads()).build()?;
    if searched {
        simulations = pool.install(|| around_the_knee(&simulations))?;
    }
    let most: Vec<u64> = simulations.iter().map(|simulation| clocks(simulation.traffic.pattern, cycles)).collect();
    let bar = progress::bar(most.iter().fold(0, |all, clocks| clocks.saturating_add(all)), "clocks");
    let passed: Vec<AtomicU64> = simulations.iter().map(|_| AtomicU64::new(0)).collect();
    let progress = |point: usize, clock: u64| {
        let clock = clock.min(most[point]);
        bar.inc(clock.saturating_sub(passed[point].swap(clock, Relaxed)));
    };
    let outcomes = match list {
        Some(list) => vec![packets::fill(list, &simulations[0], args.engine.threads(), |clock| progress(0, clock))?],
        None => pool.install(|| sweep(&simulations, &progress))?,
    };
    bar.finish_and_clear();
    if args.pictures.plot.is_none() {
        enough::note(&simulations)?;
    }

    let points = simulations.iter().zip(&outcomes).zip(counted(&network, &simulations)?).map(|((simulation, outcome), counted)| {
        let figures =
            Figures::of(simulation, outcome).with_counted(counted.bound, counted.zero_load).with_source_limit(counted.source_limit);
        let figures = if args.histogram.histogram { figures.with_histograms(outcome) } else { figures };
        if args.link_use { figures.with_links(simulation, outcome) } else { figures }
    });
    let points: Vec<Figures> = points.collect();
    args.histogram.draw(&format!("{network}, {}", text::title(&points[0])), &Histograms::of(&outcomes[0].summary.all.latencies))?;
    args.pictures.draw(&points, &simulations, &outcomes)?;
    let Simulation { router, slices, run, .. } = &simulations[0];
    Ok(SimulationFigures {
        network: network.to_string(),
        nodes: network.attached().live().count(),
        routing: choice.algorithm.name(),
        vc_rule: choice.rule.name(),
        ties: choice.ties.name(),
        message_classes: router.message_classes,
        order: router.order.name(),
        link_slices: (!slices.is_empty()).then(|| slices.to_string()),
        cycles,
        warmup: (!run.find_warm_up).then_some(run.warm_up),
        points,
    })
}

/// Network and simulations of the flags, read and checked.
struct Prepared {
    network: Network,
    /// One at least, alike except for their traffic and the least warm-up.
    simulations: Vec<Simulation>,
    /// `None`: until the last packet of a trace has arrived.
    cycles: Option<u64>,
}

impl Args {
    /// `steady` if the warm-up is looked for unless the flags say another one.
    fn prepare(&self, steady: bool) -> anyhow::Result<Prepared> {
        let network = self.router.rule.routes.network(self.network.resolve()?)?;
        let traffic = self.traffic.resolve(&network, self.flit_width(&network)?)?;
        let cycles = self.traffic.cycles(&traffic);
        let traces = traffic.iter().any(|options| options.pattern.is_trace());
        let tenth = || cycles.filter(|_| !traces).map_or(0, |cycles| cycles / 10);
        let usual = if steady && !traces { WarmUp::Auto } else { WarmUp::Clocks(tenth()) };
        let (warm_up, find_warm_up) = match self.warmup.unwrap_or(usual) {
            WarmUp::Auto => (0, true),
            WarmUp::Clocks(clocks) => (clocks, false),
        };
        let router = self.router.model(&network)?;
        let (engine, routing) = (self.engine.engine(), self.router.rule.options(&network));
        let slices = self.router.slices(&network)?;
        choose(&network, routing)?;
        let run = RunOptions { cycles: cycles.unwrap_or(u64::MAX), warm_up, find_warm_up, ..RunOptions::default() };
        let simulation = |traffic| Simulation { network: network.clone(), routing, router, slices: slices.clone(), engine, traffic, run };
        let mut simulations: Vec<Simulation> = traffic.into_iter().map(simulation).collect();
        if find_warm_up {
            enough::least_warm_up(&mut simulations)?;
        }
        Ok(Prepared { network, simulations, cycles })
    }

    fn flit_width(&self, network: &Network) -> anyhow::Result<u32> {
        let least = 2 * network.address_bits() + network.route_bits();
        let width = self.flit_width.unwrap_or(network.usual_flit_width());
        match (least..=MAX_FLIT_WIDTH).contains(&width) {
            true => Ok(width),
            false => bail!(not_allowed("flit-width", width, format!("{least} to {MAX_FLIT_WIDTH}, as the header takes {least} bits"))),
        }
    }

    /// The one simulation that the flags ask for, checked to its end, and the texts of the files that its traffic is in; `steady` as for the search of a
    /// knee: the warm-up is looked for, and a run that is too short is refused.
    pub fn alone(&self, steady: bool) -> anyhow::Result<(Simulation, Vec<Vec<u8>>)> {
        let mut simulations = self.prepare(steady)?.simulations;
        only_one(simulations.iter().map(|simulation| simulation.traffic.clone()).collect())?;
        let simulation = simulations.swap_remove(0);
        let routing = for_router(&simulation.network, simulation.routing, simulation.router)?;
        Traffic::new(&simulation.network, routing, &simulation.traffic)?;
        if steady {
            enough::check(&simulation)?;
        }
        Ok((simulation, self.traffic.texts()?))
    }
}

/// Figures that need no simulation of the network.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    /// The bound on throughput; none for a trace, and for a network of so many pairs that counting takes longer than simulating.
    pub bound: Option<f64>,
    /// See [`Simulation::zero_load_latency`].
    pub zero_load: Option<f64>,
    /// See [`Simulation::source_limit`].
    pub source_limit: Option<f64>,
}

/// Most nodes of a network whose paths between all pairs are counted beside a simulation.
const COUNTED: usize = 4096;

/// Figures of each simulation that its pattern alone gives.
pub fn counted(network: &Network, simulations: &[Simulation]) -> anyhow::Result<Vec<Counted>> {
    let graph = network.graph();
    by_pattern(simulations, |simulation| {
        let pattern = simulation.traffic.pattern;
        if simulation.traffic.is_loop() {
            return Ok(Counted { bound: None, zero_load: None, source_limit: None });
        }
        let bound = if !pattern.has_loads() || pattern.joins_all() && network.terminals() > COUNTED {
            None
        } else {
            let routing = for_router(network, simulation.routing, simulation.router)?;
            Loads::new(network, &graph, &routing, pattern, &|_, _| ())?.bound()
        };
        Ok(Counted { bound, zero_load: simulation.zero_load_latency()?, source_limit: simulation.source_limit()? })
    })
}

/// A value of each simulation that its pattern alone decides: it is computed once for each.
fn by_pattern<T: Copy>(simulations: &[Simulation], compute: impl Fn(&Simulation) -> anyhow::Result<T>) -> anyhow::Result<Vec<T>> {
    let mut known: Vec<(Pattern, T)> = Vec::new();
    let of = |simulation: &Simulation| {
        let pattern = simulation.traffic.pattern;
        if let Some((_, value)) = known.iter().find(|(of, _)| *of == pattern) {
            return Ok(*value);
        }
        let value = compute(simulation)?;
        known.push((pattern, value));
        Ok(value)
    };
    simulations.iter().map(of).collect()
}
