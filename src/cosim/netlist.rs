//! `cosim --netlist`: a router as yosys maps it, in place of its Verilog.

use std::path::Path;

use anyhow::Context;
use torusmith_synthesis::{self as synthesis, Cache, Mapping, Sources, Yosys};
use torusmith_testbench::Design;

use crate::{interrupt, progress};

/// The design in cells, written to `folder` with the models of these.
pub fn mapped(design: &Design, mapping: Mapping, folder: &Path) -> anyhow::Result<Design> {
    let yosys = Yosys::find().with_context(|| format!("cosim --netlist {mapping} needs yosys"))?;
    let sources = Sources::read(&design.sources)?;
    let step = progress::spinner(format!("yosys maps {} to {mapping} (or it is in the cache)", design.manifest.top));
    let made = synthesis::mapped(&yosys, &Cache::of_the_user(), &sources, &design.manifest.top, mapping)?;
    step.finish_and_clear();
    interrupt::check()?;
    Ok(design.of_other_sources(folder, &[("cells.v", &made.cells), ("netlist.v", &made.netlist)])?)
}
