//! A module of a design by itself, with parameters of its own.

use std::collections::BTreeMap;

use serde::Deserialize;

use torusmith_design::Signal;

use super::router::declaration;
use crate::{Error, Sources, Yosys, yosys};

/// A module of a design, measured by itself.
#[derive(Debug, Clone)]
pub struct Module {
    /// The module around it, which sets its parameters.
    pub module: String,
    /// All Verilog that it needs.
    pub sources: Sources,
    /// Its ports.
    pub(crate) signals: Vec<Signal>,
}

#[derive(Deserialize)]
struct Design {
    modules: BTreeMap<String, Ports>,
}

#[derive(Deserialize)]
struct Ports {
    ports: BTreeMap<String, Port>,
}

#[derive(Deserialize)]
struct Port {
    direction: String,
    bits: Vec<serde_json::Value>,
}

impl Module {
    /// The module `name` of the Verilog `sources`, with these parameters. yosys reads its ports.
    ///
    /// # Errors
    /// [`Error::Tool`] if yosys refuses the Verilog, [`Error::NoModule`] if it has no such module, [`Error::Io`].
    pub fn read(yosys: &Yosys, sources: &Sources, name: &str, parameters: &[(&str, u32)]) -> Result<Self, Error> {
        let folder = yosys::folder()?;
        sources.write(folder.path())?;
        let script = format!("read_verilog {}\nhierarchy -check -top {name}\ndelete */p:*\nwrite_json ports.json\n", sources.names());
        yosys.run(&script, folder.path())?;
        let no_json = |e: serde_json::Error| Error::Tool { tool: "yosys", message: format!("write_json writes no netlist: {e}") };
        let design: Design = serde_json::from_str(&yosys::read(&folder.path().join("ports.json"))?).map_err(no_json)?;
        let ports = &design.modules.get(name).ok_or_else(|| Error::NoModule { module: name.into() })?.ports;
        let signal = |(name, port): (&String, &Port)| Signal {
            name: name.clone(),
            direction: (port.direction == "output").into(),
            width: port.bits.len() as u32,
        };
        let signals: Vec<Signal> = ports.iter().map(signal).collect();
        let heads: Vec<String> = signals.iter().map(declaration).collect();
        let sets: Vec<String> = parameters.iter().map(|(name, value)| format!(".{name}({value})")).collect();
        let connections: Vec<String> = signals.iter().map(|Signal { name, .. }| format!(".{name}({name})")).collect();
        let module = format!("{name}_alone");
        let text = format!(
            "module {module} ({});\n  {name} #({}) u_module ({});\nendmodule\n",
            heads.join(", "),
            sets.join(", "),
            connections.join(", ")
        );
        Ok(Self { module, sources: sources.with(&text), signals })
    }
}
