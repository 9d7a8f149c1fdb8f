//! The cube-connected cycles `ccc:D`: a hypercube of 2^D corners, each a ring of D nodes that share its links. A graph to compare with; no routing.
//!
//! Source: F. P. Preparata, J. Vuillemin, The cube-connected cycles, CACM 24 (1981); ttn-2009 Table 1 has CCC(9). Node number = corner * D + position.

use crate::{Error, Graph, Link};

/// Port 1, to the next position of the ring.
pub const RING_PLUS: u8 = 1;
/// Port 2, to the previous position.
pub const RING_MINUS: u8 = 2;
/// Port 3, to the corner that differs in the bit of the node's position, and there the same port.
pub const CUBE: u8 = 3;

/// Cube-connected cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ccc {
    /// D, the dimensions of the cube and the nodes of a ring, 3..=16.
    pub dimensions: u32,
}

impl Ccc {
    /// Checks the dimensions.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless D = 3..=16.
    pub fn new(dimensions: u32) -> Result<Self, Error> {
        match dimensions {
            3..=16 => Ok(Self { dimensions }),
            _ => Err(Error::parameter("CCC", "D", dimensions, "3..16 (a ring has three nodes and more)")),
        }
    }

    /// Number of nodes, D 2^D.
    pub fn nodes(&self) -> usize {
        (self.dimensions as usize) << self.dimensions
    }

    /// Ports of a node.
    pub fn ports(&self) -> usize {
        4
    }

    /// (corner of the cube, position in its ring) of a node.
    pub fn position(&self, node: u32) -> (u32, u32) {
        (node / self.dimensions, node % self.dimensions)
    }

    /// The node at a position in the ring of a corner.
    pub fn node(&self, corner: u32, position: u32) -> u32 {
        corner * self.dimensions + position
    }

    /// The input at the far end of output `port` of `node`.
    pub fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let ((corner, at), ring) = (self.position(node), self.dimensions);
        match port {
            RING_PLUS => Some(Link { node: self.node(corner, (at + 1) % ring), port: RING_MINUS }),
            RING_MINUS => Some(Link { node: self.node(corner, (at + ring - 1) % ring), port: RING_PLUS }),
            CUBE => Some(Link { node: self.node(corner ^ 1 << at, at), port: CUBE }),
            _ => None,
        }
    }

    /// The links in tables.
    pub fn graph(&self) -> Graph {
        Graph::new(self.nodes(), self.ports(), |node, port| self.downstream(node, port))
    }

    /// `local`, `ring+`, `ring-`, `cube`.
    pub fn port_name(&self, port: u8) -> &'static str {
        ["local", "ring+", "ring-", "cube"][port as usize]
    }
}
