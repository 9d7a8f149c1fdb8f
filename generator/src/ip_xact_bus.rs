//! The bus interfaces of a design in IP-XACT: AXI4-Streams of nodes, AXI4 of managers and subordinates.

use torusmith_design::manifest::Signal as Port;

/// A bus interface: the names that the standard's library has for it, and its signals.
pub(crate) struct Bus<'a> {
    pub name: String,
    /// `AXI4Stream`.
    pub kind: &'static str,
    pub version: &'static str,
    /// Who says VALID.
    pub mode: &'static str,
    clock: Mapped<'a>,
    signals: Vec<Mapped<'a>>,
}

impl<'a> Bus<'a> {
    /// All of them, the clock first.
    pub fn signals(&self) -> impl Iterator<Item = &Mapped<'a>> {
        std::iter::once(&self.clock).chain(&self.signals)
    }
}

/// A signal of a bus interface and its place in a port of the top.
pub(crate) struct Mapped<'a> {
    pub logical: String,
    pub port: &'a str,
    /// The highest and the lowest bit, where the port is that of several interfaces.
    pub part: Option<(u32, u32)>,
}

/// The AXI4-Streams into nodes and out of them.
pub(crate) fn streams(ports: &[Port]) -> Vec<Bus<'_>> {
    let nodes = count(ports, "s_axis_tvalid");
    let ways = [("s_axis", "slave"), ("m_axis", "master")];
    let bus = |node, (way, mode)| Bus { clock: stream_clock(ports, (node, nodes)), ..bus(ports, (node, nodes), way, mode, STREAM) };
    (0..nodes).flat_map(|node| ways.map(|way| bus(node, way))).collect()
}

/// The AXI4 of managers, then of subordinates.
pub(crate) fn axi4_buses(ports: &[Port]) -> Vec<Bus<'_>> {
    let ways = [("s_axi", "slave"), ("m_axi", "master")];
    let of = |(way, mode): (&'static str, &'static str)| {
        let sides = count(ports, &format!("{way}_awvalid"));
        (0..sides).map(move |side| Bus { name: format!("{way}_{side}"), ..bus(ports, (side, sides), way, mode, AXI4) })
    };
    ways.into_iter().flat_map(of).collect()
}

const STREAM: (&str, &str) = ("AXI4Stream", "r0p0_1");
const AXI4: (&str, &str) = ("AXI4", "r0p0_0");

/// How many interfaces share the ports: one bit each of the port `name`.
fn count(ports: &[Port], name: &str) -> u32 {
    ports.iter().find(|port| port.name == name).map_or(0, |port| port.width)
}

fn bus<'a>(
    ports: &'a [Port],
    (at, of): (u32, u32),
    way: &'static str,
    mode: &'static str,
    (kind, version): (&'static str, &'static str),
) -> Bus<'a> {
    let signal = |port: &'a Port| {
        let width = port.width / of;
        let logical = port.name.strip_prefix(way)?.strip_prefix('_')?.to_uppercase();
        Some(Mapped { logical, port: &port.name, part: (of > 1).then_some((at * width + width - 1, at * width)) })
    };
    let clock = Mapped { logical: "ACLK".into(), port: "clk", part: None };
    let name = if of > 1 { format!("{way}_{at}") } else { way.to_owned() };
    Bus { name, kind, version, mode, clock, signals: ports.iter().filter_map(signal).collect() }
}

/// The clock of a node's streams, which may be its own.
fn stream_clock(ports: &[Port], (node, nodes): (u32, u32)) -> Mapped<'_> {
    let own = ports.iter().find(|port| port.name == "axis_clk");
    let part = (own.is_some() && nodes > 1).then_some((node, node));
    Mapped { logical: "ACLK".into(), port: own.map_or("clk", |port| &port.name), part }
}
