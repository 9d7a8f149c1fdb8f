//! Symmetry: nodes from which a network looks equal, so that a sum over all pairs of nodes does not need every source.

/// A set of nodes from which the network looks equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// One node of the set.
    pub node: u32,
    /// Number of nodes in the set.
    pub count: u64,
}

/// Every node for itself: no symmetry.
pub fn every_node(nodes: usize) -> Vec<Orbit> {
    (0..nodes as u32).map(|node| Orbit { node, count: 1 }).collect()
}

/// Orbits of equal size in a network of `nodes` nodes; `stand` has one node of each.
pub fn equal_orbits(nodes: usize, stand: impl IntoIterator<Item = u32>) -> Vec<Orbit> {
    let mut orbits: Vec<Orbit> = stand.into_iter().map(|node| Orbit { node, count: 0 }).collect();
    let count = nodes as u64 / orbits.len() as u64;
    orbits.iter_mut().for_each(|orbit| orbit.count = count);
    orbits
}
