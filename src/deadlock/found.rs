//! Classes found for a network's routes, and what they are worth.

use std::path::{Path, PathBuf};

use serde::Serialize;
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::own::MOST_ROUTES;
use torusmith_topology::{Graph, Network};
use torusmith_vc_classes::{Class, Dependencies, Effort, Method, find, imbalance, walk};

use super::ChannelReport;
use crate::options::{RoutesArgs, with_classes};
use crate::ways::Ways;
use crate::{network_file, output, progress, table};

/// Result of the check with classes that are found (docs/cli.md, deadlock).
#[derive(Serialize)]
pub struct FoundCheck {
    #[serde(skip)]
    any_cycle: bool,
    network: String,
    pub vc_rule: &'static str,
    pub routing: &'static str,
    pub ties: &'static str,
    pub classes: usize,
    classes_lower_bound: usize,
    method: String,
    class_use: &'static str,
    /// Load of a channel's most used class over the mean of its classes.
    latest_load: f64,
    balanced_load: f64,
    /// Routes that may take any VC, as they are on no cycle, and all routes.
    any: usize,
    routes: usize,
    pub channels: usize,
    pub dependencies: usize,
    pub acyclic: bool,
    /// With one class; empty if there is none.
    one_class_cycle: Vec<ChannelReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<PathBuf>,
}

/// Result of a search next to a rule.
#[derive(Serialize)]
pub struct Beside {
    pub classes: usize,
    pub classes_lower_bound: usize,
    pub method: String,
}

/// The most nodes for which the search goes on behind its first answer, without being asked.
const SMALL: usize = 64;

impl Beside {
    /// For routes of one way each, in a network of up to 2^20 pairs of a router and a node; else `None`.
    pub fn of(network: &Network, options: RoutingOptions, effort: Option<Effort>) -> Option<Self> {
        if network.routers().saturating_mul(network.terminals()) > MOST_ROUTES {
            return None;
        }
        let ways = Ways::of_routing(network, options).ok()?;
        let usual = if network.routers() > SMALL { Effort::NONE } else { Effort::usual(&ways.routes) };
        let found = find(&ways.routes, effort.unwrap_or(usual)).ok()?;
        Some(Self { classes: found.count(), classes_lower_bound: found.lower_bound, method: found.method.to_string() })
    }

    /// In words.
    pub fn words(&self) -> String {
        words(self.classes, self.classes_lower_bound, &self.method)
    }
}

fn words(classes: usize, least: usize, method: &str) -> String {
    match classes {
        1 => "1 (the routes have no cycle)".to_owned(),
        _ if classes == least => format!("{classes} ({method}; fewer are impossible)"),
        _ => format!("{classes} ({method}; at least {least} are needed)"),
    }
}

/// Finds classes for the routes; writes the network file `out`.
pub fn check(network: &Network, routes: &RoutesArgs, out: Option<&Path>) -> anyhow::Result<FoundCheck> {
    out.map_or(Ok(()), network_file::check)?;
    let asked = routes.asked();
    let choice = routes.choice(network)?;
    let ways = Ways::of_routing(network, asked)?;
    let spinner = progress::spinner(format!("{network}: classes of virtual channels"));
    let alone = Dependencies::of(&ways.routes);
    let found = find(&ways.routes, routes.classes.effort().unwrap_or_else(|| Effort::usual(&ways.routes)))?;
    let (latest, balanced) = (found.latest(), found.balanced());
    let used = if routes.classes.latest() { &latest } else { &balanced };
    let walked = walk(&ways.routes, used)?;
    spinner.finish_and_clear();
    let graph = network.graph();
    let cycle = alone.shortest_cycle();
    let hops = (0..ways.routes.hops()).filter(|&hop| ways.routes.channel(hop).is_some());
    let any = hops.clone().filter(|&hop| matches!(used.of(hop), Class::Any)).count();
    let report = FoundCheck {
        any_cycle: found.method != Method::Acyclic,
        network: network.to_string(),
        vc_rule: "auto",
        routing: choice.algorithm.name(),
        ties: choice.ties.name(),
        classes: found.count(),
        classes_lower_bound: found.lower_bound,
        method: found.method.to_string(),
        class_use: if routes.classes.latest() { "latest" } else { "balanced" },
        latest_load: imbalance(&ways.routes, &latest),
        balanced_load: imbalance(&ways.routes, &balanced),
        any,
        routes: hops.count(),
        channels: walked.channels,
        dependencies: walked.dependencies,
        acyclic: walked.acyclic(),
        one_class_cycle: channels(network, &graph, &ways, &cycle),
        out: out.map(Path::to_path_buf),
    };
    if let Some(out) = out {
        let base = if network.route_table().is_some() { network.clone() } else { table::without_rule(network, asked)? };
        let found = with_classes(&base, used)?;
        network_file::write(out, network_file::text(&found, None)?)?;
    }
    Ok(report)
}

fn channels(network: &Network, graph: &Graph, ways: &Ways, cycle: &[u32]) -> Vec<ChannelReport> {
    let outputs = cycle.iter().map(|&channel| ways.outputs[channel as usize]);
    outputs.map(|(node, port)| ChannelReport::new(network, graph, &torusmith_sim::deadlock::Channel { node, port, vc: 0 })).collect()
}

impl FoundCheck {
    pub fn text(&self) -> String {
        let report = self;
        let load = |load: f64| format!("{load:.2}");
        let mut facts = vec![
            ("network", format!("{}, routing {}, ties {}", report.network, report.routing, report.ties)),
            (
                "with one class",
                match report.one_class_cycle.len() {
                    0 => "acyclic: free of deadlock".to_owned(),
                    count => format!("CYCLE of {count} channels"),
                },
            ),
            ("classes found", words(report.classes, report.classes_lower_bound, &report.method)),
        ];
        if self.any_cycle {
            facts.extend([
                ("routes", format!("{}, {} of them may take any VC, as they are on no cycle", report.routes, report.any)),
                (
                    "busiest class",
                    format!(
                        "{} times the mean of its channel's classes with balanced, {} with latest; used: {}",
                        load(report.balanced_load),
                        load(report.latest_load),
                        report.class_use
                    ),
                ),
            ]);
        }
        facts.extend([
            ("channels", format!("{}, each with its class", report.channels)),
            ("dependencies", report.dependencies.to_string()),
            ("verdict", if report.acyclic { "acyclic: free of deadlock" } else { "CYCLE" }.to_owned()),
        ]);
        if let Some(out) = &report.out {
            facts.push(("written to", out.display().to_string()));
        }
        output::facts(&facts) + &super::follow(&report.one_class_cycle)
    }
}
