//! `torusmith faults`: what is left of a network when links or nodes fail.

mod measure;
mod sets;
mod text;

use std::path::PathBuf;

use anyhow::{Context, bail};
use rayon::prelude::*;
use serde::Serialize;
use torusmith_papers::figure::{Curve, over_faults};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::options::{NetworkArgs, ReportArgs, RoutesArgs};
use crate::outcome::{Outcome, by_name};
use crate::values::{at_least, not_allowed, rate, within};
use crate::{interrupt, outputs, pictures, progress};
use measure::{FaultSet, Whole};
use sets::Part;

/// Most sets that are all tried.
const ALL: u64 = 10_000;
/// Sets that are drawn unless another number is given.
const SAMPLES: usize = 1000;
/// Clocks of a simulation unless another number is given.
const CYCLES: u64 = 5000;

/// Take links or nodes out of a network, every set of them or samples, and report what is left and what the new paths cost
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith faults mesh:4,4\n  torusmith faults torus:4,4 --dead-links 1,2,3 --samples 100 --worst --plot faults.svg"
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Links that fail together, both ways, 1 to 64; several numbers, separated by commas, are measured one after the other [default: 1, unless dead-nodes is given]
    #[arg(long, value_name = "K", value_delimiter = ',', value_parser = within(1usize..=64, ""), allow_hyphen_values = true, conflicts_with = "dead_nodes")]
    dead_links: Vec<usize>,
    /// Nodes that fail together, 1 to 64, or several such numbers
    #[arg(long, value_name = "K", value_delimiter = ',', value_parser = within(1usize..=64, ""), allow_hyphen_values = true)]
    dead_nodes: Vec<usize>,
    /// Sets that are drawn where there are more than 10000 [default: 1000]
    #[arg(long, value_name = "N", value_parser = within(1usize..=10_000, ""), allow_hyphen_values = true)]
    samples: Option<usize>,
    /// Seed of samples and traffic; equal seeds give equal sets [default: 1]
    #[arg(long, value_name = "SEED", value_parser = at_least(0u64), allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Also take out the worst links or nodes one by one; the worst leaves the fewest pairs, then the lowest bound
    #[arg(long)]
    worst: bool,
    /// Also simulate each set at this offered load, 0 to 1; uniform traffic, in flits per node and clock, and one VC more than the whole network needs
    #[arg(long, value_name = "RATE", value_parser = rate, allow_hyphen_values = true)]
    rate: Option<f64>,
    /// Clocks of each simulation; the first fifth is not measured [default: 5000]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(1u64), allow_hyphen_values = true, requires = "rate")]
    cycles: Option<u64>,
    /// Write a certificate of each repaired set, 1-00001.ranks .., for check-ranks (docs/certificates.md)
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// Draw what is left over the number of links or nodes that fail
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
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
    /// `links` or `nodes`.
    of: &'static str,
    healthy: Healthy,
    counts: Vec<Count>,
    /// Greedily chosen: the first link or node, then a second one, and so on.
    worst: Vec<FaultSet>,
}

/// The whole network.
#[derive(Serialize)]
struct Healthy {
    pairs: usize,
    mean_hops: f64,
    bound: Option<f64>,
    classes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<f64>,
}

/// Sets of so many links or nodes.
#[derive(Serialize)]
struct Count {
    dead: usize,
    /// All sets of this number; `None` if there are more than 64 bits count.
    possible: Option<u64>,
    exhaustive: bool,
    sets: Vec<FaultSet>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    args.plot.as_deref().map_or(Ok(()), |file| pictures::check("plot", file))?;
    let faults = args.measure()?;
    if let Some(file) = &args.plot {
        outputs::write("plot", file, faults.plot()?)?;
    }
    faults.print(args.report.json)
}

impl Args {
    fn measure(&self) -> anyhow::Result<Faults> {
        let network = self.network.resolve()?;
        if network.dead().is_some() {
            bail!(not_allowed("without", &network, "the whole network, of which this command takes links or nodes"));
        }
        let whole = Whole::new(self.routes.whole(network)?, self)?;
        let (of, field, counts) = match &self.dead_nodes[..] {
            [] => ("links", "dead-links", &self.dead_links[..]),
            counts => ("nodes", "dead-nodes", counts),
        };
        let counts = if counts.is_empty() { &[1] } else { counts };
        let parts = if of == "links" { sets::links(&whole.network, &whole.graph) } else { sets::routers(&whole.network, &whole.graph) };
        if let Some(count) = counts.iter().find(|&&count| count >= parts.len()) {
            bail!(not_allowed(field, count, format!("1 to {}, fewer than there are in {}", parts.len().saturating_sub(1), whole.network)));
        }
        if let Some(dir) = &self.certificate {
            std::fs::create_dir_all(dir).with_context(|| format!("certificate = {}", dir.display()))?;
        }
        interrupt::poll();
        let most = counts.iter().copied().max().unwrap_or(1);
        Ok(Faults {
            of,
            healthy: whole.healthy()?,
            counts: counts.iter().map(|&count| self.count(&whole, &parts, count)).collect::<anyhow::Result<_>>()?,
            worst: if self.worst { worst(&whole, &parts, most)? } else { Vec::new() },
            network: whole.network,
        })
    }

