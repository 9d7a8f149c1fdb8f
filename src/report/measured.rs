//! Latency and throughput under the patterns asked for, and the load of links near the knee.

use torusmith_papers::figures::Figures;
use torusmith_papers::verdict::Verdict;
use torusmith_topology::{Network, digits, significant};

use super::Args;
use super::made::Maker;
use super::page::{Block, Page, Table};
use crate::pictures::{by_pattern, measured_knee};
use crate::simulate;

/// The rate of the loads, as a share of the knee.
const BELOW: f64 = 0.9;

/// Adds the sections.
pub fn add(args: &Args, network: &Network, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let numbers = [("--cycles", args.cycles), ("--seed", args.seed)];
    let asked: Vec<String> =
        numbers.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?.to_string()])).flatten().collect();
    let with = |own: &[&str]| [own, &asked.iter().map(String::as_str).collect::<Vec<_>>()].concat().join("\n");
    let traffic = with(&["--traffic", &args.patterns]);
    let plot = ["--plot", "latency.svg"];
    let (simulated, plot) = maker.drawn("simulate", &traffic.split('\n').collect::<Vec<_>>(), plot, simulate::Args::figures)?;
    let points = simulated.points;
    let patterns: Vec<Curve<'_>> = by_pattern(&points).into_iter().map(Curve::new).collect();
    for curve in &patterns {
        let empty = curve.points[0].latencies.latency_mean;
        let empty =
            empty.map_or("no packet measured when it is".to_owned(), |mean| format!("{} clocks of latency when it is", significant(mean)));
        page.summary("knee", format!("{}: {}, {empty} all but empty", curve.pattern, curve.told()));
    }
    let mut blocks = vec![Block::Table(figures(&patterns))];
    let caption = "Mean network latency over accepted load. The knee is where 95 % of the offered load are accepted.".to_owned();
    let shown = [&traffic.split('\n').collect::<Vec<_>>()[..], &["--plot", "latency.svg"]].concat();
    blocks.extend(page.picture(plot, caption, maker.words("simulate", &shown)));
    blocks.push(Block::Table(all(&points)));
    page.section("load", "Latency and throughput", blocks);

    let curve = &patterns[0];
    let below = if curve.knee.is_some() { "the knee" } else { "the most that is accepted" };
    let rate = significant((BELOW * curve.knee.or(curve.most()).unwrap_or_default() * curve.rate_of_load()).min(1.0));
    let busy = with(&["--traffic", curve.pattern, "--rate", &rate, "--warmup", "auto"]);
    let busy: Vec<&str> = busy.split('\n').collect();
    let shown = maker.words("simulate", &[&busy[..], &["--heatmap", "links.svg"]].concat());
    let blocks = if network.routers() <= torusmith_topology::export::MOST_DRAWN {
        let (_, heat) = maker.drawn("simulate", &busy, ["--heatmap", "links.svg"], simulate::Args::figures)?;
        page.picture(heat, format!("{} traffic at {rate} flits a node and clock, nine tenths of {below}.", curve.pattern), shown)
    } else {
        page.picture(None, String::new(), shown)
    };
    page.section("links", "Load of links", blocks);
    Ok(())
}

/// The points of a pattern, with rising rates.
struct Curve<'a> {
    pattern: &'a str,
    points: Vec<&'a Figures>,
    knee: Option<f64>,
}

impl<'a> Curve<'a> {
    fn new((pattern, points): (&'a str, Vec<&'a Figures>)) -> Self {
        Self { pattern, knee: measured_knee(&points), points }
    }

    /// The highest accepted load.
    fn most(&self) -> Option<f64> {
        self.points.iter().filter_map(|figures| figures.accepted).reduce(f64::max)
    }

    /// The rate over the load that it offers: not every node sends, or as much as others.
    fn rate_of_load(&self) -> f64 {
        let sum = |of: fn(&Figures) -> Option<f64>| self.points.iter().filter_map(|figures| of(figures)).sum::<f64>();
        let offered = sum(|figures| figures.offered);
        if offered > 0.0 { sum(|figures| figures.rate) / offered } else { 1.0 }
    }

    /// The knee in words, or why there is none.
    fn told(&self) -> String {
        match self.knee {
            Some(load) => format!("{} flits a node and clock", significant(load)),
            None if self.points.iter().all(|figures| figures.verdict() != Verdict::Saturated) => "none up to the highest rate".to_owned(),
            None => "none, as no rate passes".to_owned(),
        }
    }
}

/// A measured number, or `-` for none.
fn told(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), significant)
}

fn figures(patterns: &[Curve<'_>]) -> Table {
    let row = |curve: &Curve<'_>| {
        let (most, bound) = (curve.most(), curve.points.iter().find_map(|figures| figures.bound));
        let share = most.zip(bound).map(|(most, bound)| format!("{:.0} %", 100.0 * most / bound));
        vec![
            curve.pattern.to_owned(),
            told(curve.points[0].latencies.latency_mean),
            told(curve.knee),
            told(most),
            told(bound),
            share.unwrap_or_else(|| "-".to_owned()),
        ]
    };
    Table {
        caption: "By pattern; the bound is that of the busiest link or port".into(),
        head: vec!["pattern", "latency, all but empty", "knee", "most accepted", "bound", "of bound"],
        rows: patterns.iter().map(row).collect(),
        folded: false,
    }
}

fn all(points: &[Figures]) -> Table {
    let row = |figures: &Figures| {
        let latencies = &figures.latencies;
        let state = match figures {
            Figures { dead: Some(_), .. } => "DEAD",
            Figures { steady: Some(false), .. } => "not steady",
            _ => "alive",
        };
        vec![
            figures.pattern.clone(),
            figures.rate.map_or("-".to_owned(), |rate| rate.to_string()),
            told(figures.offered),
            told(figures.accepted),
            told(latencies.latency_mean),
            latencies.latency_half_width.map_or("-".to_owned(), |half_width| digits(half_width, 2)),
            latencies.latency_p99.map_or("-".to_owned(), |latency| latency.to_string()),
            told(latencies.total_latency_mean),
            told(figures.hops_mean),
            state.to_owned(),
        ]
    };
    Table {
        caption: "All simulations; ± is half the 95 % confidence interval of the latency".into(),
        head: vec!["pattern", "rate", "offered", "accepted", "latency", "±", "99 %", "with the wait at the source", "hops", "network"],
        rows: points.iter().map(row).collect(),
        folded: true,
    }
}
