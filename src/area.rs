//! `torusmith area`: what a router costs in gates, block by block.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use torusmith_design::manifest::Manifest;
use torusmith_design::{Interface, Scope};
use torusmith_generator::{Design, Options};
use torusmith_host::sha256;
use torusmith_synthesis::{Area, Block, Router, Yosys, area};
use torusmith_topology::Network;

use crate::chip::{self, ChipBlock};
use crate::exit::Verdict;
use crate::options::{Axi4Args, BesideArgs, CacheArgs, NetworkArgs, NodeArgs, ReportArgs, RtlArgs, StreamArgs, at, at_node};
use crate::outcome::Outcome;
use crate::{output, progress, temporary};

/// Count the gates of a router, block by block, with yosys
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
    /// Compare two reports of `area --json`; needs no network
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

/// [`BLOCKS`], the input units and outputs of other VCs, and what the design has for routing; of the router `at_node` without what a constant
/// does not get into: there, routing counts to the router.
pub fn blocks(design: &Design, at_node: bool) -> Vec<String> {
    if at_node {
        return BLOCKS.into_iter().chain(beside(design)).map(str::to_owned).collect();
    }
    let prefix = ["router", "axi_node", "axi_async_node"].iter().find_map(|&top| design.top.strip_suffix(top)).unwrap_or_default();
    let modules = design.files.iter().filter_map(|(path, _)| path.strip_prefix("rtl/")?.strip_suffix(".v")?.strip_prefix(prefix));
    let routing = modules.filter(|module| {
        module.starts_with("route") && *module != "router" && *module != "router_counters"
            || module.starts_with("input_unit_")
            || *module == "local_vcs"
    });
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

/// Modules next to a router, of which a node has some.
const BESIDE: [&str; 3] = ["axi_interface", "axi_stream_clocks", "router_counters"];

fn beside(design: &Design) -> Vec<&'static str> {
    let there = |block: &&str| design.files.iter().any(|(path, _)| path.ends_with(&format!("_{block}.v")));
    BESIDE.into_iter().filter(there).collect()
}

/// Gates of a router (docs/cli.md, area).
#[derive(Serialize)]
#[serde(untagged)]
pub enum GateCount {
    /// Of a plain router, or of a network with AXI4 interfaces.
    Router(RouterGates),
    /// Of a multicast router.
    Chip(ChipReport),
}

impl Outcome for GateCount {
    fn text(&self) -> String {
        match self {
            Self::Router(gates) => human(gates),
            Self::Chip(gates) => human_beside_the_chip(gates),
        }
    }
}

/// Gates of a router, block by block.
#[derive(Serialize)]
pub struct RouterGates {
    network: String,
    top: String,
    /// The node whose router it is, by its address; `None` if the router serves every node.
    node: Option<String>,
    #[serde(flatten)]
    pub area: Area,
}

/// The JSON of `area` of a multicast router: `area`, with the RDT router chip's gates beside ours.
#[derive(Serialize)]
pub struct ChipReport {
    network: String,
    top: String,
    unit: String,
    flow: String,
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
    match &args.compare {
        Some(files) => compare(&files[0], &files[1], args.report.json),
        None => args.gates()?.print(args.report.json),
    }
}

impl Args {
    /// The gates of the network's router.
    pub fn gates(&self) -> anyhow::Result<GateCount> {
        count(self)
    }

    /// The network, and the design that is measured.
    pub fn design(&self) -> anyhow::Result<(Network, Design)> {
        let Some(network) = &self.network else { bail!("no network; give one, such as ttn:2,2,1, or --compare A.json B.json") };
        let network = self.rtl.router.rule.routes.network(network.resolve()?)?;
        let options = self.axi4.generator(&network, self.beside.generator(self.streams.generator(self.rtl.generator(&network)?)))?;
        let design = match options.interface {
            Interface::Axi4 => torusmith_generator::generate(&network, &Options { scope: Scope::Network, ..options })?,
            _ => torusmith_generator::generate_node(&network, &options)?,
        };
        Ok((network, design))
    }
}

/// The manifest of a design.
pub fn manifest(design: &Design) -> anyhow::Result<Manifest> {
    Ok(Manifest::parse(design.file(&format!("{}.json", design.top)).unwrap_or_default())?)
}

/// Hash of a design's Verilog.
pub fn verilog(design: &Design) -> String {
    sha256(design.files.iter().filter(|(path, _)| path.ends_with(".v")).map(|(_, text)| text.as_str()).collect::<String>())
}

fn count(args: &Args) -> anyhow::Result<GateCount> {
    let (network, design) = args.design()?;
    let axi4 = manifest(&design)?.local_interface == Interface::Axi4;
    let multicast = args.rtl.kind.is_multicast();
    let node = args.node.resolve(&network)?;
    let blocks = match node {
        _ if axi4 => AXI4_BLOCKS.map(str::to_owned).into(),
        _ if multicast => chip::blocks().into_iter().map(str::to_owned).collect(),
        node => blocks(&design, node.is_some()),
    };
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
        return Ok(GateCount::Chip(beside_the_chip(&network.to_string(), design.top, area)));
    }
    let node = node.map(|node| network.format_address(node));
    Ok(GateCount::Router(RouterGates { network: network.to_string(), top: design.top, node, area }))
}

