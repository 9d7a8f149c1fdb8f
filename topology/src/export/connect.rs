//! CONNECT's custom topologies and routing files: sender and receiver of a terminal at its local port.

use std::io::{self, Write};

use super::{Source, notes};
use crate::{Error, LocalPort, TerminalId};

/// Lists what a topology file leaves out: names, registers, kinds and places.
pub fn left_out(source: &Source<'_>) -> Vec<String> {
    let mut left = vec!["names and kinds of links are left out: the format has numbers alone".to_owned()];
    left.extend(notes(source, true, false, false));
    left
}

/// Lists what a routing file leaves out: classes.
pub fn routes_left_out(source: &Source<'_>) -> Result<Vec<String>, Error> {
    let Some(table) = source.routes() else {
        return source.refuse("connect-routes", "networks with a table of routes: with-routes = ports, or one of your own");
    };
    let (routers, nodes) = (0..table.terminals().routers() as u32, TerminalId::all(table.terminals().count()));
    let classes = routers.clone().any(|at| nodes.clone().any(|to| table.hop(at, to).class.is_some()));
    Ok(if classes { vec!["classes are left out: the format cannot say them".to_owned()] } else { Vec::new() })
}

/// Writes the topology file.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# {}", source.network)?;
    for node in TerminalId::all(source.graph.terminals()) {
        let LocalPort { router, port } = source.graph.at(node);
        writeln!(out, "SendPort {node} -> R{router}:{port}\nRecvPort {node} -> R{router}:{port}")?;
    }
    for (from, to) in source.graph.iter_links() {
        writeln!(out, "RouterLink R{}:{} -> R{}:{}", from.node, from.port, to.node, to.port)?;
    }
    Ok(())
}

/// Writes the routing file.
pub fn write_routes(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# {}", source.network)?;
    let Some(table) = source.routes() else { return Ok(()) };
    for at in 0..table.terminals().routers() as u32 {
        for to in TerminalId::all(table.terminals().count()) {
            writeln!(out, "R{at}: {to} -> {}", table.hop(at, to).port)?;
        }
    }
    Ok(())
}
