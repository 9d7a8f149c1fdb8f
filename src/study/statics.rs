//! `torusmith study ttn-static`, `sttn-static`, `mtn-static`.

use std::path::Path;

use torusmith_papers::cache::Cache;
pub use torusmith_papers::statics::Study;
use torusmith_papers::statics::{self, Report, StaticClaim};

use super::args::Args;
use super::table;
use crate::exit::Verdict;
use crate::output;

/// Runs the study.
pub fn run(args: &Args, study: Study) -> anyhow::Result<Verdict> {
    let pool = args.pool()?;
    let report = args.watched(&pool, &Cache::none(), |work| statics::run(study, work.progress))?;
    args.finish(&report, &statics::files(&report)?, |out| human(&report, out), 0)
}

fn human(report: &Report, out: &Path) -> String {
    let mut text = String::new();
    report.tables.iter().for_each(|of| text += &table::beside(of));
    text += &format!("Of the paper's {} cells, {} are equal, {} different", cells(report), report.cells_equal, report.cells_different);
    text += &match report.cells_not_computed {
        0 => ".\n".to_owned(),
        some => format!(", {some} not computed.\n"),
    };
    if !report.other_readings.is_empty() {
        text += "\nOther readings, which do not count:\n\n";
        report.other_readings.iter().for_each(|of| text += &table::beside(of));
    }
    text += &format!("\nOf the paper's {} claims, {} hold:\n", report.claims_made, report.claims_held);
    let row = |StaticClaim { source, claim, holds, finding }: &StaticClaim| {
        let holds = match holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "not tested",
        };
        vec![claim.clone(), (*source).to_owned(), holds.to_owned(), finding.clone()]
    };
    text += &output::table(&["claim", "where", "verdict", "ours"], report.claims.iter().map(row));
    let name = report.study;
    text + &format!("\nWritten to {}: {name}.csv, {name}.json and {} figures\n", out.display(), report.figures.len())
}

fn cells(report: &Report) -> usize {
    report.cells_equal + report.cells_different + report.cells_not_computed
}
