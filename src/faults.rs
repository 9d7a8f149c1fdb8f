//! `torusmith faults`: what is left of a network when links or nodes fail.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::bail;
use serde::Serialize;
use torusmith_topology::{Dead, Degraded, Graph, Link, LocalPort, Network, RouteTable};

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RoutesArgs};
use crate::outcome::{Outcome, by_name};
use crate::repair::{self, Repair};
use crate::table::{self, WithRoutes};
use crate::values::{at_least, not_allowed, within};
use crate::{output, progress};

/// Most sets that are all tried.
const ALL: u64 = 10_000;
/// Sets that are drawn unless another number is given.
const SAMPLES: usize = 1000;

/// Take links or nodes out of a network, every set of them or samples, and report what is left and what the new paths cost
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith faults mesh:4,4 --dead-links 1\n  torusmith faults torus:4,4 --dead-links 2 --samples 100 --json"
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Links that fail together, both ways, 1 to 64 [default: 1, unless dead-nodes is given]
    #[arg(long, value_name = "K", value_parser = within(1usize..=64, ""), allow_hyphen_values = true, conflicts_with = "dead_nodes")]
    dead_links: Option<usize>,
    /// Nodes that fail together, 1 to 64
    #[arg(long, value_name = "K", value_parser = within(1usize..=64, ""), allow_hyphen_values = true)]
    dead_nodes: Option<usize>,
    /// Sets that are drawn where there are more than 10000 [default: 1000]
    #[arg(long, value_name = "N", value_parser = within(1usize..=10_000, ""), allow_hyphen_values = true)]
    samples: Option<usize>,
    /// Seed of the samples: equal seeds give equal sets [default: 1]
    #[arg(long, value_name = "SEED", value_parser = at_least(0u64), allow_hyphen_values = true)]
    seed: Option<u64>,
    #[command(flatten)]
    routes: RoutesArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// What is left of a network (docs/cli.md, faults).
#[derive(Serialize)]
struct Faults {
    #[serde(serialize_with = "by_name")]
    network: Network,
    dead_links: usize,
    dead_nodes: usize,
    /// All sets that there are.
    possible: u64,
    exhaustive: bool,
    healthy_classes: usize,
    healthy_bound: Option<f64>,
    sets: Vec<FaultSet>,
}

/// A set of links or nodes that fail together.
#[derive(Serialize)]
struct FaultSet {
    without: Vec<String>,
    reachable_pairs: usize,
    cut_off: bool,
    /// `None`: no paths were found that keep the intact ones.
    repaired: Option<Measured>,
    milliseconds: f64,
}

#[derive(Serialize)]
struct Measured {
    changed_pairs: usize,
    mean_hops: f64,
    stretch: f64,
    bound: Option<f64>,
    classes: usize,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    faults(args)?.print(args.report.json)
}

/// A part that can fail.
#[derive(Clone)]
enum Part {
    Link(Vec<(Link, Link)>),
    Router(u32),
}

fn faults(args: &Args) -> anyhow::Result<Faults> {
    let network = args.network.resolve()?;
    if network.dead().is_some() {
        bail!(not_allowed("without", &network, "the whole network, of which this command takes links or nodes"));
    }
    let network = args.routes.whole(network)?;
    let graph = network.graph();
    let options = args.routes.options(&network);
    let healthy = table::of(&network, &graph, options, WithRoutes::Classes)?;
    let (parts, count) = match args.dead_nodes {
        Some(count) => (routers(&graph), count),
        None => (links(&graph), args.dead_links.unwrap_or(1)),
    };
    if count >= parts.len() {
        let field = if args.dead_nodes.is_some() { "dead-nodes" } else { "dead-links" };
        bail!(not_allowed(field, count, format!("1 to {}, fewer than there are in {network}", parts.len().saturating_sub(1))));
    }
    let possible = choose(parts.len() as u64, count as u64);
    let exhaustive = possible <= ALL;
    let sets = if exhaustive {
        every_set(parts.len(), count)
    } else {
        drawn(parts.len(), count, args.samples.unwrap_or(SAMPLES), args.seed.unwrap_or(1))
    };
    let whole = Whole {
        network: &network,
        graph: &graph,
        healthy: &healthy,
        bound: repair::bound(&network, options)?,
        spare: args.routes.spare_class,
    };
    let bar = progress::bar(sets.len() as u64, "sets");
    let mut measured = Vec::with_capacity(sets.len());
    for (done, set) in sets.iter().enumerate() {
        measured.push(whole.without(set.iter().map(|&part| &parts[part]))?);
        bar.set_position(done as u64 + 1);
    }
    bar.finish_and_clear();
    Ok(Faults {
        network: network.clone(),
        dead_links: if args.dead_nodes.is_some() { 0 } else { count },
        dead_nodes: args.dead_nodes.unwrap_or(0),
        possible,
        exhaustive,
        healthy_classes: table::count(&healthy),
        healthy_bound: whole.bound,
        sets: measured,
    })
}

