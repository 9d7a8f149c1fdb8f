//! A network's top with a port of its own for each signal of each node: for those who wire nodes by name.

use std::collections::BTreeSet;
use std::fmt::Write;

use torusmith_design::manifest::Signal as Port;
use torusmith_design::{Direction, Scope};
use torusmith_topology::TerminalId;

use crate::axi4_signals::{AxiSignal, manager, subordinate};
use crate::parameters::Parameters;
use crate::signals::local;
use crate::verilog::VerilogModule;
use crate::wrapped::wrapped;

/// Most nodes of a network that has it.
pub(crate) const MOST_NODES: usize = 64;

/// A vector of the top, a part for each of some nodes.
struct Vector {
    name: String,
    output: bool,
    /// Of a part in Verilog; `None` for one bit.
    width: Option<String>,
    /// Of a part.
    bits: u32,
    /// The nodes, that of the lowest part first.
    nodes: Vec<u32>,
}

impl Vector {
    /// The port of a node.
    fn port(&self, label: &str) -> String {
        format!("{label}_{}", self.name.strip_prefix("local_").unwrap_or(&self.name))
    }
}

/// Whether a design has it: a network of at most [`MOST_NODES`] nodes.
fn is_there(p: &Parameters) -> bool {
    p.scope == Scope::Network && p.network.terminals() <= MOST_NODES
}

/// The name of the module and its ports, where a design has it.
pub(crate) fn ports(p: &Parameters) -> Option<(String, Vec<Port>)> {
    is_there(p).then_some(())?;
    let mut ports = shared(p);
    let vectors = vectors(p);
    for (node, label) in (0..).zip(&labels(p)) {
        let own = vectors.iter().filter(|vector| vector.nodes.contains(&node));
        ports.extend(own.map(|vector| Port::new(vector.port(label), vector.output.into(), vector.bits)));
    }
    Some((p.top() + "_by_node", ports))
}

/// The ports that are no node's own.
fn shared(p: &Parameters) -> Vec<Port> {
    let bit = |name: &str| Port::new(name, Direction::Input, 1);
    let mut ports = vec![bit("clk"), bit("rst"), bit("clear_error")];
    if p.counters {
        let address = Port::new("counter_address", Direction::Input, p.counter_bits());
        ports.extend([address, Port::new("counter_data", Direction::Output, 32), bit("counter_clear")]);
    }
    ports
}

/// A port as Verilog declares it; `width` is its own, or a parameter.
fn declared(port: &str, is_output: bool, width: Option<&str>) -> String {
    let direction = if is_output { "output wire" } else { "input  wire" };
    let range = width.map_or(String::new(), |width| match width.parse::<u32>() {
        Ok(bits) => format!("[{}:0] ", bits - 1),
        Err(_) => format!("[{width}-1:0] "),
    });
    format!("  {direction} {range}{port}")
}

/// The module, where a design has it.
pub(crate) fn module(p: &Parameters) -> Option<VerilogModule> {
    is_there(p).then_some(())?;
    let (top, labels, vectors) = (p.top(), labels(p), vectors(p));
    let shared = shared(p);
    let wide = |port: &Port| (port.width > 1).then(|| port.width.to_string());
    let mut ports: Vec<String> = shared.iter().map(|port| declared(&port.name, port.is_output(), wide(port).as_deref())).collect();
    for (node, label) in (0..).zip(&labels) {
        let own = vectors
            .iter()
            .filter(|vector| vector.nodes.contains(&node))
            .map(|vector| declared(&vector.port(label), vector.output, vector.width.as_deref()));
        ports.extend(own);
    }
    let mut connections: Vec<String> = shared.iter().map(|port| format!("    .{0}({0})", port.name)).collect();
    connections.extend(vectors.iter().map(|vector| {
        let parts = vector.nodes.iter().rev().map(|&node| vector.port(&labels[node as usize]));
        let list = wrapped(parts, ",", 7 + 2 * vector.name.len(), "\n      ");
        format!("    .{}({})", vector.name, if vector.nodes.len() == 1 { list } else { format!("{{{list}}}") })
    }));
    let parameters: Vec<(&str, u32)> = p.verilog();
    let declared: Vec<String> = parameters.iter().map(|(name, value)| format!("  parameter {name} = {value}")).collect();
    let passed: Vec<String> = parameters.iter().map(|(name, _)| format!("    .{name}({name})")).collect();
    let mut text = format!(
        "// {top}_by_node: {top} with a port for each signal of each node.\n//\n//   {}_*   node {}, and so on\n//   error    as in {top}, the bits of one node\n//\n// No logic and no latency of its own.\n`default_nettype none\n\n",
        labels[0],
        p.network.format_terminal(TerminalId(0))
    );
    let _ = write!(
        text,
        "module {top}_by_node #(\n{}\n) (\n{}\n);\n\n  {top} #(\n{}\n  ) u_network (\n{}\n  );\n\nendmodule\n`default_nettype wire\n",
        declared.join(",\n"),
        ports.join(",\n"),
        passed.join(",\n"),
        connections.join(",\n")
    );
    let name = top.strip_prefix(&p.prefix()).unwrap_or(&top).to_owned() + "_by_node";
    Some(VerilogModule::new(name, text))
}

/// The vectors of the top in the order of its ports.
fn vectors(p: &Parameters) -> Vec<Vector> {
    let all: Vec<u32> = (0..p.network.terminals() as u32).collect();
    let error = |bits: u32| Vector { name: "error".into(), output: true, width: Some(bits.to_string()), bits, nodes: all.clone() };
    let Some(axi4) = &p.axi4 else {
        let of = |(name, signal): (String, crate::signals::Signal)| Vector {
            name,
            output: signal.output,
            width: signal.kind.width(p).filter(|width| width != "1"),
            bits: signal.kind.bits(p),
            nodes: all.clone(),
        };
        return local(p).into_iter().map(of).chain([error(p.error_bits())]).collect();
    };
    let side = |signals: Vec<AxiSignal>, nodes: Vec<u32>| {
        signals.into_iter().map(move |signal| Vector {
            name: signal.name,
            output: signal.output,
            width: (signal.bits > 1).then(|| signal.bits.to_string()),
            bits: signal.bits,
            nodes: nodes.clone(),
        })
    };
    let managers = side(manager(axi4), axi4.map.managers().collect());
    managers.chain(side(subordinate(axi4, p.address_bits), axi4.map.subordinates().collect())).chain([error(8)]).collect()
}

/// What the ports of each node begin with: `n` and its address, its number where that would not tell nodes apart.
fn labels(p: &Parameters) -> Vec<String> {
    let plain = |text: String| text.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let all: Vec<String> =
        TerminalId::all(p.network.terminals()).map(|node| format!("n{}", plain(p.network.format_terminal(node)))).collect();
    let apart = all.iter().map(|label| label.to_ascii_lowercase()).collect::<BTreeSet<_>>().len() == all.len();
    if apart { all } else { (0..all.len()).map(|node| format!("n{node}")).collect() }
}
