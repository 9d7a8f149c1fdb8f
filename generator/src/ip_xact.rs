//! `component.xml`: a design in IP-XACT (IEEE 1685-2014), each stream of each node a bus interface, or each manager's and subordinate's AXI4.

use askama::Template;
use torusmith_design::manifest::Signal as Port;

use crate::error::Error;
use crate::ip_xact_bus::{Bus, axi4_buses, streams};
use crate::ip_xact_memory::Memory;
use crate::package::{Package, Testbench};

/// Where tools look for it.
pub(crate) const COMPONENT: &str = "component.xml";

#[derive(Template)]
#[template(path = "component.xml")]
struct Component<'a> {
    top: &'a str,
    version: &'a str,
    description: &'a str,
    parameters: &'a [(String, u32)],
    ports: &'a [Port],
    buses: Vec<Bus<'a>>,
    memory: Option<Memory<'a>>,
    sources: &'a [String],
    simulation: &'a [String],
    bench: Option<&'a Testbench>,
}

/// The text of the file.
///
/// # Errors
/// [`Error::Template`] if the template does not render.
pub(crate) fn component(package: &Package, bench: Option<&Testbench>) -> Result<String, Error> {
    let Package { top, description, sources, simulation, ports, parameters, axi4, options: _ } = package;
    let buses = if axi4.is_some() { axi4_buses(ports) } else { streams(ports) };
    let memory = axi4.as_ref().map(Memory::new);
    let version = env!("CARGO_PKG_VERSION");
    Ok(Component { top, version, description, parameters, ports, buses, memory, sources, simulation, bench }.render()? + "\n")
}
