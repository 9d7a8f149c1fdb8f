//! A design in the cells of a Liberty file, with its blocks in the names of its cells.

use serde::{Deserialize, Serialize};
use torusmith_design::Direction;

use crate::area::{keep, title};
use crate::cache::{Cache, Key};
use crate::fpga::stage::Hierarchy;
use crate::write_json::{self, Bit};
use crate::{Error, Sources, Yosys, yosys};

/// A Liberty file, and what yosys must know of it.
#[derive(Debug, Clone)]
pub struct LibraryFile<'a> {
    /// Its text, with cells alone that a netlist may have.
    pub text: &'a str,
    /// The buffer that drives inputs while cells are chosen.
    pub buffer: &'a str,
    /// Cells and pins of constant 1 and constant 0; without them a constant stays in the netlist.
    pub ties: Option<[(&'a str, &'a str); 2]>,
}

/// A flat design in cells of a library.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CellNetlist {
    /// Its module.
    pub top: String,
    /// Its ports.
    pub ports: Vec<CellPort>,
    /// Its cells, by name.
    pub cells: Vec<MappedCell>,
    /// Its area, as yosys counts it, in the library's unit.
    pub area: f64,
    hierarchy: Hierarchy,
}

/// A port.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CellPort {
    /// Its name.
    pub name: String,
    /// It is an output, or else an input.
    pub is_output: bool,
    /// Its bits, bit 0 first.
    pub bits: Vec<NetBit>,
}

/// A cell.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MappedCell {
    /// The instances that it is in and its own name, with dots between them.
    pub name: String,
    /// The library's cell.
    pub cell: String,
    /// Its pins and what is connected.
    pub pins: Vec<(String, NetBit)>,
}

/// A net, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NetBit {
    /// The net of this number.
    Net(u32),
    /// The constant 0 or 1.
    Constant(bool),
}

impl CellNetlist {
    /// The block that a cell is in, one of `blocks` or else the top module, and the path of that block's instance.
    pub fn block<'a>(&'a self, cell: &'a str, blocks: &[&'a str]) -> (&'a str, &'a str) {
        let around = self.hierarchy.path(cell);
        let named = around.iter().rev().filter_map(|&(module, at)| Some((title(module, &self.top, blocks)?, at)));
        named.into_iter().find(|(title, _)| blocks.contains(title)).unwrap_or((&self.top, ""))
    }
}

/// Picks cells, sizes them and buffers nets of more than 16 inputs, block by block, for one nanosecond.
const ABC: &str = "+&get,-n;&st;&dch;&nf;&put;buffer,-c,-N,16;topo;upsize,-c,-D,1000;dnsize,-c,-D,1000";

fn script(sources: &str, top: &str, blocks: &[&str], library: &LibraryFile) -> String {
    let keep = keep(blocks);
    let ties = library
        .ties
        .map_or(String::new(), |[(high, one), (low, zero)]| format!("hilomap -singleton -hicell {high} {one} -locell {low} {zero}\n"));
    format!(
        "read_verilog {sources}\nhierarchy -check -top {top}\nproc\n{keep}flatten\nopt_clean\nsynth -noabc -top {top}\n\
         dfflegalize -cell $_DFF_P_ x\nopt\ndfflibmap -liberty cells.lib\nopt\nabc -liberty cells.lib -constr abc.constr -script {ABC}\n\
         splitnets\nrename -enumerate\nsetattr -mod -unset keep_hierarchy *\nflatten\nsetundef -zero\nsplitnets\n{ties}opt_clean -purge\n\
         tee -q -o stat.txt stat -liberty cells.lib\nwrite_json netlist.json\n\
         design -reset\nread_verilog {sources}\nhierarchy -check -top {top}\ndelete */p:*\nwrite_json hierarchy.json\n"
    )
}

/// Maps module `top` to the cells of a library, its `blocks` each by itself.
///
/// # Errors
/// [`Error::Tool`] when yosys refuses the Verilog or the library, [`Error::Io`].
pub fn map_to_library(
    yosys: &Yosys,
    cache: &Cache,
    sources: &Sources,
    top: &str,
    blocks: &[&str],
    library: &LibraryFile,
) -> Result<CellNetlist, Error> {
    let script = script(&sources.names(), top, blocks, library);
    let key = Key::of([yosys.build.as_str(), &script, library.buffer, library.text].into_iter().chain(sources.texts()));
    cache.or_make("cells", &key, || {
        let folder = yosys::folder()?;
        let at = |name: &str| folder.path().join(name);
        sources.write(folder.path())?;
        yosys::write(&at("cells.lib"), library.text)?;
        yosys::write(&at("abc.constr"), &format!("set_driving_cell {}\nset_load 0.04\n", library.buffer))?;
        yosys.run(&script, folder.path())?;
        let hierarchy = Hierarchy::read(&yosys::read(&at("hierarchy.json"))?, top)?;
        let area = area(&yosys::read(&at("stat.txt"))?);
        let area = area.ok_or_else(|| Error::Tool { tool: "yosys", message: "stat -liberty reports no area".into() })?;
        read(&yosys::read(&at("netlist.json"))?, top, area, hierarchy)
    })
}

/// The last area that `stat -liberty` prints: `Chip area for module '\top': 123.4`.
fn area(text: &str) -> Option<f64> {
    text.lines().rev().find(|line| line.contains("Chip area for"))?.rsplit(':').next()?.trim().parse().ok()
}

fn read(text: &str, top: &str, area: f64, hierarchy: Hierarchy) -> Result<CellNetlist, Error> {
    let bit = |bit: &Bit| match bit {
        Bit::Net(net) => NetBit::Net(*net),
        Bit::Constant(value) => NetBit::Constant(value == "1"),
    };
    let module = write_json::modules(text)?.remove(top).ok_or_else(|| Error::NoModule { module: top.into() })?;
    let ports = module.ports.iter().map(|(name, port)| CellPort {
        name: name.clone(),
        is_output: port.direction == Direction::Output,
        bits: port.bits.iter().map(bit).collect(),
    });
    let cells = module.cells.iter().map(|(name, cell)| MappedCell {
        name: name.clone(),
        cell: cell.module.clone(),
        pins: cell.connections.iter().filter_map(|(pin, bits)| Some((pin.clone(), bit(bits.first()?)))).collect(),
    });
    Ok(CellNetlist { top: top.to_owned(), ports: ports.collect(), cells: cells.collect(), area, hierarchy })
}
