//! Reports of the points of [`super::run`]: JSON, CSV files and figures.

use std::fmt::Write as _;

use serde::Serialize;

use super::claims::{ClaimVerdict, PaperClaim, claims};
use super::findings::{self, Finding, findings};
use super::networks::TTN;
use super::{PACKET_FLITS, Series, Size, Study};
use crate::Error;
use crate::estimate::Estimate;
use crate::figure::{self, Curve};
use crate::files::{self, Files};
use crate::options::{Options, Routes};
use crate::sweep;

/// The JSON of the study (docs/cli.md).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// `ttn-dynamic`, `sttn-dynamic`, `mtn-dynamic`.
    pub study: &'static str,
    /// Nodes of each network.
    pub nodes: usize,
    /// Flits of a packet.
    pub packet_flits: usize,
    /// Clocks in which packets are created.
    pub cycles: u64,
    /// Clocks of warm-up, which do not count.
    pub warmup: u64,
    /// Flits an input VC's buffer holds.
    pub buffer_depth: usize,
    /// `papers` or `chosen`.
    pub routes: &'static str,
    /// With the papers' routes: `plus`, the papers' text, or `balanced`.
    pub ties: Option<&'static str>,
    /// Clocks a hop.
    pub pipeline: u32,
    /// Seeds 1 to this.
    pub seeds: usize,
    /// Claims that hold.
    pub claims_held: usize,
    /// Claims that do not hold.
    pub claims_not_held: usize,
    /// Claims that the seeds do not decide.
    pub claims_undecided: usize,
    /// Number of claims.
    pub claims_made: usize,
    /// Claims that do not hold and that no routing can satisfy.
    pub claims_ruled_out: usize,
    /// Simulations in which the network died.
    pub dead: usize,
    /// Results by scenario.
    pub scenarios: Vec<ScenarioReport>,
    /// TTN: the paper's claims.
    pub claims: Vec<PaperClaim>,
    /// TTN: the paper's claims, with the other VC rule of the TTN.
    pub readings: Vec<Reading>,
    /// STTN, MTN: comparison with the TTN in each scenario.
    pub findings: Vec<Finding>,
    /// Summary of the findings, in sentences.
    pub summary: Vec<String>,
}

/// The paper's claims, tested on a TTN with another VC rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reading {
    /// The VC rule.
    pub vc_rule: &'static str,
    /// Claims that hold.
    pub claims_held: usize,
    /// Claims that do not hold.
    pub claims_not_held: usize,
    /// Claims that the seeds do not decide.
    pub claims_undecided: usize,
    /// Claims that do not hold and that no routing can satisfy.
    pub claims_ruled_out: usize,
    /// The claims.
    pub claims: Vec<PaperClaim>,
}

impl Reading {
    fn of(series: &[Series]) -> Self {
        let claims = claims(series);
        let count = |verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
        Self {
            vc_rule: series.iter().find(|one| one.competitor.label == TTN).map_or("", |ttn| ttn.rule),
            claims_held: count(ClaimVerdict::Holds),
            claims_not_held: count(ClaimVerdict::DoesNotHold),
            claims_undecided: count(ClaimVerdict::WithinInterval),
            claims_ruled_out: claims.iter().filter(|claim| claim.ruled_out).count(),
            claims,
        }
    }
}

/// Results of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScenarioReport {
    /// Name of the scenario.
    pub scenario: String,
    /// Number of the figure in the TTN paper.
    pub figure: Option<&'static str>,
    /// The traffic pattern.
    pub pattern: String,
    /// Inter-level connectivity.
    pub q: u32,
    /// Results of the networks.
    pub networks: Vec<NetworkReport>,
}

/// A network in a scenario. Loads in flits a node and clock, latencies in clocks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NetworkReport {
    /// Name in tables and figures.
    pub label: &'static str,
    /// The network.
    pub network: String,
    /// Virtual channels a port.
    pub vcs: usize,
    /// The VC rule.
    pub vc_rule: &'static str,
    /// The rate at which the network becomes saturated, with seed 1.
    pub knee: f64,
    /// Accepted load at which 95 % of the offered load are accepted.
    pub saturation_throughput: Estimate,
    /// Highest accepted load.
    pub max_throughput: Estimate,
    /// The highest accepted load is at the highest rate.
    pub still_rising: bool,
    /// Mean network latency at the zero load.
    pub zero_load_latency: Estimate,
}

/// Summarises the series that [`super::run`] returned for the given study, options and size.
pub fn report(study: Study, options: &Options, size: Size, series: &[Series]) -> Report {
    let papers = if study == Study::Ttn { series } else { &[] };
    let Reading { claims_held, claims_not_held, claims_undecided, claims_ruled_out, claims, .. } = Reading::of(papers);
    let by_min2: Vec<Series> = papers.iter().filter_map(Series::with_min2_for_ttn).collect();
    let findings = if study == Study::Ttn { Vec::new() } else { findings(series) };
    Report {
        study: study.name(),
        nodes: size.nodes(),
        packet_flits: PACKET_FLITS,
        cycles: options.cycles,
        warmup: options.warm_up(),
        buffer_depth: options.buffer_depth,
        routes: options.routes.into(),
        ties: (options.routes == Routes::Papers).then_some(options.ties.name()),
        pipeline: 2,
        seeds: options.seeds,
        claims_held,
        claims_not_held,
        claims_undecided,
        claims_made: claims.len(),
        claims_ruled_out,
        dead: sweep::dead(series.iter().map(|series| &series.seeds)),
        scenarios: by_scenario(series).map(scenario_report).collect(),
        claims,
        readings: if by_min2.is_empty() { Vec::new() } else { vec![Reading::of(&by_min2)] },
        summary: findings::summary(&findings),
        findings,
    }
}

