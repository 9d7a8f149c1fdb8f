//! Result of `mutate`, as JSON (docs/cli.md) and text.

use serde::Serialize;
use torusmith_prover::filter::Kind;
use torusmith_prover::mutants::Decision;
use torusmith_synthesis::Mutant;
use torusmith_testbench::Design;

use super::runs::Found;
use crate::exit::Verdict;
use crate::outcome::{Case, CaseResult, Outcome, verdict};
use crate::{heads, output};

/// A mutant and what became of it.
#[derive(Serialize)]
pub struct Row {
    #[serde(flatten)]
    pub mutant: Mutant,
    pub found: Option<Found>,
    /// Of one that was not found.
    pub decision: Option<Decision>,
}

/// All mutants of a router.
#[derive(Serialize)]
pub struct MutationReport {
    network: String,
    top: String,
    pub yosys: String,
    pub found: usize,
    pub equivalent: usize,
    pub different: usize,
    pub undecided: usize,
    /// Part of those that are not equivalent; `None` if all are.
    pub score: Option<f64>,
    /// In the proof: what comes in from other routers.
    heads: Option<Kind>,
    /// Why none is decided.
    reason: Option<String>,
    pub mutants: Vec<Row>,
}

impl MutationReport {
    pub fn new(design: &Design, yosys: String, heads: Option<Kind>, reason: Option<String>, mutants: Vec<Row>) -> Self {
        let count = |is: fn(&Decision) -> bool| mutants.iter().filter(|row| row.decision.as_ref().is_some_and(is)).count();
        let found = mutants.iter().filter(|row| row.found.is_some()).count();
        let equivalent = count(|decision| matches!(decision, Decision::Equivalent));
        let different = count(|decision| matches!(decision, Decision::Different { .. }));
        let undecided = count(|decision| matches!(decision, Decision::Undecided { .. }));
        let faults = mutants.len() - equivalent;
        let score = (faults > 0).then(|| (1000.0 * found as f64 / faults as f64).round() / 1000.0);
        let (network, top) = (design.network.to_string(), design.manifest.top.clone());
        Self { network, top, yosys, found, equivalent, different, undecided, score, heads, reason, mutants }
    }
}

impl Outcome for MutationReport {
    fn verdict(&self) -> Verdict {
        verdict(self.different == 0)
    }

    fn cases(&self) -> Vec<Case> {
        let case = |row: &Row| {
            let Mutant { number, mode, cell, port, bit, .. } = &row.mutant;
            let result = match &row.decision {
                Some(Decision::Different { trace }) => {
                    CaseResult::Failed(format!("not found, and by a run it differs\n{}", trace.lines().join("\n")))
                }
                Some(Decision::Undecided { reason }) => CaseResult::Skipped(format!("undecided: {reason}")),
                Some(Decision::Equivalent) | None => CaseResult::Passed,
            };
            Case { name: format!("mutant {number}: {mode} at {cell} {port}[{bit}]"), result }
        };
        self.mutants.iter().map(case).collect()
    }

    fn text(&self) -> String {
        let header = ["mutant", "fault", "where", "", "pattern", "clock", "router", "port", "signal"];
        let mut text = output::table(&header, self.mutants.iter().map(row));
        for row in &self.mutants {
            match &row.decision {
                Some(Decision::Different { trace }) => {
                    text +=
                        &format!("mutant {} is not found; by this run from reset (clock, signal, value) it differs:\n", row.mutant.number);
                    text.extend(trace.lines().iter().map(|line| format!("  {line}\n")));
                }
                Some(Decision::Undecided { reason }) if self.reason.is_none() => {
                    text += &format!("mutant {} is undecided: {reason}\n", row.mutant.number);
                }
                _ => {}
            }
        }
        text.extend(self.reason.iter().filter(|_| self.undecided > 0).map(|reason| format!("undecided: {reason}\n")));
        text.extend(self.heads.map(|heads| format!("decided with, of heads from other routers, {}\n", heads::words(heads))));
        let Self { found, equivalent, different, undecided, .. } = self;
        let (network, top, yosys, all) = (&self.network, &self.top, &self.yosys, self.mutants.len());
        text + &format!(
            "{network}, {top}, yosys {yosys}: {found} of {all} mutants found; of the others {equivalent} are equivalent, {different} are not, {undecided} are undecided; \
             score {}\n",
            self.score.map_or("-".to_owned(), |score| format!("{:.1} %", 100.0 * score))
        )
    }
}

fn row(row: &Row) -> Vec<String> {
    let Mutant { number, mode, cell, port, bit, wire, .. } = &row.mutant;
    let place = match wire {
        Some((wire, bit)) => format!("{wire}[{bit}]"),
        None => {
            let cell = cell.trim_start_matches("$flatten\\").replace('\\', "");
            // yosys numbers the cells that it makes; file and line stay.
            format!("{} {port}[{bit}]", cell.rsplit_once('$').map_or(&*cell, |(cell, _)| cell))
        }
    };
    let mut columns = vec![number.to_string(), mode.clone(), place];
    match (&row.found, &row.decision) {
        (Some(found), _) => {
            let rate = found.rate.map_or(String::new(), |rate| format!(" {rate}"));
            let clock = found.clock.map_or("-".into(), |clock| clock.to_string());
            columns.extend(["found".into(), format!("{}{rate}", found.run), clock]);
            let places = [&found.router, &found.port, &found.signal].map(|place| place.clone().unwrap_or_default());
            columns.extend(places);
            if let (None, Some(why)) = (&found.signal, &found.why) {
                columns[8] = why.replace('\n', "; ");
            }
        }
        (None, decision) => {
            let verdict = match decision {
                Some(Decision::Equivalent) => "equivalent",
                Some(Decision::Different { .. }) => "SURVIVED",
                _ => "undecided",
            };
            columns.extend([verdict, "", "-", "", "", ""].map(String::from));
            if let Some(Decision::Different { trace }) = decision {
                let first = &trace.differences[0];
                (columns[5], columns[8]) = (first.clock.to_string(), first.signal.clone());
            }
        }
    }
    columns
}
