//! A point of a plan: what it runs, and its name, the hash of all that decides its result.

use anyhow::{Context, anyhow, bail};
use clap::{ArgMatches, Command, FromArgMatches};
use serde::Serialize;
use serde_json::Value;
use torusmith_host::sha256;
use torusmith_papers::Work;
use torusmith_papers::cache::{self, Cache};
use torusmith_papers::figures::Figures;
use torusmith_papers::knee::{Knee, knee};
use torusmith_papers::parts::Part;
use torusmith_papers::sweep::at_rate;
use torusmith_sim::simulation::Simulation;

use crate::values::not_allowed;
use crate::{area, asic, cosim, flags, refusal, simulate, study};

/// The rate that is to be found.
pub const KNEE: &str = "knee";
/// Rates that a search for a knee tries, about.
const TRIED: f64 = 9.0;
/// A router-clock of a lock step takes as long as so many of the model.
const LOCK_STEP: f64 = 20.0;
/// Synthesis of a router takes as long as so many router-clocks of the model.
pub const SYNTHESIS: f64 = 2e8;

/// `key = value` of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub key: String,
    pub value: String,
}

/// Result of a search: the rate, and the figures at all rates that it tried.
#[derive(Serialize)]
struct Searched {
    knee: Option<f64>,
    /// Why there is none.
    knee_note: Option<String>,
    points: Vec<Figures>,
}

/// A point.
pub struct Point {
    pub settings: Vec<Setting>,
    /// Of its file.
    pub name: String,
    /// All that decides its result, in a line.
    pub key: String,
    pub task: Task,
}

/// Work of a point.
pub enum Task {
    /// A simulation.
    Simulate(Box<Simulation>),
    /// The search for the rate at which the network is saturated.
    Knee(Box<Simulation>),
    /// Part of a study.
    Study(Box<Part>),
    /// A lock step.
    Cosim(Box<cosim::Args>, f64),
    /// Gates of a router.
    Area(Box<area::Args>),
    /// Area and clock of a router in a library.
    Asic(Box<asic::Args>),
}

impl Point {
    /// The point of some settings; with its error these come back.
    pub fn new(sub: &Command, settings: Vec<Setting>) -> Result<Self, (Vec<Setting>, anyhow::Error)> {
        match task(sub, &settings) {
            Ok((task, key)) => Ok(Self { settings, name: sha256(&key), key, task }),
            Err(e) => Err((settings, e)),
        }
    }

    /// The point of a task, with all that decides its result.
    pub fn of(settings: Vec<Setting>, task: Task, key: &str) -> Self {
        let key = cache::line(key);
        Self { settings, name: sha256(&key), key, task }
    }

    /// The parts of a study.
    pub fn parts(args: &study::Args, settings: &[Setting]) -> anyhow::Result<Vec<Self>> {
        let point = |(number, part): (usize, Part)| {
            let own = Setting { key: "part".to_owned(), value: number.to_string() };
            let key = part.key();
            Self { settings: [settings, &[own]].concat(), name: sha256(&key), key, task: Task::Study(Box::new(part)) }
        };
        Ok(study::parts(args)?.into_iter().enumerate().map(point).collect())
    }

    /// Runs it; one line of JSON. What is simulated on the way is kept in the cache too.
    pub fn run(&self, cache: &Cache) -> anyhow::Result<String> {
        Ok(match &self.task {
            Task::Simulate(simulation) => serde_json::to_string(&Figures::of(simulation, &simulation.run(|_| {})?))?,
            Task::Knee(simulation) => {
                let mut tried: Vec<Figures> = Vec::new();
                let zero_load = simulation.zero_load_latency()?;
                let found = knee(|rate| {
                    let simulation = at_rate(simulation, rate);
                    let figures = cache.figures(&cache::key(&simulation), &simulation)?.with_counted(None, zero_load);
                    let verdict = figures.verdict();
                    tried.push(figures);
                    anyhow::Ok(verdict)
                })?;
                tried.sort_by(|a, b| a.rate.unwrap_or(0.0).total_cmp(&b.rate.unwrap_or(0.0)));
                let (knee, knee_note) = match found {
                    Knee::At(rate) => (Some(rate), None),
                    Knee::Beyond => (None, Some("not saturated at rate 1".to_owned())),
                    Knee::None(none) => (None, Some(none.to_string())),
                };
                serde_json::to_string(&Searched { knee, knee_note, points: tried })?
            }
            Task::Study(part) => {
                part.run(&Work { cache, progress: &|_| () })?;
                cache.failed().map_or(Ok(()), Err).context("a simulation could not be kept")?;
                format!("{{\"curves\":{}}}", part.simulations.len())
            }
            Task::Cosim(args, _) => args.record()?,
            Task::Area(args) => serde_json::to_string(&args.gates()?)?,
            Task::Asic(args) => serde_json::to_string(&args.measure()?)?,
        })
    }