fn by_scenario(series: &[Series]) -> impl Iterator<Item = &[Series]> {
    series.chunk_by(|one, next| one.scenario == next.scenario)
}

fn scenario_report(series: &[Series]) -> ScenarioReport {
    let scenario = series[0].scenario;
    ScenarioReport {
        scenario: scenario.name(),
        figure: scenario.figure(),
        pattern: scenario.pattern.to_string(),
        q: scenario.q,
        networks: series.iter().map(network_report).collect(),
    }
}

fn network_report(series: &Series) -> NetworkReport {
    NetworkReport {
        label: series.competitor.label,
        network: series.network.to_string(),
        vcs: series.competitor.vcs,
        vc_rule: series.rule,
        knee: series.knee,
        saturation_throughput: Estimate::of(&series.saturation()),
        max_throughput: Estimate::of(&series.maximum()),
        still_rising: series.still_rising(),
        zero_load_latency: Estimate::of(&series.zero_load()),
    }
}

/// `<study>.csv` with every point, `<study>.json`, `<study>-claims.csv` or `<study>-findings.csv`, and `<study>-<scenario>.svg`.
///
/// # Errors
/// A figure that cannot be drawn.
pub fn files(report: &Report, series: &[Series]) -> Result<Files, Error> {
    let study = report.study;
    let json = serde_json::to_string_pretty(report).expect("a report in JSON") + "\n";
    let compared =
        if report.findings.is_empty() { ("claims", claims_csv(&report.claims)) } else { ("findings", findings_csv(&report.findings)) };
    let mut files =
        vec![(format!("{study}.csv"), csv(series)), (format!("{study}.json"), json), (format!("{study}-{}.csv", compared.0), compared.1)];
    for series in by_scenario(series) {
        let scenario = series[0].scenario;
        // The TTN paper's figure numbers apply to its own study only.
        let figure = scenario.figure().filter(|_| study == Study::Ttn.name()).map_or(String::new(), |figure| format!("Figure {figure}: "));
        let title = format!(
            "{figure}{}, q = {}: {} nodes, 4 VCs of {} flits, {} clocks",
            scenario.pattern, scenario.q, report.nodes, report.buffer_depth, report.cycles
        );
        let curve = |series: &Series| Curve { name: series.name(), points: sweep::curve(&series.seeds) };
        let curves: Vec<Curve> = series.iter().filter(|series| series.competitor.drawn).map(curve).collect();
        files.push((format!("{study}-{}.svg", scenario.name()), figure::svg(&title, &curves)?));
    }
    Ok(files)
}

fn csv(series: &[Series]) -> String {
    let own = |series: &Series| {
        let Series { scenario, competitor, network, rule, .. } = series;
        vec![scenario.name(), scenario.q.to_string(), network.to_string(), competitor.vcs.to_string(), rule.to_string()]
    };
    let rows = series.iter().flat_map(|series| sweep::rows(own(series), &series.seeds));
    files::csv(["scenario", "q", "network", "vcs", "vc_rule"].into_iter().chain(sweep::COLUMNS), rows)
}

/// A mean and its half width, empty if missing.
fn cells(estimate: Option<Estimate>) -> [String; 2] {
    [estimate.map(|e| e.mean), estimate.and_then(|e| e.half_width)].map(|value| value.map_or(String::new(), |value| format!("{value:.4}")))
}

fn claims_csv(claims: &[PaperClaim]) -> String {
    let mut text =
        "source,scenario,claim,words,rate,first,second,margin,half_width,margin_at_max,half_width_at_max,bound,verdict\n".to_owned();
    for PaperClaim { source, scenario, words, rate, values, claim, margin_at_max, bound, verdict, .. } in claims {
        let rate = rate.map_or(String::new(), |rate| rate.to_string());
        let value = |i: usize| values.get(i).filter(|_| values.len() == 2).map_or(String::new(), |value| format!("{value:.6}"));
        let (first, second, margin, at_max) = (value(0), value(1), cells(Some(claim.margin)).join(","), cells(*margin_at_max).join(","));
        let bound = bound.map_or(String::new(), |bound| format!("{bound:.6}"));
        writeln!(text, "\"{source}\",{scenario},\"{}\",{words},{rate},{first},{second},{margin},{at_max},{bound},{verdict}", claim.claim)
            .expect("a string");
    }
    text
}

fn findings_csv(findings: &[Finding]) -> String {
    let header = "scenario,network,beside,saturation,saturation_half_width,maximum,maximum_half_width,zero_load,zero_load_half_width,rate,\
                  loaded,loaded_half_width";
    let row = |finding: &Finding| {
        let names = [&finding.scenario, &finding.network, &finding.ttn].map(String::clone);
        let changes = [finding.saturation, finding.maximum, finding.zero_load].map(|change| cells(Some(change))).concat();
        let rate = finding.rate.map_or(String::new(), |rate| rate.to_string());
        names.into_iter().chain(changes).chain([rate]).chain(cells(finding.loaded)).collect()
    };
    files::csv(header.split(','), findings.iter().map(row))
}