/// A network of which parts fail.
struct Whole<'a> {
    network: &'a Network,
    graph: &'a Graph,
    healthy: &'a RouteTable,
    bound: Option<f64>,
    spare: bool,
}

impl Whole<'_> {
    fn without<'p>(&self, parts: impl Iterator<Item = &'p Part>) -> anyhow::Result<FaultSet> {
        let mut dead = Dead::default();
        let mut named = 0;
        for part in parts {
            match part {
                Part::Link(both) => both.iter().for_each(|(from, to)| dead.add_link(*from, *to)),
                Part::Router(router) => {
                    dead.add_router(*router);
                    let at = |port: u8| self.graph.terminal(*router, port).is_some();
                    named += (0..self.graph.local_ports() as u8).filter(|&port| at(port)).count();
                }
            }
        }
        let whole = |left: usize| FaultSet {
            without: Vec::new(),
            reachable_pairs: left * left.saturating_sub(1),
            cut_off: true,
            repaired: None,
            milliseconds: 0.0,
        };
        let Ok(network) = Degraded::new(self.network.clone(), dead, true) else { return Ok(whole(1)) };
        let Some(degraded) = network.of::<Degraded>() else { return Ok(whole(self.graph.terminals())) };
        let begun = Instant::now();
        let found = repair::repaired(&network, self.healthy, self.spare);
        let milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
        let live = network.attached().live().count();
        let measured = |(table, changed)| {
            let repaired = degraded.with_table(table);
            let costs = Repair::paths(&repaired, self.healthy, self.graph, changed)?;
            let bound = repair::bound(&repaired, Default::default())?;
            let classes = repaired.route_table().map_or(1, table::count);
            let stretch = costs.mean_hops / costs.healthy_hops;
            anyhow::Ok(Measured { changed_pairs: changed, mean_hops: costs.mean_hops, stretch, bound, classes })
        };
        Ok(FaultSet {
            without: degraded.list().to_vec(),
            reachable_pairs: live * (live - 1),
            cut_off: live + named < self.graph.terminals(),
            repaired: found.map(measured).transpose()?,
            milliseconds,
        })
    }
}

/// The links, a pair between the same two ports as one.
fn links(graph: &Graph) -> Vec<Part> {
    let back = |to: Link| graph.downstream(to.node as usize, to.port.into());
    let all = graph.iter_links().filter(|&(from, to)| back(to) != Some(from) || from < to);
    all.map(|(from, to)| Part::Link(if back(to) == Some(from) { vec![(from, to), (to, from)] } else { vec![(from, to)] })).collect()
}

/// The routers with terminals.
fn routers(graph: &Graph) -> Vec<Part> {
    let at: BTreeSet<u32> = graph.live().map(|terminal| graph.at(terminal)).map(|LocalPort { router, .. }| router).collect();
    at.into_iter().map(Part::Router).collect()
}

/// Sets of `count` among `all`; `u64::MAX` if there are more.
fn choose(all: u64, count: u64) -> u64 {
    (0..count)
        .try_fold(1u128, |sets, i| sets.checked_mul(u128::from(all - i)).map(|sets| sets / u128::from(i + 1)))
        .map_or(u64::MAX, |sets| u64::try_from(sets).unwrap_or(u64::MAX))
}

