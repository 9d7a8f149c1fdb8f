//! BookSim2's `anynet`: one line a router, with its nodes, and each link with its latency in clocks where one has registers.

use std::collections::HashSet;
use std::io::{self, Write};

use super::{Source, notes};
use crate::Error;

/// Lists what the format leaves out: ports, names and kinds of links.
pub fn left_out(source: &Source<'_>) -> Result<Vec<String>, Error> {
    let mut pairs = HashSet::new();
    if !source.graph.iter_links().all(|(from, to)| pairs.insert((from.node, to.node))) {
        return source.refuse("anynet", "networks with one link between two nodes: BookSim makes one of several");
    }
    if pairs.iter().any(|&(from, to)| !pairs.contains(&(to, from))) {
        return source.refuse("anynet", "networks whose links run both ways: BookSim adds the way back");
    }
    let mut left = vec!["names, ports and kinds of links are left out: the format has numbers of routers alone".to_owned()];
    left.extend(notes(source, false, true, false));
    Ok(left)
}

/// Writes the network in BookSim2's format.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let sliced = source.network.most_own_slices() > 0;
    for node in 0..source.graph.routers() {
        write!(out, "router {node}")?;
        let local = (0..source.graph.local_ports() as u8).filter_map(|port| source.graph.terminal(node as u32, port));
        local.into_iter().try_for_each(|terminal| write!(out, " node {terminal}"))?;
        for port in 1..source.graph.ports() {
            let Some(to) = source.graph.downstream(node, port) else { continue };
            write!(out, " router {}", to.node)?;
            if sliced {
                write!(out, " {}", 1 + source.slices(node as u32, port as u8))?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
