//! The result of `asic`: area by block, period, and critical path by block.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use torusmith_asic::Library;

use super::sized::Sized;
use super::wires::{self, Wires, round};
use crate::exit::Verdict;
use crate::options::at;
use crate::outcome::{Outcome, verdict};
use crate::output;

/// Area and clock of a router in standard cells (docs/cli.md, asic).
#[derive(Serialize)]
pub struct AsicResult {
    network: String,
    top: String,
    /// The node whose router it is, by its address; `None` if the router serves every node.
    node: Option<String>,
    /// Name of the library in its file.
    library: String,
    yosys: String,
    /// Area as yosys maps the router, before sizing.
    mapped_um2: f64,
    /// Area of all blocks, after sizing.
    total_um2: f64,
    /// `total_um2` in areas of the smallest NAND2, if the library has one.
    gates: Option<f64>,
    cells: usize,
    flip_flops: usize,
    clock_slew_ns: f64,
    /// `None`: the pins of cells are all that is driven.
    wires: Option<Wires>,
    /// Shortest period with links, where each input arrives as a neighbour's slowest output would.
    period_ns: f64,
    fmax_mhz: f64,
    /// Shortest period of paths from register to register inside the router.
    register_period_ns: f64,
    check: Option<Check>,
    /// The largest first.
    blocks: Vec<AsicBlock>,
    /// From the register on; the last is the setup time.
    critical_path: Vec<PathBlock>,
}

/// What another program finds for `register_period_ns`.
#[derive(Serialize)]
pub struct Check {
    pub program: &'static str,
    pub register_period_ns: f64,
    /// Ours over theirs.
    pub difference_percent: f64,
}

/// All instances of a block.
#[derive(Serialize)]
struct AsicBlock {
    block: String,
    instances: usize,
    cells: usize,
    flip_flops: usize,
    um2: f64,
    gates: Option<f64>,
}

/// A part of the critical path that stays in a block, or `link`, or `setup`.
#[derive(Serialize)]
struct PathBlock {
    block: String,
    ns: f64,
    cells: usize,
}

/// Most per cent by which another program's period may differ.
const AGREES: f64 = 1.0;

impl AsicResult {
    /// Of a router after sizing.
    pub fn new(sized: Sized, library: &Library, check: Option<Check>) -> Self {
        let (netlist, timing) = (&sized.netlist, &sized.timing);
        let mut found: BTreeMap<&str, (AsicBlock, BTreeSet<&str>)> = BTreeMap::new();
        let gates = |um2: f64| library.nand2.map(|nand2| round(um2 / nand2, 1));
        for (i, instance) in netlist.instances.iter().enumerate() {
            let (block, path) = sized.block(i);
            let empty = || AsicBlock { block: block.to_owned(), instances: 0, cells: 0, flip_flops: 0, um2: 0.0, gates: None };
            let (sum, paths) = found.entry(block).or_insert_with(|| (empty(), BTreeSet::new()));
            let cell = &library.cells[instance.cell];
            sum.cells += 1;
            sum.flip_flops += usize::from(cell.is_flip_flop());
            sum.um2 += cell.area;
            paths.insert(path);
        }
        let of_block = |(sum, paths): (AsicBlock, BTreeSet<&str>)| {
            let um2 = round(sum.um2, 3);
            AsicBlock { instances: paths.len(), um2, gates: gates(um2), ..sum }
        };
        let mut all: Vec<AsicBlock> = found.into_values().map(of_block).collect();
        all.sort_by(|a, b| b.um2.total_cmp(&a.um2).then_with(|| a.block.cmp(&b.block)));
        let (steps, setup) = timing.path(netlist);
        let mut path: Vec<PathBlock> = Vec::new();
        for step in steps {
            let block = step.instance.map_or("link", |i| sized.block(i).0);
            if path.last().is_none_or(|last| last.block != block) {
                path.push(PathBlock { block: block.to_owned(), ns: 0.0, cells: 0 });
            }
            let last = path.last_mut().expect("just pushed");
            last.ns += step.delay;
            last.cells += usize::from(step.instance.is_some());
        }
        path.push(PathBlock { block: "setup".to_owned(), ns: setup, cells: 0 });
        path.iter_mut().for_each(|part| part.ns = round(part.ns, 3));
        let total_um2 = round(netlist.area(library), 3);
        Self {
            network: sized.measured.network.to_string(),
            node: sized.node(),
            library: library.name.clone(),
            mapped_um2: round(sized.mapped.area, 3),
            total_um2,
            gates: gates(total_um2),
            cells: netlist.instances.len(),
            flip_flops: all.iter().map(|block| block.flip_flops).sum(),
            clock_slew_ns: sized.conditions.clock_transition,
            period_ns: round(timing.period, 4),
            fmax_mhz: round(1000.0 / timing.period, 1),
            register_period_ns: round(timing.register_period, 4),
            check,
            blocks: all,
            critical_path: path,
            top: sized.measured.design.top,
            yosys: sized.measured.yosys.version,
            wires: sized.wires,
        }
    }

    fn agrees(&self) -> bool {
        self.check.as_ref().is_none_or(|check| check.difference_percent.abs() <= AGREES)
    }
}

impl Outcome for AsicResult {
    fn verdict(&self) -> Verdict {
        verdict(self.agrees())
    }

    fn text(&self) -> String {
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.0}"));
        let row = |block: &AsicBlock| {
            vec![
                block.block.clone(),
                block.instances.to_string(),
                block.cells.to_string(),
                block.flip_flops.to_string(),
                format!("{:.0}", block.um2),
                format!("{:.1} %", 100.0 * block.um2 / self.total_um2),
                number(block.gates),
            ]
        };
        let sum = AsicBlock {
            block: "total".to_owned(),
            instances: 1,
            cells: self.cells,
            flip_flops: self.flip_flops,
            um2: self.total_um2,
            gates: self.gates,
        };
        let table = output::table(
            &["block", "instances", "cells", "flip-flops", "um2", "share", "NAND2"],
            self.blocks.iter().map(row).chain([row(&sum)]),
        );
        let wires = wires::text(self.wires.as_ref());
        let path: Vec<String> = self.critical_path.iter().map(|part| format!("{} {:.2}", part.block, part.ns)).collect();
        let check = self.check.as_ref().map(|check| {
            let verdict = if self.agrees() { "agrees" } else { "DIFFERS" };
            let told =
                format!("{:.3} ns register to register, {:+.2} %: {verdict}", check.register_period_ns, round(check.difference_percent, 2));
            ("OpenSTA", told)
        });
        let facts = [
            (
                "period",
                format!("{:.3} ns, {:.1} MHz; register to register {:.3} ns", self.period_ns, self.fmax_mhz, self.register_period_ns),
            ),
            ("critical path", format!("{} ns", path.join(", "))),
            ("wires", wires),
            ("clock", format!("ideal, transition {} ns", self.clock_slew_ns)),
            ("tools", format!("yosys {}; sizing, buffers and timing by torusmith", self.yosys)),
        ];
        let facts: Vec<_> = facts.into_iter().chain(check).collect();
        format!("{}, {}{} in {}\n{table}{}", self.network, self.top, at(self.node.as_deref()), self.library, output::facts(&facts))
    }
}