fn beside_the_chip(network: &str, top: String, area: Area) -> ChipReport {
    let Area { unit, flow, yosys, total, logic_total, ram_bits, blocks } = area;
    ChipReport {
        network: network.into(),
        blocks: chip::beside(blocks),
        top,
        unit,
        flow,
        yosys,
        total,
        chip_total: chip::TOTAL,
        logic_total,
        chip_logic_total: chip::LOGIC_TOTAL,
        ram_bits,
    }
}

fn human_beside_the_chip(report: &ChipReport) -> String {
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.0}"));
    let row = |ChipBlock { block, chip_instances, chip_gates_each, chip_gates_total }: &ChipBlock| {
        [
            block.block.clone(),
            block.instances.to_string(),
            number(Some(block.gates_each)),
            number(Some(block.gates_total)),
            ram_bits(block),
            chip_instances.map_or(String::new(), |n| n.to_string()),
            number(*chip_gates_each),
            number(*chip_gates_total),
        ]
    };
    let sums = [("logic", report.logic_total, report.chip_logic_total), ("total", report.total, report.chip_total)];
    let sums = sums.map(|(name, ours, chip)| [name, "", "", &number(Some(ours)), "", "", "", &number(Some(chip))].map(str::to_owned));
    let table = numbers(
        ["block", "instances", "gates each", "gates", "RAM bits", "chip: instances", "gates each", "gates"],
        report.blocks.iter().map(row).chain(sums),
    );
    format!(
        "{}, {}: gates in {}s, beside the RDT router chip's (RDT paper, Table VIII)\n{table}\nthe {} bits of buffers are counted as flip-flops in the total, and not in \
         logic\nyosys {}: {}\n",
        report.network, report.top, report.unit, report.ram_bits, report.yosys, report.flow
    )
}

fn human(report: &RouterGates) -> String {
    let area = &report.area;
    let row = |block: &Block| {
        [
            block.block.clone(),
            block.instances.to_string(),
            format!("{:.0}", block.gates_each),
            format!("{:.0}", block.gates_total),
            format!("{:.0}", block.combinational),
            format!("{:.0}", block.sequential),
            format!("{:.1} %", 100.0 * block.gates_total / area.total),
            ram_bits(block),
        ]
    };
    let header = ["block", "instances", "gates each", "gates", "comb.", "seq.", "share", "RAM bits"];
    let table = numbers(header, area.blocks.iter().map(row));
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

fn ram_bits(block: &Block) -> String {
    if block.ram_bits > 0 { block.ram_bits.to_string() } else { String::new() }
}

/// A table with numbers right of its first column.
fn numbers<const N: usize>(header: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header).add_rows(rows);
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table
}

/// A row of `--compare`.
#[derive(Serialize)]
struct Difference {
    block: String,
    a: f64,
    b: f64,
}

fn compare(a: &Path, b: &Path, json: bool) -> anyhow::Result<Verdict> {
    let (left, right) = (read(a)?, read(b)?);
    for (field, one, other) in [("unit", &left.unit, &right.unit), ("flow", &left.flow, &right.flow)] {
        if one != other {
            let (a, b) = (a.display(), b.display());
            bail!("{field} of {a} and {b} differ: {one:?} and {other:?}; only what was made alike can be compared");
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for Block { block, .. } in left.blocks.iter().chain(&right.blocks) {
        if !names.contains(&block.as_str()) {
            names.push(block);
        }
    }
    let row = |block: &str, a, b| Difference { block: block.to_owned(), a, b };
    let gates = |area: &Area, name: &str| area.blocks.iter().filter(|block| block.block == name).map(|block| block.gates_total).sum();
    let mut rows: Vec<Difference> = names.into_iter().map(|name| row(name, gates(&left, name), gates(&right, name))).collect();
    rows.push(row("logic_total", left.logic_total, right.logic_total));
    rows.push(row("total", left.total, right.total));
    if json {
        output::json(&rows)?;
    } else {
        output::text(&differences(&rows, a, b))?;
    }
    Ok(Verdict::Good)
}

/// The gates in a file with the JSON of `area`.
fn read(path: &Path) -> anyhow::Result<Area> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    serde_json::from_str(&text).map_err(|e| match e.is_data() {
        true => anyhow!("{} is no report of `torusmith area --json`", path.display()),
        false => anyhow!(e).context(format!("{} is no JSON", path.display())),
    })
}

fn differences(rows: &[Difference], a: &Path, b: &Path) -> String {
    let row = |Difference { block, a, b }: &Difference| {
        let percent = if *a > 0.0 { format!("{:+.1} %", 100.0 * (b - a) / a) } else { String::new() };
        [block.clone(), format!("{a:.0}"), format!("{b:.0}"), format!("{:+.0}", b - a), percent]
    };
    let header = ["block", &a.display().to_string(), &b.display().to_string(), "difference", ""];
    format!("{}\n", numbers(header, rows.iter().map(row)))
}
