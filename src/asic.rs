//! `torusmith asic`: area and clock of a router in the cells of a Liberty file.

mod preset;
mod result;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use strum::{Display, EnumString, VariantNames};
use torusmith_asic::{Conditions, Library, Netlist, OpenSta, Timing, size};
use torusmith_design::Target;
use torusmith_generator::{Design, Options};
use torusmith_host::sha256;
use torusmith_synthesis::{CellNetlist, LibraryFile, Router, Yosys, map_to_library};
use torusmith_topology::Network;

use crate::exit::Verdict;
use crate::options::{CacheArgs, NetworkArgs, NodeArgs, ReportArgs, RtlArgs, at_node};
use crate::outcome::Outcome;
use crate::values::{name_of, within};
use crate::{area, chip, progress, temporary};

use preset::Preset;
use result::{AsicResult, Check, Wires};

/// Measure area and clock of a router in standard cells, block by block, with any Liberty file
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  torusmith asic torus:4,4 --vcs 2 --library osu018\n  torusmith asic torus:4,4 --liberty cells.lib --wire-pf-per-mm 0.2 --link-mm 1\n  torusmith asic torus:4,4 --library osu018 --check opensta\n\nTakes about a minute for a router of 5 ports and 2 VCs; yosys' result is in the cache."
)]
pub struct Args {
    #[command(flatten)]
    network: NetworkArgs,
    /// Liberty file with the cells; needs a flip-flop, a buffer and an inverter
    #[arg(long, value_name = "FILE", conflicts_with = "library")]
    liberty: Option<PathBuf>,
    /// Cells by name: osu050, osu035, osu018 (0.5, 0.35 and 0.18 um, in Debian's packages qflow-tech-*; TORUSMITH_ASIC=1 ./scripts/setup)
    #[arg(long, value_name = "NAME", value_parser = name_of::<Preset>(), hide_possible_values = true)]
    library: Option<Preset>,
    /// Transition of the clock in ns, 0.001 to 10 [default: that of the library's largest buffer with 16 flip-flops]
    #[arg(long, value_name = "NS", value_parser = within(0.001..=10.0, " ns"), allow_hyphen_values = true)]
    clock_slew: Option<f64>,
    /// Capacitance of wires in pF per mm, 0.001 to 10; the length of a wire in a router is estimated [default: no wires, pins only]
    #[arg(long, value_name = "PF", value_parser = within(0.001..=10.0, " pF per mm"), allow_hyphen_values = true)]
    wire_pf_per_mm: Option<f64>,
    /// Length of a link in mm, 0 to 100, with --wire-pf-per-mm [default: links without wires]
    #[arg(long, value_name = "MM", value_parser = within(0.0..=100.0, " mm"), allow_hyphen_values = true, requires = "wire_pf_per_mm")]
    link_mm: Option<f64>,
    /// Check the timing between registers with another program: opensta; exit code 1 if the two differ by more than 1 %
    #[arg(long, value_name = "PROGRAM", value_parser = name_of::<Checker>(), hide_possible_values = true)]
    check: Option<Checker>,
    #[command(flatten)]
    node: NodeArgs,
    #[command(flatten)]
    rtl: RtlArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// Programs that check the timing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
enum Checker {
    Opensta,
}

/// How long OpenSTA may take: the version of 2019 never ends on some netlists.
const LIMIT: Duration = Duration::from_secs(300);
/// Length of the wire to each input, in widths of the mean cell.
const PITCHES: f64 = 3.0;

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    measure(args)?.print(args.report.json)
}

impl Args {
    /// Area and clock.
    pub fn measure(&self) -> anyhow::Result<impl Outcome> {
        measure(self)
    }

    /// All that decides them.
    pub fn key(&self) -> anyhow::Result<String> {
        let cells = std::fs::read(self.cells()?.0)?;
        let (_, design) = self.design()?;
        Ok(format!("asic {self:?} cells {} {}", sha256(cells), area::synthesized(&design, "asic")?))
    }

    /// The Liberty file, and the flag that names it.
    fn cells(&self) -> anyhow::Result<(PathBuf, &'static str)> {
        match (&self.liberty, self.library) {
            (Some(path), _) => Ok((path.clone(), "liberty")),
            (None, Some(preset)) => Ok((preset.find()?, "library")),
            (None, None) => bail!("no cells; give --liberty FILE, or --library with one of {}", Preset::VARIANTS.join(", ")),
        }
    }

