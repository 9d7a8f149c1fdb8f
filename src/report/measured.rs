//! Latency and throughput under the patterns asked for, and the load of links near the knee.

use serde_json::Value;
use torusmith_study::figures::Figures;
use torusmith_study::sweep::{Point, maximum, saturation};
use torusmith_topology::Network;

use super::Args;
use super::made::Maker;
use super::page::{Block, Page, Table, number, text};

/// The rate of the loads, as a share of the knee.
const BELOW: f64 = 0.9;

/// Adds the sections.
pub fn add(args: &Args, network: &Network, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let numbers = [("--cycles", args.cycles), ("--seed", args.seed)];
    let asked: Vec<String> =
        numbers.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?.to_string()])).flatten().collect();
    let with = |own: &[&str]| [own, &asked.iter().map(String::as_str).collect::<Vec<_>>()].concat().join("\n");
    let traffic = with(&["--traffic", &args.patterns]);
    let (report, plot) = maker.drawn("simulate", &traffic.split('\n').collect::<Vec<_>>(), "--plot", "latency.svg")?;
    let points: Vec<Figures> = serde_json::from_value(report["points"].clone())?;
    let patterns = patterns(&points);
    for (pattern, points) in &patterns {
        let told = format!(
            "{:.4} flits a node and clock, {:.1} clocks of latency when it is all but empty",
            saturation(points),
            points[0].latency_mean
        );
        page.summary("knee", format!("{pattern}: {told}"));
    }
    let mut blocks = vec![Block::Table(figures(&patterns, &points))];
    let caption = "Mean network latency over accepted load. The knee is where 95 % of the offered load are accepted.".to_owned();
    let shown = [&traffic.split('\n').collect::<Vec<_>>()[..], &["--plot", "latency.svg"]].concat();
    blocks.extend(page.picture(plot, caption, maker.words("simulate", &shown)));
    blocks.push(Block::Table(all(&report)));
    page.section("load", "Latency and throughput", blocks);

    let (pattern, points) = &patterns[0];
    let rate = format!("{:.4}", (BELOW * saturation(points)).max(1e-4));
    let busy = with(&["--traffic", pattern, "--rate", &rate]);
    let busy: Vec<&str> = busy.split('\n').collect();
    let shown = maker.words("simulate", &[&busy[..], &["--heatmap", "links.svg"]].concat());
    let blocks = if network.nodes() <= torusmith_topology::export::MOST_DRAWN {
        let (_, heat) = maker.drawn("simulate", &busy, "--heatmap", "links.svg")?;
        page.picture(heat, format!("{pattern} traffic at {rate} flits a node and clock, nine tenths of the knee."), shown)
    } else {
        page.picture(None, String::new(), shown)
    };
    page.section("links", "Load of links", blocks);
    Ok(())
}

/// By pattern, with rising rates.
fn patterns(points: &[Figures]) -> Vec<(String, Vec<Point>)> {
    let mut patterns: Vec<(String, Vec<Point>)> = Vec::new();
    for figures in points {
        let point = Point::new(figures.rate.unwrap_or_default(), figures);
        match patterns.iter_mut().find(|(pattern, _)| *pattern == figures.pattern) {
            Some((_, points)) => points.push(point),
            None => patterns.push((figures.pattern.clone(), vec![point])),
        }
    }
    patterns
}

fn figures(patterns: &[(String, Vec<Point>)], points: &[Figures]) -> Table {
    let row = |(pattern, own): &(String, Vec<Point>)| {
        let bound = points.iter().find(|figures| figures.pattern == *pattern).and_then(|figures| figures.bound);
        let most = maximum(own).accepted;
        vec![
            pattern.clone(),
            format!("{:.1}", own[0].latency_mean),
            format!("{:.4}", saturation(own)),
            format!("{most:.4}"),
            bound.map_or("-".into(), |bound| format!("{bound:.4}")),
            bound.map_or("-".into(), |bound| format!("{:.0} %", 100.0 * most / bound)),
        ]
    };
    Table {
        caption: "By pattern; the bound is that of the busiest link or port".into(),
        head: vec!["pattern", "latency, all but empty", "knee", "most accepted", "bound", "of bound"],
        rows: patterns.iter().map(row).collect(),
        folded: false,
    }
}

fn all(report: &Value) -> Table {
    let row = |point: &Value| {
        let fields = [
            ("rate", 4),
            ("offered", 4),
            ("accepted", 4),
            ("latency_mean", 1),
            ("latency_p99", 1),
            ("total_latency_mean", 1),
            ("hops_mean", 3),
        ];
        let state = if point["dead"].is_null() { "alive" } else { "DEAD" }.to_owned();
        let numbers = fields.map(|(field, digits)| number(&point[field], digits));
        [text(&point["pattern"])].into_iter().chain(numbers).chain([state]).collect()
    };
    Table {
        caption: "All simulations".into(),
        head: vec!["pattern", "rate", "offered", "accepted", "latency", "99 %", "with the wait at the source", "hops", "network"],
        rows: report["points"].as_array().into_iter().flatten().map(row).collect(),
        folded: true,
    }
}
