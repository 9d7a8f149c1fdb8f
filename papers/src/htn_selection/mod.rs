//! Table I of the HTN paper: gain of link and channel selection over dimension order on HTN(4,4,2,1), under five traffic patterns (section
//! IV: 1024 nodes, 3 VCs, packets of 16 flits, 20,000 clocks; the paper does not state the buffer depth).

pub mod report;

use serde::Serialize;
use torusmith_design::{Pipeline, RoutingAlgorithm, Ties};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::RoutingOptions;
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, Network};

use crate::options::{Options, Routes};
use crate::parts::Part;
use crate::sweep::{self, Point};
use crate::{Error, Work};

/// The paper's network.
pub const NETWORK: &str = "htn:4,4,2,1";
/// Virtual channels a port.
pub const VCS: usize = 3;
/// Flits of a packet.
pub const PACKET_FLITS: usize = 16;
/// The offered load at which packets hardly meet, in flits a node and clock.
pub const ZERO_LOAD: f64 = 0.001;
/// Fewer clocks deliver too few packets at [`ZERO_LOAD`].
pub const LEAST_CYCLES: u64 = 500;

/// The paper's algorithms, in the order of the tables.
pub const ALGORITHMS: [RoutingAlgorithm; 4] = [RoutingAlgorithm::Dor, RoutingAlgorithm::Ls, RoutingAlgorithm::Cs, RoutingAlgorithm::LsCs];

/// The paper's patterns, each with its row of Table I.
pub const PATTERNS: [(Pattern, TableRow); 5] = [
    (Pattern::Uniform, TableRow::new([0.04317, 0.04861], [216.01, 203.23], [58.40, 58.61], [12.60, 6.29, 0.36])),
    (Pattern::HotSpot(5), TableRow::new([0.03833, 0.04130], [251.11, 227.41], [57.59, 57.84], [7.75, 10.42, 0.43])),
    (Pattern::BitReversal, TableRow::new([0.02951, 0.03281], [287.09, 264.11], [57.11, 57.39], [11.18, 8.70, 0.49])),
    (Pattern::BitFlip, TableRow::new([0.03005, 0.03279], [280.49, 261.38], [57.16, 57.25], [9.12, 7.31, 0.16])),
    // 59.50 is 2.04 % above 58.31, not 0.33 %: presumably a misprint of 58.50.
    (Pattern::Shuffle, TableRow::new([0.03958, 0.04600], [246.42, 243.19], [58.31, 59.50], [16.22, 1.33, 0.33])),
];

/// A row of Table I as printed: pairs are of DOR and LS+CS. Loads in flits a node and clock, latencies in clocks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TableRow {
    /// Maximum throughput.
    pub max_throughput: [f64; 2],
    /// Latency at the maximum throughput.
    pub latency_at_max: [f64; 2],
    /// Zero-load latency.
    pub zero_load_latency: [f64; 2],
    /// Throughput enhancement, %.
    pub throughput_enhancement: f64,
    /// Latency reduction, %.
    pub latency_reduction: f64,
    /// Increase of the zero-load latency, %.
    pub zero_load_increase: f64,
}

impl TableRow {
    const fn new(max_throughput: [f64; 2], latency_at_max: [f64; 2], zero_load_latency: [f64; 2], percent: [f64; 3]) -> Self {
        let [throughput_enhancement, latency_reduction, zero_load_increase] = percent;
        Self { max_throughput, latency_at_max, zero_load_latency, throughput_enhancement, latency_reduction, zero_load_increase }
    }
}

/// Defaults of `torusmith study htn-selection`.
pub const DEFAULT: Options =
    Options { seeds: 5, buffer_depth: 4, cycles: 20_000, ties: Ties::Plus, routes: Routes::Papers, engine: EngineKind::Fast };

/// Checks the ranges.
///
/// # Errors
/// The first field out of range.
pub fn check(options: &Options) -> Result<(), Error> {
    options.check(LEAST_CYCLES, "500 and more (fewer deliver too few packets at zero load)")
}

