//! A design as yosys maps it to cells, beside the simulation models of those cells that yosys ships.

mod models;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::cache::{Cache, Key};
use crate::{Error, Sources, Yosys, yosys};

/// Cells that yosys maps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Mapping {
    /// Lattice ECP5, by `synth_ecp5`.
    Ecp5,
    /// Xilinx 7 series, by `synth_xilinx`.
    Xilinx,
    /// Lattice iCE40, by `synth_ice40`.
    Ice40,
    /// Gates and flip-flops of yosys' own library, by `synth`.
    Generic,
}

/// A design in cells. The top module has its name, and no parameters any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapped {
    /// The design.
    pub netlist: String,
    /// The models of its cells.
    pub cells: String,
}

impl Mapping {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Without pads and clock buffers: the top is a part of a design.
    fn synthesis(self, top: &str) -> String {
        match self {
            Self::Ecp5 => format!("synth_ecp5 -top {top}"),
            Self::Xilinx => format!("synth_xilinx -top {top} -flatten -noiopad -noclkbuf"),
            Self::Ice40 => format!("synth_ice40 -top {top}"),
            Self::Generic => format!("synth -flatten -top {top}"),
        }
    }

    /// The file of models in yosys' folder, and what is defined while it is read: Verilator knows no default values of inputs.
    fn models(self) -> &'static str {
        match self {
            Self::Ecp5 => "+/ecp5/cells_sim.v",
            Self::Xilinx => "+/xilinx/cells_sim.v",
            Self::Ice40 => "-D NO_ICE40_DEFAULT_ASSIGNMENTS +/ice40/cells_sim.v",
            Self::Generic => "+/simcells.v",
        }
    }

    fn script(self, sources: &Sources, top: &str) -> String {
        // The models as they stand, with what they include, be it twice; nothing is made of them.
        format!(
            "read_verilog {}\n{}\nwrite_verilog -noattr -noexpr netlist.v\ndesign -reset\ntee -q -o models.log read_verilog -overwrite -defer -ppdump {}\n",
            sources.names(),
            self.synthesis(top),
            self.models()
        )
    }
}

/// Maps module `top`, its parameters at their defaults.
///
/// # Errors
/// [`Error::Tool`] when yosys refuses the Verilog, [`Error::Io`].
pub fn mapped(yosys: &Yosys, cache: &Cache, sources: &Sources, top: &str, mapping: Mapping) -> Result<Mapped, Error> {
    let script = mapping.script(sources, top);
    let key = Key::of([yosys.build.as_str(), &script].into_iter().chain(sources.texts()));
    cache.or_make("netlist", &key, || {
        let folder = yosys::folder()?;
        sources.write(folder.path())?;
        yosys.run(&script, folder.path())?;
        let netlist = yosys::read(&folder.path().join("netlist.v"))?;
        let log = yosys::read(&folder.path().join("models.log"))?;
        let cells = models::used(&log, &netlist);
        let cells = cells.ok_or_else(|| Error::Tool { tool: "yosys", message: format!("no models in {}", mapping.models()) })?;
        Ok(Mapped { netlist, cells })
    })
}
