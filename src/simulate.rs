//! `torusmith simulate`: the golden model alone, at one or many rates.

mod pictures;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde::Serialize;
use torusmith_sim::loads::Loads;
use torusmith_sim::routing::{choose, for_router};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{Simulation, sweep};
use torusmith_sim::traffic::{Pattern, Traffic};
use torusmith_study::figures::{Figures, Latencies};
use torusmith_topology::{Network, Order};

use crate::exit::Verdict;
use crate::options::{EngineArgs, NetworkArgs, ReportArgs, RouterArgs, TrafficArgs, clocks, only_one};
use crate::values::at_least;
use crate::{output, progress};
use pictures::{PictureArgs, around_the_knee};

/// The model alone: throughput, latency and hops of traffic patterns at one or many rates
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith simulate ttn:2,2,1 --traffic uniform,shuffle --rate 0.01,0.02,0.03\n  torusmith simulate torus:8,8 --plot latency.svg\n  torusmith simulate torus:8,8 --rate 0.3 --heatmap load.svg\n\nExit code 1 if a network is dead."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    traffic: TrafficArgs,
    /// Clocks at the start that are left out of the statistics [default: a tenth of the cycles; with trace:FILE.csv none]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(0u64), allow_hyphen_values = true)]
    warmup: Option<u64>,
    /// List the load of every link
    #[arg(long)]
    link_use: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    router: RouterArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The JSON of `simulate` (docs/cli.md).
#[derive(Serialize)]
struct Report {
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
    warmup: u64,
    points: Vec<Figures>,
}

fn is_one(count: &usize) -> bool {
    *count == 1
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let Prepared { network, mut simulations, cycles, warm_up } = args.prepare()?;
    let choice = choose(&network, simulations[0].routing)?;
    let searched = args.pictures.plot.is_some() && !args.traffic.has_rate();
    args.pictures.check(&simulations, searched)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.engine.threads()).build()?;
    if searched {
        simulations = pool.install(|| around_the_knee(&simulations))?;
    }
    let most: Vec<u64> = simulations.iter().map(|simulation| clocks(simulation.traffic.pattern, cycles)).collect();
    let bar = progress::bar(most.iter().sum(), "clocks");
    let passed: Vec<AtomicU64> = simulations.iter().map(|_| AtomicU64::new(0)).collect();
    let outcomes = pool.install(|| {
        sweep(&simulations, &|point, clock| {
            let clock = clock.min(most[point]);
            bar.inc(clock.saturating_sub(passed[point].swap(clock, Relaxed)));
        })
    })?;
    bar.finish_and_clear();

    let points = simulations.iter().zip(&outcomes).zip(bounds(&network, &simulations)?).map(|((simulation, outcome), bound)| {
        let figures = Figures::of(simulation, outcome).with_bound(bound);
        if args.link_use { figures.with_links(simulation, outcome) } else { figures }
    });
    let points: Vec<Figures> = points.collect();
    args.pictures.draw(&points, &simulations, &outcomes)?;
    let Simulation { router, slices, .. } = &simulations[0];
    let report = Report {
        network: network.to_string(),
        nodes: network.nodes(),
        routing: choice.algorithm.name(),
        vc_rule: choice.rule.name(),
        ties: choice.ties.name(),
        message_classes: router.message_classes,
        order: router.order.name(),
        link_slices: (!slices.is_empty()).then(|| slices.to_string()),
        cycles,
        warmup: warm_up,
        points,
    };
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&report))?
    }
    Ok(if report.points.iter().any(|point| point.dead.is_some()) { Verdict::Bad } else { Verdict::Good })
}

/// What the flags ask for, read and checked.
struct Prepared {
    network: Network,
    /// One at least, alike except for their traffic.
    simulations: Vec<Simulation>,
    /// `None`: until the last packet of a trace has arrived.
    cycles: Option<u64>,
    warm_up: u64,
}

impl Args {
    fn prepare(&self) -> anyhow::Result<Prepared> {
        let network = self.router.rule.routes.network(self.network.resolve()?)?;
        let traffic = self.traffic.resolve(&network)?;
        let cycles = self.traffic.cycles(&traffic);
        let traces = traffic.iter().any(|options| options.pattern.is_trace());
        let warm_up = self.warmup.unwrap_or(cycles.filter(|_| !traces).map_or(0, |cycles| cycles / 10));
        let router = self.router.model(&network)?;
        let (engine, routing) = (self.engine.engine(), self.router.rule.options());
        let slices = self.router.slices(&network)?;
        choose(&network, routing)?;
        let run = RunOptions { cycles: cycles.unwrap_or(u64::MAX), warm_up, ..RunOptions::default() };
        let simulation = |traffic| Simulation { network: network.clone(), routing, router, slices: slices.clone(), engine, traffic, run };
        let simulations = traffic.into_iter().map(simulation).collect();
        Ok(Prepared { network, simulations, cycles, warm_up })
    }

    /// The one simulation that the flags ask for, checked to its end, and the texts of the files that its traffic is in.
    pub fn alone(&self) -> anyhow::Result<(Simulation, Vec<Vec<u8>>)> {
        let mut simulations = self.prepare()?.simulations;
        only_one(simulations.iter().map(|simulation| simulation.traffic.clone()).collect())?;
        let simulation = simulations.swap_remove(0);
        let routing = for_router(&simulation.network, simulation.routing, simulation.router)?;
        Traffic::new(&simulation.network, routing, &simulation.traffic)?;
        Ok((simulation, self.traffic.texts()?))
    }
}

