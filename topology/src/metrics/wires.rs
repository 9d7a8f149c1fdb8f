//! The longest wire of a network laid out in the plane.

use crate::tori_connected::ToriConnected;
use crate::{Graph, Network};

/// The longest link, measured along rows and columns in pitches of the nodes, when the network is laid out as the TTN paper does it (section 4.6):
/// each node where its address has it, the row and column digits of a higher level counting whole networks of the level below; rings are not
/// folded. `None` for networks of which no paper gives a plane: HTN, MH3DT, RDT, tori of three and more dimensions, hypercube, CCC.
pub fn longest_wire(network: &Network, graph: &Graph) -> Option<u32> {
    match *network {
        Network::ToriConnected(n) => Some(longest(graph, |node| place(&n, node))),
        Network::Torus(n) if n.sides().len() == 2 => Some(longest(graph, |node| n.position(node))),
        Network::Mesh(n) => Some(longest(graph, |node| n.position(node))),
        Network::Torus(_) | Network::Htn(_) | Network::Mh3dt(_) | Network::Rdt(_) | Network::Hypercube(_) | Network::Ccc(_) => None,
    }
}

/// (row, column) of a node: the digits of all levels in a row.
fn place(network: &ToriConnected, node: u32) -> (u32, u32) {
    (0..network.levels).rev().fold((0, 0), |(row, column), level| {
        (row << network.m | network.digit(node, 2 * level + 1), column << network.m | network.digit(node, 2 * level))
    })
}

fn longest(graph: &Graph, place: impl Fn(u32) -> (u32, u32)) -> u32 {
    let length = |a: (u32, u32), b: (u32, u32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
    graph.iter_links().map(|(from, to)| length(place(from.node), place(to.node))).max().unwrap_or(0)
}
