//! Gates of a design, block by block.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cache::{Cache, Key};
use crate::stat::{base, modules};
use crate::{Error, Sources, Yosys, cells, yosys};

/// Unit of all gate counts.
pub const UNIT: &str = "NAND2-equivalent";
/// The flow by name, for reports: what is compared must have been made alike.
pub const FLOW: &str =
    "yosys synth -noabc, dfflegalize to $_DFF_P_, abc -g cmos2; NAND2 = NOR2 = 1, NOT 0.67, DFF 5.67, as of NanGate 45 nm";

/// Gates of a design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// [`UNIT`].
    pub unit: String,
    /// [`FLOW`].
    pub flow: String,
    /// Version of yosys.
    pub yosys: String,
    /// Gates of everything, buffer memory as flip-flops.
    pub total: f64,
    /// Gates without the blocks that are buffer memory.
    pub logic_total: f64,
    /// Bits of the buffer memories.
    pub ram_bits: u64,
    /// The blocks, the largest first.
    pub blocks: Vec<Block>,
}

/// All instances of a module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// The module, without its parameters.
    pub block: String,
    /// How many there are.
    pub instances: u64,
    /// Gates of one, without those of blocks inside it; the mean where parameters differ.
    pub gates_each: f64,
    /// Gates of all.
    pub gates_total: f64,
    /// Of these, gates without state.
    pub combinational: f64,
    /// Of these, flip-flops.
    pub sequential: f64,
    /// Bits of memory in all of them; 0 but for buffer memory.
    pub ram_bits: u64,
}

/// Cells of a module, before they are multiplied by its instances.
#[derive(Default)]
struct Module {
    combinational: u64,
    sequential: u64,
    children: Vec<(String, u64)>,
}

/// Gates of the design with top module `top` in the Verilog `sources`, for each of the modules in `blocks`; a module that is none of
/// them counts to the block that contains it. An empty list makes every module a block.
///
/// # Errors
/// [`Error::Tool`] when yosys refuses the Verilog, [`Error::UnknownCell`] when its netlist has a cell of unknown weight, [`Error::Io`].
pub fn area(yosys: &Yosys, cache: &Cache, sources: &Sources, top: &str, blocks: &[&str]) -> Result<Area, Error> {
    let script = script(&sources.names(), top, blocks);
    let key = Key::of([yosys.build.as_str(), &script].into_iter().chain(sources.texts()));
    let counted: Counted = cache.or_make("area", &key, || {
        let folder = yosys::folder()?;
        sources.write(folder.path())?;
        yosys.run(&script, folder.path())?;
        let modules = |name: &str| modules(&yosys::read(&folder.path().join(name))?);
        Ok::<_, Error>(Counted { memories: modules("memories.json")?, gates: modules("gates.json")? })
    })?;
    report(yosys, top, blocks, &counted.memories, &counted.gates)
}

/// Counts of yosys in each module, before and after mapping.
#[derive(Serialize, Deserialize)]
struct Counted {
    memories: Value,
    gates: Value,
}

// One abc: what a first one, for other gates, makes of a multiplexer stays in the second's result, and differs between versions of yosys.
fn script(sources: &str, top: &str, blocks: &[&str]) -> String {
    let keep = keep(blocks);
    format!(
        "read_verilog {sources}\nhierarchy -check -top {top}\nproc\n{keep}flatten\nopt_clean\ntee -q -o memories.json stat -json\nsynth -noabc -top {top}\n\
         dfflegalize -cell $_DFF_P_ x\nopt_clean\nabc -g cmos2\nopt_clean -purge\ntee -q -o gates.json stat -json\n"
    )
}

/// Commands that keep these modules, or all if there are none, when the rest is flattened.
pub(crate) fn keep(blocks: &[&str]) -> String {
    if blocks.is_empty() {
        return "setattr -mod -set keep_hierarchy 1 *\n".to_owned();
    }
    // A parametrized module is named $paramod$HASH\name or $paramod\name\PARAMETER=VALUE; every name starts with the design's.
    let patterns = |block: &&str| [format!("*_{block}"), format!("$paramod\\*_{block}\\*")];
    blocks.iter().flat_map(patterns).map(|pattern| format!("setattr -mod -set keep_hierarchy 1 {pattern}\n")).collect()
}

