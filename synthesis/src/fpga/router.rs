//! A router as its manifest describes it.

use std::path::Path;

use serde_json::Value;

use crate::{Error, Sources, yosys};

/// A generated router: its sources and its interface.
#[derive(Debug, Clone)]
pub struct Router {
    /// The module.
    pub module: String,
    /// All Verilog that it needs.
    pub sources: Sources,
    /// Number of ports, the local ones included.
    pub ports: u32,
    /// Clocks from one input buffer to the next, of a head flit.
    pub clocks_per_hop: u32,
    /// `clk` and `rst` first.
    pub(crate) signals: Vec<Signal>,
    /// Two of its ports that links are at; one and the same where it has no other.
    pub(crate) linked: [u32; 2],
    /// The input with its address.
    address: &'static str,
    /// Nodes differ in the ports that they have.
    irregular: bool,
}

/// A port of the module.
#[derive(Debug, Clone)]
pub(crate) struct Signal {
    pub name: String,
    pub output: bool,
    pub width: u32,
}

impl Router {
    /// The router of the design that `generate` wrote into the folder `dir`, by its manifest `<top>.json`.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be read, [`Error::Manifest`] if the manifest is not one of a router.
    pub fn read(dir: &Path, top: &str) -> Result<Self, Error> {
        let path = dir.join(format!("{top}.json"));
        let text = yosys::read(&path)?;
        let manifest: Value = serde_json::from_str(&text).unwrap_or_default();
        Self::of(&manifest, dir).ok_or(Error::Manifest { path })?
    }

    /// The same router at one node of a network that is wired up: its address is a constant, and it has the ports that the node has, a bit each.
    pub fn at_node(&self, address: u32, present: u32) -> Self {
        let module = format!("{}_at_node", self.module);
        let (node, signals): (Vec<_>, Vec<_>) = self.signals.iter().cloned().partition(|signal| signal.name == self.address);
        let heads: Vec<String> = signals.iter().map(Signal::declaration).collect();
        let constant = node.iter().map(|node| format!(".{}({}'d{address})", node.name, node.width));
        let connections: Vec<String> = constant.chain(signals.iter().map(|Signal { name, .. }| format!(".{name}({name})"))).collect();
        let text = format!(
            "module {module} ({});\n  {} #({}.NODE_CONSTANT(1)) u_router ({});\nendmodule\n",
            heads.join(", "),
            self.module,
            if self.irregular { format!(".PORTS_PRESENT({}'d{present}), ", self.ports) } else { String::new() },
            connections.join(", ")
        );
        Self { module, sources: self.sources.with(&text), signals, linked: linked(present), ..self.clone() }
    }

    fn of(manifest: &Value, dir: &Path) -> Option<Result<Self, Error>> {
        // With streams the node is measured, the router and its interface; with AXI4 the whole network.
        let streams = manifest["local_interface"] == "axi";
        let named = if streams || manifest["local_interface"] == "axi4" { &manifest["top"] } else { &manifest["router"] };
        let module = manifest["router_module"].as_str().or_else(|| named.as_str())?.to_owned();
        let files: Vec<_> = manifest["sources"].as_array()?.iter().filter_map(|s| Some(dir.join(s.as_str()?))).collect();
        let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
        let signal = |entry: &Value| {
            let (name, output) = (entry["name"].as_str()?.to_owned(), entry["direction"] == "output");
            Some(Signal { name, output, width: number(&entry["width"])? })
        };
        let signals = manifest["interface"].as_array()?.iter().map(signal).collect::<Option<Vec<_>>>()?;
        let ports = manifest["ports"].as_array()?.len() as u32;
        let masks: Vec<u64> = manifest["addresses"].as_array()?.iter().filter_map(|node| node["ports_present"].as_u64()).collect();
        // A router without the number is the multicast router: three clocks.
        let clocks_per_hop = number(&manifest["resolved"]["PIPELINE"]).unwrap_or(3);
        Some(Sources::read(&files).map(|sources| Self {
            module,
            sources,
            ports,
            clocks_per_hop,
            signals,
            linked: linked(u32::MAX >> (32 - ports)),
            address: if streams { "address" } else { "node" },
            irregular: masks.windows(2).any(|pair| pair[0] != pair[1]) || masks.iter().any(|mask| *mask != u64::from(u32::MAX >> (32 - ports))),
        }))
    }
}

/// The lowest two of a set of ports, without the local one.
fn linked(ports: u32) -> [u32; 2] {
    let links = ports & !1;
    let others = links & links.wrapping_sub(1);
    [links, if others == 0 { links } else { others }].map(u32::trailing_zeros)
}

impl Signal {
    /// As a port of a module.
    pub fn declaration(&self) -> String {
        format!("{} [{}:0] {}", if self.output { "output" } else { "input" }, self.width - 1, self.name)
    }

    /// It is the same of both routers of a pair: `clk`, `rst`, and the clock of the streams where they have one.
    pub fn is_common(&self) -> bool {
        matches!(self.name.as_str(), "clk" | "rst" | "axis_clk")
    }

    /// It is one of a node's bundles, which have no part for port 0.
    pub fn is_bundle(&self) -> bool {
        matches!(self.name.as_str(), "flit_in" | "flit_out" | "credit_in" | "credit_out")
    }

    /// What the signal of another router drives this input by a link.
    pub fn driver(&self) -> Option<String> {
        if self.output {
            return None;
        }
        let name = &self.name;
        if self.is_bundle() {
            return name.strip_suffix("_in").map(|rest| format!("{rest}_out"));
        }
        name.strip_prefix("in_").map(|rest| format!("out_{rest}")).or_else(|| name.strip_prefix("out_").map(|rest| format!("in_{rest}")))
    }
}
