//! Gates, FPGA, proof and mutants of a router: each where a flag asks for it.

use torusmith_prover::mutants::Decision;
use torusmith_prover::prove::Verdict as Proof;
use torusmith_synthesis::{Area, Block as Gates, Fpga, Outcome as ModuleProof, Segment};

use super::Args;
use super::made::Maker;
use super::page::{Block, Page, Table, facts};
use crate::area::{self, GateCount};
use crate::fpga::{self, FpgaResult};
use crate::mutate::{self, MutationReport, Row};
use crate::prove::{self, Proved};

/// Adds the sections.
pub fn add(args: &Args, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let title = "Gates by block";
    match args.area.then(|| maker.outcome("area", &[], area::Args::gates)).transpose()? {
        Some(GateCount::Router(gates)) => add_gates(&gates.area, page, title),
        _ => page.not_computed("area", title, "--area", maker.words("area", &[])),
    }
    let title = "In an FPGA";
    match args.fpga.then(|| maker.outcome("fpga", &[], fpga::Args::measure)).transpose()? {
        Some(FpgaResult::Router(cells)) => add_cells(&cells.fpga, page, title),
        _ => page.not_computed("fpga", title, "--fpga", maker.words("fpga", &[])),
    }
    let title = "Proof";
    match args.prove.then(|| maker.outcome("prove", &[], prove::Args::prove)).transpose()? {
        Some(proved) => add_proof(&proved, page, title),
        None => page.not_computed("proof", title, "--prove", maker.words("prove", &[])),
    }
    let title = "Faults that the lock step finds";
    let count = args.mutate.unwrap_or(50).to_string();
    let mut own = vec!["--count", &count];
    let seed = args.seed.map(|seed| seed.to_string());
    own.extend(seed.iter().flat_map(|seed| ["--seed", seed]));
    match args.mutate.map(|_| maker.outcome("mutate", &own, mutate::Args::mutate)).transpose()? {
        Some(mutants) => add_mutants(&mutants, page, title),
        None => page.not_computed("faults", title, "--mutate N", maker.words("mutate", &own)),
    }
    Ok(())
}

fn add_gates(area: &Area, page: &mut Page, title: &'static str) {
    page.tool("yosys", &area.yosys);
    page.summary("gates", format!("{:.0} of a router, {:.0} without its buffers", area.total, area.logic_total));
    let row = |block: &Gates| {
        let share = 100.0 * block.gates_total / area.total;
        let (each, total) = (format!("{:.0}", block.gates_each), format!("{:.0}", block.gates_total));
        vec![block.block.clone(), block.instances.to_string(), each, total, format!("{share:.1} %"), block.ram_bits.to_string()]
    };
    let table = Table {
        caption: format!("Gates of a router, in {}s", area.unit),
        head: vec!["block", "instances", "gates each", "gates", "share", "RAM bits"],
        rows: area.blocks.iter().map(row).collect(),
        folded: false,
    };
    let totals =
        [("total", format!("{:.0}", area.total)), ("without buffers", format!("{:.0}", area.logic_total)), ("flow", area.flow.clone())];
    page.section("area", title, vec![Block::Table(table), facts(totals)]);
}

fn add_cells(fpga: &Fpga, page: &mut Page, title: &'static str) {
    page.tool("yosys", &fpga.yosys);
    page.tool("nextpnr", &fpga.nextpnr);
    page.summary("FPGA", format!("{} logic cells, {:.1} MHz in an {}", fpga.cells, fpga.fmax_mhz, fpga.device));
    let seeds: Vec<String> = fpga.seeds.iter().map(|run| format!("{:.1} (seed {})", run.fmax_mhz, run.seed)).collect();
    let cells = format!("{} of {} logic cells; {} LUT4, {} flip-flops", fpga.cells, fpga.cells_available, fpga.lut4, fpga.ff);
    let hop = fpga.hop.as_ref().map(|hop| ("hop", format!("{:.1} ns: {} clocks", hop.ns_per_hop, hop.clocks_per_hop)));
    let all = [("device", fpga.device.to_string()), ("cells", cells), ("clock", format!("{:.1} MHz; {}", fpga.fmax_mhz, seeds.join(", ")))];
    let path = ("critical path", format!("{:.2} ns", fpga.critical_path.ns));
    let row = |segment: &Segment| {
        let ns = |ns: f64| format!("{ns:.2}");
        vec![segment.stage.to_owned(), segment.module.clone(), ns(segment.routing_ns), ns(segment.logic_ns), segment.cell.clone()]
    };
    let table = Table {
        caption: "The critical path".into(),
        head: vec!["stage", "module", "wires, ns", "logic, ns", "cell"],
        rows: fpga.critical_path.segments.iter().map(row).collect(),
        folded: true,
    };
    page.section("fpga", title, vec![facts(all.into_iter().chain(hop).chain([path])), Block::Table(table)]);
}

fn add_proof(proved: &Proved, page: &mut Page, title: &'static str) {
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

fn add_mutants(mutants: &MutationReport, page: &mut Page, title: &'static str) {
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
