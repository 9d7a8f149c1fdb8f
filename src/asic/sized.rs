//! A router mapped to the cells of a library, sized and timed: what `asic` and `energy` measure.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use indicatif::ProgressBar;
use strum::VariantNames;
use torusmith_asic::{Conditions, Library, LibraryError, Netlist, Timing, models, size};
use torusmith_design::Target;
use torusmith_generator::{Design, Options};
use torusmith_host::sha256;
use torusmith_synthesis::{CellNetlist, LibraryFile, Router, Yosys, map_to_library};
use torusmith_topology::Network;

use super::preset::Preset;
use super::wires::{Wires, round};
use crate::options::{CacheArgs, RtlArgs, at_node};
use crate::values::{name_of, within};
use crate::{area, chip, outputs, temporary};

/// Cells and wires.
#[derive(Debug, Args)]
pub struct CellArgs {
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
    /// Write the sized netlist as Verilog, with a model of each cell: the router's module, for any simulator [default: none]
    #[arg(long, value_name = "FILE")]
    netlist_out: Option<PathBuf>,
}

/// Length of the wire to each input, in widths of the mean cell.
const PITCHES: f64 = 3.0;

/// A library, and the file that it was read from.
pub struct Cells {
    path: PathBuf,
    field: &'static str,
    text: String,
    pub library: Library,
}

impl Cells {
    /// Something else that the file has.
    pub fn read<T>(&self, read: impl FnOnce(&str, &Library) -> Result<T, LibraryError>) -> anyhow::Result<T> {
        read(&self.text, &self.library).with_context(|| refused(self.field, &self.path))
    }
}

fn refused(field: &str, path: &std::path::Path) -> String {
    format!("{field} = {}", path.display())
}

impl CellArgs {
    /// The file asked for, and the flag that names it.
    fn file(&self) -> anyhow::Result<(PathBuf, &'static str)> {
        match (&self.liberty, self.library) {
            (Some(path), _) => Ok((path.clone(), "liberty")),
            (None, Some(preset)) => Ok((preset.find()?, "library")),
            (None, None) => bail!("no cells; give --liberty FILE, or --library with one of {}", Preset::VARIANTS.join(", ")),
        }
    }

    /// Hash of the file.
    pub fn sha256(&self) -> anyhow::Result<String> {
        let (path, field) = self.file()?;
        Ok(sha256(std::fs::read(&path).with_context(|| refused(field, &path))?))
    }

    /// The library asked for.
    pub fn open(&self) -> anyhow::Result<Cells> {
        let (path, field) = self.file()?;
        let refused = || refused(field, &path);
        let text = String::from_utf8_lossy(&std::fs::read(&path).with_context(refused)?).into_owned();
        let library = Library::read(&text).with_context(refused)?;
        Ok(Cells { path, field, text, library })
    }
}

/// The router's design.
pub fn generated(network: &Network, rtl: &RtlArgs) -> anyhow::Result<Design> {
    // A multicast router has no target.
    let target = rtl.target().unwrap_or(if rtl.kind.is_multicast() { Target::Fpga } else { Target::Asic });
    Ok(torusmith_generator::generate_node(network, &Options { target, ..rtl.generator(network)? })?)
}

/// The router to be measured.
pub struct Measured {
    pub network: Network,
    pub multicast: bool,
    pub design: Design,
    /// The node whose router it is; `None` is any of them.
    pub node: Option<u32>,
    pub yosys: Yosys,
    blocks: Vec<String>,
}

impl Measured {
    /// Generates it, for `command`.
    pub fn new(network: Network, rtl: &RtlArgs, node: Option<u32>, command: &str) -> anyhow::Result<Self> {
        let multicast = rtl.kind.is_multicast();
        let design = generated(&network, rtl)?;
        let chip = || chip::blocks().into_iter().map(str::to_owned).collect();
        let blocks = if multicast { chip() } else { area::blocks(&design, node.is_some()) };
        let yosys = Yosys::find().with_context(|| format!("{command} needs yosys"))?;
        Ok(Self { network, multicast, design, node, yosys, blocks })
    }

