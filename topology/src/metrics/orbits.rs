//! Nodes from which a network looks the same, so that a sum over all pairs of nodes need not be taken from every source.

use crate::Network;

/// A node, and how many nodes there are from which everything looks as it does from there, itself included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// The node that stands for them.
    pub node: u32,
    /// How many it stands for.
    pub count: u64,
}

/// One node of each orbit; the counts add up to the number of nodes.
///
/// The mappings are translations of whole basic modules (TTN and its like, HTN, MH3DT), by multiples of 4 in x and y, which keep every rank (RDT), by any node (torus,
/// hypercube; of a CCC with a turn of all rings), and reflections (mesh). They keep links, and the lengths of the paths of the default routing: all of these routings look at differences
/// of coordinates where the network is translated.
pub fn orbits(network: &Network) -> Vec<Orbit> {
    let nodes = network.nodes() as u64;
    let equal = |stand: Vec<u32>| {
        let count = nodes / stand.len() as u64;
        stand.into_iter().map(|node| Orbit { node, count }).collect()
    };
    match network {
        Network::ToriConnected(n) => equal((0..n.side() * n.side()).collect()),
        Network::Htn(_) | Network::Mh3dt(_) => equal((0..64).collect()),
        Network::Rdt(n) => equal((0..4).flat_map(|y| (0..4).map(move |x| n.node(x, y))).collect()),
        Network::Torus(_) | Network::Hypercube(_) | Network::Ccc(_) => equal(vec![0]),
        Network::Mesh(n) => {
            // The middle row of an odd number of rows is its own mirror image.
            let images = |at: u32, side: u32| if 2 * at + 1 == side { 1 } else { 2 };
            let quarter = (0..n.rows.div_ceil(2)).flat_map(|row| (0..n.columns.div_ceil(2)).map(move |column| (row, column)));
            quarter
                .map(|(row, column)| Orbit { node: n.node(row, column), count: images(row, n.rows) * images(column, n.columns) })
                .collect()
        }
    }
}

/// Every node for itself: no symmetry.
pub fn every_node(nodes: usize) -> Vec<Orbit> {
    (0..nodes as u32).map(|node| Orbit { node, count: 1 }).collect()
}
