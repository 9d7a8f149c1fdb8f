//! All figures of a simulation, as printed by `simulate` and stored in the cache.

use serde::{Deserialize, Serialize};
use torusmith_sim::run::LoadSummary;
use torusmith_sim::simulation::{Outcome, Simulation};
use torusmith_sim::stats::{self, Sums};

use crate::batches::{LATENCIES, LEAST_PACKETS, Span, half_width};
use crate::enough::least_clocks;
use crate::histogram::{Bin, bins};

/// A simulation's figures. Loads in flits a node and clock, latencies in clocks; docs/cli.md describes each field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct Figures {
    pub pattern: String,
    pub rate: Option<f64>,
    pub clocks: u64,
    pub warmup: u64,
    pub measured_clocks: u64,
    pub steady: Option<bool>,
    /// `None` from the simulation itself; see [`Figures::with_counted`].
    pub zero_load_latency: Option<f64>,
    pub long_enough: Option<bool>,
    pub offered: Option<f64>,
    pub accepted: Option<f64>,
    pub accepted_half_width: Option<f64>,
    /// `None` from the simulation itself; see [`Figures::with_counted`].
    pub bound: Option<f64>,
    pub share_of_bound: Option<f64>,
    pub source_limit: Option<f64>,
    #[serde(flatten)]
    pub latencies: Latencies,
    pub hops_mean: Option<f64>,
    pub link_use_mean: Option<f64>,
    pub link_use_max: Option<f64>,
    pub busiest_link: Option<String>,
    pub packets_created: u64,
    pub packets_delivered: u64,
    #[serde(default)]
    pub packets_to_own_node: u64,
    pub packets_queued: u64,
    pub packets_in_flight: u64,
    pub packets_offered: u64,
    pub packets_measured: u64,
    pub packets_overtaken: u64,
    pub overtaken_share: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassFigures>,
    #[serde(flatten)]
    pub histograms: Option<Histograms>,
    pub dead: Option<DeadFigures>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<LinkUse>>,
}

/// Figures of a message class. Loads in flits a node and clock, latencies in clocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct ClassFigures {
    pub class: usize,
    pub offered: Option<f64>,
    pub accepted: Option<f64>,
    pub accepted_half_width: Option<f64>,
    #[serde(flatten)]
    pub latencies: Latencies,
}

/// Latencies in the network, and in total with the wait at the source; in clocks. `None` without packets.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct Latencies {
    pub latency_mean: Option<f64>,
    pub latency_half_width: Option<f64>,
    pub latency_p50: Option<u64>,
    pub latency_p90: Option<u64>,
    pub latency_p99: Option<u64>,
    pub latency_p999: Option<u64>,
    pub latency_max: Option<u64>,
    pub total_latency_mean: Option<f64>,
    pub total_latency_half_width: Option<f64>,
    pub total_latency_p50: Option<u64>,
    pub total_latency_p90: Option<u64>,
    pub total_latency_p99: Option<u64>,
    pub total_latency_p999: Option<u64>,
    pub total_latency_max: Option<u64>,
}

impl Latencies {
    fn new(summary: &LoadSummary) -> Self {
        let interval = |sum: fn(&Sums) -> u64| interval(summary, |span| (sum(span) as f64, span.packets as f64));
        Self {
            latency_half_width: interval(|span| span.network),
            total_latency_half_width: interval(|span| span.total),
            ..Self::of(&summary.latencies)
        }
    }

    /// Mean, percentiles and maximum, without intervals.
    pub fn of(latencies: &stats::Latencies) -> Self {
        let (network, total) = (latencies.network.latency(), latencies.total.latency());
        Self {
            latency_mean: network.map(|latency| latency.mean),
            latency_half_width: None,
            latency_p50: network.map(|latency| latency.p50),
            latency_p90: network.map(|latency| latency.p90),
            latency_p99: network.map(|latency| latency.p99),
            latency_p999: network.map(|latency| latency.p999),
            latency_max: network.map(|latency| latency.max),
            total_latency_mean: total.map(|latency| latency.mean),
            total_latency_half_width: None,
            total_latency_p50: total.map(|latency| latency.p50),
            total_latency_p90: total.map(|latency| latency.p90),
            total_latency_p99: total.map(|latency| latency.p99),
            total_latency_p999: total.map(|latency| latency.p999),
            total_latency_max: total.map(|latency| latency.max),
        }
    }
}

/// Histograms of latencies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct Histograms {
    pub latency_histogram: Vec<Bin>,
    pub total_latency_histogram: Vec<Bin>,
}

impl Histograms {
    /// Bins of network and total latencies.
    pub fn of(latencies: &stats::Latencies) -> Self {
        Self { latency_histogram: bins(&latencies.network), total_latency_histogram: bins(&latencies.total) }
    }
}

