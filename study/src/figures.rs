//! All figures of a simulation, as `simulate` tells them and as the cache keeps them.

use serde::{Deserialize, Serialize};
use torusmith_sim::run::ClassSummary;
use torusmith_sim::simulation::{Outcome, Simulation};
use torusmith_sim::stats::Latency;

/// A simulation's figures. Loads in flits a node and clock, latencies in clocks; docs/cli.md says what each field is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct Figures {
    pub pattern: String,
    pub rate: Option<f64>,
    pub clocks: u64,
    pub offered: f64,
    pub accepted: f64,
    /// Not of the simulation: whoever tells the figures counts it.
    pub bound: Option<f64>,
    pub share_of_bound: Option<f64>,
    #[serde(flatten)]
    pub latencies: Latencies,
    pub hops_mean: f64,
    pub link_use_mean: f64,
    pub link_use_max: f64,
    pub busiest_link: String,
    pub packets_created: u64,
    pub packets_delivered: u64,
    pub packets_queued: u64,
    pub packets_in_flight: u64,
    pub packets_overtaken: u64,
    pub overtaken_share: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassFigures>,
    pub dead: Option<DeadFigures>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<LinkUse>>,
}

/// Of a message class. Loads in flits a node and clock, latencies in clocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct ClassFigures {
    pub class: usize,
    pub offered: f64,
    pub accepted: f64,
    #[serde(flatten)]
    pub latencies: Latencies,
}

/// Of the network, and with the wait at the source; in clocks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of docs/cli.md")]
pub struct Latencies {
    pub latency_mean: f64,
    pub latency_p50: u64,
    pub latency_p99: u64,
    pub latency_max: u64,
    pub total_latency_mean: f64,
    pub total_latency_p50: u64,
    pub total_latency_p99: u64,
    pub total_latency_max: u64,
}

impl Latencies {
    fn new(network: Latency, total: Latency) -> Self {
        Self {
            latency_mean: network.mean,
            latency_p50: network.p50,
            latency_p99: network.p99,
            latency_max: network.max,
            total_latency_mean: total.mean,
            total_latency_p50: total.p50,
            total_latency_p99: total.p99,
            total_latency_max: total.max,
        }
    }
}

/// A network that died.
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
    /// Of a simulation and how it ended; the bound is not counted, and links are not listed.
    pub fn of(simulation: &Simulation, outcome: &Outcome) -> Self {
        let (network, summary, traffic) = (&simulation.network, &outcome.summary, &simulation.traffic);
        let uses = summary.links.iter().map(|link| link.flits);
        let busiest = summary.links.iter().max_by(|a, b| a.flits.total_cmp(&b.flits).then((b.node, b.port).cmp(&(a.node, a.port))));
        let busiest = busiest.map(|link| format!("{} {}", network.format_address(link.node), network.port_name(link.node, link.port)));
        let dead = outcome.dead.as_ref();
        Self {
            pattern: traffic.pattern.name().to_owned(),
            rate: (!traffic.pattern.is_trace()).then_some(traffic.rate),
            clocks: summary.clocks,
            offered: summary.offered,
            accepted: summary.accepted,
            bound: None,
            share_of_bound: None,
            latencies: Latencies::new(summary.network_latency, summary.total_latency),
            hops_mean: summary.hops_mean,
            link_use_mean: uses.clone().sum::<f64>() / summary.links.len().max(1) as f64,
            link_use_max: uses.fold(0.0, f64::max),
            busiest_link: busiest.unwrap_or_default(),
            packets_created: summary.created,
            packets_delivered: summary.delivered,
            packets_queued: summary.queued,
            packets_in_flight: summary.in_flight,
            packets_overtaken: summary.overtaken,
            overtaken_share: summary.overtaken as f64 / summary.measured.max(1) as f64,
            classes: if summary.classes.len() > 1 {
                summary.classes.iter().enumerate().map(ClassFigures::new).collect()
            } else {
                Vec::new()
            },
            dead: dead.map(|dead| DeadFigures { since: dead.since, packets: dead.in_flight, waiting: dead.describe(network) }),
            links: None,
        }
    }

    /// With the bound on throughput of its pattern, where it is known.
    pub fn with_bound(self, bound: Option<f64>) -> Self {
        Self { bound, share_of_bound: bound.map(|bound| self.accepted / bound), ..self }
    }

    /// With the load of every link.
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
    fn new((class, summary): (usize, &ClassSummary)) -> Self {
        let latencies = Latencies::new(summary.network_latency, summary.total_latency);
        Self { class, offered: summary.offered, accepted: summary.accepted, latencies }
    }
}
