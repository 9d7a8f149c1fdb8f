//! The RDT paper's comparison of networks: its tables I, II, III, V and VI, and the figures 9 to 11 of section IV-B (4096 nodes, dimension
//! order, 10,000 clocks of which the first 1000 are ignored). The paper does not state the buffer depth, nor the length of Figure 11's packets.

mod claims;
pub mod loads;
pub mod report;
pub mod tables;
mod values;

use torusmith_design::{Pipeline, Ties};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::RoutingOptions;
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, Network};

use crate::knee::round;
use crate::options::{Options, Routes, papers};
use crate::parts::Part;
use crate::sweep::{self, Point};
use crate::{Error, Work};

pub use claims::RdtClaim;

/// The lowest offered load, in flits a node and clock; the hot nodes together take no more than 1/32.
pub const LOW_LOAD: f64 = 0.002;
/// Fewer clocks are over before long packets arrive, or deliver too few at [`LOW_LOAD`].
pub const LEAST_CYCLES: u64 = 2000;
/// Defaults of `torusmith study rdt`.
pub const DEFAULT: Options =
    Options { seeds: 3, buffer_depth: 4, cycles: 10_000, ties: Ties::Plus, routes: Routes::Papers, engine: EngineKind::Fast };

/// A compared network: label, names by size, VCs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Competitor {
    /// The paper's name.
    pub label: &'static str,
    /// Names of the networks of 4096 nodes, and of 256 for a quick look.
    names: [&'static str; 2],
    /// Table IV: 2; the RDT has a third for moves between ranks (section IV-C).
    pub vcs: usize,
}

/// The networks, in the order of the paper's Table V.
pub const COMPETITORS: [Competitor; 5] = [
    Competitor { label: "2D torus", names: ["torus:64,64", "torus:16,16"], vcs: 2 },
    Competitor { label: "3D torus", names: ["torus:16,16,16", "torus:4,8,8"], vcs: 2 },
    Competitor { label: "4D torus", names: ["torus:8,8,8,8", "torus:4,4,4,4"], vcs: 2 },
    Competitor { label: "hypercube", names: ["hypercube:12", "hypercube:8"], vcs: 2 },
    Competitor { label: "RDT", names: ["rdt:64", "rdt:16"], vcs: 3 },
];

impl Competitor {
    /// The network.
    pub fn network(&self, size: Size) -> Network {
        self.names[size as usize].parse().expect("a network")
    }
}

/// Size of the networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// 4096 nodes, as in the paper.
    Full,
    /// 256 nodes, for a quick look.
    Quick,
}

/// Conditions of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scenario {
    /// Name in files and reports.
    pub name: &'static str,
    /// Number of the paper's figure.
    pub figure: Option<u8>,
    /// The traffic; the hot nodes are 1/32 of all.
    pub pattern: Pattern,
    /// Flits of a packet, two of them its header.
    pub flits: usize,
}

/// The scenarios, in the order of the figures; the length of Figure 11's packets is not stated, so both are simulated.
pub const SCENARIOS: [Scenario; 4] = [
    Scenario { name: "uniform-16", figure: Some(9), pattern: Pattern::Uniform, flits: 16 },
    Scenario { name: "uniform-128", figure: Some(10), pattern: Pattern::Uniform, flits: 128 },
    Scenario { name: "hot-nodes-16", figure: Some(11), pattern: Pattern::HotNodes, flits: 16 },
    Scenario { name: "hot-nodes-128", figure: Some(11), pattern: Pattern::HotNodes, flits: 128 },
];

/// Checks the ranges.
///
/// # Errors
/// The first field out of range.
pub fn check(options: &Options) -> Result<(), Error> {
    options.check(LEAST_CYCLES, "2000 and more (fewer are over before packets of 128 flits have filled the network)")
}

/// A network in a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The scenario.
    pub scenario: Scenario,
    /// The network.
    pub competitor: Competitor,
    /// The rate at which the network becomes saturated, with seed 1.
    pub knee: f64,
    /// By seed, from 1 on: a point for each rate, rising; the first is the low load.
    pub seeds: Vec<Vec<Point>>,
}