/// Half the width of the confidence interval of a mean over the measured window.
fn interval(summary: &LoadSummary, of_span: impl Fn(&Sums) -> Span) -> Option<f64> {
    let latency = summary.latencies.total.latency().filter(|_| summary.packets >= LEAST_PACKETS)?.mean;
    let clocks = summary.spans.iter().map(|span| span.clocks).min().filter(|&clocks| clocks > 0)?;
    let spans: Vec<Span> = summary.spans.iter().map(of_span).collect();
    half_width(&spans, (LATENCIES * latency / clocks as f64).ceil() as usize)
}

/// Half the width of the confidence interval of the accepted load.
fn accepted_half_width(summary: &LoadSummary, nodes: usize) -> Option<f64> {
    interval(summary, |span| (span.accepted as f64, span.clocks as f64 * nodes as f64))
}

/// State of a network that died.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct DeadFigures {
    pub since: u64,
    pub packets: usize,
    pub waiting: Vec<String>,
}

/// The load of a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct LinkUse {
    pub node: u32,
    pub address: String,
    pub port: String,
    pub flits: f64,
}

impl Figures {
    /// Figures of a simulation and its outcome; bound and zero-load latency are not computed, and links are not listed.
    pub fn of(simulation: &Simulation, outcome: &Outcome) -> Self {
        let (network, summary, traffic) = (&simulation.network, &outcome.summary, &simulation.traffic);
        let uses = || summary.links.iter().map(|link| link.flits);
        let busiest = summary.links.iter().max_by(|a, b| a.flits.total_cmp(&b.flits).then((b.node, b.port).cmp(&(a.node, a.port))));
        let busiest = busiest.filter(|link| link.flits > 0.0);
        let share = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        let (dead, all, nodes) = (outcome.dead.as_ref(), &summary.all, network.attached().live().count());
        Self {
            pattern: traffic.pattern.name().to_owned(),
            rate: traffic.asked_rate(),
            clocks: summary.clocks,
            warmup: summary.window.start,
            measured_clocks: summary.window.end - summary.window.start,
            steady: summary.steady,
            zero_load_latency: None,
            long_enough: None,
            offered: all.offered,
            accepted: all.accepted,
            accepted_half_width: accepted_half_width(all, nodes),
            bound: None,
            share_of_bound: None,
            source_limit: None,
            latencies: Latencies::new(all),
            hops_mean: summary.hops_mean,
            link_use_mean: (!summary.links.is_empty()).then(|| uses().sum::<f64>() / summary.links.len() as f64),
            link_use_max: uses().reduce(f64::max),
            busiest_link: busiest.map(|link| format!("{} {}", network.format_address(link.node), network.port_name(link.node, link.port))),
            packets_created: summary.created,
            packets_delivered: summary.delivered,
            packets_to_own_node: summary.own,
            packets_queued: summary.queued,
            packets_in_flight: summary.in_flight,
            packets_offered: all.created,
            packets_measured: all.packets,
            packets_overtaken: all.overtaken,
            overtaken_share: share(all.overtaken, all.packets),
            classes: match &summary.classes[..] {
                [_] => Vec::new(),
                several => several.iter().enumerate().map(|(class, summary)| ClassFigures::new(class, summary, nodes)).collect(),
            },
            histograms: None,
            dead: dead.map(|dead| DeadFigures { since: dead.since, packets: dead.in_flight, waiting: dead.describe(network) }),
            links: None,
        }
    }

    /// Adds the values known without a simulation of the network: the pattern's bound on throughput, and the zero-load latency.
    pub fn with_counted(self, bound: Option<f64>, zero_load_latency: Option<f64>) -> Self {
        let least = zero_load_latency.filter(|_| self.dead.is_none()).map(least_clocks);
        Self {
            share_of_bound: bound.zip(self.accepted).map(|(bound, accepted)| accepted / bound),
            long_enough: least.map(|least| self.warmup.min(self.measured_clocks) >= least),
            bound,
            zero_load_latency,
            ..self
        }
    }

    /// Adds [`Simulation::source_limit`].
    pub fn with_source_limit(self, source_limit: Option<f64>) -> Self {
        Self { source_limit, ..self }
    }

    /// Adds histograms of the latencies.
    pub fn with_histograms(self, outcome: &Outcome) -> Self {
        Self { histograms: Some(Histograms::of(&outcome.summary.all.latencies)), ..self }
    }

    /// Adds the load of every link.
    pub fn with_links(self, simulation: &Simulation, outcome: &Outcome) -> Self {
        let network = &simulation.network;
        let links = outcome.summary.links.iter().map(|link| LinkUse {
            node: link.node,
            address: network.format_address(link.node),
            port: network.port_name(link.node, link.port),
            flits: link.flits,
        });
        Self { links: Some(links.collect()), ..self }
    }
}

impl ClassFigures {
    fn new(class: usize, summary: &LoadSummary, nodes: usize) -> Self {
        Self {
            class,
            offered: summary.offered,
            accepted: summary.accepted,
            accepted_half_width: accepted_half_width(summary, nodes),
            latencies: Latencies::new(summary),
        }
    }
}
