//! The manifest `<top>.json` of a design: `generate` writes it, and whoever reads a design's folder starts from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lines::Lines;
pub use crate::places::{Address, TerminalPlace};
use crate::{Clocks, IdOrder, Interface, Order, Pipeline, RouterKind, RoutingAlgorithm, Scope, Ties, VcRule};

/// The version of the fields: one more whenever a reader of the last version would go wrong.
pub const MANIFEST_VERSION: u32 = 2;

/// The program that writes manifests.
const TOOL: &str = "torusmith";

/// Everything about a design that a tool may want to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// `torusmith`.
    pub tool: String,
    /// Version of the program that wrote the design.
    pub version: String,
    /// [`MANIFEST_VERSION`].
    pub manifest_version: u32,
    /// SHA-256 of the configuration.
    pub config_hash: String,
    /// Name of the network.
    pub network: String,
    /// Links and nodes of it that are out of service, in the form of `--without`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Network file, of a network that no name stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_file: Option<String>,
    /// The network's name in file names; it also gives the direction of the inter-BM rings.
    pub slug: String,
    /// What all module names begin with.
    pub name: String,
    /// What the top is.
    pub scope: Scope,
    /// Top module.
    pub top: String,
    /// Router module.
    pub router: String,
    /// Kind of router.
    pub router_kind: RouterKind,
    /// Interface at the local ports.
    pub local_interface: Interface,
    /// S, data bits of an AXI4-Stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream_width: Option<u32>,
    /// Streams have `tkeep`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tkeep: Option<bool>,
    /// U, bits of a stream's `tuser`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_width: Option<u32>,
    /// Clocks of the streams, where they are not the network's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Places of a FIFO between two clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_fifo: Option<u32>,
    /// AXI4 interfaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axi4: Option<Axi4Parameters>,
    /// File of the address map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_file: Option<String>,
    /// AXI4 managers, in the order of their ports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub managers: Vec<Axi4Node>,
    /// AXI4 subordinates, in the order of their ports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subordinates: Vec<Axi4Node>,
    /// Ranges of the address map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<Axi4Range>,
    /// Verilog files in compile order, relative to the folder.
    pub sources: Vec<String>,
    /// Verilog files for simulation alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub simulation: Vec<String>,
    /// Files of properties, which Verilog files include.
    #[serde(default)]
    pub properties: Vec<String>,
    /// SystemVerilog files of assertions, in compile order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verification: Vec<String>,
    /// Verilog parameters of the top.
    pub parameters: BTreeMap<String, u32>,
    /// W, data bits of a flit; two AXI4 networks have none in common.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flit_width: Option<u32>,
    /// D, flits of an input VC's buffer.
    pub buffer_depth: u32,
    /// V, virtual channels a port.
    pub vcs: u32,
    /// Clocks a hop.
    pub pipeline: Pipeline,
    /// M, message classes.
    pub message_classes: u32,
    /// VCs that are reused when they are empty (docs/router.md, VC3), a bit each.
    pub reuse_empty: u32,
    /// Entries of the multicast router's ack table for each class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ack_ways: Option<u32>,
    /// VC rule.
    pub vc_rule: VcRule,
    /// Ways of half a ring.
    pub ties: Ties,
    /// Routing algorithm.
    pub routing: RoutingAlgorithm,
    /// Order of a pair's packets.
    pub order: Order,
    /// Registers on links, as `--link-slices` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_slices: Option<String>,
    /// Registers between `rst` and the routers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset_tree: Option<ResetTree>,
    /// Performance counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counters: Option<Counters>,
    /// K, classes of the VC rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u32>,
    /// By input port, the output ports that packets turn to: a binary digit each, port 0 last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// By input port and class, the classes of each output port that packets turn to: groups of binary digits, port 0 last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns_by_class: Vec<Vec<String>>,
    /// Bits of a node's address.
    pub address_bits: u32,
    /// Routing bits of a head flit.
    pub route_bits: u32,
    /// Bits of a head flit that routers keep for themselves (docs/router.md, L4).
    pub own_bits: Option<BitRange>,
    /// Bits of a VC's number.
    pub vc_bits: u32,
    /// Nodes of the network.
    pub nodes: usize,
    /// Ports of a router.
    pub ports: Vec<Port>,
    /// Ports of the top module.
    pub interface: Vec<Signal>,
    /// Routers, with the address that each is given.
    pub addresses: Vec<Address>,
    /// Terminals, where they are apart from routers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<TerminalPlace>,
    /// Recorded test bench.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub testbench: Option<TestbenchFiles>,
    /// SHA-256 of each other file of the design.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// SHA-256 of the lines above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifest_sha256: Option<String>,
}

/// Parameters of AXI4 interfaces (docs/axi4_interface.md).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub struct Axi4Parameters {
    pub addr_width: u32,
    pub data_width: u32,
    pub id_width: u32,
    pub user_width: u32,
    pub read_slots: u32,
    pub write_slots: u32,
    pub max_burst: u32,
    pub read_beats: u32,
    pub write_beats: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_start: Option<u32>,
    pub reads_held: u32,
    pub writes_held: u32,
    pub exclusive: u32,
    pub request_width: u32,
    pub response_width: u32,
    pub id_order: IdOrder,
    /// What managers and subordinates must keep to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promise: Option<String>,
}

