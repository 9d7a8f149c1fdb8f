//! Route tables: the routing of a network from a user's file, node by node.

use crate::metrics::Distances;
use crate::{Graph, every_node};

/// One hop of a packet: the output of a node towards a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TableHop {
    /// Output port of the node, `1..ports`; 0, the local port, where the node is the destination.
    pub port: u8,
    /// Class of the hop (docs/router.md, RC3), below the number of classes; `None` is class any: the hop may take every VC.
    pub class: Option<u8>,
}

/// Number of classes of a table's hops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Classes {
    /// K of rule RC3, 1 to 8; each hop has its class.
    Given(u8),
    /// To be found: no hop has a class.
    Auto,
}

/// A mistake in a table, the first by destination, then by node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// The node has no route to the destination.
    Missing,
    /// The port does not exist, or has no link.
    NoLink,
    /// Packets to the destination visit these nodes in turn, for all time.
    Cycle(Vec<u32>),
}

/// A route for each ordered pair of nodes: by (node, destination) the output port, and the class if given. The table of a
/// [`Network`](crate::Network) is complete, and each route ends at its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteTable {
    nodes: usize,
    /// `[node * nodes + destination]`.
    hops: Vec<TableHop>,
    classes: Classes,
}

impl RouteTable {
    /// Builds a table of `hop(node, destination)` for each pair of different nodes; port 0 marks a missing route.
    pub fn new(nodes: usize, classes: Classes, hop: impl Fn(u32, u32) -> TableHop) -> Self {
        let all = 0..nodes as u32;
        let of = |at: u32, to: u32| if at == to { TableHop::default() } else { hop(at, to) };
        let hops = all.clone().flat_map(|at| all.clone().map(move |to| (at, to))).map(|(at, to)| of(at, to)).collect();
        Self { nodes, hops, classes }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The hop of a packet to `to` at node `at`.
    pub fn hop(&self, at: u32, to: u32) -> TableHop {
        self.hops[at as usize * self.nodes + to as usize]
    }

    /// Number of classes.
    pub fn classes(&self) -> Classes {
        self.classes
    }

    /// The table with `count` classes, each hop with the class of `class(node, destination)`.
    pub fn with_classes(&self, count: u8, class: impl Fn(u32, u32) -> Option<u8>) -> Self {
        Self::new(self.nodes, Classes::Given(count), |at, to| TableHop { class: class(at, to), ..self.hop(at, to) })
    }

    /// Checks that every route ends at its destination.
    ///
    /// # Errors
    /// (node, destination, mistake), of the lowest destination.
    pub fn check(&self, graph: &Graph) -> Result<(), (u32, u32, TableError)> {
        (0..self.nodes as u32).try_for_each(|to| self.depths(graph, to).map(drop))
    }

    /// Lengths of the routes, in links.
    ///
    /// # Panics
    /// If [`RouteTable::check`] fails.
    pub fn lengths(&self, graph: &Graph) -> Distances {
        let mut of_source = vec![(0, 0); self.nodes];
        for to in 0..self.nodes as u32 {
            let depths = self.depths(graph, to).unwrap_or_else(|error| panic!("{error:?}"));
            for ((longest, sum), depth) in of_source.iter_mut().zip(depths) {
                *longest = depth.max(*longest);
                *sum += u64::from(depth);
            }
        }
        let orbits = every_node(self.nodes).into_iter().zip(of_source);
        Distances::from_orbits(self.nodes, orbits.map(|(orbit, (longest, sum))| (orbit, longest, sum)))
    }

    /// Number of links from each node to `to`.
    fn depths(&self, graph: &Graph, to: u32) -> Result<Vec<u32>, (u32, u32, TableError)> {
        const UNKNOWN: u32 = u32::MAX;
        let mut depths = vec![UNKNOWN; self.nodes];
        let mut on_path = vec![false; self.nodes];
        depths[to as usize] = 0;
        let mut path = Vec::new();
        for from in 0..self.nodes as u32 {
            let mut at = from;
            while depths[at as usize] == UNKNOWN {
                if std::mem::replace(&mut on_path[at as usize], true) {
                    let first = path.iter().position(|&node| node == at).unwrap_or(0);
                    return Err((at, to, TableError::Cycle(path.split_off(first))));
                }
                path.push(at);
                let port = usize::from(self.hop(at, to).port);
                if port == 0 {
                    return Err((at, to, TableError::Missing));
                }
                let link = if port < graph.ports() { graph.downstream(at as usize, port) } else { None };
                at = link.ok_or((at, to, TableError::NoLink))?.node;
            }
            for node in path.drain(..).rev() {
                depths[node as usize] = depths[at as usize] + 1;
                at = node;
            }
        }
        Ok(depths)
    }
}
