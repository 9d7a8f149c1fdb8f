//! What yosys' `write_json` writes: modules, their ports and cells.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use torusmith_design::Direction;

use crate::Error;

/// A module.
#[derive(Debug, Deserialize)]
pub(crate) struct Module {
    #[serde(default)]
    pub parameter_default_values: BTreeMap<String, String>,
    #[serde(default)]
    pub ports: BTreeMap<String, Port>,
    #[serde(default)]
    pub cells: BTreeMap<String, Instance>,
}

/// A port of a module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Port {
    pub direction: Direction,
    pub bits: Vec<Bit>,
}

/// A cell: an instance of a module, or of a cell of yosys or of a library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// The path in the top.
    #[serde(default)]
    pub name: String,
    /// The module.
    #[serde(rename = "type")]
    pub module: String,
    /// Parameters that the instance is given, as binary digits.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// Directions of its ports.
    #[serde(rename = "port_directions", default)]
    pub directions: BTreeMap<String, Direction>,
    /// What its ports are connected to; a port that is left open may be missing.
    #[serde(default)]
    pub connections: BTreeMap<String, Vec<Bit>>,
}

/// A wire of one bit. Two ports with the same net are connected.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Bit {
    /// A net, by number.
    Net(u32),
    /// `0`, `1`, or `x` of a wire that nothing drives.
    Constant(String),
}

/// The modules, by name.
///
/// # Errors
/// [`Error::Tool`] for another text.
pub(crate) fn modules(text: &str) -> Result<BTreeMap<String, Module>, Error> {
    #[derive(Deserialize)]
    struct File {
        modules: BTreeMap<String, Module>,
    }
    let file: Result<File, _> = serde_json::from_str(text);
    file.map(|file| file.modules).map_err(|e| Error::Tool { tool: "yosys", message: format!("write_json writes no netlist: {e}") })
}