    /// Measures the sets of so many parts.
    fn count(&self, whole: &Whole, parts: &[Part], count: usize) -> anyhow::Result<Count> {
        let possible = sets::choose(parts.len() as u64, count as u64);
        let exhaustive = possible.is_some_and(|sets| sets <= ALL);
        let sets = if exhaustive {
            sets::every_set(parts.len(), count)
        } else {
            sets::drawn(parts.len(), count, self.samples.unwrap_or(SAMPLES), self.seed.unwrap_or(1))
        };
        let bar = progress::bar(sets.len() as u64, "sets");
        let measure = |(number, set): (usize, &Vec<usize>)| {
            interrupt::check()?;
            let name = format!("{count}-{:05}.ranks", number + 1);
            let measured = whole.without(set.iter().map(|&part| &parts[part]), Some(&name));
            bar.inc(1);
            measured
        };
        let measured = sets.par_iter().enumerate().map(measure).collect::<anyhow::Result<_>>()?;
        bar.finish_and_clear();
        Ok(Count { dead: count, possible, exhaustive, sets: measured })
    }
}

/// Takes out `most` parts one after the other, each time that whose loss leaves the fewest pairs, then the lowest bound.
fn worst(whole: &Whole, parts: &[Part], most: usize) -> anyhow::Result<Vec<FaultSet>> {
    let bar = progress::bar((most * parts.len()) as u64, "sets");
    let (mut taken, mut steps) = (Vec::new(), Vec::new());
    for _ in 0..most {
        let measure = |part: usize| {
            interrupt::check()?;
            let set = whole.without(taken.iter().copied().chain([part]).map(|part| &parts[part]), None)?;
            bar.inc(1);
            anyhow::Ok((part, set))
        };
        let open: Vec<usize> = (0..parts.len()).filter(|part| !taken.contains(part)).collect();
        let measured: Vec<(usize, FaultSet)> = open.into_par_iter().map(measure).collect::<anyhow::Result<_>>()?;
        let least = measured.into_iter().min_by(|(_, a), (_, b)| {
            a.reachable_pairs.cmp(&b.reachable_pairs).then(a.bound().unwrap_or(0.0).total_cmp(&b.bound().unwrap_or(0.0)))
        });
        let Some((part, set)) = least else { break };
        taken.push(part);
        steps.push(set);
    }
    bar.finish_and_clear();
    Ok(steps)
}

impl Faults {
    /// What is left in percent of the whole network, over the number of links or nodes that fail.
    fn plot(&self) -> anyhow::Result<String> {
        let percent = |value: f64, whole: f64| 100.0 * value / whole;
        let pairs = |set: &FaultSet| Some(percent(set.reachable_pairs as f64, self.healthy.pairs as f64));
        let bound = |set: &FaultSet| Some(percent(set.bound().unwrap_or(0.0), self.healthy.bound?));
        let accepted = |set: &FaultSet| Some(percent(set.accepted().unwrap_or(0.0), self.healthy.accepted?));
        let over = |name: &str, of: &dyn Fn(&FaultSet) -> Option<f64>, sum: &dyn Fn(&[f64]) -> f64| {
            let at = |count: &Count| {
                let values: Vec<f64> = count.sets.iter().filter_map(of).collect();
                (!values.is_empty()).then(|| (count.dead as f64, sum(&values)))
            };
            let mut points: Vec<(f64, f64)> = [(0.0, 100.0)].into_iter().chain(self.counts.iter().filter_map(at)).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Curve { name: name.to_owned(), points }
        };
        let mut curves = vec![
            over("pairs that reach one another, mean", &pairs, &text::mean),
            over("bound, mean", &bound, &text::mean),
            over("bound, least", &bound, &text::least),
        ];
        if self.healthy.accepted.is_some() {
            curves.push(over("accepted load, mean", &accepted, &text::mean));
        }
        if !self.worst.is_empty() {
            let points = (1..).zip(&self.worst).filter_map(|(dead, set)| Some((f64::from(dead), bound(set)?)));
            let points = [(0.0, 100.0)].into_iter().chain(points).collect();
            curves.push(Curve { name: format!("bound, worst {} one by one", self.of), points });
        }
        Ok(over_faults(&self.network.to_string(), &format!("{} that fail", self.of), &curves)?)
    }
}