/// Most nodes of a network whose paths between all pairs are counted beside a simulation.
const COUNTED: usize = 4096;

/// The bound on throughput of each simulation's pattern; none for a trace, and for a network of so many pairs that counting takes longer than simulating.
pub fn bounds(network: &Network, simulations: &[Simulation]) -> anyhow::Result<Vec<Option<f64>>> {
    let graph = network.graph();
    let mut known: Vec<(Pattern, Option<f64>)> = Vec::new();
    for simulation in simulations {
        let pattern = simulation.traffic.pattern;
        if known.iter().any(|&(of, _)| of == pattern) {
            continue;
        }
        let bound = if pattern.is_trace() || pattern.joins_all() && network.nodes() > COUNTED {
            None
        } else {
            let routing = for_router(network, simulation.routing, simulation.router)?;
            Some(Loads::new(network, &graph, &routing, pattern, &|_, _| ())?.bound())
        };
        known.push((pattern, bound));
    }
    let of = |simulation: &Simulation| known.iter().find(|(of, _)| *of == simulation.traffic.pattern).and_then(|&(_, bound)| bound);
    Ok(simulations.iter().map(of).collect())
}

fn title(point: &Figures) -> String {
    point.rate.map_or(point.pattern.clone(), |rate| format!("{} at {rate}", point.pattern))
}

/// A rate in a table.
fn told(rate: Option<f64>) -> String {
    rate.map_or("-".into(), |rate| rate.to_string())
}

fn human(report: &Report) -> String {
    let header = [
        "pattern",
        "rate",
        "offered",
        "accepted",
        "of bound",
        "latency",
        "p50",
        "p99",
        "max",
        "total",
        "total p99",
        "hops",
        "overtaken",
        "queued",
        "busiest link",
        "its load",
    ];
    let rows = report.points.iter().map(|p| {
        let loads = [
            p.pattern.clone(),
            told(p.rate),
            format!("{:.4}", p.offered),
            format!("{:.4}", p.accepted),
            p.share_of_bound.map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share)),
        ];
        let others = [
            format!("{:.3}", p.hops_mean),
            format!("{:.1} %", 100.0 * p.overtaken_share),
            p.packets_queued.to_string(),
            p.busiest_link.clone(),
            format!("{:.3}", p.link_use_max),
        ];
        loads.into_iter().chain(latencies(&p.latencies)).chain(others).collect()
    });
    let links = match report.link_slices.as_deref() {
        None => String::new(),
        // By flags none, so they are the network file's.
        Some("0") => ", link slices of the file".to_owned(),
        Some(list) => format!(", link slices {list}"),
    };
    let mut text = format!(
        "{}: {} nodes, routing {}, VC rule {}, ties {}{}{}; {} clocks, the first {} not counted; loads in flits a node and clock, latencies in clocks\n",
        report.network,
        report.nodes,
        report.routing,
        report.vc_rule,
        report.ties,
        if report.order == Order::None.name() { String::new() } else { format!(", order {}", report.order) },
        links,
        report.cycles.map_or("all".into(), |cycles| cycles.to_string()),
        report.warmup
    );
    text += &output::table(&header, rows);
    if report.message_classes > 1 {
        text += &class_listing(report);
    }
    for point in &report.points {
        let Some(dead) = &point.dead else { continue };
        text += &format!("{}: DEAD with {} packets in the network, nothing moved since clock {}\n", title(point), dead.packets, dead.since);
        dead.waiting.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    report.points.iter().for_each(|point| text += &link_listing(point));
    text
}

/// A row for each point and message class.
fn class_listing(report: &Report) -> String {
    let header = ["pattern", "rate", "class", "offered", "accepted", "latency", "p50", "p99", "max", "total", "total p99"];
    let rows = report.points.iter().flat_map(|point| {
        point.classes.iter().map(|class| {
            let loads = [
                point.pattern.clone(),
                told(point.rate),
                class.class.to_string(),
                format!("{:.4}", class.offered),
                format!("{:.4}", class.accepted),
            ];
            loads.into_iter().chain(latencies(&class.latencies)).collect()
        })
    });
    format!("\nBy message class:\n{}", output::table(&header, rows))
}

/// The columns from `latency` to `total p99`.
fn latencies(of: &Latencies) -> [String; 6] {
    let Latencies { latency_mean, latency_p50, latency_p99, latency_max, total_latency_mean, total_latency_p99, .. } = of;
    [
        format!("{latency_mean:.1}"),
        latency_p50.to_string(),
        latency_p99.to_string(),
        latency_max.to_string(),
        format!("{total_latency_mean:.1}"),
        total_latency_p99.to_string(),
    ]
}

fn link_listing(point: &Figures) -> String {
    let Some(links) = &point.links else { return String::new() };
    let rows = links.iter().map(|l| vec![l.address.clone(), l.port.clone(), format!("{:.4}", l.flits)]);
    format!("\n{}, flits a clock on each link:\n{}", title(point), output::table(&["node", "port", "load"], rows))
}
