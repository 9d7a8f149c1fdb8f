//! How the instances of a design's top are connected: some modules as black boxes, all others flat.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use torusmith_design::Direction;

use crate::cache::{Cache, Key};
use crate::write_json::{self, Instance, Port};
use crate::{Error, Sources, Yosys, yosys};

/// The top as yosys flattens it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connections {
    /// Ports of the top.
    pub ports: BTreeMap<String, Port>,
    /// Black boxes, and what logic there is between them, in the order of their names.
    pub instances: Vec<Instance>,
    /// The black boxes' modules.
    pub boxes: BTreeMap<String, Module>,
}

/// The module of a black box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// Directions of its ports.
    pub ports: BTreeMap<String, Direction>,
    /// Values of parameters that an instance is not given, as binary digits.
    pub defaults: BTreeMap<String, String>,
}

/// The connections of `top` with these parameters, where the modules `boxes` are black boxes: of their files, only the ports are read.
///
/// # Errors
/// [`Error::Tool`] when yosys refuses the Verilog, [`Error::Io`].
pub fn connections(
    yosys: &Yosys,
    cache: &Cache,
    sources: &Sources,
    top: &str,
    parameters: &[(String, String)],
    boxes: &[String],
) -> Result<Connections, Error> {
    let declares = |text: &str| boxes.iter().any(|module| text.lines().any(|line| is_header(line, module)));
    let (closed, open): (Vec<_>, Vec<_>) = sources.texts().enumerate().partition(|(_, text)| declares(text));
    let read = |flag: &str, files: &[(usize, &str)]| {
        let names: String = files.iter().map(|(i, _)| format!(" source{i}.v")).collect();
        if files.is_empty() { String::new() } else { format!("read_verilog {flag}{names}\n") }
    };
    let sets = parameters.iter().map(|(name, value)| format!(" -chparam {name} {value}")).collect::<String>();
    let script = format!(
        "{}{}hierarchy -check -top {top}{sets}\nproc\nflatten\nopt_expr\nopt_clean\nwrite_json connections.json\n",
        read("-lib", &closed),
        read("-defer", &open)
    );
    let key = Key::of([yosys.build.as_str(), &script].into_iter().chain(sources.texts()));
    cache.or_make("connections", &key, || {
        let folder = yosys::folder()?;
        sources.write(folder.path())?;
        yosys.run(&script, folder.path())?;
        let mut modules = write_json::modules(&yosys::read(&folder.path().join("connections.json"))?)?;
        // With parameters the top has a name of yosys' own.
        let whole = modules.keys().find(|name| *name == top || name.starts_with('$') && name.contains(&format!("\\{top}"))).cloned();
        let whole = whole.and_then(|name| modules.remove(&name)).ok_or_else(|| Error::NoModule { module: top.into() })?;
        let module = |parsed: write_json::Module| Module {
            ports: parsed.ports.into_iter().map(|(name, port)| (name, port.direction)).collect(),
            defaults: parsed.parameter_default_values,
        };
        let boxes = boxes.iter().filter_map(|name| Some((name.clone(), module(modules.remove(name)?)))).collect();
        let instances = whole.cells.into_iter().map(|(name, instance)| Instance { name, ..instance }).collect();
        Ok(Connections { ports: whole.ports, instances, boxes })
    })
}

/// The line begins the declaration of the module.
fn is_header(line: &str, module: &str) -> bool {
    let name = line.trim_start().strip_prefix("module").filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim_start);
    let after = name.and_then(|name| name.strip_prefix(module));
    after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::is_header;

    #[test]
    fn a_module_is_known_by_its_whole_name() {
        assert!(is_header("module dut_router #(", "dut_router") && is_header("  module\tdut_router;", "dut_router"));
        assert!(!is_header("module dut_router_two (", "dut_router") && !is_header("// module dut_router", "dut_router"));
    }
}