    /// How much work it is, about: clocks of routers of the model.
    pub fn work(&self) -> f64 {
        let of = |simulation: &Simulation| {
            let cycles = simulation.traffic.pattern.clocks().map_or(simulation.run.cycles, |clocks| clocks.min(simulation.run.cycles));
            simulation.network.routers() as f64 * cycles as f64
        };
        match &self.task {
            Task::Simulate(simulation) => of(simulation),
            Task::Knee(simulation) => TRIED * of(simulation),
            Task::Study(part) => part.expected() as f64 * part.simulations.iter().map(of).sum::<f64>(),
            Task::Cosim(_, clocks) => LOCK_STEP * clocks,
            Task::Area(_) | Task::Asic(_) => SYNTHESIS,
        }
    }
}

/// A result of a point is bad: a dead network, a mismatch.
pub fn is_bad(result: &Value) -> bool {
    let dead = |figures: &Value| !figures["dead"].is_null();
    result["match"] == false || dead(result) || result["points"].as_array().is_some_and(|points| points.iter().any(dead))
}

/// Task of the settings, and all that decides its result.
fn task(sub: &Command, settings: &[Setting]) -> anyhow::Result<(Task, String)> {
    let searched = sub.get_name() == "simulate" && settings.iter().any(|setting| setting.key == "rate" && setting.value == KNEE);
    let given = settings.iter().filter(|setting| !(searched && setting.key == "rate"));
    let matches = matches(sub, given)?;
    if sub.get_name() == "cosim" {
        let args = cosim::Args::from_arg_matches(&matches)?;
        let (key, clocks) = args.key()?;
        return Ok((Task::Cosim(Box::new(args), clocks), cache::line(&key)));
    }
    let (simulation, texts) = simulate::Args::from_arg_matches(&matches)?.alone(searched)?;
    if searched && simulation.traffic.is_loop() {
        bail!(not_allowed("rate", KNEE, "none with outstanding, where a reply makes room for a request"));
    }
    if searched && simulation.traffic.pattern.is_trace() {
        bail!(not_allowed("rate", KNEE, format!("none with traffic {}, which says every packet", simulation.traffic.pattern)));
    }
    if searched && !texts.is_empty() {
        bail!(not_allowed("rate", KNEE, format!("rates with traffic {}, which is in a file", simulation.traffic.pattern)));
    }
    let mut key = cache::key(&simulation);
    texts.iter().for_each(|text| key += &format!(" file {}", sha256(text)));
    Ok(if searched { (Task::Knee(Box::new(simulation)), format!("{key} {KNEE}")) } else { (Task::Simulate(Box::new(simulation)), key) })
}

/// Settings as a command reads them.
pub fn matches<'a>(sub: &Command, settings: impl IntoIterator<Item = &'a Setting>) -> anyhow::Result<ArgMatches> {
    let words = settings.into_iter().filter_map(|setting| word(sub, setting));
    let matches = sub.clone().try_get_matches_from([sub.get_name().to_owned()].into_iter().chain(words));
    let matches = matches.map_err(|e| anyhow!(refusal::one_line(&e, sub)))?;
    flags::check(sub, &matches, &[])?;
    Ok(matches)
}

/// A setting as a word of the command line.
fn word(sub: &Command, Setting { key, value }: &Setting) -> Option<String> {
    let arg = sub.get_arguments().find(|arg| crate::config::name(arg) == Some(key))?;
    match (arg.is_positional(), arg.get_action().takes_values()) {
        (true, _) => Some(value.clone()),
        (false, true) => Some(format!("--{key}={value}")),
        (false, false) => (value == "true").then(|| format!("--{key}")),
    }
}
