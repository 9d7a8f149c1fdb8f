//! The binary hypercube `hypercube:D` of 2^D nodes.
//!
//! Port d + 1 leads to the node whose number differs in bit d, and arrives at its port d + 1.

use crate::{Error, Graph, Link};

/// A hypercube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hypercube {
    /// D, the number of dimensions, 1..=16.
    pub dimensions: u32,
}

impl Hypercube {
    /// Checks the dimensions.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless D = 1..=16.
    pub fn new(dimensions: u32) -> Result<Self, Error> {
        match dimensions {
            1..=16 => Ok(Self { dimensions }),
            _ => Err(Error::parameter("hypercube", "D", dimensions, "1..16")),
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        1 << self.dimensions
    }

    /// Ports of a router.
    pub fn ports(&self) -> usize {
        self.dimensions as usize + 1
    }

    /// The input at the far end of output `port` of `node`.
    pub fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        (1..=self.dimensions).contains(&port.into()).then(|| Link { node: node ^ 1 << (port - 1), port })
    }

    /// The links in tables.
    pub fn graph(&self) -> Graph {
        Graph::new(self.nodes(), self.ports(), |node, port| self.downstream(node, port))
    }

    /// `local`, `d0` .. `d15`.
    pub fn port_name(&self, port: u8) -> &'static str {
        const NAMES: [&str; 17] =
            ["local", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15"];
        NAMES[port as usize]
    }

    /// Matrix transpose: the two halves of the address bits exchanged. `None` if D is odd.
    pub fn transpose(&self, node: u32) -> Option<u32> {
        let half = self.dimensions / 2;
        self.dimensions.is_multiple_of(2).then(|| node >> half | (node & ((1 << half) - 1)) << half)
    }
}
