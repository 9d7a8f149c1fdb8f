//! GraphML, with the ports, registers and kinds of links and the places of nodes.

use std::io::{self, Write};

use super::escape_xml;
use super::{Source, links, notes};
use crate::{Link, LocalPort, TerminalId};

/// Lists what the format leaves out: routes.
pub fn left_out(source: &Source<'_>) -> Vec<String> {
    notes(source, false, true, true)
}

/// Writes the network in GraphML.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (of, name, kind) in [
        ("node", "row", "int"),
        ("node", "column", "int"),
        ("node", "terminal", "boolean"),
        ("edge", "slices", "int"),
        ("edge", "kind", "string"),
        ("graph", "name", "string"),
    ] {
        writeln!(out, "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>")?;
    }
    writeln!(out, "  <graph edgedefault=\"directed\">\n    <data key=\"name\">{}</data>", escape_xml(&source.name()))?;
    for node in 0..network.routers() as u32 {
        let id = escape_xml(&network.format_address(node));
        match network.place(node) {
            Some((row, column)) => {
                writeln!(out, "    <node id=\"{id}\"><data key=\"row\">{row}</data><data key=\"column\">{column}</data></node>")?
            }
            None => writeln!(out, "    <node id=\"{id}\"/>")?,
        }
    }
    for (terminal, name) in (0..).map(TerminalId).zip(links::terminal_names(source)) {
        let LocalPort { router, port } = source.graph.at(terminal);
        let (name, router) = (escape_xml(&name), escape_xml(&network.format_address(router)));
        writeln!(out, "    <node id=\"{name}\"><data key=\"terminal\">true</data></node>")?;
        writeln!(out, "    <edge source=\"{name}\" target=\"{router}\" targetport=\"{port}\" directed=\"false\"/>")?;
    }
    let end = |link: Link| (escape_xml(&network.format_address(link.node)), escape_xml(network.port_label(link.port)));
    for link in links::list_links(source) {
        let ((from, out_port), (to, in_port)) = (end(link.from), end(link.to));
        let directed = if link.both { " directed=\"false\"" } else { "" };
        write!(out, "    <edge source=\"{from}\" target=\"{to}\" sourceport=\"{out_port}\" targetport=\"{in_port}\"{directed}>")?;
        if link.slices > 0 {
            write!(out, "<data key=\"slices\">{}</data>", link.slices)?;
        }
        if let Some(kind) = link.kind {
            write!(out, "<data key=\"kind\">{}</data>", escape_xml(kind))?;
        }
        writeln!(out, "</edge>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}
