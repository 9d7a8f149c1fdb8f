//! A destination for each of some nodes.

use std::path::Path;

use torusmith_topology::Network;

use super::nodes::pair;
use super::table;
use crate::Error;

/// Reads `from,to`; by source, its own number where it sends nothing.
///
/// # Errors
/// Nodes that are none, a node that is a source or a destination twice.
pub(super) fn read(network: &Network, file: &Path) -> Result<Vec<u32>, Error> {
    let nodes = network.nodes();
    let mut to: Vec<u32> = (0..nodes as u32).collect();
    // By node, the line in which it is a source, and a destination; 0 for none.
    let mut lines = [vec![0; nodes], vec![0; nodes]];
    table::read(file, ["from", "to"], |line| {
        let (source, destination) = pair(network, line.cells)?;
        for ((node, what), lines) in [(source, "source"), (destination, "destination")].into_iter().zip(&mut lines) {
            let other = std::mem::replace(&mut lines[node as usize], line.number);
            if other > 0 {
                return Err(format!("node `{}` is a {what} in line {other} already; expected: once", network.format_address(node)));
            }
        }
        to[source as usize] = destination;
        Ok(())
    })?;
    Ok(to)
}
