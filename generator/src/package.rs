//! What the files of other tools say of a design.

use crate::axi4::Axi4;
use torusmith_design::manifest::Signal as Port;

/// A test bench that goes with a design, made by somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Testbench {
    /// Its top module.
    pub module: String,
    /// Path relative to the output folder, and the Verilog.
    pub source: (String, String),
    /// The same of the file that it reads when it runs.
    pub record: (String, String),
}

/// What the files say of a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    pub top: String,
    /// One line.
    pub description: String,
    /// The Verilog in compile order, relative to the output folder.
    pub sources: Vec<String>,
    /// Verilog for simulations alone, the same.
    pub simulation: Vec<String>,
    /// Those of the top, in the order of its declaration.
    pub ports: Vec<Port>,
    /// Its parameters and what they are.
    pub parameters: Vec<(String, u32)>,
    /// The options that it was generated with: flags and their values.
    pub options: Vec<(&'static str, String)>,
    /// Its AXI4 interfaces, where it has some.
    pub axi4: Option<Axi4>,
}
