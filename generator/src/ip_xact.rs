//! `component.xml`: a design in IP-XACT (IEEE 1685-2014), each stream of each node a bus interface.

use askama::Template;

use crate::error::Error;
use crate::package::{Package, Testbench};
use crate::ports::Port;

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
    streams: Vec<Stream<'a>>,
    sources: &'a [String],
    bench: Option<&'a Testbench>,
}

/// The AXI4-Stream into a node, or out of it.
struct Stream<'a> {
    name: String,
    clock: Mapped<'a>,
    /// Who says VALID.
    mode: &'static str,
    signals: Vec<Mapped<'a>>,
}

impl<'a> Stream<'a> {
    /// All of them, the clock first.
    fn signals(&self) -> impl Iterator<Item = &Mapped<'a>> {
        std::iter::once(&self.clock).chain(&self.signals)
    }
}

/// A signal of a stream and its place in a port of the top.
struct Mapped<'a> {
    logical: String,
    port: &'a str,
    /// The highest and the lowest bit, where the port is that of several nodes.
    part: Option<(u32, u32)>,
}

/// The text of the file.
///
/// # Errors
/// [`Error::Template`] if the template does not render.
pub(crate) fn component(package: &Package, bench: Option<&Testbench>) -> Result<String, Error> {
    let Package { top, description, sources, ports, parameters } = package;
    let streams = streams(ports);
    Ok(Component { top, version: env!("CARGO_PKG_VERSION"), description, parameters, ports, streams, sources, bench }.render()? + "\n")
}

fn streams(ports: &[Port]) -> Vec<Stream<'_>> {
    // One bit a node.
    let nodes = ports.iter().find(|port| port.name == "s_axis_tvalid").map_or(0, |port| port.width);
    let ways = [("s_axis", "slave"), ("m_axis", "master")];
    (0..nodes).flat_map(|node| ways.map(|(way, mode)| stream(ports, (node, nodes), way, mode))).collect()
}

fn stream<'a>(ports: &'a [Port], (node, nodes): (u32, u32), way: &str, mode: &'static str) -> Stream<'a> {
    let signal = |port: &'a Port| {
        let width = port.width / nodes;
        let logical = port.name.strip_prefix(way)?.strip_prefix('_')?.to_uppercase();
        Some(Mapped { logical, port: &port.name, part: (nodes > 1).then_some((node * width + width - 1, node * width)) })
    };
    let own = ports.iter().find(|port| port.name == "axis_clk");
    let clock = match own {
        Some(port) => Mapped { logical: "ACLK".into(), port: &port.name, part: (nodes > 1).then_some((node, node)) },
        None => Mapped { logical: "ACLK".into(), port: "clk", part: None },
    };
    let name = if nodes > 1 { format!("{way}_{node}") } else { way.to_owned() };
    Stream { name, clock, mode, signals: ports.iter().filter_map(signal).collect() }
}
