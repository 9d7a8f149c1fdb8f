//! `torusmith study ttn-dynamic`, `sttn-dynamic`, `mtn-dynamic`.

use std::path::Path;

use torusmith_papers::dynamic::claims::{Measure, PaperClaim};
use torusmith_papers::dynamic::findings::Finding;
use torusmith_papers::dynamic::report::{self, Reading, Report, ScenarioReport};
use torusmith_papers::dynamic::{self, DEFAULT, Size, Study};

use super::args::{Args, Prepared};
use super::estimate::with_width;
use crate::exit::Verdict;
use crate::output;

/// Runs one of the studies.
pub fn run(args: &Args, study: Study) -> anyhow::Result<Verdict> {
    let prepared = args.prepare(DEFAULT, dynamic::check)?;
    let Prepared { options, .. } = prepared;
    let size = if args.quick { Size::Quick } else { Size::Full };
    let series = args.watched(&prepared.pool, &prepared.cache, |work| dynamic::run(study, &options, size, work))?;
    let report = report::report(study, &options, size, &series);
    args.finish(&report, &report::files(&report, &series)?, |out| human(&report, out), report.dead)
}

fn human(report: &Report, out: &Path) -> String {
    let mut text = format!(
        "{} nodes, {}, 4 VCs of {} flits, packets of {} flits, {} clocks, the first {} not counted, pipeline {}, seeds 1..{}\n\
         Loads in flits a node and clock, latencies in clocks; ± half the 95 % confidence interval.\n",
        report.nodes,
        routes(report),
        report.buffer_depth,
        report.packet_flits,
        report.cycles,
        report.warmup,
        report.pipeline,
        report.seeds
    );
    report.scenarios.iter().for_each(|scenario| text += &table(scenario, !report.claims.is_empty()));
    text += "saturation: the accepted load at which 95 % of the offered load are accepted; maximum: the highest accepted load\n";
    if report.scenarios.iter().flat_map(|scenario| &scenario.networks).any(|network| network.still_rising) {
        text += "*: at the highest rate; the network accepts the more the more is offered, though queues grow without end\n";
    }
    if !report.claims.is_empty() {
        text += &claims(report);
    }
    if !report.findings.is_empty() {
        text += &findings(report);
    }
    if report.dead > 0 {
        text += &format!("DEAD networks: {}\n", report.dead);
    }
    text + &format!("\nWritten to {}: {}.csv, .json and a figure for each scenario\n", out.display(), report.study)
}

/// Whose routes, in words.
fn routes(report: &Report) -> String {
    report.ties.map_or("chosen routes".to_owned(), |ties| format!("dimension order, ties {ties}"))
}

fn table(scenario: &ScenarioReport, of_paper: bool) -> String {
    let figure = scenario.figure.filter(|_| of_paper).map_or(String::new(), |figure| format!(" (Figure {figure})"));
    let rows = scenario.networks.iter().map(|network| {
        let rising = if network.still_rising { " *" } else { "" };
        vec![
            network.network.clone(),
            format!("{} {}", network.vcs, network.vc_rule),
            with_width(&network.zero_load_latency, 1),
            with_width(&network.saturation_throughput, 4),
            with_width(&network.max_throughput, 4) + rising,
        ]
    });
    let header = ["network", "VCs", "zero-load latency", "saturation", "maximum"];
    format!("\n{}, q = {}{figure}:\n{}", scenario.pattern, scenario.q, output::table(&header, rows))
}

fn claims(report: &Report) -> String {
    let mut text = format!(
        "\nOf the paper's {} comparisons, {} hold, {} do not, {} are within the confidence interval.\n\
         Of those that do not, {} cannot hold by any routing, with any VCs and buffers.\n{}\
         margin: by how many percent (a lead: percentage points); at maximum: the same by the highest accepted load\n\
         bound: the highest saturation of the network that is said to be above, by the links between its modules\n",
        report.claims_made,
        report.claims_held,
        report.claims_not_held,
        report.claims_undecided,
        report.claims_ruled_out,
        report.readings.iter().map(reading).collect::<String>()
    );
    let row = |claim: &PaperClaim| {
        let decimals = match claim.measure {
            Measure::ZeroLoadLatency | Measure::LoadedLatency | Measure::Lead => 1,
            Measure::Throughput => 4,
        };
        let values: Vec<String> = claim.values.iter().map(|value| format!("{value:.decimals$}")).collect();
        vec![
            format!("§ {}", claim.source),
            claim.scenario.clone(),
            claim.claim.claim.clone(),
            claim.words.to_owned(),
            values.join(", "),
            with_width(&claim.claim.margin, 1),
            claim.margin_at_max.map_or(String::new(), |margin| with_width(&margin, 1)),
            claim.bound.map_or(String::new(), |bound| format!("{bound:.4}")),
            claim.verdict.to_string() + if claim.ruled_out { ", by any routing" } else { "" },
        ]
    };
    let header = ["where", "scenario", "claim", "paper's word", "ours", "margin", "at maximum", "bound", "verdict"];
    text += &output::table(&header, report.claims.iter().map(row));
    text
}

fn reading(of: &Reading) -> String {
    let Reading { vc_rule, claims, claims_held, claims_not_held, claims_undecided, claims_ruled_out } = of;
    let made = claims.len();
    format!(
        "With the TTN by {vc_rule}, of {made} comparisons, {claims_held} hold, {claims_not_held} do not ({claims_ruled_out} by any routing), \
         {claims_undecided} are within the confidence interval.\n"
    )
}

fn findings(report: &Report) -> String {
    let mut text = "\nAgainst the TTN, changes in percent:\n".to_owned();
    let row = |finding: &Finding| {
        vec![
            finding.pattern.clone(),
            finding.network.clone(),
            finding.ttn.clone(),
            with_width(&finding.saturation, 1),
            with_width(&finding.maximum, 1),
            with_width(&finding.zero_load, 1),
            finding.rate.map_or("-".to_owned(), |rate| rate.to_string()),
            finding.loaded.map_or("-".to_owned(), |loaded| with_width(&loaded, 1)),
        ]
    };
    let header = ["pattern", "network", "against", "saturation", "maximum", "zero-load latency", "at load", "latency there"];
    text += &output::table(&header, report.findings.iter().map(row));
    text += "\nIn words:\n";
    for sentence in report.summary.iter() {
        text += &format!("- {sentence}\n");
    }
    for finding in &report.findings {
        text += &format!("- {}: {}\n", finding.pattern, finding.words);
    }
    text
}
