//! The top of any network, made from its graph link by link.

use std::collections::BTreeSet;

use askama::Template;
use torusmith_design::Scope;
use torusmith_topology::Link;

use crate::common::Common;
use crate::error::Error;
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::terminals::{Terminal, absent_wires, connect_terminals};
use crate::top::{NodeInstance, node_instance};
use crate::verilog::VerilogModule;
use crate::wrapped::wrapped;

/// The most nodes that a text of one instance a node is made of.
const MOST_NODES: usize = 1024;

#[derive(Template)]
#[template(path = "network/graph_network_template.v")]
struct Top {
    c: Common,
    local: Local,
    /// What is wired up: `all 16 nodes`.
    all: String,
    nodes: Vec<Node>,
    /// Wires of local outputs without a terminal: name and range.
    absent: Vec<(String, String)>,
    absent_names: String,
    /// Outputs without a link, and inputs.
    open_outputs: usize,
    open_inputs: usize,
    /// There are links with registers.
    sliced: bool,
}

/// A node: the declarations of its links, and its instance.
struct Node {
    number: String,
    flits: String,
    credits: String,
    note: String,
    instance: String,
    /// The far ends of its links with registers.
    far_flits: String,
    far_credits: String,
    /// Its links with registers: node and port, and how many.
    slices: Vec<(String, u32)>,
}

/// The most nodes of a network whose top is written node by node, whatever its family is.
const WRITTEN_OUT: usize = 64;

/// The top of a small network has an instance for each node and a wire for each link, by name.
pub(crate) fn is_written_out(p: &Parameters) -> bool {
    p.network.routers() <= WRITTEN_OUT
}

/// The router's ports as parts of Verilog names: `x_plus` for `x+`; `p3` for port 3 where the labels are not told apart so.
fn port_names(labels: &[String]) -> Vec<String> {
    let name = |label: &String| {
        let text = label.replace('+', "_plus").replace('-', "_minus").to_lowercase();
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect::<String>()
    };
    let names: Vec<String> = labels.iter().map(name).collect();
    let distinct: BTreeSet<&String> = names.iter().collect();
    if distinct.len() == names.len() { names } else { (0..names.len()).map(|port| format!("p{port}")).collect() }
}

/// The top `network` of any network: a bundle of flits and one of credits for each link, and an instance for each node. For small networks, and
/// for families without a template of their own.
///
/// # Errors
/// [`Error::Option`] for a network of more than 1024 nodes.
pub fn wire_graph(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let nodes = p.network.routers();
    let least = if p.apart { 1 } else { 2 };
    if !(least..=MOST_NODES).contains(&nodes) {
        let why = format!("allowed for {}: router (its nodes can be wired up if there are {least} to {MOST_NODES})", p.network);
        return Err(Error::option("scope", Scope::Network, why));
    }
    let graph = p.network.graph();
    let names = port_names(&p.ports);
    let wire = |node: usize, port: usize, kind: &str| format!("n{node}_{}_{kind}", names[port]);
    let (mut open_outputs, mut open_inputs) = (0, 0);
    let mut texts = Vec::new();
    let mut absent = 0;
    for node in 0..nodes {
        let mut links = Vec::new();
        let [mut flit_in, mut credit_out, mut flit_out, mut credit_in] = [const { Vec::new() }; 4];
        for port in (graph.local_ports()..graph.ports()).rev() {
            if let Some(Link { node, port }) = graph.upstream(node, port) {
                let far = if p.link_slices.of(&p.network, node, port) > 0 { "far_" } else { "" };
                flit_in.push(wire(node as usize, port.into(), &format!("{far}flit")));
                credit_out.push(wire(node as usize, port.into(), &format!("{far}credit")));
            } else {
                flit_in.push("{FLIT_BITS{1'b0}}".into());
                credit_out.push(format!("open_credit[{open_inputs}*CREDIT_BITS +: CREDIT_BITS]"));
                open_inputs += 1;
            }
            if let Some(to) = graph.downstream(node, port) {
                flit_out.push(wire(node, port, "flit"));
                credit_in.push(wire(node, port, "credit"));
                links.push((port, to));
            } else {
                flit_out.push(format!("open_flit[{open_outputs}*FLIT_BITS +: FLIT_BITS]"));
                credit_in.push("{CREDIT_BITS{1'b0}}".into());
                open_outputs += 1;
            }
        }
        links.reverse();
        let terminal = |port: u32| match graph.terminal(node as u32, port as u8) {
            Some(terminal) => Terminal::At(terminal.0),
            None => {
                absent += 1;
                Terminal::Absent(absent - 1)
            }
        };
        let terminals: Vec<Terminal> = (0..p.locals).map(terminal).collect();
        let present = p.present(&graph, node);
        let instance = NodeInstance {
            name: format!("u_node_{node}"),
            number: node.to_string(),
            address: format!("{}'d{node}", p.router_bits),
            present: format!("{0}'b{present:00$b}", graph.ports()),
            flit_in: concatenation(flit_in),
            credit_out: concatenation(credit_out),
            flit_out: concatenation(flit_out),
            credit_in: concatenation(credit_in),
            local: p.apart.then(|| connect_terminals(node, &terminals, "    ", p)),
        };
        let wires = |kind: &str| wrapped(links.iter().map(|(port, _)| wire(node, *port, kind)), ",", 26, "\n    ");
        let sliced = |port: usize| p.link_slices.of(&p.network, node as u32, port as u8) > 0;
        let far = |kind: &str| {
            wrapped(links.iter().filter(|(port, _)| sliced(*port)).map(|(port, _)| wire(node, *port, kind)), ",", 26, "\n    ")
        };
        let registers =
            |(port, _): &(usize, Link)| (format!("n{node}_{}", names[*port]), p.link_slices.of(&p.network, node as u32, *port as u8));
        let to = |(port, to): &(usize, Link)| format!("{} to {}", p.network.port_name(node as u32, *port as u8), to.node);
        let address = p.network.format_address(node as u32);
        let is = if p.apart { "Router" } else { "Node" };
        let note = if address == node.to_string() { format!("{is} {node}: ") } else { format!("{is} {node}, {address}: ") };
        texts.push(Node {
            number: node.to_string(),
            flits: wires("flit"),
            credits: wires("credit"),
            far_flits: far("far_flit"),
            far_credits: far("far_credit"),
            note: format!("{note}{}", wrapped(links.iter().map(to), ",", 5 + note.len(), "\n  //   ")),
            instance: node_instance(p, &instance)?,
            slices: links.iter().map(registers).filter(|(_, count)| *count > 0).collect(),
        });
    }
    let local = Local::of_nodes(p.network.terminals(), p);
    let all = match p.apart {
        true => format!("all {nodes} routers and {} terminals", p.network.terminals()),
        false => format!("all {nodes} nodes"),
    };
    let absent = absent_wires(p, absent);
    let absent_names = wrapped(absent.iter().map(|(name, _)| name.clone()), ",", 35, "\n    ");
    let sliced = !p.link_slices.is_empty();
    let top = Top { c: Common::new(p), local, all, nodes: texts, absent, absent_names, open_outputs, open_inputs, sliced };
    Ok(vec![VerilogModule::new("network", top.render()?)])
}

/// A Verilog concatenation, the highest first.
fn concatenation(parts: Vec<String>) -> String {
    format!("{{{}}}", wrapped(parts.into_iter(), ",", 29, "\n      "))
}
