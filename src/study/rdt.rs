//! `torusmith study rdt`.

use std::path::Path;

use torusmith_study::rdt::report::{self, Report, number};
use torusmith_study::rdt::tables::{self, Cell, Table, Verdict as Agreement};
use torusmith_study::rdt::{self, DEFAULT, RdtClaim, Size, loads};

use super::{Args, Prepared, with_width};
use crate::exit::Verdict;
use crate::output;

/// Runs the study.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let prepared = args.prepare(DEFAULT, rdt::check)?;
    let Prepared { options, .. } = prepared;
    let size = if args.quick { Size::Quick } else { Size::Full };
    let (tables, loads, series) =
        args.watched(&prepared, |work| Ok((tables::all(work.progress)?, loads::all(size)?, rdt::run(&options, size, work)?)))?;
    let report = report::report(&options, size, tables, loads, &series);
    args.finish(&report, &report::files(&report, &series)?, |out| human(&report, out), report.dead)
}

fn human(report: &Report, out: &Path) -> String {
    let mut text = String::new();
    report.tables.iter().for_each(|table| text += &static_table(table));
    text += &link_loads(report);
    text += &format!(
        "\n{} nodes, dimension order, 2 VCs of {} flits (RDT 3), pipeline {}, {} clocks, the first {} not counted, seeds 1..{}\n\
         Loads in flits a node and clock, latencies in clocks; ± half the 95 % confidence interval.\n",
        report.nodes, report.buffer_depth, report.pipeline, report.cycles, report.warmup, report.seeds
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
    if report.dead > 0 {
        text += &format!("DEAD networks: {}\n", report.dead);
    }
    text + &format!("\nWritten to {}: rdt.csv, rdt-tables.csv, rdt.json and a figure for each scenario\n", out.display())
}

/// A table of the paper: `published / ours`, what differs marked, with the reasons below.
fn static_table(table: &Table) -> String {
    let mut reasons: Vec<&str> = Vec::new();
    let mut cell = |cell: &Cell, decimals| {
        let [published, computed] =
            [cell.published, cell.computed].map(|value| value.map_or("-".to_owned(), |value| number(value, decimals)));
        let mark = match cell.reason {
            Some(reason) if cell.verdict == Agreement::Different => {
                let known = reasons.iter().position(|known| *known == reason);
                let at = known.unwrap_or_else(|| {
                    reasons.push(reason);
                    reasons.len() - 1
                });
                format!(" [{}]", at + 1)
            }
            _ => String::new(),
        };
        format!("{published} / {computed}{mark}")
    };
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| [row.row.to_owned()].into_iter().chain(row.cells.iter().map(|of| cell(of, row.decimals))).collect())
        .collect();
    let header: Vec<&str> = ["paper / ours"].into_iter().chain(table.columns.iter().copied()).collect();
    let mut text = format!("Table {}: {}\n{}", table.table, table.title, output::table(&header, rows));
    for (i, reason) in reasons.iter().enumerate() {
        text += &format!("[{}] {reason}\n", i + 1);
    }
    if let Some(note) = table.note {
        text += &format!("{note}\n");
    }
    text + "\n"
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
        report.claims_made, report.claims_held
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
