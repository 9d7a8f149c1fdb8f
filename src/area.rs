//! `torusmith area`: what a router costs in gates, block by block.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use serde_json::Value;
use torusmith_design::{Interface, Scope};
use torusmith_generator::{Design, Options};
use torusmith_synthesis::{Area, Router, Yosys, area};

use crate::chip::{self, ChipBlock};
use crate::exit::Verdict;
use crate::options::{Axi4Args, BesideArgs, CacheArgs, NetworkArgs, NodeArgs, ReportArgs, RtlArgs, StreamArgs, at, at_node};
use crate::{output, progress, temporary};

/// Gates of a router, block by block, by yosys
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  torusmith area ttn:2,2,1\n  torusmith area ttn:2,2,1 --pipeline 3 --json > three.json\n  torusmith area --compare two.json three.json\n  torusmith area rdt:8 --preset jump1"
)]
pub struct Args {
    #[command(flatten)]
    network: Option<NetworkArgs>,
    #[command(flatten)]
    node: NodeArgs,
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    streams: StreamArgs,
    #[command(flatten)]
    beside: BesideArgs,
    #[command(flatten)]
    axi4: Axi4Args,
    /// Two reports of `area --json` side by side, instead of a network
    #[arg(long, num_args = 2, value_names = ["A.json", "B.json"], conflicts_with = "network")]
    compare: Option<Vec<PathBuf>>,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The modules that a report of any router names; all others count to the block that has them.
const BLOCKS: [&str; 8] =
    ["input_unit", "flit_buffer", "front_buffer", "output_vcs", "switch_allocator", "crossbar", "credit_counter", "local_guard"];

/// [`BLOCKS`], the input units and outputs of other VCs, and what the design has for routing.
fn blocks(design: &Design) -> Vec<String> {
    let prefix = ["router", "axi_node", "axi_async_node"].iter().find_map(|&top| design.top.strip_suffix(top)).unwrap_or_default();
    let modules = design.files.iter().filter_map(|(path, _)| path.strip_prefix("rtl/")?.strip_suffix(".v")?.strip_prefix(prefix));
    let routing = modules.filter(|module| module.starts_with("route") && *module != "router" && *module != "router_counters" || module.starts_with("input_unit_") || *module == "local_vcs");
    BLOCKS.into_iter().chain(routing).chain(beside(design)).map(str::to_owned).collect()
}

/// The modules that a report of an AXI4 interconnect names: buffers, routers, and what the nodes have beside them.
const AXI4_BLOCKS: [&str; 12] = [
    "flit_buffer",
    "front_buffer",
    "router",
    "axi4_manager",
    "axi4_subordinate",
    "axi4_giver",
    "axi4_taker",
    "axi4_requests",
    "axi4_slots",
    "axi4_write_data",
    "axi4_read_data",
    "axi4_map",
];

/// What a node has beside its router, as far as this one has it.
const BESIDE: [&str; 3] = ["axi_interface", "axi_stream_clocks", "router_counters"];

fn beside(design: &Design) -> Vec<&'static str> {
    let there = |block: &&str| design.files.iter().any(|(path, _)| path.ends_with(&format!("_{block}.v")));
    BESIDE.into_iter().filter(there).collect()
}

/// The JSON of `area` (docs/cli.md).
#[derive(Serialize)]
struct Report {
    network: String,
    top: String,
    /// The node whose router it is, by its address; `None` if the router serves every node.
    node: Option<String>,
    #[serde(flatten)]
    area: Area,
}

