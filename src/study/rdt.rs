//! `torusmith study rdt`.

use std::path::Path;

use torusmith_papers::rdt::report::{self, Report};
use torusmith_papers::rdt::{self, DEFAULT, RdtClaim, Size, loads, tables};

use super::args::{Args, Prepared};
use super::estimate::with_width;
use super::table;
use crate::exit::Verdict;
use crate::output;

/// Runs the study.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let prepared = args.prepare(DEFAULT, rdt::check)?;
    let Prepared { options, .. } = prepared;
    let size = if args.quick { Size::Quick } else { Size::Full };
    let (tables, loads, series) = args.watched(&prepared.pool, &prepared.cache, |work| {
        Ok((tables::all(work.progress)?, loads::all(size)?, rdt::run(&options, size, work)?))
    })?;
    let report = report::report(&options, size, tables, loads, &series);
    args.finish(&report, &report::files(&report, &series)?, |out| human(&report, out), report.summary.dead)
}

fn human(report: &Report, out: &Path) -> String {
    let mut text = String::new();
    report.tables.iter().for_each(|of| text += &table::beside(of));
    text += &link_loads(report);
    text += &format!(
        "\n{} nodes, dimension order, 2 VCs of {} flits (RDT 3), pipeline {}, {} clocks, the first {} not counted, seeds 1..{}\n\
         Loads in flits a node and clock, latencies in clocks; ± half the 95 % confidence interval.\n",
        report.nodes,
        report.summary.buffer_depth,
        report.summary.pipeline,
        report.summary.cycles,
        report.summary.warmup,
        report.summary.seeds
    );
    for scenario in &report.scenarios {
        let figure = scenario.figure.map_or(String::new(), |figure| format!(" (Figure {figure})"));
        text += &format!("\n{}, packets of {} flits{figure}:\n", scenario.pattern, scenario.packet_flits);
        let rows = scenario.networks.iter().map(|n| {
            vec![
                n.label.to_owned(),
                with_width(&n.low_latency, 1),
                with_width(&n.high_latency, 1),
                with_width(&n.saturation_throughput, 4),
                with_width(&n.max_throughput, 4),
            ]
        });
        text += &output::table(&["network", "low-load latency", "latency at 0.9 of the knee", "saturation", "maximum"], rows);
    }
    text += &claims(report);
    if report.summary.dead > 0 {
        text += &format!("DEAD networks: {}\n", report.summary.dead);
    }
    text + &format!("\nWritten to {}: rdt.csv, rdt-tables.csv, rdt.json and a figure for each scenario\n", out.display())
}

fn link_loads(report: &Report) -> String {
    let mut rows = Vec::new();
    for of in &report.link_loads {
        let row = |name: String, links: u64, mean: f64, highest: f64, capacity: String| {
            vec![name, links.to_string(), format!("{mean:.4}"), format!("{highest:.4}"), capacity]
        };
        rows.push(row(of.network.to_owned(), of.links, of.mean, of.highest, format!("{:.4}", of.capacity)));
        rows.extend(of.ranks.iter().map(|rank| row(format!("  rank {}", rank.rank), rank.links, rank.mean, rank.highest, String::new())));
    }
    let header = ["network", "directed links", "mean load", "busiest", "capacity"];
    format!(
        "Loads of the links under uniform traffic for each flit a node and clock, from all ways; capacity: throughput when the busiest is full\n{}",
        output::table(&header, rows)
    )
}

fn claims(report: &Report) -> String {
    let clear = report.claims.iter().filter(|claim| claim.claim.holds && claim.claim.resolved).count();
    let mut text = format!(
        "\nOf the paper's {} claims, {} hold, {clear} of them beyond the confidence interval:\n",
        report.summary.claims_made, report.summary.claims_held
    );
    let row = |RdtClaim { scenario, source, rate, claim }: &RdtClaim| {
        let holds = if claim.holds { "holds" } else { "does not hold" };
        let doubt = if claim.resolved { "" } else { ", within the interval" };
        let rate = rate.map_or("-".to_owned(), |rate| rate.to_string());
        let margin = with_width(&claim.margin, 1);
        vec![(*scenario).to_owned(), claim.claim.clone(), (*source).to_owned(), rate, margin, format!("{holds}{doubt}")]
    };
    let header = ["scenario", "claim", "where", "at load", "margin, %", "verdict"];
    text += &output::table(&header, report.claims.iter().map(row));
    text
}
