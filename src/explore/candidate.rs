//! The designs of a plan, with what is measured of each.

use std::collections::HashMap;
use std::sync::Mutex;

use anyhow::Context;
use clap::{Command, FromArgMatches};
use rayon::prelude::*;
use torusmith_papers::enough::{least_clocks, least_cycles};
use torusmith_synthesis::Yosys;
use torusmith_topology::{Network, metrics};

use super::figure::{Figure, Figures, Range, Synthesis};
use super::plan::{COMMANDS, Exploration};
use crate::sweep::plan::told;
use crate::sweep::point::{KNEE, Point, SYNTHESIS, Setting, Task, matches};
use crate::values::not_allowed;
use crate::{area, asic, exit};

/// A first run has this share of the clocks of the last one.
const SHORT: u64 = 8;
/// Flags that change little beside the buffers.
const OF_BUFFERS: [&str; 2] = ["buffer-depth", "vc-reuse"];
/// A flip-flop in NAND2 (docs/cli.md, area).
const FLIP_FLOP: f64 = 5.67;

/// All designs of a plan, and their points.
pub struct Candidates {
    pub all: Vec<Candidate>,
    /// Combinations that torusmith refuses, with the reason.
    pub refused: Vec<(Vec<Setting>, String)>,
    /// The points of all candidates.
    pub points: Vec<Point>,
}

/// A design.
pub struct Candidate {
    /// Its flags, without those of the traffic.
    pub settings: Vec<Setting>,
    /// Settings of its traffic, a run each.
    runs: usize,
    /// Where its points are: short runs, whole runs, gates, cells.
    pub short: Vec<usize>,
    pub whole: Vec<usize>,
    pub area: Option<usize>,
    pub asic: Option<usize>,
    pub figures: Figures,
    /// Data bits of a flit.
    pub flit_width: f64,
    /// Flags of the design without those of buffers: equal ones have about the same gates beside these.
    pub alike: String,
    /// Equal ones have input buffers of about the same gates: flits, data bits, VCs, target. `None`: ports differ in their VCs.
    pub buffers: Option<String>,
    /// Why it is left out; `None`: it is not.
    pub out: Option<Out>,
}

/// Why a design is left out.
#[derive(Debug, Clone, PartialEq)]
pub enum Out {
    /// A limit is not kept.
    Limit(Figure),
    /// Another one is as good in every goal and better in one.
    Beaten,
    /// A measurement failed, or the network died.
    Failed(String),
}

impl Candidates {
    /// The designs, checked.
    pub fn of(exploration: &Exploration, command: &Command) -> anyhow::Result<Self> {
        let subs = COMMANDS.map(|name| command.find_subcommand(name).expect("one of the commands"));
        let has = |sub: &Command, key: &str| sub.get_arguments().any(|arg| crate::config::name(arg) == Some(key));
        // Runs of one design are together.
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut grouped: Vec<(Vec<Setting>, Vec<Vec<Setting>>)> = Vec::new();
        for settings in exploration.plan.settings() {
            let (own, run): (Vec<Setting>, Vec<Setting>) = settings.into_iter().partition(|s| has(subs[1], &s.key) || has(subs[2], &s.key));
            let place = *places.entry(told(&own)).or_insert_with(|| {
                grouped.push((own, Vec::new()));
                grouped.len() - 1
            });
            grouped[place].1.push(run);
        }
        let of = |sub: &Command, settings: &[Setting]| -> Vec<Setting> { settings.iter().filter(|s| has(sub, &s.key)).cloned().collect() };
        let synthesis = exploration.needs(Synthesis::Area) || exploration.needs(Synthesis::Asic);
        let yosys = synthesis.then(|| Yosys::find().context("explore needs yosys for gates and cells")).transpose()?;
        let plan = Plans { exploration, subs, yosys: yosys.map_or(String::new(), |yosys| yosys.build), counted: Mutex::default() };
        let made: Vec<Made> = grouped
            .into_par_iter()
            .map(|(settings, runs)| {
                let mut simulate = of(subs[0], &settings);
                // The load is in flits, of any width.
                simulate.retain(|setting| setting.key != "flit-width");
                let parts = Parts { simulate, area: of(subs[1], &settings), asic: of(subs[2], &settings) };
                plan.candidate(parts, runs)
                    .map(|(candidate, points)| (Candidate { settings: settings.clone(), ..candidate }, points))
                    .map_err(|e| (settings, e))
            })
            .collect();
        let (mut all, mut refused, mut points) = (Vec::new(), Vec::new(), Vec::new());
        for one in made {
            match one {
                Ok((mut candidate, own)) => {
                    candidate.place(points.len());
                    points.extend(own);
                    all.push(candidate);
                }
                Err((_, e)) if exit::ends_all(&e) => return Err(e),
                Err((settings, e)) => refused.push((settings, exit::line(&e))),
            }
        }
        match (all.is_empty(), refused.first()) {
            (true, Some((settings, why))) => {
                anyhow::bail!("plan {}: no design; {}: {why}", exploration.plan.file.display(), told(settings))
            }
            _ => Ok(Self { all, refused, points }),
        }
    }
}