/// The JSON of `area` of a multicast router: `area`, with the RDT router chip's gates beside ours.
#[derive(Serialize)]
struct ChipReport {
    network: String,
    top: String,
    unit: &'static str,
    flow: &'static str,
    yosys: String,
    total: f64,
    chip_total: f64,
    logic_total: f64,
    chip_logic_total: f64,
    ram_bits: u64,
    blocks: Vec<ChipBlock>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    if let Some(files) = &args.compare {
        return compare(&files[0], &files[1], args.report.json);
    }
    let Some(network) = &args.network else { bail!("no network; give one, such as ttn:2,2,1, or --compare A.json B.json") };
    let network = args.rtl.router.rule.routes.network(network.resolve()?)?;
    let options = args.axi4.generator(&network, args.beside.generator(args.streams.generator(args.rtl.generator(&network)?)))?;
    let axi4 = options.interface == Interface::Axi4;
    let design = match axi4 {
        true => torusmith_generator::generate(&network, &Options { scope: Scope::Network, ..options })?,
        false => torusmith_generator::generate_node(&network, &options)?,
    };
    let multicast = args.rtl.kind.is_multicast()?;
    let node = args.node.resolve(&network)?;
    if let Some(node) = args.node.node.as_ref().filter(|_| axi4) {
        bail!("node = {node} is not allowed with interface axi4, of which the whole network is measured");
    }
    let blocks = match node {
        _ if axi4 => AXI4_BLOCKS.map(str::to_owned).into(),
        _ if multicast => chip::blocks().into_iter().map(str::to_owned).collect(),
        // A constant does not get into a block: routing counts to the router.
        Some(_) => BLOCKS.into_iter().chain(beside(&design)).map(str::to_owned).collect(),
        None => blocks(&design),
    };
    if let Some(node) = args.node.node.as_ref().filter(|_| multicast) {
        bail!("node = {node} is not allowed with router multicast, which serves every node");
    }
    let yosys = Yosys::find().context("area needs yosys")?;
    let folder = temporary::folder()?;
    design.write(folder.path())?;
    let router = Router::read(folder.path(), &design.top)?;
    let router = node.map_or(router.clone(), |node| at_node(&router, &network, node));
    let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
    let spinner = progress::spinner(format!("{network}: yosys"));
    let mut area = area(&yosys, &args.cache.cache(), &router.sources, &router.module, &blocks)?;
    area.blocks.iter_mut().filter(|block| block.block == router.module).for_each(|block| block.block.clone_from(&design.top));
    spinner.finish_and_clear();
    if multicast {
        return beside_the_chip(&network.to_string(), design.top, area, args.report.json);
    }
    let node = node.map(|node| network.format_address(node));
    let report = Report { network: network.to_string(), top: design.top, node, area };
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&report))?
    }
    Ok(Verdict::Good)
}

fn beside_the_chip(network: &str, top: String, area: Area, json: bool) -> anyhow::Result<Verdict> {
    let Area { unit, flow, yosys, total, logic_total, ram_bits, blocks } = area;
    let report = ChipReport {
        network: network.into(),
        blocks: chip::beside(blocks, &top),
        top,
        unit,
        flow,
        yosys,
        total,
        chip_total: chip::TOTAL,
        logic_total,
        chip_logic_total: chip::LOGIC_TOTAL,
        ram_bits,
    };
    if json {
        output::json(&report)?
    } else {
        output::text(&human_beside_the_chip(&report))?
    }
    Ok(Verdict::Good)
}

fn human_beside_the_chip(report: &ChipReport) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["block", "instances", "gates each", "gates", "RAM bits", "chip: instances", "gates each", "gates"]);
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.0}"));
    for ChipBlock { block, chip_instances, chip_gates_each, chip_gates_total, .. } in &report.blocks {
        table.add_row([
            block.block.clone(),
            block.instances.to_string(),
            number(Some(block.gates_each)),
            number(Some(block.gates_total)),
            if block.ram_bits > 0 { block.ram_bits.to_string() } else { String::new() },
            chip_instances.map_or(String::new(), |n| n.to_string()),
            number(*chip_gates_each),
            number(*chip_gates_total),
        ]);
    }
    for (name, ours, chip) in [("logic", report.logic_total, report.chip_logic_total), ("total", report.total, report.chip_total)] {
        table.add_row([name, "", "", &number(Some(ours)), "", "", "", &number(Some(chip))]);
    }
    right(&mut table, 1..8);
    format!(
        "{}, {}: gates in {}s, beside the RDT router chip's (RDT paper, Table VIII)\n{table}\nthe {} bits of buffers are counted as flip-flops in the total, and not in \
         logic\nyosys {}: {}\n",
        report.network, report.top, report.unit, report.ram_bits, report.yosys, report.flow
    )
}

