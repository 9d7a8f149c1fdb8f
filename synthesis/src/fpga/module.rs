//! A module of a design by itself, with parameters of its own.

use torusmith_design::Signal;

use super::router::declaration;
use crate::write_json::{self, Port};
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
        let mut modules = write_json::modules(&yosys::read(&folder.path().join("ports.json"))?)?;
        let ports = modules.remove(name).ok_or_else(|| Error::NoModule { module: name.into() })?.ports;
        let signal = |(name, port): (String, Port)| Signal::new(name, port.direction, port.bits.len() as u32);
        let signals: Vec<Signal> = ports.into_iter().map(signal).collect();
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
