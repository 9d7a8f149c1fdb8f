//! Gates, FPGA, proof and mutants of a router: each where a flag asks for it.

#[cfg(not(feature = "prove"))]
use anyhow::bail;
use torusmith_synthesis::{Area, Block as Gates, Fpga, Segment};

use super::Args;
use super::made::Maker;
use super::page::{Block, Page, Table, facts};
#[cfg(feature = "prove")]
use super::proof::{add_mutants, add_proof};
use crate::area::{self, GateCount};
use crate::fpga::{self, FpgaResult};
#[cfg(feature = "prove")]
use crate::{mutate, prove};

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
    match args.prove {
        #[cfg(feature = "prove")]
        true => add_proof(&maker.outcome("prove", &[], prove::Args::prove)?, page, title),
        #[cfg(not(feature = "prove"))]
        true => bail!("prove is not in this build"),
        false => page.not_computed("proof", title, "--prove", maker.words("prove", &[])),
    }
    let title = "Faults that the lock step finds";
    let count = args.mutate.unwrap_or(50).to_string();
    let mut own = vec!["--count", &count];
    let seed = args.seed.map(|seed| seed.to_string());
    own.extend(seed.iter().flat_map(|seed| ["--seed", seed]));
    match args.mutate {
        #[cfg(feature = "prove")]
        Some(_) => add_mutants(&maker.outcome("mutate", &own, mutate::Args::mutate)?, page, title),
        #[cfg(not(feature = "prove"))]
        Some(_) => bail!("mutate is not in this build"),
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
