//! Text of the proof of the interfaces' rules.

use torusmith_prover::prove::Verdict;
use torusmith_prover::sides::{RuleReport, SideReport};

use crate::outcome::Case;
use crate::output;

fn result(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "REFUTED",
        Verdict::Open => "OPEN",
    }
}

/// The verdict on an interface, its rules, and the run that breaks one.
pub fn text(report: &SideReport) -> String {
    let SideReport { module, parameters, helpers, seconds, .. } = report;
    let rules = report.rules.len();
    let how = match report.result {
        Verdict::Proved => format!("all {rules} rules proved, for all legal inputs, for all time"),
        other => format!("{}, not all of {rules} rules hold", result(other)),
    };
    let mut text = format!("{module} {parameters}: {how} (one-step induction, {helpers} helper invariants, {seconds:.1} s)\n");
    let row = |rule: &RuleReport| vec![rule.rule.into(), rule.claim.clone(), result(rule.result).into(), format!("{:.1}", rule.seconds)];
    let table = output::table(&["rule", "what is claimed", "result", "s"], report.rules.iter().map(row));
    text.extend(table.lines().map(|line| format!("  {line}\n")));
    if let Some(run) = &report.run {
        text += &format!("  refuted by a run from reset, {} clocks (clock, signals with valid = 1, in hexadecimal):\n", run.clocks);
        text.extend(run.lines.iter().map(|line| format!("    {line}\n")));
    } else if !report.failed_helpers.is_empty() {
        text += &format!("  helper invariants that are not kept: {}\n", report.failed_helpers.join(", "));
    }
    text
}

/// A case for each rule.
pub fn cases(report: &SideReport) -> Vec<Case> {
    let one = |rule: &RuleReport| {
        let name = format!("{} {} {} ({})", report.module, rule.rule, rule.claim, report.parameters);
        Case::new(name, rule.result == Verdict::Proved, || text(report))
    };
    report.rules.iter().map(one).collect()
}
