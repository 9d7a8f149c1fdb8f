//! A router as its manifest describes it.

use std::path::Path;

use torusmith_design::{Interface, Manifest, Signal};

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

impl Router {
    /// The router of the design that `generate` wrote into the folder `dir`, by its manifest `<top>.json`.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be read, [`Error::Manifest`] if the manifest is not one of a router.
    pub fn read(dir: &Path, top: &str) -> Result<Self, Error> {
        let path = dir.join(format!("{top}.json"));
        let manifest = Manifest::parse(&yosys::read(&path)?).map_err(|source| Error::Manifest { path, source })?;
        let sources = Sources::read(&manifest.sources.iter().map(|source| dir.join(source)).collect::<Vec<_>>())?;
        // With streams the node is measured, the router and its interface; with AXI4 the whole network.
        let (module, address) = match manifest.local_interface {
            Interface::Flit => (manifest.router, "node"),
            Interface::Axis => (manifest.top, "address"),
            Interface::Axi4 => (manifest.top, "node"),
        };
        let ports = manifest.ports.len() as u32;
        let all = u32::MAX >> (32 - ports);
        Ok(Self {
            module,
            sources,
            ports,
            clocks_per_hop: manifest.pipeline.clocks(),
            signals: manifest.interface,
            linked: linked(all),
            address,
            irregular: manifest.addresses.iter().any(|node| node.ports_present != all),
        })
    }

    /// The inputs that links lead to, each with the output of a neighbour at the other end.
    pub fn links(&self) -> Vec<(String, String)> {
        let outputs: Vec<&str> = self.signals.iter().filter(|signal| signal.is_output()).map(|signal| signal.name.as_str()).collect();
        let inputs = self.signals.iter().filter_map(|signal| Some((signal.name.clone(), driver(signal)?)));
        inputs.filter(|(_, output)| outputs.contains(&output.as_str())).collect()
    }

    /// The router at one node of a network that is wired up: its address is a constant, and it has the ports that the node has, a bit each.
    pub fn at_node(&self, address: u32, present: u32) -> Self {
        let module = format!("{}_at_node", self.module);
        let (node, signals): (Vec<_>, Vec<_>) = self.signals.iter().cloned().partition(|signal| signal.name == self.address);
        let heads: Vec<String> = signals.iter().map(declaration).collect();
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
}

/// The lowest two of a set of ports, without the local one.
fn linked(ports: u32) -> [u32; 2] {
    let links = ports & !1;
    let others = links & links.wrapping_sub(1);
    [links, if others == 0 { links } else { others }].map(u32::trailing_zeros)
}

/// As a port of a module.
pub(crate) fn declaration(signal: &Signal) -> String {
    format!("{} [{}:0] {}", if signal.is_output() { "output" } else { "input" }, signal.width - 1, signal.name)
}

/// It is the same of both routers of a pair: `clk`, `rst`, and the clock of the streams where they have one.
pub(crate) fn is_common(signal: &Signal) -> bool {
    matches!(signal.name.as_str(), "clk" | "rst" | "axis_clk")
}

/// It is one of a node's bundles, which have no part for port 0.
pub(crate) fn is_bundle(signal: &Signal) -> bool {
    matches!(signal.name.as_str(), "flit_in" | "flit_out" | "credit_in" | "credit_out")
}

/// Name of another router's output that drives this input by a link.
pub(crate) fn driver(signal: &Signal) -> Option<String> {
    if signal.is_output() {
        return None;
    }
    let name = &signal.name;
    if is_bundle(signal) {
        return name.strip_suffix("_in").map(|rest| format!("{rest}_out"));
    }
    name.strip_prefix("in_").map(|rest| format!("out_{rest}")).or_else(|| name.strip_prefix("out_").map(|rest| format!("in_{rest}")))
}
