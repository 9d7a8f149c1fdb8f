//! Cost of a router, or of a module next to it, in an FPGA: cells, clock, and the critical path by pipeline stage.

mod context;
mod device;
mod module;
mod path;
mod place;
mod router;
pub(crate) mod stage;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::cache::{Cache, Key};
use crate::{Error, Sources, Yosys, yosys};

pub use device::Device;
pub use module::Module;
pub use path::{CriticalPath, Segment, StageDelay};
pub use place::Nextpnr;
pub use router::Router;
pub use stage::STAGES;

use context::Timed;
use device::Family;
use place::Placed;
use stage::Hierarchy;

/// Cost of a router, or of a module next to it, in a device.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fpga {
    /// The device.
    pub device: &'static str,
    /// The flow by name, for reports: what is compared must have been made alike.
    pub flow: &'static str,
    /// Context of the timing: a pair of linked routers, or one or a module between registers.
    pub context: &'static str,
    /// Version of yosys.
    pub yosys: String,
    /// Version of nextpnr.
    pub nextpnr: String,
    /// LUTs with four inputs of one, as yosys maps it.
    pub lut4: u64,
    /// Flip-flops of one.
    pub ff: u64,
    /// Distributed RAM of one: TRELLIS_DPR16X4, 16 words of 4 bits each; 0 where the device has none.
    pub distributed_ram: u64,
    /// Block RAM of one: SB_RAM40, 256 words of 16 bits each; 0 on an ECP5, whose flow leaves it out.
    pub block_ram: u64,
    /// Carry cells of one.
    pub carry: u64,
    /// Logic cells of one once packed: TRELLIS_COMB, ICESTORM_LC.
    pub cells: u64,
    /// Of how many in the device.
    pub cells_available: u64,
    /// Of a router.
    #[serde(flatten)]
    pub hop: Option<Hop>,
    /// Median over the seeds.
    pub fmax_mhz: f64,
    /// Each seed's clock, in the order of the seeds.
    pub seeds: Vec<SeedResult>,
    /// Of the seed in the middle, the slower of two.
    pub critical_path: CriticalPath,
}

/// Clocks and time of a hop.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hop {
    /// Clocks from one input buffer to the next, of a head flit.
    pub clocks_per_hop: u32,
    /// `clocks_per_hop` / `fmax_mhz`.
    pub ns_per_hop: f64,
}

/// The clock that a seed of place and route gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeedResult {
    /// The seed.
    pub seed: u32,
    /// In MHz.
    pub fmax_mhz: f64,
}

/// A step that [`fpga`] begins, in words.
pub type Progress<'a> = &'a (dyn Fn(&str) + Sync);

/// Cells of a synthesized design by type, and its instances before they were flattened.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Synthesized {
    cells: BTreeMap<String, u64>,
    hierarchy: Hierarchy,
}

/// A design for place and route.
struct Job<'a> {
    tools: (&'a Yosys, &'a Nextpnr),
    cache: &'a Cache,
    device: Device,
    context: &'static str,
    top: &'a str,
    sources: Sources,
}

impl Job<'_> {
    fn script(&self) -> String {
        let (top, names) = (self.top, self.sources.names());
        let synthesis = match self.device.family() {
            // The flow in which other open routers were measured: no sharing of operators, no block RAM.
            Family::Ecp5 => format!(
                "synth_ecp5 -top {top} -run begin:coarse\nsynth -flatten -noshare -top {top} -run coarse:fine\nsynth_ecp5 -top {top} -nobram -run map_ram: -json netlist.json"
            ),
            // There is no distributed RAM: the buffers are block RAM, or flip-flops where that would be empty for the most part.
            Family::Ice40 => format!("synth_ice40 -top {top} -json netlist.json"),
        };
        // The instances are listed by themselves: before synthesis they would change its names, behind it they are gone.
        format!(
            "read_verilog {names}\n{synthesis}\ntee -q -o cells.json stat -json\ndesign -reset\nread_verilog {names}\nhierarchy -check -top {top}\n\
             delete */p:*\nwrite_json hierarchy.json\n"
        )
    }

    fn key(&self) -> Key {
        Key::of([self.tools.0.build.as_str(), &self.script()].into_iter().chain(self.sources.texts()))
    }

    fn synthesize(&self, at: &std::path::Path) -> Result<Synthesized, Error> {
        self.sources.write(at)?;
        self.tools.0.run(&self.script(), at)?;
        let cells = stage::cells(&yosys::read(&at.join("cells.json"))?, self.top)?;
        Ok(Synthesized { cells, hierarchy: Hierarchy::read(&yosys::read(&at.join("hierarchy.json"))?, self.top)? })
    }

    /// Synthesis and, for each run, place and route; only what is not in the cache is made.
    fn run(&self, what: &str, runs: &[place::Run], progress: Progress) -> Result<(Synthesized, Vec<Placed>), Error> {
        let key = self.key();
        let keys: Vec<Key> =
            runs.iter().map(|run| Key::of([&key.hex(), &self.tools.1.build, &run.arguments(self.device).join(" ")])).collect();
        let kept = self.cache.has::<Synthesized>("synth", &key) && keys.iter().all(|key| self.cache.has::<Placed>("place", key));
        let folder = yosys::folder()?;
        let synthesized = if kept {
            self.cache.or_make("synth", &key, || self.synthesize(folder.path()))?
        } else {
            progress(&format!("yosys: {what}"));
            let made = self.synthesize(folder.path())?;
            self.cache.or_make("synth", &key, || Ok::<_, Error>(made))?
        };
        let placed = runs
            .par_iter()
            .zip(&keys)
            .map(|(run, key)| {
                self.cache.or_make("place", key, || {
                    progress(&format!("nextpnr: {what}{}", run.label()));
                    self.tools.1.place((self.device, self.context), run, folder.path())
                })
            })
            .collect::<Result<_, _>>()?;
        Ok((synthesized, placed))
    }
}

