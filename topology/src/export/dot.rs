//! Graphviz: a pair of links between the same two ports is one edge without arrows.

use std::io::{self, Write};

use super::{Source, links, notes};
use crate::{Link, LocalPort, TerminalId};

/// Lists what the format leaves out: routes and places.
pub fn left_out(source: &Source<'_>) -> Vec<String> {
    notes(source, false, true, false)
}

/// Writes the network in DOT.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    let node = |node: u32| quoted(&network.format_address(node));
    let port = |link: Link| quoted(network.port_label(link.port));
    writeln!(out, "digraph {} {{\n  node [shape=circle];", quoted(&source.name()))?;
    for number in 0..network.routers() as u32 {
        writeln!(out, "  {};", node(number))?;
    }
    for (terminal, name) in (0..).map(TerminalId).zip(links::terminal_names(source)) {
        let LocalPort { router, port } = source.graph.at(terminal);
        writeln!(out, "  {} [terminal=true, shape=box];", quoted(&name))?;
        writeln!(out, "  {} -> {} [headlabel=\"{port}\", dir=none];", quoted(&name), node(router))?;
    }
    for link in links::list_links(source) {
        write!(out, "  {} -> {} [taillabel={}, headlabel={}", node(link.from.node), node(link.to.node), port(link.from), port(link.to))?;
        if link.both {
            write!(out, ", dir=none")?;
        }
        if link.slices > 0 {
            write!(out, ", slices={}", link.slices)?;
        }
        if let Some(kind) = link.kind {
            write!(out, ", kind={}", quoted(kind))?;
        }
        writeln!(out, "];")?;
    }
    writeln!(out, "}}")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
