//! `torusmith study htn-selection`.

use std::path::Path;

use torusmith_papers::estimate::Estimate;
use torusmith_papers::htn_selection::report::{self, PatternReport, Report};
use torusmith_papers::htn_selection::{self, DEFAULT};

use super::args::{Args, Prepared};
use super::estimate::with_width;
use crate::exit::Verdict;
use crate::output;

/// Runs the study.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let prepared = args.prepare(DEFAULT, htn_selection::check)?;
    let Prepared { options, .. } = prepared;
    let series = args.watched(&prepared.pool, &prepared.cache, |work| htn_selection::run(&options, work))?;
    let report = report::report(&options, &series);
    args.finish(&report, &report::files(&report, &series)?, |out| human(&report, out), report.summary.dead)
}

fn human(report: &Report, out: &Path) -> String {
    let mut text = format!(
        "{}: {} VCs of {} flits, packets of {} flits, {} clocks, the first {} not counted, pipeline {}, ties {}, seeds 1..{}\n\
         Loads in flits a node and clock, latencies in clocks; ± half the 95 % confidence interval.\n\nTable I of the HTN paper, and ours:\n",
        report.network,
        report.vcs,
        report.summary.buffer_depth,
        report.packet_flits,
        report.summary.cycles,
        report.summary.warmup,
        report.summary.pipeline,
        report.summary.ties,
        report.summary.seeds
    );
    let header =
        ["pattern", "", "max DOR", "max LS+CS", "latency DOR", "LS+CS", "zero DOR", "LS+CS", "throughput +%", "latency -%", "zero +%"];
    text += &output::table(&header, report.patterns.iter().flat_map(|row| [paper_row(row), our_row(row), in_paper_clocks(row)]));
    text += "its clocks: ours, counted as the paper does: two clocks for a flit over a link, none at the local ports\n";
    text +=
        "\nThe paper's 59.50 for shuffle is 2.04 % above 58.31: presumably a misprint of 58.50.\n\nAll algorithms, changes against DOR:\n";

    let header = ["pattern", "algorithm", "saturation", "+%", "maximum", "+%", "latency", "-%", "zero load", "+%"];
    let rows = report.patterns.iter().flat_map(|row| row.algorithms.iter().map(|a| (row.pattern, a))).map(|(pattern, a)| {
        let rising = if a.still_rising { " *" } else { "" };
        vec![
            pattern.to_owned(),
            a.algorithm.to_uppercase(),
            with_width(&a.saturation_throughput, 4),
            percent(a.saturation_enhancement.as_ref()),
            with_width(&a.max_throughput, 4) + rising,
            percent(a.throughput_enhancement.as_ref()),
            with_width(&a.latency_at_max, 1),
            percent(a.latency_reduction.as_ref()),
            with_width(&a.zero_load_latency, 2),
            percent(a.zero_load_increase.as_ref()),
        ]
    });
    text += &output::table(&header, rows);
    text += "saturation: the accepted load just before less than 95 % of the offered load are accepted\n";
    if report.patterns.iter().flat_map(|row| &row.algorithms).any(|a| a.still_rising) {
        text += "*: at the highest rate; the network accepts the more the more is offered, though queues grow without end\n";
    }

    let claims = || report.patterns.iter().flat_map(|row| row.claims.iter().map(move |claim| (row.pattern, claim)));
    let clear = claims().filter(|(_, claim)| claim.holds && claim.resolved).count();
    text += &format!(
        "\nOf the paper's claims on direction and order, {} of {} hold, {clear} beyond the confidence interval.\n",
        report.summary.claims_held, report.summary.claims_made
    );
    for (pattern, claim) in claims().filter(|(_, claim)| !claim.holds) {
        let doubt = if claim.resolved { "" } else { ", within the confidence interval" };
        text += &format!("  {pattern}: {} does not hold: {} %{doubt}\n", claim.claim, with_width(&claim.margin, 2));
    }
    if report.summary.dead > 0 {
        text += &format!("DEAD networks: {}\n", report.summary.dead);
    }
    text + &format!("\nWritten to {}: htn-selection.csv, htn-selection.json and a figure for each pattern\n", out.display())
}

fn paper_row(row: &PatternReport) -> Vec<String> {
    let paper = &row.paper;
    let mut cells = vec![row.pattern.to_owned(), "paper".to_owned()];
    cells.extend(paper.max_throughput.map(|load| format!("{load:.5}")));
    cells.extend(paper.latency_at_max.map(|clocks| format!("{clocks:.2}")));
    cells.extend(paper.zero_load_latency.map(|clocks| format!("{clocks:.2}")));
    cells.extend([paper.throughput_enhancement, paper.latency_reduction, paper.zero_load_increase].map(|change| format!("{change:.2}")));
    cells
}

fn our_row(row: &PatternReport) -> Vec<String> {
    let (dor, both) = (&row.algorithms[0], &row.algorithms[3]);
    let mut cells = vec![String::new(), "ours".to_owned()];
    cells.extend([dor, both].map(|a| format!("{:.5}", a.max_throughput.mean)));
    cells.extend([dor, both].map(|a| format!("{:.2}", a.latency_at_max.mean)));
    cells.extend([dor, both].map(|a| format!("{:.2}", a.zero_load_latency.mean)));
    cells.extend([&both.throughput_enhancement, &both.latency_reduction, &both.zero_load_increase].map(|change| percent(change.as_ref())));
    cells
}

fn in_paper_clocks(row: &PatternReport) -> Vec<String> {
    let both = [&row.algorithms[0].in_paper_clocks, &row.algorithms[3].in_paper_clocks];
    let mut cells = vec![String::new(), "its clocks".to_owned()];
    cells.extend(both.map(|a| format!("{:.5}", a.max_throughput.mean)));
    cells.extend(both.map(|a| format!("{:.2}", a.latency_at_max.mean)));
    cells.extend(both.map(|a| format!("{:.2}", a.zero_load_latency.mean)));
    cells.resize(11, "-".to_owned());
    cells
}

fn percent(change: Option<&Estimate>) -> String {
    change.map_or("-".to_owned(), |change| with_width(change, 2))
}
