//! `torusmith topology --export`: a network in the formats of files.

use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;
use torusmith_topology::export::{self, Format, Source};
use torusmith_topology::{Graph, Link, LocalPort, Network, RouteTable, TerminalId};

use crate::{output, progress};

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Export {
    /// One JSON object: nodes[] and links[]
    Json,
    /// Graphviz
    Dot,
    /// A network file
    Toml,
    /// BookSim2's anynet
    Anynet,
    /// GraphML
    Graphml,
    /// CONNECT's custom topology
    Connect,
    /// CONNECT's routing file
    ConnectRoutes,
    /// A topology for gem5's Garnet, in Python
    Garnet,
    /// A picture of the nodes on their plane, with links by level
    Svg,
}

/// Writes to standard output; what the format cannot say is told on standard error.
pub fn run(format: Export, network: &Network, graph: &Graph, table: Option<&RouteTable>) -> anyhow::Result<()> {
    let format = match format {
        Export::Json => return json(network, graph),
        Export::Dot => Format::Dot,
        Export::Toml => Format::Toml,
        Export::Anynet => Format::Anynet,
        Export::Graphml => Format::Graphml,
        Export::Connect => Format::Connect,
        Export::ConnectRoutes => Format::ConnectRoutes,
        Export::Garnet => Format::Garnet,
        Export::Svg => Format::Svg,
    };
    let source = Source { network, graph, table };
    for note in export::left_out(format, &source)? {
        progress::note(format_args!("note: {note}"));
    }
    let mut out = output::stdout();
    export::write(format, &source, &mut out)?;
    Ok(out.flush()?)
}

#[derive(Serialize)]
struct Node {
    node: u32,
    address: String,
    degree: usize,
}

/// A terminal apart from routers; `nodes` has routers then.
#[derive(Serialize)]
struct Terminal {
    terminal: u32,
    address: String,
    router: u32,
    port: u8,
}

#[derive(Serialize)]
struct End {
    node: u32,
    port: u8,
    name: String,
}

#[derive(Serialize)]
struct Edge {
    from: End,
    to: End,
}

fn json(network: &Network, graph: &Graph) -> anyhow::Result<()> {
    let end = |link: Link| End { node: link.node, port: link.port, name: network.port_name(link.node, link.port) };
    let mut out = output::stdout();
    writeln!(out, "{{\"network\": {},\n\"nodes\": [", serde_json::to_string(&network.to_string())?)?;
    let nodes =
        (0..graph.routers() as u32).map(|node| Node { node, address: network.format_address(node), degree: graph.degree(node as usize) });
    lines(&mut out, nodes)?;
    if graph.attached().apart() {
        writeln!(out, "],\n\"terminals\": [")?;
        let terminal = |terminal: TerminalId| {
            let LocalPort { router, port } = graph.at(terminal);
            Terminal { terminal: terminal.0, address: network.format_terminal(terminal), router, port }
        };
        lines(&mut out, TerminalId::all(graph.terminals()).map(terminal))?;
    }
    writeln!(out, "],\n\"links\": [")?;
    lines(&mut out, graph.iter_links().map(|(from, to)| Edge { from: end(from), to: end(to) }))?;
    writeln!(out, "]}}")?;
    Ok(out.flush()?)
}

/// The elements of an array, one a line.
fn lines(out: &mut impl Write, items: impl Iterator<Item = impl Serialize>) -> anyhow::Result<()> {
    for (i, item) in items.enumerate() {
        if i > 0 {
            writeln!(out, ",")?;
        }
        serde_json::to_writer(&mut *out, &item).map_err(std::io::Error::from)?;
    }
    Ok(writeln!(out)?)
}