fn human(report: &Report) -> String {
    let area = &report.area;
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["block", "instances", "gates each", "gates", "comb.", "seq.", "share", "RAM bits"]);
    for block in &area.blocks {
        table.add_row([
            block.block.clone(),
            block.instances.to_string(),
            format!("{:.0}", block.gates_each),
            format!("{:.0}", block.gates_total),
            format!("{:.0}", block.combinational),
            format!("{:.0}", block.sequential),
            format!("{:.1} %", 100.0 * block.gates_total / area.total),
            if block.ram_bits > 0 { block.ram_bits.to_string() } else { String::new() },
        ]);
    }
    right(&mut table, 1..8);
    let buffers = match area.ram_bits {
        0 => "the buffers, which are flip-flops".to_owned(),
        bits => format!("the {bits} bits of buffers, which are counted as flip-flops in the total"),
    };
    format!(
        "{}, {}{}: gates in {}s\n{table}\ntotal {:.0}; logic {:.0}, without {buffers}\nyosys {}: {}\n",
        report.network,
        report.top,
        at(report.node.as_deref()),
        area.unit,
        area.total,
        area.logic_total,
        area.yosys,
        area.flow
    )
}

fn right(table: &mut Table, columns: std::ops::Range<usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// A row of `--compare`.
#[derive(Serialize)]
struct Difference {
    block: String,
    a: f64,
    b: f64,
}

fn compare(a: &Path, b: &Path, json: bool) -> anyhow::Result<Verdict> {
    let (left, right_hand) = (load(a)?, load(b)?);
    for field in ["unit", "flow"] {
        if left[field] != right_hand[field] {
            bail!(
                "{field} of {} and {} differ: {} and {}; only what was made alike can be compared",
                a.display(),
                b.display(),
                left[field],
                right_hand[field]
            );
        }
    }
    let gates = |report: &Value, block: &str| {
        let blocks = report["blocks"].as_array().into_iter().flatten();
        blocks.filter(|entry| entry["block"] == block).filter_map(|entry| entry["gates_total"].as_f64()).sum()
    };
    let mut names: Vec<String> = Vec::new();
    for entry in [&left, &right_hand].into_iter().flat_map(|report| report["blocks"].as_array().into_iter().flatten()) {
        if let Some(name) = entry["block"].as_str().filter(|name| !names.iter().any(|n| n == name)) {
            names.push(name.to_owned());
        }
    }
    let mut rows: Vec<Difference> =
        names.into_iter().map(|block| Difference { a: gates(&left, &block), b: gates(&right_hand, &block), block }).collect();
    for total in ["logic_total", "total"] {
        let of = |report: &Value| report[total].as_f64().unwrap_or(0.0);
        rows.push(Difference { block: total.into(), a: of(&left), b: of(&right_hand) });
    }
    if json {
        output::json(&rows)?;
        return Ok(Verdict::Good);
    }
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["block", &format!("{}", a.display()), &format!("{}", b.display()), "difference", ""]);
    for row in &rows {
        let percent = if row.a > 0.0 { format!("{:+.1} %", 100.0 * (row.b - row.a) / row.a) } else { String::new() };
        table.add_row([row.block.clone(), format!("{:.0}", row.a), format!("{:.0}", row.b), format!("{:+.0}", row.b - row.a), percent]);
    }
    right(&mut table, 1..5);
    output::text(&format!("{table}\n"))?;
    Ok(Verdict::Good)
}

fn load(path: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let report: Value = serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))?;
    if !report["blocks"].is_array() || !report["flow"].is_string() {
        bail!("{} is no report of `torusmith area --json`", path.display());
    }
    Ok(report)
}
