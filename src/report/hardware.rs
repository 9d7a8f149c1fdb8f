//! Gates, FPGA, proof and faults of a router: each where it is asked for.

use serde_json::Value;

use super::Args;
use super::made::Maker;
use super::page::{Block, Page, Table, number, text};

/// Adds the sections.
pub fn add(args: &Args, maker: &Maker<'_>, page: &mut Page) -> anyhow::Result<()> {
    let title = "Gates by block";
    match args.area.then(|| maker.json("area", &[])).transpose()? {
        Some(area) => gates(&area, page, title),
        None => page.not_computed("area", title, "--area", maker.words("area", &[])),
    }
    let title = "In an FPGA";
    match args.fpga.then(|| maker.json("fpga", &[])).transpose()? {
        Some(fpga) => cells(&fpga, page, title),
        None => page.not_computed("fpga", title, "--fpga", maker.words("fpga", &[])),
    }
    let title = "Proof";
    match args.prove.then(|| maker.json("prove", &[])).transpose()? {
        Some(proof) => proved(&proof, page, title),
        None => page.not_computed("proof", title, "--prove", maker.words("prove", &[])),
    }
    let title = "Faults that the lock step finds";
    let count = args.mutate.unwrap_or(50).to_string();
    let mut own = vec!["--count", &count];
    let seed = args.seed.map(|seed| seed.to_string());
    own.extend(seed.iter().flat_map(|seed| ["--seed", seed]));
    match args.mutate.map(|_| maker.json("mutate", &own)).transpose()? {
        Some(mutants) => faults(&mutants, page, title),
        None => page.not_computed("faults", title, "--mutate N", maker.words("mutate", &own)),
    }
    Ok(())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn facts(facts: Vec<(&str, String)>) -> Block {
    Block::Facts(facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn gates(area: &Value, page: &mut Page, title: &'static str) {
    page.tool("yosys", &text(&area["yosys"]));
    let total = area["total"].as_f64().unwrap_or_default();
    page.summary("gates", format!("{} of a router, {} without its buffers", number(&area["total"], 0), number(&area["logic_total"], 0)));
    let row = |block: &Value| {
        let share = 100.0 * block["gates_total"].as_f64().unwrap_or_default() / total;
        let at = |field: &str| number(&block[field], 0);
        vec![text(&block["block"]), at("instances"), at("gates_each"), at("gates_total"), format!("{share:.1} %"), at("ram_bits")]
    };
    let table = Table {
        caption: format!("Gates of a router, in {}s", text(&area["unit"])),
        head: vec!["block", "instances", "gates each", "gates", "share", "RAM bits"],
        rows: list(&area["blocks"]).iter().map(row).collect(),
        folded: false,
    };
    let totals =
        vec![("total", number(&area["total"], 0)), ("without buffers", number(&area["logic_total"], 0)), ("flow", text(&area["flow"]))];
    page.section("area", title, vec![Block::Table(table), facts(totals)]);
}

fn cells(fpga: &Value, page: &mut Page, title: &'static str) {
    page.tool("yosys", &text(&fpga["yosys"]));
    page.tool("nextpnr", &text(&fpga["nextpnr"]));
    let at = |field: &str, digits| number(&fpga[field], digits);
    page.summary("FPGA", format!("{} logic cells, {} MHz in an {}", at("cells", 0), at("fmax_mhz", 1), text(&fpga["device"])));
    let path = &fpga["critical_path"];
    let seeds: Vec<String> =
        list(&fpga["seeds"]).iter().map(|seed| format!("{} (seed {})", number(&seed["fmax_mhz"], 1), seed["seed"])).collect();
    let all = vec![
        ("device", text(&fpga["device"])),
        (
            "cells",
            format!("{} of {} logic cells; {} LUT4, {} flip-flops", at("cells", 0), at("cells_available", 0), at("lut4", 0), at("ff", 0)),
        ),
        ("clock", format!("{} MHz; {}", at("fmax_mhz", 1), seeds.join(", "))),
        ("hop", format!("{} ns: {} clocks", at("ns_per_hop", 1), at("clocks_per_hop", 0))),
        ("critical path", format!("{} ns", number(&path["ns"], 2))),
    ];
    let row = |segment: &Value| {
        let ns = |field: &str| number(&segment[field], 2);
        vec![text(&segment["stage"]), text(&segment["module"]), ns("routing_ns"), ns("logic_ns"), text(&segment["cell"])]
    };
    let table = Table {
        caption: "The critical path".into(),
        head: vec!["stage", "module", "wires, ns", "logic, ns", "cell"],
        rows: list(&path["segments"]).iter().map(row).collect(),
        folded: true,
    };
    page.section("fpga", title, vec![facts(all), Block::Table(table)]);
}

fn proved(proof: &Value, page: &mut Page, title: &'static str) {
    page.tool("yosys", &text(&proof["yosys"]));
    let whole = &proof["whole"];
    let verdict = match whole["result"].as_str() {
        Some("proved") => "proved: the router does what its contract says, for all legal inputs, for ever".to_owned(),
        Some("refuted") => "REFUTED: a run from reset differs from the contract".to_owned(),
        Some(other) => format!("{other}: {}", text(&whole["reason"])),
        None => "not of this router".to_owned(),
    };
    page.summary("proof", verdict.clone());
    let all = vec![
        ("whole router", verdict),
        ("claims", format!("{}, {} of them about outputs", text(&whole["claims"]), text(&whole["outputs"]))),
    ];
    let row = |one: &Value| ["module", "property", "result", "parameters"].map(|field| text(&one[field])).into();
    let table = Table {
        caption: "Modules by themselves".into(),
        head: vec!["module", "property", "result", "parameters"],
        rows: list(&proof["proofs"]).iter().map(row).collect(),
        folded: true,
    };
    page.section("proof", title, vec![facts(all), Block::Table(table)]);
}

fn faults(mutants: &Value, page: &mut Page, title: &'static str) {
    page.tool("yosys", &text(&mutants["yosys"]));
    let score = mutants["score"].as_f64().map_or("-".to_owned(), |score| format!("{:.1} %", 100.0 * score));
    page.summary("faults found", format!("{score} of those that change what the router does"));
    let at = |field: &str| text(&mutants[field]);
    let all = vec![
        ("score", score),
        ("found", at("found")),
        ("no faults", format!("{}: the router with them does what the contract says", at("equivalent"))),
        ("missed", at("different")),
        ("undecided", at("undecided")),
    ];
    let missed = list(&mutants["mutants"]).iter().filter(|mutant| mutant["found"].is_null());
    let row =
        |mutant: &Value| [&mutant["number"], &mutant["mode"], &mutant["cell"], &mutant["port"], &mutant["decision"]["is"]].map(text).into();
    let rows: Vec<Vec<String>> = missed.map(row).collect();
    let mut blocks = vec![facts(all)];
    if !rows.is_empty() {
        let caption = "Faults that no run showed".into();
        blocks.push(Block::Table(Table { caption, head: vec!["number", "fault", "cell", "port", "it is"], rows, folded: true }));
    }
    page.section("faults", title, blocks);
}
