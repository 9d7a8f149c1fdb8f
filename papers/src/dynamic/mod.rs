//! Dynamic communication performance of the tori-connected torus networks: Figures 7 to 13 of the TTN paper (section 5), and equal figures
//! for STTN and MTN against the TTN, which their papers leave to future work. 4096 nodes, dimension order, 4 VCs, packets of 16 flits, two
//! of them header, two clocks a hop, 20,000 clocks. The papers state neither the buffer depth nor the warm-up.

mod bound;
pub mod claims;
mod curve;
pub mod findings;
mod measures;
mod networks;
pub mod report;
mod statements;

use rayon::prelude::*;
use torusmith_design::{Pipeline, Ties};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::for_network;
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, Network};

use crate::options::{Options, Routes};
use crate::parts::Part;
use crate::sweep::{self, Point};
use crate::{Error, Progress, Work};
use curve::KneeSearch;

pub use networks::{Competitor, Size};

/// Flits of a packet.
pub const PACKET_FLITS: usize = 16;
/// The offered load at which packets hardly meet, in flits a node and clock.
pub const ZERO_LOAD: f64 = 0.001;
/// Fewer clocks deliver too few packets at [`ZERO_LOAD`].
pub const LEAST_CYCLES: u64 = 500;
/// Defaults of `torusmith study ttn-dynamic`, `sttn-dynamic` and `mtn-dynamic`.
pub const DEFAULT: Options =
    Options { seeds: 3, buffer_depth: 4, cycles: 20_000, ties: Ties::Plus, routes: Routes::Papers, engine: EngineKind::Fast };

/// The papers' patterns: six, and the hot spot at four percentages.
pub const PATTERNS: [Pattern; 10] = [
    Pattern::Uniform,
    Pattern::HotSpot(2),
    Pattern::HotSpot(5),
    Pattern::HotSpot(10),
    Pattern::HotSpot(20),
    Pattern::Transpose,
    Pattern::BitReversal,
    Pattern::Complement,
    Pattern::BitFlip,
    Pattern::Shuffle,
];

/// A dynamic study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Study {
    /// TTN, TESH, MH3DT, mesh and torus: the TTN paper.
    Ttn,
    /// STTN against TTN.
    Sttn,
    /// MTN against TTN.
    Mtn,
}

impl Study {
    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ttn => "ttn-dynamic",
            Self::Sttn => "sttn-dynamic",
            Self::Mtn => "mtn-dynamic",
        }
    }

    /// Scenarios of the study: the TTN paper has q = 0 under uniform traffic only, the other studies have q = 0 and 1 everywhere.
    pub fn scenarios(self) -> Vec<Scenario> {
        let at = |q: u32| PATTERNS.iter().map(move |&pattern| Scenario { pattern, q });
        match self {
            Self::Ttn => at(0).take(1).chain(at(1)).collect(),
            Self::Sttn | Self::Mtn => PATTERNS.iter().flat_map(|&pattern| (0..2).map(move |q| Scenario { pattern, q })).collect(),
        }
    }
}

/// Conditions of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scenario {
    /// The traffic.
    pub pattern: Pattern,
    /// Inter-level connectivity of the hierarchical networks.
    pub q: u32,
}

impl Scenario {
    /// `uniform-q0`, `hot-spot-20-q1`.
    pub fn name(&self) -> String {
        format!("{}-q{}", self.pattern.to_string().replace(':', "-"), self.q)
    }

    /// Number of the scenario's figure in the TTN paper.
    pub fn figure(&self) -> Option<&'static str> {
        match (self.pattern, self.q) {
            (Pattern::Uniform, 0) => Some("7(a)"),
            (_, 0) => None,
            (Pattern::Uniform, _) => Some("7(b)"),
            (Pattern::HotSpot(2), _) => Some("8(a)"),
            (Pattern::HotSpot(5), _) => Some("8(b)"),
            (Pattern::HotSpot(10), _) => Some("8(c)"),
            (Pattern::HotSpot(20), _) => Some("8(d)"),
            (Pattern::Transpose, _) => Some("9"),
            (Pattern::BitReversal, _) => Some("10"),
            (Pattern::Complement, _) => Some("11"),
            (Pattern::BitFlip, _) => Some("12"),
            (Pattern::Shuffle, _) => Some("13"),
            _ => None,
        }
    }
}

/// Checks the ranges.
///
/// # Errors
/// The first field out of range.
pub fn check(options: &Options) -> Result<(), Error> {
    options.check(LEAST_CYCLES, "500 and more (fewer deliver too few packets at zero load)")
}

/// A network in a scenario: a curve of its figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The scenario.
    pub scenario: Scenario,
    /// The network, with its label.
    pub competitor: Competitor,
    /// The network itself.
    pub network: Network,
    /// Name of the VC rule in force.
    pub rule: &'static str,
    /// The rate at which the network becomes saturated, with seed 1.
    pub knee: f64,
    /// By seed, from 1 on: a point for each rate, rising; the first is the zero load.
    pub seeds: Vec<Vec<Point>>,
}