    /// Maps, sizes and times it.
    pub fn size(self, library: &Library, cells: &CellArgs, cache: &CacheArgs, spinner: &ProgressBar) -> anyhow::Result<Sized> {
        let folder = temporary::folder()?;
        self.design.write(folder.path())?;
        let router = Router::read(folder.path(), &self.design.top)?;
        let router = self.node.map_or(router.clone(), |node| at_node(&router, &self.network, node));
        let ties = [library.tie(true), library.tie(false)].map(|tie| tie.map(|(cell, pin)| (cell.name.as_str(), pin.name.as_str())));
        let file = LibraryFile {
            text: &library.mapping_text,
            buffer: &library.cells[library.buffers[0]].name,
            ties: ties[0].zip(ties[1]).map(|(one, zero)| [one, zero]),
        };
        let blocks: Vec<&str> = self.blocks.iter().map(String::as_str).collect();
        let mapped = map_to_library(&self.yosys, &cache.cache(), &router.sources, &router.module, &blocks, &file)?;
        let mut netlist = Netlist::new(&mapped, library)?;
        compare_areas(&mapped, netlist.area(library))?;
        spinner.set_message(format!("{}: sizing", self.network));
        let sink_mm = PITCHES * (mapped.area / mapped.cells.len() as f64).sqrt() / 1000.0;
        let port = |name: &String| netlist.port(name);
        let pf_per_mm = cells.wire_pf_per_mm.unwrap_or(0.0);
        let conditions = Conditions {
            clock_transition: cells.clock_slew.unwrap_or_else(|| library.clock_transition()),
            wire: pf_per_mm * sink_mm,
            link: pf_per_mm * cells.link_mm.unwrap_or(0.0),
            links: router.links().iter().filter_map(|(input, output)| Some((port(input)?, port(output)?))).collect(),
        };
        let timing = size(&mut netlist, library, &conditions)?;
        if let Some(file) = &cells.netlist_out {
            outputs::write("netlist-out", file, netlist.verilog(library) + &models(&netlist, library)?)?;
        }
        let wires = cells.wire_pf_per_mm.map(|pf_per_mm| Wires { pf_per_mm, sink_um: round(1000.0 * sink_mm, 1), link_mm: cells.link_mm });
        Ok(Sized { measured: self, module: router.module, mapped, netlist, conditions, timing, wires })
    }
}

/// A router after sizing.
pub struct Sized {
    pub measured: Measured,
    module: String,
    pub mapped: CellNetlist,
    pub netlist: Netlist,
    pub conditions: Conditions,
    pub timing: Timing,
    pub wires: Option<Wires>,
}

impl Sized {
    /// The block that an instance of the netlist is in, by the name of reports, and the path of that block's instance.
    pub fn block(&self, instance: usize) -> (&str, &str) {
        let blocks: Vec<&str> = self.measured.blocks.iter().map(String::as_str).collect();
        let (block, path) = self.mapped.block(&self.netlist.instances[instance].name, &blocks);
        let name = match block {
            _ if self.measured.multicast => chip::name_of(block),
            _ if block == self.module => &self.measured.design.top,
            _ => block,
        };
        (name, path)
    }

    /// The node whose router it is, by its address.
    pub fn node(&self) -> Option<String> {
        self.measured.node.map(|node| self.measured.network.format_address(node))
    }
}

/// The cells of the netlist have the area that yosys counted.
fn compare_areas(mapped: &CellNetlist, area: f64) -> anyhow::Result<()> {
    let differ = (mapped.area - area).abs() > 1e-6 * mapped.area;
    if differ { Err(anyhow!("the cells' area is {area:.3}, and yosys counts {:.3}", mapped.area)) } else { Ok(()) }
}
