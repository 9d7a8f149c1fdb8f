//! Files for the tools that a design is used in: Vivado's IP packager, Quartus's Platform Designer, and VHDL.

use askama::Template;
use torusmith_design::manifest::Signal as Port;
use torusmith_design::{Direction, Scope, Tool};

use crate::by_node;
use crate::constraints::Pace;
use crate::error::Error;
use crate::parameters::Parameters;

/// Interfaces of one kind, all with the same signals.
struct Kind<'a> {
    /// AXI4, else AXI4-Stream.
    axi4: bool,
    /// The network takes requests or beats there.
    slave: bool,
    /// Names of the interfaces, which their ports begin with, and of their clocks.
    buses: Vec<(&'a str, String)>,
    /// Signals in the standard's names, in small letters.
    signals: Vec<(&'a str, &'a Port)>,
}

impl Kind<'_> {
    /// Bits of addresses.
    fn address_bits(&self) -> u32 {
        self.signals.iter().find(|(name, _)| *name == "awaddr").map_or(0, |(_, port)| port.width)
    }
}

#[derive(Template)]
#[template(path = "package_ip.tcl")]
struct Vivado<'a>(Wired<'a>);

#[derive(Template)]
#[template(path = "clock_crossings.xdc")]
struct Crossings<'a> {
    module: &'a str,
    period: String,
}

#[derive(Template)]
#[template(path = "hw.tcl")]
struct Quartus<'a>(Wired<'a>);

#[derive(Template)]
#[template(path = "package.vhd")]
struct Vhdl<'a> {
    top: &'a str,
    modules: Vec<(&'a str, &'a [Port])>,
}

/// What is wired in a drawing of blocks.
struct Wired<'a> {
    module: &'a str,
    network: String,
    version: &'a str,
    sources: &'a [String],
    kinds: &'a [Kind<'a>],
    /// Clocks and the resets that go with them: name of the clock, of the reset, and whether the reset is an output.
    clocks: Vec<(&'a str, &'a str, bool)>,
    /// All other ports.
    others: Vec<&'a Port>,
    /// Requests that a manager's side takes before it answers: reads, writes.
    slots: (u32, u32),
}

/// The files for the tools that are asked for, as path and text; `ports` are those of the top, `sources` its Verilog.
///
/// # Errors
/// [`Error::Template`] if a template does not render, [`Error::Option`] for a network with too many nodes for ports by node.
pub(crate) fn files(p: &Parameters, ports: &[Port], sources: &[String], pace: Pace) -> Result<Vec<(String, String)>, Error> {
    let top = p.top();
    let by_node = by_node::ports(p);
    let (module, outer) = by_node.as_ref().map_or((&*top, ports), |(module, ports)| (module, ports));
    let kinds = kinds(outer);
    let mut files = Vec::new();
    for &tool in &p.tools {
        if tool != Tool::Vhdl && p.scope == Scope::Network && by_node.is_none() {
            let why = format!("allowed in networks of up to {} nodes, whose interfaces have ports of their own: vhdl", by_node::MOST_NODES);
            return Err(Error::option("for", tool, why));
        }
        let wired = Wired::new(p, module, outer, sources, &kinds);
        match tool {
            Tool::Vivado => {
                if wired.clocks.len() > 1 {
                    let period = format!("{:.3}", 1000.0 / f64::from(pace.megahertz()));
                    files.push((format!("vivado/{module}_clocks.xdc"), Crossings { module, period }.render()?));
                }
                files.push((format!("vivado/{module}_ip.tcl"), Vivado(wired).render()?));
            }
            Tool::Quartus => files.push((format!("quartus/{module}_hw.tcl"), Quartus(wired).render()?)),
            Tool::Vhdl => {
                let modules = std::iter::once((&*top, ports)).chain(by_node.iter().map(|(name, ports)| (&**name, &**ports))).collect();
                files.push((format!("vhdl/{top}_components.vhd"), Vhdl { top: &top, modules }.render()?));
            }
        }
    }
    Ok(files.into_iter().map(|(path, text)| (path, text.trim_end().to_owned() + "\n")).collect())
}

/// The interfaces among ports, by kind.
fn kinds(ports: &[Port]) -> Vec<Kind<'_>> {
    const BUSES: [(&str, bool, bool); 4] =
        [("s_axi_", true, true), ("m_axi_", true, false), ("s_axis_", false, true), ("m_axis_", false, false)];
    let kinds = BUSES.map(|(mark, axi4, slave)| {
        let mut kind = Kind { axi4, slave, buses: Vec::new(), signals: Vec::new() };
        for port in ports {
            let Some(at) = port.name.find(mark) else { continue };
            let (bus, signal) = port.name.split_at(at + mark.len() - 1);
            if kind.buses.last().is_none_or(|(name, _)| *name != bus) {
                let own = format!("{}axis_clk", &port.name[..at]);
                let clock = if ports.iter().any(|port| port.name == own) { own } else { "clk".into() };
                kind.buses.push((bus, clock));
            }
            if kind.buses.len() == 1 {
                kind.signals.push((&signal[1..], port));
            }
        }
        kind
    });
    kinds.into_iter().filter(|kind| !kind.buses.is_empty()).collect()
}

impl<'a> Wired<'a> {
    fn new(p: &Parameters, module: &'a str, ports: &'a [Port], sources: &'a [String], kinds: &'a [Kind<'a>]) -> Self {
        // axis_clk of a node's own streams
        let named = |end: &str| {
            let own = format!("axis_{end}");
            ports.iter().filter(|port| port.name == end || port.name.ends_with(&own)).collect::<Vec<_>>()
        };
        let (clocks, resets) = (named("clk"), named("rst"));
        let is_bus = |port: &&Port| {
            kinds.iter().any(|kind| kind.buses.iter().any(|(bus, _)| port.name.strip_prefix(bus).is_some_and(|rest| rest.starts_with('_'))))
        };
        let others = ports.iter().filter(|port| !is_bus(port) && !clocks.contains(port) && !resets.contains(port));
        Self {
            module,
            network: p.network.to_string(),
            // Both tools want two numbers.
            version: concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR")),
            sources,
            kinds,
            others: others.collect(),
            clocks: clocks.iter().zip(&resets).map(|(clock, reset)| (&*clock.name, &*reset.name, reset.is_output())).collect(),
            slots: p.axi4.as_ref().map_or((0, 0), |axi4| (axi4.read_slots, axi4.write_slots)),
        }
    }

    /// The interfaces on a clock, in Vivado's form.
    fn on_clock(&self, clock: &str) -> String {
        let buses = self.kinds.iter().flat_map(|kind| &kind.buses).filter(|(_, own)| own == clock);
        buses.map(|(bus, _)| *bus).collect::<Vec<_>>().join(":")
    }
}

/// `Input` or `Output`.
fn direction(port: &Port) -> &'static str {
    match port.direction {
        Direction::Input => "Input",
        Direction::Output => "Output",
    }
}

/// A name in VHDL, an extended identifier where a plain one may not be so.
fn vhdl(name: &str) -> String {
    let plain = !name.contains("__") && !name.ends_with('_');
    if plain { name.to_owned() } else { format!("\\{name}\\") }
}

/// A port's type in VHDL.
fn vhdl_type(port: &Port) -> String {
    let direction = if port.is_output() { "out" } else { "in " };
    match port.width {
        1 => format!("{direction} std_logic"),
        width => format!("{direction} std_logic_vector({} downto 0)", width - 1),
    }
}
