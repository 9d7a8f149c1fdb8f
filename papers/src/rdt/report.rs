//! Reports of [`super::run`] and the static tables: JSON, CSV files and figures.

use serde::Serialize;

use super::claims::{claims, saturation};
use super::loads::LinkLoads;
use super::{COMPETITORS, LOW_LOAD, RdtClaim, Scenario, Series, Size};
use crate::Error;
use crate::claims::Summary;
use crate::estimate::Estimate;
use crate::figure::{self, Curve};
use crate::files::{self, Files};
use crate::options::Options;
use crate::sweep;
use crate::table::{self, Table};

/// The JSON of the study (docs/cli.md).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// `rdt`.
    pub study: &'static str,
    /// Nodes of the networks that were run.
    pub nodes: usize,
    /// Settings and totals.
    #[serde(flatten)]
    pub summary: Summary,
    /// The static tables.
    pub tables: Vec<Table>,
    /// Loads of the links under uniform traffic.
    pub link_loads: Vec<LinkLoads>,
    /// Results by scenario.
    pub scenarios: Vec<ScenarioReport>,
    /// The paper's claims.
    pub claims: Vec<RdtClaim>,
}

/// Results of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScenarioReport {
    /// Name of the scenario.
    pub scenario: &'static str,
    /// The paper's figure.
    pub figure: Option<u8>,
    /// The traffic pattern.
    pub pattern: &'static str,
    /// Flits of a packet.
    pub packet_flits: usize,
    /// Results of the networks.
    pub networks: Vec<NetworkReport>,
}

/// A network in a scenario. Loads in flits a node and clock, latencies in clocks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NetworkReport {
    /// The paper's name.
    pub label: &'static str,
    /// The network.
    pub network: String,
    /// Virtual channels a port.
    pub vcs: usize,
    /// The rate at which the network becomes saturated, with seed 1.
    pub knee: f64,
    /// Accepted load at the last rate before less than 95 % of the offered load are accepted.
    pub saturation_throughput: Estimate,
    /// Highest accepted load.
    pub max_throughput: Estimate,
    /// Mean network latency at the low load.
    pub low_latency: Estimate,
    /// Mean network latency at 0.9 times the knee.
    pub high_latency: Estimate,
}

/// Summarises the series that [`super::run`] returned for `options` and `size`.
pub fn report(options: &Options, size: Size, tables: Vec<Table>, link_loads: Vec<LinkLoads>, series: &[Series]) -> Report {
    let claims = claims(series, COMPETITORS.len(), &link_loads);
    let scenario = |series: &[Series]| {
        let Scenario { name, figure, pattern, flits } = series[0].scenario;
        let networks = series.iter().map(|series| network_report(series, size)).collect();
        ScenarioReport { scenario: name, figure, pattern: pattern.name(), packet_flits: flits, networks }
    };
    Report {
        study: "rdt",
        nodes: COMPETITORS[0].network(size).routers(),
        summary: Summary::new(options, 3, claims.iter().map(|claim| &claim.claim), sweep::dead(series.iter().map(|series| &series.seeds))),
        tables,
        link_loads,
        scenarios: series.chunks(COMPETITORS.len()).map(scenario).collect(),
        claims,
    }
}

fn network_report(series: &Series, size: Size) -> NetworkReport {
    let latency = |rate| Estimate::of(&series.at(rate).map(|point| point.latency_mean).collect::<Vec<_>>());
    let highest: Vec<f64> = series.seeds.iter().map(|points| sweep::maximum(points).accepted).collect();
    NetworkReport {
        label: series.competitor.label,
        network: series.competitor.network(size).to_string(),
        vcs: series.competitor.vcs,
        knee: series.knee,
        saturation_throughput: Estimate::of(&saturation(series)),
        max_throughput: Estimate::of(&highest),
        low_latency: latency(LOW_LOAD),
        high_latency: latency(super::high_load(series.knee, series.knee)),
    }
}

/// `rdt.json`, `rdt.csv` with every point, `rdt-tables.csv`, and `rdt-<scenario>.svg`.
///
/// # Errors
/// A figure that cannot be drawn.
pub fn files(report: &Report, series: &[Series]) -> Result<Files, Error> {
    let json = serde_json::to_string_pretty(report).expect("a report in JSON") + "\n";
    let mut files =
        vec![("rdt.csv".to_owned(), csv(series)), ("rdt-tables.csv".to_owned(), table::csv(&report.tables)), ("rdt.json".to_owned(), json)];
    for series in series.chunks(COMPETITORS.len()) {
        let scenario = series[0].scenario;
        let number = scenario.figure.map_or(String::new(), |number| format!("Figure {number}: "));
        let title = format!(
            "{number}{}, {} flits, {} nodes, buffers of {} flits, {} clocks",
            scenario.pattern.name(),
            scenario.flits,
            report.nodes,
            report.summary.buffer_depth,
            report.summary.cycles
        );
        let curve = |series: &Series| Curve { name: series.competitor.label.to_owned(), points: sweep::curve(&series.seeds) };
        let curves: Vec<Curve> = series.iter().map(curve).collect();
        files.push((format!("rdt-{}.svg", scenario.name), figure::svg(&title, &curves)?));
    }
    Ok(files)
}

fn csv(series: &[Series]) -> String {
    let own = |series: &Series| vec![series.scenario.name.to_owned(), series.competitor.label.to_owned()];
    let rows = series.iter().flat_map(|series| sweep::rows(own(series), &series.seeds));
    files::csv(["scenario", "network"].into_iter().chain(sweep::COLUMNS), rows)
}
