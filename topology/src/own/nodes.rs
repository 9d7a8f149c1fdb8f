//! The nodes of a draft.

use std::collections::HashMap;

use super::MOST_NODES;
use super::draft::NetworkDraft;
use super::names;
use super::spot::{FileError, Location, refuse};

/// Names by number, numbers by name, (row, column) by number.
pub type NodeParts = (Vec<String>, HashMap<String, u32>, Option<Vec<(u32, u32)>>);

/// Nodes by name and number.
pub struct Nodes {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    locations: Vec<Location>,
    places: Option<Vec<(u32, u32)>>,
}

impl Nodes {
    /// Checks the nodes.
    ///
    /// # Errors
    /// Too few or too many nodes, names that are invalid or occur twice, positions that only some nodes have.
    pub fn of(draft: &NetworkDraft) -> Result<Self, FileError> {
        let count = draft.nodes.len();
        if !(2..=MOST_NODES).contains(&count) {
            let location = draft.nodes.get(MOST_NODES).map_or(Location::line(1), |node| node.location);
            return refuse(location, format!("{count} nodes; expected: 2 to {MOST_NODES}"));
        }
        let mut nodes = Self { names: Vec::new(), numbers: HashMap::new(), locations: Vec::new(), places: None };
        for node in &draft.nodes {
            names::check(node.location, "node", &node.name)?;
            if let Some(other) = nodes.numbers.insert(node.name.clone(), nodes.names.len() as u32) {
                let first = nodes.locations[other as usize].line;
                return refuse(node.location, format!("node `{}` is there twice; first in line {first}", node.name));
            }
            nodes.names.push(node.name.clone());
            nodes.locations.push(node.location);
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
    pub fn location(&self, node: u32) -> Location {
        self.locations[node as usize]
    }

    /// Finds the node of a name.
    ///
    /// # Errors
    /// An unknown name.
    pub fn find(&self, location: Location, name: &str) -> Result<u32, FileError> {
        self.numbers.get(name).copied().map_or_else(
            || {
                let shown: String = name.escape_debug().take(64).collect();
                refuse(location, format!("unknown node `{shown}`; expected: one of the {} nodes, {}", self.count(), self.span()))
            },
            Ok,
        )
    }

    /// Names of the first and the last node: `a to h`.
    pub fn span(&self) -> String {
        format!("{} to {}", self.names[0], self.names[self.count() - 1])
    }

    /// Splits into names, numbers by name, and positions.
    pub fn into_parts(self) -> NodeParts {
        (self.names, self.numbers, self.places)
    }
}

/// Positions of the nodes, if given.
fn places(draft: &NetworkDraft) -> Result<Option<Vec<(u32, u32)>>, FileError> {
    if draft.nodes.iter().all(|node| node.place.is_none()) {
        return Ok(None);
    }
    let mut seen = HashMap::new();
    let mut places = Vec::new();
    for node in &draft.nodes {
        let Some(place) = node.place else {
            return refuse(node.location, format!("node `{}` has no place, and others have; expected: all of them or none", node.name));
        };
        if let Some(other) = seen.insert(place, &node.name) {
            return refuse(node.location, format!("node `{}` is in the place of `{other}`; expected: a place of its own", node.name));
        }
        places.push(place);
    }
    Ok(Some(places))
}
