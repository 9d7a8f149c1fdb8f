//! Reports of the points of [`crate::htn_selection`]: the paper's table against the model's, its claims, and the files.

use serde::Serialize;
use torusmith_design::RoutingAlgorithm;

use super::{ALGORITHMS, PACKET_FLITS, PATTERNS, Series, TableRow, VCS, network};
use crate::Error;
use crate::claims::{Claim, Summary};
use crate::estimate::Estimate;
use crate::figure::{self, Curve};
use crate::files::{self, Files};
use crate::options::Options;
use crate::sweep::{self, Point};

/// The JSON of the study (docs/cli.md).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// `htn-selection`.
    pub study: &'static str,
    /// The network.
    pub network: String,
    /// Virtual channels a port.
    pub vcs: usize,
    /// Flits of a packet.
    pub packet_flits: usize,
    /// Settings and totals.
    #[serde(flatten)]
    pub summary: Summary,
    /// The rows of the table.
    pub patterns: Vec<PatternReport>,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PatternReport {
    /// The pattern.
    pub pattern: &'static str,
    /// The paper's printed values.
    pub paper: TableRow,
    /// Results, in the order DOR, LS, CS, LS+CS.
    pub algorithms: Vec<AlgorithmReport>,
    /// The paper's claims about this pattern.
    pub claims: Vec<Claim>,
}

/// An algorithm under a pattern. Loads in flits a node and clock, latencies in clocks, changes in percent of DOR's, paired by seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AlgorithmReport {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The rate at which the network becomes saturated, with seed 1.
    pub knee: f64,
    /// Accepted load at the last rate before less than 95 % of the offered load are accepted.
    pub saturation_throughput: Estimate,
    /// Highest accepted load.
    pub max_throughput: Estimate,
    /// The highest accepted load is at the highest rate: the network accepts more as more is offered, at any length of queues.
    pub still_rising: bool,
    /// Mean network latency at the highest accepted load.
    pub latency_at_max: Estimate,
    /// Mean network latency at zero load.
    pub zero_load_latency: Estimate,
    /// Maximum throughput, relative to DOR's.
    pub throughput_enhancement: Option<Estimate>,
    /// Saturation throughput, relative to DOR's.
    pub saturation_enhancement: Option<Estimate>,
    /// Reduction of the latency at maximum throughput, relative to DOR's.
    pub latency_reduction: Option<Estimate>,
    /// Zero-load latency, relative to DOR's.
    pub zero_load_increase: Option<Estimate>,
    /// Figures in the paper's clocks.
    pub in_paper_clocks: PaperClockFigures,
}

/// Clocks of a packet at the two local ports: one from the source into its router, two from the last router to the destination. The paper
/// does not count them.
pub const LOCAL_CLOCKS: f64 = 3.0;

/// Figures in the paper's clocks, of which a hop takes two for a flit, one from buffer to buffer in the router and one on the link (section
/// IV-A): a link carries half a flit a clock. In the model a link carries one, so one clock of the model is two of the paper's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PaperClockFigures {
    /// Highest accepted load, in flits a node and clock.
    pub max_throughput: Estimate,
    /// Mean latency at the highest accepted load, without the clocks of the local ports.
    pub latency_at_max: Estimate,
    /// Mean latency at zero load, without the clocks of the local ports.
    pub zero_load_latency: Estimate,
}

impl PaperClockFigures {
    fn of(samples: &Samples) -> Self {
        let load = |loads: &[f64]| Estimate::of(&loads.iter().map(|load| load / 2.0).collect::<Vec<_>>());
        let latency = |clocks: &[f64]| Estimate::of(&clocks.iter().map(|clocks| 2.0 * (clocks - LOCAL_CLOCKS)).collect::<Vec<_>>());
        Self { max_throughput: load(&samples.max), latency_at_max: latency(&samples.latency), zero_load_latency: latency(&samples.zero) }
    }
}

/// Figures of a series, seed by seed.
struct Samples {
    saturation: Vec<f64>,
    max: Vec<f64>,
    latency: Vec<f64>,
    zero: Vec<f64>,
}

impl Samples {
    fn of(series: &Series) -> Self {
        let each = |value: fn(&[Point]) -> f64| series.seeds.iter().map(|points| value(points)).collect();
        Self {
            // The few packets of the zero load say nothing about saturation.
            saturation: each(|points| sweep::last_unsaturated(&points[1..]).accepted),
            max: each(|points| sweep::maximum(points).accepted),
            latency: each(|points| sweep::maximum(points).latency_mean),
            zero: each(|points| points[0].latency_mean),
        }
    }
}

