//! `torusmith fpga`: what a router costs in an FPGA, how fast it is, and which stage limits it.

mod axi4;

use anyhow::Context;
use clap::ArgAction;
use serde::Serialize;
use torusmith_design::{Interface, Scope};
use torusmith_generator::Options;
use torusmith_synthesis::{Device, Fpga, Nextpnr, Router, Segment, Yosys, fpga};

use crate::exit::Verdict;
use crate::options::{Axi4Args, BesideArgs, CacheArgs, NetworkArgs, NodeArgs, ReportArgs, RtlArgs, StreamArgs, at, at_node};
use crate::outcome::Outcome;
use crate::values::{name_of, within};
use crate::{output, progress, temporary};

/// Measure LUTs, flip-flops, clock and critical path of a router in an FPGA
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  torusmith fpga torus:4,4 --vcs 2 --device ecp5-85k --seed 1,2,3\n\nTakes about a minute of a processor for a router of 5 ports and 2 VCs; what was placed before is in the cache."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Device
    #[arg(long, value_name = "DEVICE", default_value = "ecp5-85k", value_parser = name_of::<Device>())]
    device: Device,
    /// Seed of place and route, 1 to 2147483647; several, separated by commas, give the median clock
    #[arg(long, value_name = "SEEDS", default_value = "1", value_delimiter = ',', action = ArgAction::Set, value_parser = within(1..=0x7fff_ffffu32, ""), allow_hyphen_values = true)]
    seed: Vec<u32>,
    #[command(flatten)]
    node: NodeArgs,
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    streams: StreamArgs,
    #[command(flatten)]
    axi4: Axi4Args,
    #[command(flatten)]
    beside: BesideArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Cells and clock of a router (docs/cli.md, fpga).
#[derive(Serialize)]
#[serde(untagged)]
pub enum FpgaResult {
    /// Of a router.
    Router(Box<RouterCells>),
    /// Of the sides of a network with AXI4 interfaces.
    Sides(axi4::Report),
}

impl Outcome for FpgaResult {
    fn text(&self) -> String {
        match self {
            Self::Router(cells) => human(cells),
            Self::Sides(sides) => axi4::human(sides),
        }
    }
}

/// Cells and clock of a router.
#[derive(Serialize)]
pub struct RouterCells {
    network: String,
    top: String,
    /// The node whose router it is, by its address; `None` if the router serves every node.
    node: Option<String>,
    #[serde(flatten)]
    pub fpga: Fpga,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    args.measure()?.print(args.report.json)
}

impl Args {
    /// Cells and clock of the network's router.
    pub fn measure(&self) -> anyhow::Result<FpgaResult> {
        measure(self)
    }
}

fn measure(args: &Args) -> anyhow::Result<FpgaResult> {
    let device = args.device;
    let seeds = &args.seed;
    let network = args.rtl.router.rule.routes.network(args.network.resolve()?)?;
    let options = args.axi4.generator(&network, args.beside.generator(args.streams.generator(args.rtl.generator(&network)?)))?;
    let node = args.node.resolve(&network)?;
    let axi4 = options.interface == Interface::Axi4;
    let options = Options { scope: if axi4 { Scope::Network } else { Scope::Router }, ..options };
    let made = if axi4 { torusmith_generator::generate } else { torusmith_generator::generate_node };
    let design = made(&network, &options)?;
    let yosys = Yosys::find().context("fpga needs yosys")?;
    let nextpnr = Nextpnr::find(device).with_context(|| format!("fpga --device {device} needs {}", device.tool()))?;
    let folder = temporary::folder()?;
    design.write(folder.path())?;
    if let Some(map) = options.axi4.map.as_ref().filter(|_| axi4) {
        return Ok(FpgaResult::Sides(axi4::measure(
            (&yosys, &nextpnr),
            &args.cache.cache(),
            (&network, map, &design, folder.path()),
            (device, seeds),
        )?));
    }
    let router = Router::read(folder.path(), &design.top)?;
    let router = node.map_or(router.clone(), |node| at_node(&router, &network, node));
    let spinner = progress::spinner(format!("{network}, {device}"));
    let tell = |step: &str| spinner.set_message(format!("{network}, {device}: {step}"));
    let fpga = fpga((&yosys, &nextpnr), &args.cache.cache(), &router, device, seeds, &tell)?;
    spinner.finish_and_clear();
    let node = node.map(|node| network.format_address(node));
    Ok(FpgaResult::Router(Box::new(RouterCells { network: network.to_string(), top: design.top, node, fpga })))
}

fn human(report: &RouterCells) -> String {
    let of = format!("{}, {}{}", report.network, report.top, at(report.node.as_deref()));
    described(&of, &report.fpga)
}

/// Text of the result for a router or another module, `of` in words.
fn described(of: &str, f: &Fpga) -> String {
    let kinds = [(f.distributed_ram, "TRELLIS_DPR16X4"), (f.block_ram, "SB_RAM40")];
    let ram: String = kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!(", {n} {kind}")).collect();
    let clocks: Vec<String> = f.seeds.iter().map(|s| format!("{:.1} (seed {})", s.fmax_mhz, s.seed)).collect();
    let cells =
        format!("{} LUT4, {} FF{ram}, {} carry; {} of {} logic cells once packed", f.lut4, f.ff, f.carry, f.cells, f.cells_available);
    let hop = f.hop.as_ref().map(|hop| ("hop", format!("{:.1} ns: {} clocks of a head flit", hop.ns_per_hop, hop.clocks_per_hop)));
    let clock = ("clock", format!("{:.1} MHz; {}", f.fmax_mhz, clocks.join(", ")));
    let context = ("clock of", f.context.to_owned());
    let tools = ("tools", format!("yosys {}, nextpnr {}: {}", f.yosys, f.nextpnr, f.flow));
    let facts: Vec<_> = [("cells", cells), clock].into_iter().chain(hop).chain([context, tools]).collect();
    let path = &f.critical_path;
    let stages: Vec<String> = path.stages.iter().map(|s| format!("{} {:.2}", s.stage, s.ns)).collect();
    let row = |s: &Segment| {
        vec![s.stage.to_owned(), s.module.clone(), format!("{:.2}", s.routing_ns), format!("{:.2}", s.logic_ns), s.cell.clone()]
    };
    format!(
        "{of} in {}\n{}critical path of seed {}, {:.2} ns: {}\n{}",
        f.device,
        output::facts(&facts),
        path.seed,
        path.ns,
        stages.join(", "),
        output::table(&["stage", "module", "routing ns", "logic ns", "cell"], path.segments.iter().map(row))
    )
}