/// A design with its points, or the settings that are refused.
type Made = Result<(Candidate, Vec<Point>), (Vec<Setting>, anyhow::Error)>;

/// The settings that each command has.
struct Parts {
    simulate: Vec<Setting>,
    area: Vec<Setting>,
    asic: Vec<Setting>,
}

impl Candidate {
    /// Its points begin at `first`: all short runs, all whole runs, gates, cells.
    fn place(&mut self, first: usize) {
        let mut next = first;
        let mut take = |count: usize| {
            next += count;
            (next - count..next).collect::<Vec<_>>()
        };
        (self.short, self.whole) = (take(self.short.len()), take(self.runs));
        self.area = self.area.map(|_| take(1)[0]);
        self.asic = self.asic.map(|_| take(1)[0]);
    }

    pub fn alive(&self) -> bool {
        self.out.is_none()
    }

    /// Its gates are known from alike routers, about.
    pub fn estimated(&self) -> bool {
        self.figures.get(Figure::Kge).high.is_finite()
    }

    /// Sets the figures that are one by nodes, of the one of a router.
    pub fn set_kge(&mut self, range: Range) {
        let share = |of: f64| of * self.figures.get(Figure::Routers).low / self.figures.get(Figure::Nodes).low;
        let per_node = Range { low: share(range.low), high: share(range.high) };
        self.figures.set(Figure::Kge, range);
        self.figures.set(Figure::KgePerNode, per_node);
    }
}

/// What all designs have in common.
struct Plans<'a> {
    exploration: &'a Exploration,
    subs: [&'a Command; 3],
    /// The build of yosys.
    yosys: String,
    /// Figures of each network.
    counted: Mutex<HashMap<String, Figures>>,
}

