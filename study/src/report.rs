//! What the points of [`crate::htn_selection`] come to: the paper's table beside ours, its claims, and the files.

use std::fmt::Write as _;

use serde::Serialize;
use torusmith_sim::routing::RoutingAlgorithm;

use crate::Error;
use crate::estimate::Estimate;
use crate::figure::{self, Curve};
use crate::files::Files;
use crate::htn_selection::{ALGORITHMS, Options, PACKET_FLITS, PATTERNS, Series, TableRow, VCS, network};
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
    /// Clocks in which packets are created.
    pub cycles: u64,
    /// The first of them, which do not count.
    pub warmup: u64,
    /// Flits an input VC's buffer holds.
    pub buffer_depth: usize,
    /// Clocks a hop.
    pub pipeline: u32,
    /// Seeds 1 to this.
    pub seeds: usize,
    /// Claims that hold.
    pub claims_held: usize,
    /// All of them.
    pub claims_made: usize,
    /// Simulations in which the network died.
    pub dead: usize,
    /// The rows of the table.
    pub patterns: Vec<PatternReport>,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PatternReport {
    /// The pattern.
    pub pattern: &'static str,
    /// What the paper prints.
    pub paper: TableRow,
    /// What was found, in the order DOR, LS, CS, LS+CS.
    pub algorithms: Vec<AlgorithmReport>,
    /// The paper's claims about this pattern.
    pub claims: Vec<Claim>,
}

/// An algorithm under a pattern. Loads in flits a node and clock, latencies in clocks, changes in percent of DOR's, paired by seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AlgorithmReport {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The rate at which it becomes saturated, with seed 1.
    pub knee: f64,
    /// Accepted load just before less than 95 % of the offered load are accepted.
    pub saturation_throughput: Estimate,
    /// Highest accepted load.
    pub max_throughput: Estimate,
    /// It is that of the highest rate: the network accepts the more the more is offered, however long the queues.
    pub still_rising: bool,
    /// Mean network latency at the highest accepted load.
    pub latency_at_max: Estimate,
    /// Mean network latency at zero load.
    pub zero_load_latency: Estimate,
    /// Maximum throughput over DOR's.
    pub throughput_enhancement: Option<Estimate>,
    /// Saturation throughput over DOR's.
    pub saturation_enhancement: Option<Estimate>,
    /// Latency at the maximum below DOR's at its own.
    pub latency_reduction: Option<Estimate>,
    /// Zero-load latency over DOR's.
    pub zero_load_increase: Option<Estimate>,
}

/// A claim of the paper about direction or order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Claim {
    /// In words.
    pub claim: &'static str,
    /// By how much the first is above (latency: below) the second, in percent.
    pub margin: Estimate,
    /// The mean of the margin is not below 0.
    pub holds: bool,
    /// The confidence interval of the margin leaves out 0.
    pub resolved: bool,
}

/// A series, seed by seed.
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
            // The few packets of the zero load say nothing on saturation.
            saturation: each(|points| sweep::last_unsaturated(&points[1..]).accepted),
            max: each(|points| sweep::maximum(points).accepted),
            latency: each(|points| sweep::maximum(points).latency_mean),
            zero: each(|points| points[0].latency_mean),
        }
    }
}

/// Sums up the series that [`crate::htn_selection::run`] returned for `options`.
pub fn report(options: &Options, series: &[Series]) -> Report {
    let rows = PATTERNS.iter().zip(series.chunks(ALGORITHMS.len()));
    let patterns: Vec<PatternReport> = rows.map(|((pattern, paper), series)| pattern_report(pattern.name(), *paper, series)).collect();
    let claims = || patterns.iter().flat_map(|pattern| &pattern.claims);
    Report {
        study: "htn-selection",
        network: network().to_string(),
        vcs: VCS,
        packet_flits: PACKET_FLITS,
        cycles: options.cycles,
        warmup: options.cycles / 10,
        buffer_depth: options.buffer_depth,
        pipeline: 2,
        seeds: options.seeds,
        claims_held: claims().filter(|claim| claim.holds).count(),
        claims_made: claims().count(),
        dead: series.iter().flat_map(|series| series.seeds.iter().flatten()).filter(|point| point.dead).count(),
        patterns,
    }
}

