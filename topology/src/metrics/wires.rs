//! The longest wire of a network laid out in the plane.

use crate::{Graph, Network};

/// The longest link, measured along rows and columns in pitches of the nodes, with the nodes at [`place`](crate::NetworkSpec::place).
/// `None` for networks whose papers give no layout: HTN, MH3DT, RDT, tori of three and more dimensions, hypercube, CCC.
pub fn longest_wire(network: &Network, graph: &Graph) -> Option<u32> {
    let length = |a: (u32, u32), b: (u32, u32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
    let links: Option<Vec<u32>> =
        graph.iter_links().map(|(from, to)| Some(length(network.place(from.node)?, network.place(to.node)?))).collect();
    links?.into_iter().max()
}
