//! Proof and mutants of a router on the page.

use torusmith_prover::mutants::Decision;
use torusmith_prover::prove::Verdict as Proof;
use torusmith_synthesis::Outcome as ModuleProof;

use super::page::{Block, Page, Table, facts};
use crate::mutate::{MutationReport, Row};
use crate::prove::Proved;

/// Adds the section of the proof.
pub fn add_proof(proved: &Proved, page: &mut Page, title: &'static str) {
    page.tool("yosys", &proved.yosys);
    let whole = proved.whole.as_ref();
    let verdict = match whole.map(|whole| whole.result) {
        Some(Proof::Proved) => "proved: the router does what its contract says, for all legal inputs, for all time".to_owned(),
        Some(Proof::Refuted) => "REFUTED: a run from reset differs from the contract".to_owned(),
        Some(Proof::Open) => format!("open: {}", whole.and_then(|whole| whole.reason.as_deref()).unwrap_or("-")),
        None => "not of this router".to_owned(),
    };
    page.summary("proof", verdict.clone());
    let claims = whole.map_or("-".to_owned(), |whole| format!("{}, {} of them about outputs", whole.size.claims, whole.size.outputs));
    let row = |proof: &ModuleProof| {
        let result = format!("{:?}", proof.result).to_lowercase();
        vec![proof.module.to_owned(), proof.property.to_owned(), result, proof.parameters.clone()]
    };
    let table = Table {
        caption: "Modules by themselves".into(),
        head: vec!["module", "property", "result", "parameters"],
        rows: proved.proofs.iter().map(row).collect(),
        folded: true,
    };
    page.section("proof", title, vec![facts([("whole router", verdict), ("claims", claims)]), Block::Table(table)]);
}

/// Adds the section of mutants.
pub fn add_mutants(mutants: &MutationReport, page: &mut Page, title: &'static str) {
    page.tool("yosys", &mutants.yosys);
    let score = mutants.score.map_or("-".to_owned(), |score| format!("{:.1} %", 100.0 * score));
    page.summary("faults found", format!("{score} of those that change what the router does"));
    let all = [
        ("score", score),
        ("found", mutants.found.to_string()),
        ("no faults", format!("{}: the router with them does what the contract says", mutants.equivalent)),
        ("missed", mutants.different.to_string()),
        ("undecided", mutants.undecided.to_string()),
    ];
    let row = |Row { mutant, decision, .. }: &Row| {
        let is = match decision {
            Some(Decision::Equivalent) => "equivalent",
            Some(Decision::Different { .. }) => "different",
            Some(Decision::Undecided { .. }) => "undecided",
            None => "-",
        };
        vec![mutant.number.to_string(), mutant.mode.clone(), mutant.cell.clone(), mutant.port.clone(), is.to_owned()]
    };
    let rows: Vec<Vec<String>> = mutants.mutants.iter().filter(|row| row.found.is_none()).map(row).collect();
    let mut blocks = vec![facts(all)];
    if !rows.is_empty() {
        let caption = "Faults that no run showed".into();
        blocks.push(Block::Table(Table { caption, head: vec!["number", "fault", "cell", "port", "it is"], rows, folded: true }));
    }
    page.section("faults", title, blocks);
}
