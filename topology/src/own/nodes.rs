//! The nodes of a draft.

use std::collections::HashMap;

use super::MOST_NODES;
use super::draft::Draft;
use super::names;
use super::spot::{Fault, Spot, fault};

/// Names by number, numbers by name, (row, column) by number.
pub type Parts = (Vec<String>, HashMap<String, u32>, Option<Vec<(u32, u32)>>);

/// Nodes by name and number.
pub struct Nodes {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    spots: Vec<Spot>,
    places: Option<Vec<(u32, u32)>>,
}

impl Nodes {
    /// Checks the nodes.
    ///
    /// # Errors
    /// Too few or too many nodes, names that are invalid or occur twice, positions that only some nodes have.
    pub fn of(draft: &Draft) -> Result<Self, Fault> {
        let count = draft.nodes.len();
        if !(2..=MOST_NODES).contains(&count) {
            let spot = draft.nodes.get(MOST_NODES).map_or(Spot::line(1), |node| node.spot);
            return fault(spot, format!("{count} nodes; expected: 2 to {MOST_NODES}"));
        }
        let mut nodes = Self { names: Vec::new(), numbers: HashMap::new(), spots: Vec::new(), places: None };
        for node in &draft.nodes {
            names::check(node.spot, "node", &node.name)?;
            if let Some(other) = nodes.numbers.insert(node.name.clone(), nodes.names.len() as u32) {
                let first = nodes.spots[other as usize].line;
                return fault(node.spot, format!("node `{}` is there twice; first in line {first}", node.name));
            }
            nodes.names.push(node.name.clone());
            nodes.spots.push(node.spot);
        }
        nodes.places = places(draft)?;
        Ok(nodes)
    }

    /// Number of nodes.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// A node's name.
    pub fn name(&self, node: u32) -> &str {
        &self.names[node as usize]
    }

    /// Line that names a node.
    pub fn spot(&self, node: u32) -> Spot {
        self.spots[node as usize]
    }

    /// Finds the node of a name.
    ///
    /// # Errors
    /// An unknown name.
    pub fn find(&self, spot: Spot, name: &str) -> Result<u32, Fault> {
        self.numbers.get(name).copied().map_or_else(
            || {
                let shown: String = name.escape_debug().take(64).collect();
                fault(spot, format!("unknown node `{shown}`; expected: one of the {} nodes, {}", self.count(), self.span()))
            },
            Ok,
        )
    }

    /// Names of the first and the last node: `a to h`.
    pub fn span(&self) -> String {
        format!("{} to {}", self.names[0], self.names[self.count() - 1])
    }

    /// Splits into names, numbers by name, and positions.
    pub fn into_parts(self) -> Parts {
        (self.names, self.numbers, self.places)
    }
}

/// Positions of the nodes, if given.
fn places(draft: &Draft) -> Result<Option<Vec<(u32, u32)>>, Fault> {
    if draft.nodes.iter().all(|node| node.place.is_none()) {
        return Ok(None);
    }
    let mut seen = HashMap::new();
    let mut places = Vec::new();
    for node in &draft.nodes {
        let Some(place) = node.place else {
            return fault(node.spot, format!("node `{}` has no place, and others have; expected: all of them or none", node.name));
        };
        if let Some(other) = seen.insert(place, &node.name) {
            return fault(node.spot, format!("node `{}` is in the place of `{other}`; expected: a place of its own", node.name));
        }
        places.push(place);
    }
    Ok(Some(places))
}
