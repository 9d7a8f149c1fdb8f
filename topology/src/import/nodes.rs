//! Nodes in the order in which a file names them.

use std::collections::HashSet;

use crate::own::draft::DraftNode;
use crate::own::spot::Location;

/// Collects nodes in the order of their first names.
#[derive(Default)]
pub struct NodeCollector {
    seen: HashSet<String>,
    nodes: Vec<DraftNode>,
}

impl NodeCollector {
    /// Adds a node; `false` if the node exists.
    pub fn add(&mut self, location: Location, name: &str) -> bool {
        let is_new = self.seen.insert(name.to_owned());
        if is_new {
            self.nodes.push(DraftNode { location, name: name.to_owned(), place: None, dead: false });
        }
        is_new
    }

    /// Names of the nodes, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|node| node.name.as_str())
    }

    /// All nodes, in the order in which they were added; by number if they are called 0, 1, 2, .. without a gap.
    pub fn nodes(self) -> Vec<DraftNode> {
        let mut nodes = self.nodes;
        if (0..nodes.len()).all(|number| self.seen.contains(&number.to_string())) {
            nodes.sort_by_key(|node| node.name.parse().unwrap_or(usize::MAX));
        }
        nodes
    }
}
