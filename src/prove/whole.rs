//! Text of the proof of a whole router.

use torusmith_prover::induction::{Failure, Query};
use torusmith_prover::prove::{ProofReport, Verdict};
use torusmith_prover::wiring::WiringReport;

use crate::{heads, output};

/// Rows of a state that are told.
const ROWS: usize = 40;

/// The verdict, and what there is to see of it.
pub fn text(report: &ProofReport) -> String {
    let mut text = match report.result {
        Verdict::Proved => format!(
            "whole router: proved equal to the contract, for all legal inputs, for all time ({} claims by one-step induction, {:.1} s)\n",
            report.size.claims, report.seconds
        ),
        Verdict::Refuted => format!("whole router: REFUTED ({:.1} s)\n", report.seconds),
        Verdict::Open => format!("whole router: OPEN: {} ({:.1} s)\n", report.reason.as_deref().unwrap_or_default(), report.seconds),
    };
    if let (Some(heads), true) = (report.heads, report.missing.is_empty()) {
        text += &format!("  legal are, of heads from other routers, {}\n", heads::words(heads));
        if report.local_turns {
            text += "  and of heads at the local port those with turns of the manifest, or that rule E1 refuses\n";
        }
        if report.hops_ahead {
            text += "  heads from other routers have their hop in their own bits; that heads leave so is proved, too\n";
        }
        if report.any_routes {
            text += "  compared apart: the router for every routing function with such turns, and its route computation with docs/networks.md\n";
        }
    }
    text.extend(report.missing.iter().map(|name| format!("  missing: {name}\n")));
    match (&report.trace, &report.failure) {
        (Some(trace), _) => {
            text += "  by a run from reset (clock, signal, value):\n";
            text.extend(trace.lines().iter().map(|line| format!("  {line}\n")));
        }
        (None, Some(failure)) => text += &state(failure),
        (None, None) => {}
    }
    text
}

/// The verdict on the wires of a network's top, and the first that is wrong.
pub fn wires(report: &WiringReport) -> String {
    let WiringReport { routers, links, wires, wrong, seconds, .. } = report;
    let reason = report.reason.as_deref().unwrap_or_default();
    match report.result {
        Verdict::Proved => format!(
            "wires of the top: proved to be the topology's ({routers} routers, {links} links, {wires} wires compared, {seconds:.1} s)\n"
        ),
        Verdict::Refuted => format!("wires of the top: REFUTED: {reason} ({wrong} wrong, {wires} compared, {seconds:.1} s)\n"),
        Verdict::Open => format!("wires of the top: OPEN: {reason} ({seconds:.1} s)\n"),
    }
}

/// Claims that fail, and the state in which they do: the registers that change.
fn state(failure: &Failure) -> String {
    let before = match failure.query {
        Query::Base => "after a reset",
        Query::Step => "in the clock after this one, in which all claims hold",
    };
    let mut text = format!("  claims that fail {before}: {}\n", failure.claims.join(", "));
    let changing = failure.state.iter().filter(|(_, before, after)| before != after);
    let rows = changing.take(ROWS).map(|(name, before, after)| vec![name.clone(), before.clone(), after.clone()]);
    let table = output::table(&["input or register", "value", "next"], rows);
    text.extend(table.lines().map(|line| format!("  {line}\n")));
    text
}
