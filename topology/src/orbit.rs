//! Nodes from which a network looks the same, so that a sum over all pairs of nodes need not be taken from every source.

/// A node, and how many nodes there are from which everything looks as it does from there, itself included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// The node that stands for them.
    pub node: u32,
    /// How many it stands for.
    pub count: u64,
}

/// Every node for itself: no symmetry.
pub fn every_node(nodes: usize) -> Vec<Orbit> {
    (0..nodes as u32).map(|node| Orbit { node, count: 1 }).collect()
}

/// Orbits of equal size in a network of so many nodes, by the nodes that stand for them.
pub fn equal_orbits(nodes: usize, stand: impl IntoIterator<Item = u32>) -> Vec<Orbit> {
    let mut orbits: Vec<Orbit> = stand.into_iter().map(|node| Orbit { node, count: 0 }).collect();
    let count = nodes as u64 / orbits.len() as u64;
    orbits.iter_mut().for_each(|orbit| orbit.count = count);
    orbits
}