/// A manager or subordinate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Axi4Node {
    pub index: usize,
    pub node: u32,
    pub address: String,
}

/// A range of addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axi4Range {
    /// Its name in the map.
    pub name: String,
    /// First address, hexadecimal.
    pub base: String,
    /// Bytes, hexadecimal.
    pub size: String,
    /// Node of its subordinate.
    pub node: u32,
    /// How the node's side changes addresses.
    pub address: String,
}

/// A tree of registers for the reset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResetTree {
    /// Registers between `rst` and a router.
    pub clocks: u32,
    /// Most loads of a register.
    pub fan_out: usize,
}

/// Performance counters (docs/counters.md).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Bits of `counter_address`.
    pub address_bits: u32,
    /// Bits of a port's number in it.
    pub port_bits: u32,
    /// Clocks from address to data.
    pub clocks: u32,
}

/// Highest and lowest of some bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct BitRange {
    pub high: u32,
    pub low: u32,
}

/// A router's port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Port {
    pub index: usize,
    pub name: String,
}

/// A port of a module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    /// Its name.
    pub name: String,
    /// Its direction.
    pub direction: Direction,
    /// Its bits.
    pub width: u32,
}

/// Direction of a module's port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Direction {
    Input,
    Output,
}

/// Files of a recorded test bench.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct TestbenchFiles {
    pub module: String,
    pub source: String,
    pub record: String,
}

/// A text that is no manifest of this version.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// JSON of another kind, or a field that is missing or wrong.
    #[error("not a manifest of torusmith: {0}")]
    Fields(#[from] serde_json::Error),
    /// JSON of another program.
    #[error("not a manifest of torusmith: tool is missing or another")]
    Tool,
    /// A design of another version of torusmith.
    #[error("manifest_version = {found}, by torusmith {version}; this torusmith reads {MANIFEST_VERSION}: generate the design again")]
    Version {
        /// The version of the fields; 0 before there was one.
        found: u32,
        /// The program's version.
        version: String,
    },
}

impl From<bool> for Direction {
    fn from(output: bool) -> Self {
        if output { Self::Output } else { Self::Input }
    }
}

impl Signal {
    /// A port of this name, direction and width.
    pub fn new(name: impl Into<String>, direction: Direction, width: u32) -> Self {
        Self { name: name.into(), direction, width }
    }

    /// An output.
    pub fn is_output(&self) -> bool {
        self.direction == Direction::Output
    }
}

impl Manifest {
    /// Of the program that runs.
    pub fn tool() -> String {
        TOOL.into()
    }

    /// Whether a text is a manifest of some version.
    pub fn is_one(text: &str) -> bool {
        matches!(head(text), Ok(Head { tool: Some(tool), .. }) if tool == TOOL)
    }

    /// The manifest of a text.
    ///
    /// # Errors
    /// [`ManifestError`].
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        match head(text)? {
            Head { tool: Some(tool), manifest_version, version } if tool == TOOL => match manifest_version {
                MANIFEST_VERSION => Ok(serde_json::from_str(text)?),
                found => Err(ManifestError::Version { found, version }),
            },
            _ => Err(ManifestError::Tool),
        }
    }

    /// The text of the file: a line for each field, and for each item of a list.
    pub fn text(&self) -> String {
        let mut out = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut out, Lines::default());
        self.serialize(&mut serializer).expect("no map has other keys than strings");
        String::from_utf8(out).expect("JSON is UTF-8") + "\n"
    }

    /// W of the router: of the request network where AXI4 has two.
    pub fn router_flit_width(&self) -> u32 {
        self.flit_width.or(self.axi4.as_ref().map(|axi4| axi4.request_width)).unwrap_or_default()
    }

    /// [`Manifest::turns`] as numbers, bit o for output port o.
    pub fn turn_masks(&self) -> Vec<u32> {
        self.turns.iter().map(|row| binary(row)).collect()
    }

    /// [`Manifest::turns_by_class`] by input port, class and output port, a bit for each class there.
    pub fn class_turns(&self) -> Vec<Vec<Vec<u32>>> {
        let row = |row: &String| row.rsplit('_').map(binary).collect();
        self.turns_by_class.iter().map(|rows| rows.iter().map(row).collect()).collect()
    }
}

/// What tells a manifest, and its version.
#[derive(Deserialize)]
struct Head {
    tool: Option<String>,
    #[serde(default)]
    manifest_version: u32,
    #[serde(default)]
    version: String,
}

fn head(text: &str) -> Result<Head, serde_json::Error> {
    serde_json::from_str(text)
}

fn binary(digits: &str) -> u32 {
    u32::from_str_radix(digits, 2).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_are_refused_with_theirs() {
        let told = |text: &str| Manifest::parse(text).unwrap_err().to_string();
        let old = told(r#"{"tool": "torusmith", "version": "0.1.0"}"#);
        assert_eq!(old, "manifest_version = 0, by torusmith 0.1.0; this torusmith reads 2: generate the design again");
        assert!(told("{}").ends_with("tool is missing or another") && told("[").contains("line 1"));
        assert!(told(r#"{"tool": "torusmith", "manifest_version": 2}"#).contains("missing field `version`"));
    }
}