fn report(yosys: &Yosys, top: &str, kept: &[&str], memories: &Value, gates: &Value) -> Result<Area, Error> {
    let mut modules = BTreeMap::new();
    let listed = gates.as_object().into_iter().flatten();
    let known: Vec<&str> = listed.clone().map(|(name, _)| name.as_str()).collect();
    for (name, stat) in listed {
        let mut module = Module::default();
        for (cell, count) in stat["num_cells_by_type"].as_object().into_iter().flatten() {
            let count = count.as_u64().unwrap_or(0);
            // Instances of modules are listed without the backslash of a public name.
            let child = known.iter().find(|k| k.trim_start_matches('\\') == cell.trim_start_matches('\\'));
            match (child, cells::gates(cell)) {
                (Some(child), _) => module.children.push(((*child).to_owned(), count)),
                (None, Some((hundredths, false))) => module.combinational += hundredths * count,
                (None, Some((hundredths, true))) => module.sequential += hundredths * count,
                (None, None) => {
                    let (cell, module) = (cell.clone(), base(name).to_owned());
                    return Err(Error::UnknownCell { cell, module, version: yosys.version.clone() });
                }
            }
        }
        modules.insert(name.clone(), module);
    }
    let bits = |name: &str| memories[name]["num_memory_bits"].as_u64().unwrap_or(0);
    let mut blocks: BTreeMap<&str, Block> = BTreeMap::new();
    let root = known.iter().find(|k| k.trim_start_matches('\\') == top);
    let mut open: Vec<(&str, u64, &str)> = root.map(|r| (*r, 1, top)).into_iter().collect();
    while let Some((name, instances, around)) = open.pop() {
        let module = &modules[name];
        let own = title(name, top, kept);
        let title = own.unwrap_or(around);
        let gates = |hundredths: u64| (hundredths * instances) as f64 / 100.0;
        let block = blocks.entry(title).or_insert_with(|| Block {
            block: title.to_owned(),
            instances: 0,
            gates_each: 0.0,
            gates_total: 0.0,
            combinational: 0.0,
            sequential: 0.0,
            ram_bits: 0,
        });
        block.instances += if own.is_some() { instances } else { 0 };
        block.combinational += gates(module.combinational);
        block.sequential += gates(module.sequential);
        block.ram_bits += bits(name) * instances;
        open.extend(module.children.iter().map(|(child, count)| (child.as_str(), count * instances, title)));
    }
    let mut blocks: Vec<Block> = blocks.into_values().collect();
    for block in &mut blocks {
        block.gates_total = block.combinational + block.sequential;
        block.gates_each = block.gates_total / block.instances as f64;
    }
    blocks.sort_by(|a, b| b.gates_total.total_cmp(&a.gates_total).then_with(|| a.block.cmp(&b.block)));
    // Blocks have hundredths; their sums of floats would have more digits.
    let sum = |keep: fn(&Block) -> bool| (100.0 * blocks.iter().filter(|b| keep(b)).map(|b| b.gates_total).sum::<f64>()).round() / 100.0;
    Ok(Area {
        unit: UNIT.to_owned(),
        flow: FLOW.to_owned(),
        yosys: yosys.version.clone(),
        total: sum(|_| true),
        logic_total: sum(|b| b.ram_bits == 0 && !BUFFERS.contains(&b.block.as_str())),
        ram_bits: blocks.iter().map(|b| b.ram_bits).sum(),
        blocks,
    })
}

/// Blocks that hold flits, in RAM or, in a design for gates, in flip-flops.
const BUFFERS: [&str; 2] = ["flit_buffer", "front_buffer"];

/// Name of a module in a report: its block, which is its name after the design's prefix, such as `torus_4_4_`; the whole name of the top module, and where
/// all modules are blocks. `None`: the module is no block, and counts to the one around it.
pub(crate) fn title<'a>(name: &'a str, top: &str, blocks: &[&'a str]) -> Option<&'a str> {
    let base = base(name);
    if base == top || blocks.is_empty() {
        return Some(base);
    }
    let is = |block: &&str| base.strip_suffix(*block).is_some_and(|prefix| prefix.ends_with('_') && top.starts_with(prefix));
    blocks.iter().copied().find(is)
}