/// Synthesizes `router` for `device`, and places and routes it in a context that times its links, once with each of `seeds`.
///
/// # Errors
/// [`Error::DoesNotFit`] with how much it lacks, [`Error::Tool`] when a tool refuses the design, [`Error::Io`].
///
/// # Panics
/// Without seeds.
pub fn fpga(
    tools: (&Yosys, &Nextpnr),
    cache: &Cache,
    router: &Router,
    device: Device,
    seeds: &[u32],
    progress: Progress,
) -> Result<Fpga, Error> {
    let timed = match device.family() {
        Family::Ecp5 => context::pair(router),
        Family::Ice40 => context::registered(context::ROUTER, &router.module, &router.signals),
    };
    let alone = (router.module.as_str(), &router.sources);
    let mut fpga = measured(tools, cache, ("the router", alone), &timed, device, seeds, progress)?;
    let clocks_per_hop = router.clocks_per_hop;
    fpga.hop = Some(Hop { clocks_per_hop, ns_per_hop: place::round(1000.0 * f64::from(clocks_per_hop) / fpga.fmax_mhz, 2) });
    Ok(fpga)
}

/// Synthesizes `module` for `device`, and places and routes it between registers that stand for its neighbours, once with each of `seeds`.
///
/// # Errors
/// As [`fpga`].
///
/// # Panics
/// Without seeds.
pub fn fpga_of_module(
    tools: (&Yosys, &Nextpnr),
    cache: &Cache,
    module: &Module,
    device: Device,
    seeds: &[u32],
    progress: Progress,
) -> Result<Fpga, Error> {
    let timed = context::registered(context::MODULE, &module.module, &module.signals);
    measured(tools, cache, (&module.module, (&module.module, &module.sources)), &timed, device, seeds, progress)
}

/// The cells of a module alone, called `what`, and the clock of it as `timed` has it.
fn measured(
    tools: (&Yosys, &Nextpnr),
    cache: &Cache,
    (what, (module, sources)): (&str, (&str, &Sources)),
    timed: &Timed,
    device: Device,
    seeds: &[u32],
    progress: Progress,
) -> Result<Fpga, Error> {
    let (family, context) = (device.family(), timed.context);
    let job = |top, sources| Job { tools, cache, device, context, top, sources };
    let alone = job(module, sources.clone());
    let whole = job(timed.top, sources.with(&timed.text));
    let runs: Vec<place::Run> = seeds.iter().map(|&seed| place::Run::Seed(seed)).collect();
    let (alone, whole) = rayon::join(|| alone.run(what, &[place::Run::PackOnly], progress), || whole.run(context, &runs, progress));
    let ((alone, packed), (synthesized, placed)) = (alone?, whole?);
    let count = |wanted: fn(&str) -> bool| alone.cells.iter().filter(|(kind, _)| wanted(kind)).map(|(_, n)| n).sum();
    let (cells, cells_available) = packed[0].used(family.logic_cell())?;
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by(|&a, &b| placed[a].fmax_mhz.total_cmp(&placed[b].fmax_mhz));
    let (low, high) = (order[(order.len() - 1) / 2], order[order.len() / 2]);
    Ok(Fpga {
        device: device.name(),
        flow: family.flow(),
        context,
        yosys: tools.0.version.clone(),
        nextpnr: tools.1.version.clone(),
        lut4: count(|kind| matches!(kind, "LUT4" | "SB_LUT4")),
        ff: count(|kind| kind == "TRELLIS_FF" || kind.starts_with("SB_DFF")),
        distributed_ram: count(|kind| kind == "TRELLIS_DPR16X4"),
        block_ram: count(|kind| kind.starts_with("SB_RAM40")),
        carry: count(|kind| matches!(kind, "CCU2C" | "SB_CARRY")),
        cells,
        cells_available,
        hop: None,
        fmax_mhz: place::round((placed[low].fmax_mhz + placed[high].fmax_mhz) / 2.0, 2),
        seeds: seeds.iter().zip(&placed).map(|(&seed, placed)| SeedResult { seed, fmax_mhz: placed.fmax_mhz }).collect(),
        critical_path: CriticalPath::of(seeds[low], &placed[low].path, &synthesized.hierarchy),
    })
}