impl Series {
    /// By seed: the point at a simulated rate.
    ///
    /// # Panics
    /// If the rate was not simulated.
    fn at(&self, rate: f64) -> impl Iterator<Item = &Point> {
        self.seeds.iter().map(move |points| points.iter().find(|point| point.rate == rate).expect("a rate that was run"))
    }
}

/// The rate at which two networks are compared under high load: 0.9 of the lower of their knees.
fn high_load(knee: f64, other: f64) -> f64 {
    round(0.9 * knee.min(other))
}

fn simulation(options: &Options, size: Size, scenario: &Scenario, competitor: &Competitor) -> Result<Simulation, Error> {
    Ok(Simulation {
        network: competitor.network(size),
        routing: papers(RoutingOptions::default()),
        router: RouterConfig {
            vcs: competitor.vcs,
            depth: options.buffer_depth,
            pipeline: Pipeline::Three,
            reuse_empty: 0,
            ..RouterConfig::default()
        },
        slices: LinkSlices::default(),
        engine: options.engine,
        traffic: TrafficOptions {
            pattern: scenario.pattern,
            rate: LOW_LOAD,
            lengths: Lengths::fixed(scenario.flits)?,
            seed: 1,
            sources: Sources::default(),
        },
        run: RunOptions { cycles: options.cycles, warm_up: options.warm_up(), ..RunOptions::default() },
    })
}

/// Runs the simulations: the scenarios in the order of [`SCENARIOS`], each with the networks in the order of [`COMPETITORS`].
///
/// Each network is simulated at the low load, at 7 rates from 0.2 to 1.1 times its own knee, and at 0.9 times every knee of the scenario up
/// to its own, so that any two networks share their high load.
///
/// # Errors
/// A setting out of range.
pub fn run(options: &Options, size: Size, work: &Work) -> Result<Vec<Series>, Error> {
    let (knees, points) = points(&simulations(options, size)?, options, work)?;
    let series = pairs().zip(knees).zip(points);
    Ok(series.map(|(((scenario, competitor), knee), seeds)| Series { scenario, competitor, knee, seeds }).collect())
}

/// Splits the study's simulations into parts, one for each scenario.
///
/// # Errors
/// A setting out of range.
pub fn parts(options: &Options, size: Size) -> Result<Vec<Part>, Error> {
    let run = |simulations: &[Simulation], options: &Options, work: &Work| points(simulations, options, work).map(drop);
    Ok(simulations(options, size)?.chunks(COMPETITORS.len()).map(|scenario| Part::new(scenario, *options, run)).collect())
}

fn pairs() -> impl Iterator<Item = (Scenario, Competitor)> {
    SCENARIOS.iter().flat_map(|scenario| COMPETITORS.iter().map(move |competitor| (*scenario, *competitor)))
}

fn simulations(options: &Options, size: Size) -> Result<Vec<Simulation>, Error> {
    check(options)?;
    pairs().map(|(scenario, network)| simulation(options, size, &scenario, &network)).collect()
}

/// The knees, and the points by simulation, seed and rate; `simulations` must consist of whole scenarios.
fn points(simulations: &[Simulation], options: &Options, work: &Work) -> Result<(Vec<f64>, sweep::Points), Error> {
    let knees = sweep::knees(simulations, work)?;
    let plans = simulations.chunks(COMPETITORS.len()).zip(knees.chunks(COMPETITORS.len())).flat_map(|(simulations, knees)| {
        simulations.iter().zip(knees).map(move |(simulation, &knee)| {
            let shared = knees.iter().map(|&other| high_load(knee, other));
            (simulation.clone(), sweep::merge([LOW_LOAD].into_iter().chain(sweep::grid(knee, 0.2, 1.1, 7)).chain(shared)))
        })
    });
    let points = sweep::by_seed(&plans.collect::<Vec<_>>(), options.seeds, work)?;
    Ok((knees, points))
}