impl Plans<'_> {
    /// A design and its points; places are filled in later.
    fn candidate(&self, parts: Parts, runs: Vec<Vec<Setting>>) -> anyhow::Result<(Candidate, Vec<Point>)> {
        let Self { exploration, subs, .. } = self;
        let args = area::Args::from_arg_matches(&matches(subs[1], &parts.area)?)?;
        let (network, design) = args.design()?;
        let manifest = area::manifest(&design)?;
        if manifest.axi4.is_some() {
            anyhow::bail!(not_allowed("interface", "axi4", "flit, axis"));
        }
        let knee = Setting { key: "rate".into(), value: KNEE.into() };
        let run = |settings: Vec<Setting>| Point::new(subs[0], settings).map_err(|(_, e)| e);
        let (mut short, mut whole, mut latency) = (Vec::new(), Vec::new(), 0.0f64);
        let count = runs.len();
        for own in runs {
            let settings = [&parts.simulate[..], &own, std::slice::from_ref(&knee)].concat();
            let point = run(settings.clone())?;
            let Task::Knee(simulation) = &point.task else { unreachable!("a rate that is looked for") };
            let zero_load = simulation.zero_load_latency()?.unwrap_or(0.0);
            latency = latency.max(zero_load);
            let cycles = simulation.run.cycles;
            let least = least_cycles(&simulation.run, least_clocks(zero_load)).max(cycles / SHORT);
            // Where gates are counted, a whole run mostly takes less time than that, and says more.
            if 2 * least <= cycles && !(exploration.needs(Synthesis::Area) && point.work() < SYNTHESIS) {
                let others = settings.into_iter().filter(|setting| setting.key != "cycles");
                short.push(run(others.chain([Setting { key: "cycles".into(), value: least.to_string() }]).collect())?);
            }
            whole.push(point);
        }
        // All runs are short or none, as what is known of a design is of all its runs.
        if short.len() < count {
            short.clear();
        }
        let mut figures = self.counted(&network);
        // Valid, head, tail, VC and data; back a credit with its VC (docs/router.md, L1).
        let wires = manifest.router_flit_width() + 4 + 2 * manifest.vc_bits;
        let channels = figures.get(Figure::Wires).low;
        figures.set(Figure::Wires, Range::exact(f64::from(wires) * channels));
        figures.set(Figure::Latency, Range::exact(latency));
        // With input units of several kinds, some ports have fewer VCs.
        let alike = !design.files.iter().any(|(path, _)| path.contains("_input_unit_"));
        let (width, depth, vcs) = (manifest.router_flit_width(), manifest.buffer_depth, if alike { manifest.vcs } else { 1 });
        let target = parts.area.iter().find(|setting| setting.key == "target").map_or("", |setting| &setting.value);
        let others: Vec<Setting> = parts.area.iter().filter(|setting| !OF_BUFFERS.contains(&setting.key.as_str())).cloned().collect();
        let mut candidate = Candidate {
            settings: Vec::new(),
            alike: told(&others),
            runs: count,
            short: vec![0; short.len()],
            whole: Vec::new(),
            area: None,
            asic: None,
            flit_width: f64::from(width),
            buffers: alike.then(|| format!("{width} {depth} {vcs} {target}")),
            figures,
            out: None,
        };
        let bits = f64::from(width * depth * vcs) * candidate.figures.get(Figure::Ports).low;
        candidate.set_kge(Range { low: bits * FLIP_FLOP / 1000.0, high: f64::INFINITY });
        let mut points = short;
        points.extend(whole);
        if exploration.needs(Synthesis::Area) {
            candidate.area = Some(0);
            let key = format!("area {args:?} verilog {} yosys {}", area::verilog(&design), self.yosys);
            points.push(Point::of(parts.area, Task::Area(Box::new(args)), &key));
        }
        if exploration.needs(Synthesis::Asic) {
            candidate.asic = Some(0);
            let args = asic::Args::from_arg_matches(&matches(subs[2], &parts.asic)?)?;
            let [verilog, cells] = args.hashes()?;
            let key = format!("asic {args:?} verilog {verilog} cells {cells} yosys {}", self.yosys);
            points.push(Point::of(parts.asic, Task::Asic(Box::new(args)), &key));
        }
        Ok((candidate, points))
    }

    /// Figures that the network alone gives; its links across the middle stand for their wires.
    fn counted(&self, network: &Network) -> Figures {
        let name = format!("{network:?}");
        if let Some(figures) = self.counted.lock().expect("nothing panics with it").get(&name) {
            return figures.clone();
        }
        let graph = network.graph();
        let distances = metrics::distances(&graph, &network.orbits(), &|_, _| ());
        let mut figures = Figures::default();
        let mut set = |figure, value: f64| figures.set(figure, Range::exact(value));
        set(Figure::Wires, metrics::bisection(network, &graph).channels as f64);
        set(Figure::Ports, graph.ports() as f64);
        set(Figure::Routers, graph.routers() as f64);
        set(Figure::Nodes, graph.live().count() as f64);
        set(Figure::Diameter, f64::from(distances.diameter));
        self.counted.lock().expect("nothing panics with it").insert(name, figures.clone());
        figures
    }
}