fn simulation(options: &Options, pattern: Pattern, algorithm: RoutingAlgorithm) -> Result<Simulation, Error> {
    let network = network();
    Ok(Simulation {
        routing: options.routing(&network, RoutingOptions::new(algorithm, None))?,
        network,
        router: RouterConfig { vcs: VCS, depth: options.buffer_depth, pipeline: Pipeline::Two, reuse_empty: 0, ..RouterConfig::default() },
        slices: LinkSlices::default(),
        engine: options.engine,
        traffic: TrafficOptions { pattern, rate: ZERO_LOAD, lengths: Lengths::fixed(PACKET_FLITS)?, seed: 1, sources: Sources::default() },
        run: RunOptions { cycles: options.cycles, warm_up: options.warm_up(), ..RunOptions::default() },
    })
}

/// The paper's network.
pub fn network() -> Network {
    NETWORK.parse().expect("a network")
}

/// An algorithm under a pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The pattern.
    pub pattern: Pattern,
    /// The algorithm.
    pub algorithm: RoutingAlgorithm,
    /// The rate at which the network becomes saturated, with seed 1.
    pub knee: f64,
    /// By seed, from 1 on: a point for each rate, rising; the first is the zero load.
    pub seeds: Vec<Vec<Point>>,
}

/// Runs the study: the patterns in the order of the table, each with the algorithms in the order of [`ALGORITHMS`].
///
/// All algorithms of a pattern are simulated at zero load and at 12 common rates up to 1.6 times the highest of their knees, so that every
/// curve continues past its maximum; and each at 8 rates around its own knee, so that its maximum is found to about 5 %.
///
/// # Errors
/// A setting out of range.
pub fn run(options: &Options, work: &Work) -> Result<Vec<Series>, Error> {
    let (knees, points) = points(&simulations(options)?, options, work)?;
    let series = pairs().zip(knees).zip(points);
    Ok(series.map(|(((pattern, algorithm), knee), seeds)| Series { pattern, algorithm, knee, seeds }).collect())
}

/// The study in parts, one for each pattern.
///
/// # Errors
/// A setting out of range.
pub fn parts(options: &Options) -> Result<Vec<Part>, Error> {
    let run = |simulations: &[Simulation], options: &Options, work: &Work| points(simulations, options, work).map(drop);
    Ok(simulations(options)?.chunks(ALGORITHMS.len()).map(|pattern| Part::new(pattern, *options, run)).collect())
}

fn pairs() -> impl Iterator<Item = (Pattern, RoutingAlgorithm)> {
    PATTERNS.iter().flat_map(|&(pattern, _)| ALGORITHMS.map(|algorithm| (pattern, algorithm)))
}

fn simulations(options: &Options) -> Result<Vec<Simulation>, Error> {
    check(options)?;
    pairs().map(|(pattern, algorithm)| simulation(options, pattern, algorithm)).collect()
}

/// The knees, and the points by simulation, seed and rate; `simulations` must consist of whole patterns.
fn points(simulations: &[Simulation], options: &Options, work: &Work) -> Result<(Vec<f64>, sweep::Points), Error> {
    let knees = sweep::knees(simulations, work)?;
    let plans = simulations.chunks(ALGORITHMS.len()).zip(knees.chunks(ALGORITHMS.len())).flat_map(|(simulations, knees)| {
        let common = sweep::grid(knees.iter().copied().fold(0.0, f64::max), 0.1, 1.6, 12);
        simulations.iter().zip(knees).map(move |(simulation, &knee)| {
            let own = sweep::grid(knee, 0.85, 1.2, 8);
            (simulation.clone(), sweep::merge([ZERO_LOAD].into_iter().chain(common.iter().copied()).chain(own)))
        })
    });
    let points = sweep::by_seed(&plans.collect::<Vec<_>>(), options.seeds, work)?;
    Ok((knees, points))
}