fn pattern_report(pattern: &'static str, paper: TableRow, series: &[Series]) -> PatternReport {
    let samples: Vec<Samples> = series.iter().map(Samples::of).collect();
    let algorithms = series.iter().zip(&samples).map(|(series, own)| algorithm_report(series, own, &samples[0])).collect();
    let [dor, ls, cs, both] = &samples[..] else { unreachable!("four algorithms") };
    let claim = |claim, margin: Estimate| Claim { claim, holds: margin.mean >= 0.0, resolved: margin.is_resolved(), margin };
    let claims = vec![
        claim("throughput LS >= DOR", Estimate::of_changes(&dor.max, &ls.max)),
        claim("throughput CS >= DOR", Estimate::of_changes(&dor.max, &cs.max)),
        claim("throughput LS+CS >= LS", Estimate::of_changes(&ls.max, &both.max)),
        claim("throughput LS+CS >= CS", Estimate::of_changes(&cs.max, &both.max)),
        claim("latency at maximum throughput LS+CS <= DOR", Estimate::of_reductions(&dor.latency, &both.latency)),
    ];
    PatternReport { pattern, paper, algorithms, claims }
}

fn algorithm_report(series: &Series, own: &Samples, dor: &Samples) -> AlgorithmReport {
    let against_dor = |estimate: Estimate| (series.algorithm != RoutingAlgorithm::Dor).then_some(estimate);
    let accepted: Vec<f64> = means(series, |point| point.accepted);
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
    }
}

/// The mean over the seeds of a value, rate by rate.
fn means(series: &Series, value: fn(&Point) -> f64) -> Vec<f64> {
    let mean = |i: usize| series.seeds.iter().map(|points| value(&points[i])).sum::<f64>() / series.seeds.len() as f64;
    (0..series.seeds[0].len()).map(mean).collect()
}

/// `htn-selection.csv` with every point, `htn-selection.json`, and `htn-selection-<pattern>.svg`.
///
/// # Errors
/// A figure that cannot be drawn.
pub fn files(report: &Report, series: &[Series]) -> Result<Files, Error> {
    let json = serde_json::to_string_pretty(report).expect("a report in JSON") + "\n";
    let mut files = vec![("htn-selection.csv".to_owned(), csv(series)), ("htn-selection.json".to_owned(), json)];
    for (row, series) in report.patterns.iter().zip(series.chunks(ALGORITHMS.len())) {
        let title =
            format!("{}, {}: {} VCs of {} flits, {} clocks", report.network, row.pattern, report.vcs, report.buffer_depth, report.cycles);
        let curve = |series: &Series| Curve {
            name: series.algorithm.name().to_uppercase(),
            points: means(series, |point| point.accepted).into_iter().zip(means(series, |point| point.latency_mean)).collect(),
        };
        let curves: Vec<Curve> = series.iter().map(curve).collect();
        files.push((format!("htn-selection-{}.svg", row.pattern), figure::svg(&title, &curves)?));
    }
    Ok(files)
}

fn csv(series: &[Series]) -> String {
    let mut text = "pattern,algorithm,seed,rate,offered,accepted,latency_mean,latency_p99\n".to_owned();
    for series in series {
        for (i, points) in series.seeds.iter().enumerate() {
            for point in points {
                let Point { rate, offered, accepted, latency_mean, latency_p99, .. } = point;
                let (pattern, algorithm, seed) = (series.pattern.name(), series.algorithm.name(), i + 1);
                writeln!(text, "{pattern},{algorithm},{seed},{rate},{offered:.6},{accepted:.6},{latency_mean:.3},{latency_p99}")
                    .expect("a string");
            }
        }
    }
    text
}
