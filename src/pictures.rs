//! Pictures that commands write: latency over load, the loads of links, a cycle.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, bail};
use torusmith_papers::figure::{Curve, with_knees};
use torusmith_papers::figures::Figures;
use torusmith_papers::sweep::{Point, knee_load};
use torusmith_papers::verdict::Verdict;
use torusmith_topology::export::{self, Format, Heat, Held, Source};
use torusmith_topology::{Link, Network};

use crate::outputs;

/// Refuses a file, asked for by a flag, that cannot be written as a picture; what it is to show may take long.
pub fn check(flag: &str, file: &Path) -> anyhow::Result<()> {
    if file.extension().is_none_or(|extension| extension != "svg") {
        bail!("{flag} = {} is not allowed; allowed: a file that ends in .svg", file.display());
    }
    outputs::check_folder(flag, file)
}

/// Checks the file of a picture of a network, which must not be too large.
pub fn check_of(network: &Network, flag: &str, file: &Path) -> anyhow::Result<()> {
    check(flag, file)?;
    let graph = network.graph();
    export::left_out(Format::Svg, &Source { network, graph: &graph, table: None }).map(drop).with_context(|| flag.to_owned())
}

/// Latency over accepted load, a curve for each pattern, with the knee of each that has one; points without packets are left out.
pub fn latency(title: &str, points: &[Figures]) -> anyhow::Result<String> {
    let patterns = by_pattern(points);
    let knees: Vec<Option<f64>> = patterns.iter().map(|(_, points)| measured_knee(points)).collect();
    let at = |figures: &&Figures| figures.accepted.zip(figures.latencies.latency_mean);
    let curve = |(name, points): &(&str, Vec<&Figures>)| Curve { name: (*name).to_owned(), points: points.iter().filter_map(at).collect() };
    Ok(with_knees(title, &patterns.iter().map(curve).collect::<Vec<_>>(), &knees)?)
}

/// Points by pattern, with rising rates.
pub fn by_pattern(points: &[Figures]) -> Vec<(&str, Vec<&Figures>)> {
    let mut patterns: Vec<(&str, Vec<&Figures>)> = Vec::new();
    for figures in points {
        match patterns.iter_mut().find(|(pattern, _)| *pattern == figures.pattern) {
            Some((_, points)) => points.push(figures),
            None => patterns.push((&figures.pattern, vec![figures])),
        }
    }
    patterns.iter_mut().for_each(|(_, points)| points.sort_by(|a, b| a.rate.unwrap_or(0.0).total_cmp(&b.rate.unwrap_or(0.0))));
    patterns
}

/// The accepted load at the knee, by rising rates; `None` if no rate passes or none is saturated. Rates with too few packets say nothing of it.
pub fn measured_knee(points: &[&Figures]) -> Option<f64> {
    let judged = points.iter().filter(|figures| figures.verdict() != Verdict::Open);
    let points: Vec<Point> = judged.filter_map(|figures| Point::new(figures.rate?, figures)).collect();
    knee_load(&points)
}

/// The network with the load of each link; `loads` are flits a clock by output.
pub fn heat_map(network: &Network, of: String, loads: HashMap<Link, f64>) -> anyhow::Result<String> {
    let mut text = Vec::new();
    export::heat_map(&Source { network, graph: &network.graph(), table: None }, &Heat { of, loads }, &mut text)?;
    Ok(String::from_utf8(text)?)
}

/// The network with a cycle of channels.
pub fn cycle(network: &Network, held: &[Held]) -> anyhow::Result<String> {
    let mut text = Vec::new();
    export::cycle(&Source { network, graph: &network.graph(), table: None }, held, &mut text)?;
    Ok(String::from_utf8(text)?)
}