/// Summarises the series that [`crate::htn_selection::run`] returned for `options`.
pub fn report(options: &Options, series: &[Series]) -> Report {
    let rows = PATTERNS.iter().zip(series.chunks(ALGORITHMS.len()));
    let patterns: Vec<PatternReport> = rows.map(|((pattern, paper), series)| pattern_report(pattern.name(), *paper, series)).collect();
    let claims = patterns.iter().flat_map(|pattern| &pattern.claims);
    Report {
        study: "htn-selection",
        network: network().to_string(),
        vcs: VCS,
        packet_flits: PACKET_FLITS,
        summary: Summary::new(options, 2, claims, sweep::dead(series.iter().map(|series| &series.seeds))),
        patterns,
    }
}

fn pattern_report(pattern: &'static str, paper: TableRow, series: &[Series]) -> PatternReport {
    let samples: Vec<Samples> = series.iter().map(Samples::of).collect();
    let algorithms = series.iter().zip(&samples).map(|(series, own)| algorithm_report(series, own, &samples[0])).collect();
    let [dor, ls, cs, both] = &samples[..] else { unreachable!("four algorithms") };
    let claims = vec![
        Claim::new("throughput LS >= DOR", Estimate::of_changes(&dor.max, &ls.max)),
        Claim::new("throughput CS >= DOR", Estimate::of_changes(&dor.max, &cs.max)),
        Claim::new("throughput LS+CS >= LS", Estimate::of_changes(&ls.max, &both.max)),
        Claim::new("throughput LS+CS >= CS", Estimate::of_changes(&cs.max, &both.max)),
        Claim::new("latency at maximum throughput LS+CS <= DOR", Estimate::of_reductions(&dor.latency, &both.latency)),
    ];
    PatternReport { pattern, paper, algorithms, claims }
}

fn algorithm_report(series: &Series, own: &Samples, dor: &Samples) -> AlgorithmReport {
    let against_dor = |estimate: Estimate| (series.algorithm != RoutingAlgorithm::Dor).then_some(estimate);
    let accepted: Vec<f64> = sweep::means(&series.seeds, |point| point.accepted);
    AlgorithmReport {
        algorithm: series.algorithm.name(),
        knee: series.knee,
        saturation_throughput: Estimate::of(&own.saturation),
        max_throughput: Estimate::of(&own.max),
        still_rising: accepted.last().is_some_and(|last| accepted.iter().all(|load| load <= last)),
        latency_at_max: Estimate::of(&own.latency),
        zero_load_latency: Estimate::of(&own.zero),
        throughput_enhancement: against_dor(Estimate::of_changes(&dor.max, &own.max)),
        saturation_enhancement: against_dor(Estimate::of_changes(&dor.saturation, &own.saturation)),
        latency_reduction: against_dor(Estimate::of_reductions(&dor.latency, &own.latency)),
        zero_load_increase: against_dor(Estimate::of_changes(&dor.zero, &own.zero)),
        in_paper_clocks: PaperClockFigures::of(own),
    }
}

/// `htn-selection.csv` with every point, `htn-selection.json`, and `htn-selection-<pattern>.svg`.
///
/// # Errors
/// A figure that cannot be drawn.
pub fn files(report: &Report, series: &[Series]) -> Result<Files, Error> {
    let json = serde_json::to_string_pretty(report).expect("a report in JSON") + "\n";
    let mut files = vec![("htn-selection.csv".to_owned(), csv(series)), ("htn-selection.json".to_owned(), json)];
    for (row, series) in report.patterns.iter().zip(series.chunks(ALGORITHMS.len())) {
        let title = format!(
            "{}, {}: {} VCs of {} flits, {} clocks",
            report.network, row.pattern, report.vcs, report.summary.buffer_depth, report.summary.cycles
        );
        let curve = |series: &Series| Curve { name: series.algorithm.name().to_uppercase(), points: sweep::curve(&series.seeds) };
        let curves: Vec<Curve> = series.iter().map(curve).collect();
        files.push((format!("htn-selection-{}.svg", row.pattern), figure::svg(&title, &curves)?));
    }
    Ok(files)
}

fn csv(series: &[Series]) -> String {
    let own = |series: &Series| vec![series.pattern.name().to_owned(), series.algorithm.name().to_owned()];
    let rows = series.iter().flat_map(|series| sweep::rows(own(series), &series.seeds));
    files::csv(["pattern", "algorithm"].into_iter().chain(sweep::COLUMNS), rows)
}