    /// The network, and the design that is measured.
    fn design(&self) -> anyhow::Result<(Network, Design)> {
        let network = self.rtl.router.rule.routes.network(self.network.resolve()?)?;
        // A multicast router has no target.
        let target = self.rtl.target().unwrap_or(if self.rtl.kind.is_multicast() { Target::Fpga } else { Target::Asic });
        let design = torusmith_generator::generate_node(&network, &Options { target, ..self.rtl.generator(&network)? })?;
        Ok((network, design))
    }
}

fn measure(args: &Args) -> anyhow::Result<AsicResult> {
    let (path, field) = args.cells()?;
    let refused = || format!("{field} = {}", path.display());
    let text = std::fs::read(&path).with_context(refused)?;
    let library = Library::read(&String::from_utf8_lossy(&text)).with_context(refused)?;
    let (network, design) = args.design()?;
    let multicast = args.rtl.kind.is_multicast();
    let node = args.node.resolve(&network)?;
    let blocks = if multicast { chip::blocks().into_iter().map(str::to_owned).collect() } else { area::blocks(&design, node.is_some()) };
    let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
    let yosys = Yosys::find().context("asic needs yosys")?;
    let checker = args.check.map(|_| OpenSta::find(LIMIT).context("asic --check opensta needs OpenSTA")).transpose()?;
    let folder = temporary::folder()?;
    design.write(folder.path())?;
    let router = Router::read(folder.path(), &design.top)?;
    let router = node.map_or(router.clone(), |node| at_node(&router, &network, node));
    let spinner = progress::spinner(format!("{network}: yosys"));
    let ties = [library.tie(true), library.tie(false)].map(|tie| tie.map(|(cell, pin)| (cell.name.as_str(), pin.name.as_str())));
    let file = LibraryFile {
        text: &library.mapping_text,
        buffer: &library.cells[library.buffers[0]].name,
        ties: ties[0].zip(ties[1]).map(|(one, zero)| [one, zero]),
    };
    let mapped = map_to_library(&yosys, &args.cache.cache(), &router.sources, &router.module, &blocks, &file)?;
    let mut netlist = Netlist::new(&mapped, &library)?;
    compare_areas(&mapped, netlist.area(&library))?;
    spinner.set_message(format!("{network}: sizing"));
    let sink_mm = PITCHES * (mapped.area / mapped.cells.len() as f64).sqrt() / 1000.0;
    let port = |name: &String| netlist.port(name);
    let conditions = Conditions {
        clock_transition: args.clock_slew.unwrap_or_else(|| library.clock_transition()),
        wire: args.wire_pf_per_mm.unwrap_or(0.0) * sink_mm,
        link: args.wire_pf_per_mm.unwrap_or(0.0) * args.link_mm.unwrap_or(0.0),
        links: router.links().iter().filter_map(|(input, output)| Some((port(input)?, port(output)?))).collect(),
    };
    let timing = size(&mut netlist, &library, &conditions)?;
    let check = match checker {
        Some(opensta) => {
            spinner.set_message(format!("{network}: OpenSTA"));
            Some(check(&opensta, &netlist, &library, &conditions, &timing)?)
        }
        None => None,
    };
    spinner.finish_and_clear();
    let wires =
        args.wire_pf_per_mm.map(|pf_per_mm| Wires { pf_per_mm, sink_um: result::round(1000.0 * sink_mm, 1), link_mm: args.link_mm });
    let title = |block| match block {
        _ if multicast => chip::name_of(block),
        _ if block == router.module => &design.top,
        _ => block,
    };
    let mut result = AsicResult::new(&mapped, &netlist, &library, &timing, &blocks, title);
    result.network = network.to_string();
    result.top = design.top;
    result.node = node.map(|node| network.format_address(node));
    result.yosys = yosys.version;
    result.clock_slew_ns = conditions.clock_transition;
    result.wires = wires;
    result.check = check;
    Ok(result)
}

/// The cells of the netlist have the area that yosys counted.
fn compare_areas(mapped: &CellNetlist, area: f64) -> anyhow::Result<()> {
    let differ = (mapped.area - area).abs() > 1e-6 * mapped.area;
    if differ { Err(anyhow!("the cells' area is {area:.3}, and yosys counts {:.3}", mapped.area)) } else { Ok(()) }
}

fn check(opensta: &OpenSta, netlist: &Netlist, library: &Library, conditions: &Conditions, timing: &Timing) -> anyhow::Result<Check> {
    let theirs = opensta.register_period(netlist, library, conditions, timing)?;
    let difference_percent = result::round(100.0 * (timing.register_period - theirs) / theirs, 3);
    Ok(Check { program: "OpenSTA", register_period_ns: result::round(theirs, 4), difference_percent })
}