fn simulation(options: &Options, scenario: Scenario, competitor: &Competitor, network: Network) -> Result<Simulation, Error> {
    Ok(Simulation {
        routing: options.routing(&network, competitor.routing())?,
        network,
        router: RouterConfig {
            vcs: competitor.vcs,
            depth: options.buffer_depth,
            pipeline: Pipeline::Two,
            reuse_empty: 0,
            ..RouterConfig::default()
        },
        slices: LinkSlices::default(),
        engine: options.engine,
        traffic: TrafficOptions {
            pattern: scenario.pattern,
            rate: ZERO_LOAD,
            lengths: Lengths::fixed(PACKET_FLITS)?,
            seed: 1,
            sources: Sources::default(),
        },
        run: RunOptions { cycles: options.cycles, warm_up: options.warm_up(), ..RunOptions::default() },
    })
}

/// Runs a study: its scenarios in order, each with its networks in the order of the list.
///
/// The rates of a curve are the rates that the search for its knee tries, the zero load, and three rates past the knee; all are simulated
/// with every seed. A simulation that two scenarios share (mesh and torus do not depend on q) is run once.
///
/// # Errors
/// A setting out of range.
pub fn run(study: Study, options: &Options, size: Size, work: &Work) -> Result<Vec<Series>, Error> {
    let (simulations, requests) = simulations(study, options, size)?;
    let curves = curves(&simulations, options.seeds, work)?;
    let series = requests.into_iter().map(|(scenario, competitor, network, rule, at)| {
        let (knee, seeds) = curves[at].clone();
        Series { scenario, competitor, network, rule, knee, seeds }
    });
    Ok(series.collect())
}

/// Splits the study into parts of one curve each.
///
/// # Errors
/// A setting out of range.
pub fn parts(study: Study, options: &Options, size: Size) -> Result<Vec<Part>, Error> {
    let (simulations, _) = simulations(study, options, size)?;
    let run = |simulations: &[Simulation], options: &Options, work: &Work| curves(simulations, options.seeds, work).map(drop);
    Ok(simulations.chunks(1).map(|one| Part::new(one, *options, run)).collect())
}

/// A requested curve: scenario, network, VC rule, and index of its simulation.
type CurveRequest = (Scenario, Competitor, Network, &'static str, usize);

/// The simulations of the curves, each once.
fn simulations(study: Study, options: &Options, size: Size) -> Result<(Vec<Simulation>, Vec<CurveRequest>), Error> {
    check(options)?;
    let mut simulations: Vec<Simulation> = Vec::new();
    let mut requests = Vec::new();
    for scenario in study.scenarios() {
        for (competitor, network) in networks::of(study, scenario, size) {
            let simulation = simulation(options, scenario, &competitor, network.clone())?;
            let at = simulations.iter().position(|known| *known == simulation).unwrap_or(simulations.len());
            if at == simulations.len() {
                simulations.push(simulation);
            }
            let rule = for_network(&network, simulations[at].routing, competitor.vcs)?.rule().name();
            requests.push((scenario, competitor, network, rule, at));
        }
    }
    Ok((simulations, requests))
}

/// The knee, and the points by seed and rate.
type Curve = (f64, Vec<Vec<Point>>);

/// Simulates the curves, one for each simulation.
fn curves(simulations: &[Simulation], seeds: usize, work: &Work) -> Result<Vec<Curve>, Error> {
    let expected = curve::EXPECTED_RATES * seeds;
    (work.progress)(Progress::Stage("points", (simulations.len() * expected) as u64));
    let search = |simulation: &Simulation| {
        let zero_load = simulation.zero_load_latency()?;
        let found = curve::search(|rate| {
            let judged = work.cache.judged(&sweep::at_rate(simulation, rate), zero_load);
            judged.inspect(|_| (work.progress)(Progress::Step))
        })?;
        (work.progress)(Progress::More((found.rates().len() * seeds) as i64 - expected as i64));
        Ok(found)
    };
    let searches: Vec<KneeSearch> = simulations.par_iter().with_max_len(1).map(search).collect::<Result<_, Error>>()?;

    let missing = |simulation, found: &KneeSearch, seed| {
        let rates = found.rates().into_iter().filter(move |&rate| seed > 1 || found.tried(rate).is_none());
        rates.map(|rate| sweep::with_seed(simulation, rate, seed)).collect::<Vec<_>>()
    };
    let seeds = 1..=seeds as u64;
    let of_simulation = |(simulation, found)| seeds.clone().flat_map(move |seed| missing(simulation, found, seed));
    let jobs: Vec<Simulation> = simulations.iter().zip(&searches).flat_map(of_simulation).collect();
    let mut points = sweep::points(&jobs, work)?.into_iter();
    let mut point = |found: &KneeSearch, rate, seed| {
        let tried = found.tried(rate).filter(|_| seed == 1).copied();
        tried.unwrap_or_else(|| points.next().expect("a point for each simulation"))
    };
    let mut curve = |found: &KneeSearch| -> Vec<Vec<Point>> {
        seeds.clone().map(|seed| found.rates().into_iter().map(|rate| point(found, rate, seed)).collect()).collect()
    };
    Ok(searches.iter().map(|found| (found.knee, curve(found))).collect())
}