fn every_set(all: usize, count: usize) -> Vec<Vec<usize>> {
    let mut set: Vec<usize> = (0..count).collect();
    let mut sets = Vec::new();
    loop {
        sets.push(set.clone());
        let Some(at) = (0..count).rev().find(|&at| set[at] < all - count + at) else { return sets };
        set[at] += 1;
        (at + 1..count).for_each(|next| set[next] = set[next - 1] + 1);
    }
}

/// Different sets, by SplitMix64 from (seed, sample).
fn drawn(all: usize, count: usize, samples: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut sets = BTreeSet::new();
    let mut listed = Vec::new();
    for sample in 0.. {
        if listed.len() == samples {
            break;
        }
        let mut state = mix(seed) ^ sample;
        let mut set = BTreeSet::new();
        while set.len() < count {
            state = state.wrapping_add(1);
            set.insert((mix(state) % all as u64) as usize);
        }
        if sets.insert(set.clone()) {
            listed.push(set.into_iter().collect());
        }
    }
    listed
}

/// SplitMix64 (docs/router.md, N6).
fn mix(x: u64) -> u64 {
    let z = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Most sets that cut nodes off, or are not repaired, that the text names.
const NAMED: usize = 8;

impl Outcome for Faults {
    fn text(&self) -> String {
        let of = |get: &dyn Fn(&Measured) -> Option<f64>| {
            self.sets.iter().filter_map(|set| set.repaired.as_ref().and_then(get)).collect::<Vec<f64>>()
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
        let (stretch, bound) = (of(&|of| Some(of.stretch)), of(&|of| of.bound));
        let times: Vec<f64> = self.sets.iter().map(|set| set.milliseconds).collect();
        let repaired = self.sets.iter().filter(|set| set.repaired.is_some()).count();
        let named = |which: &dyn Fn(&FaultSet) -> bool| {
            let all: Vec<String> = self.sets.iter().filter(|set| which(set)).map(|set| set.without.join("/")).collect();
            let more = if all.len() > NAMED { format!(", and {} more", all.len() - NAMED) } else { String::new() };
            if all.is_empty() { "0".to_owned() } else { format!("{}: {}{more}", all.len(), all[..all.len().min(NAMED)].join(", ")) }
        };
        let (count, what) = if self.dead_nodes > 0 { (self.dead_nodes, "nodes") } else { (self.dead_links, "links") };
        let how = if self.exhaustive { "all of them".to_owned() } else { format!("drawn from {}", self.possible) };
        let most_classes = self.sets.iter().filter_map(|set| set.repaired.as_ref()).map(|of| of.classes).max().unwrap_or(0);
        let more = self.sets.iter().filter(|set| set.repaired.as_ref().is_some_and(|of| of.classes > self.healthy_classes)).count();
        let mut facts = vec![
            ("network", format!("{}, without {count} {what}", self.network)),
            ("sets", format!("{}, {how}", self.sets.len())),
            ("repaired", repaired.to_string()),
            ("not repaired", named(&|set| set.repaired.is_none())),
            ("nodes cut off", named(&|set| set.cut_off)),
        ];
        if repaired > 0 {
            let pairs: Vec<f64> = self.sets.iter().map(|set| set.reachable_pairs as f64).collect();
            facts.push(("reachable pairs", format!("mean {:.1}, least {}", mean(&pairs), least(&pairs))));
            facts.push(("stretch", format!("mean {:.4}, most {:.4}", mean(&stretch), most(&stretch))));
            facts.push(("classes", format!("{} of the whole network; at most {most_classes}, more in {more} sets", self.healthy_classes)));
        }
        if let Some(healthy) = self.healthy_bound.filter(|_| !bound.is_empty()) {
            let of = |bound: f64| format!("{bound:.4} ({:.0} %)", 100.0 * bound / healthy);
            facts.push((
                "bound",
                format!("{healthy:.4} flits a node and clock of the whole network; mean {}, least {}", of(mean(&bound)), of(least(&bound))),
            ));
        }
        facts.push(("time", format!("mean {:.1} ms, most {:.1} ms a set", mean(&times), most(&times))));
        output::facts(&facts)
    }
}
