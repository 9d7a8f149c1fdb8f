//! The cube-connected cycles `ccc:D`: a hypercube of 2^D corners, each a ring of D nodes that share its links. A graph to compare with; no routing.
//!
//! Source: F. P. Preparata, J. Vuillemin, The cube-connected cycles, CACM 24 (1981); ttn-2009 Table 1 has CCC(9). Node number = corner * D + position.

use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, equal_orbits, family};

/// `ccc:9`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "ccc", title: "CCC" },
    syntax: "ccc:D",
    form: "ccc:D or CCC(D), such as ccc:9",
    read: |rest| family::numbers(rest).map(|[dimensions]| Ccc::new(dimensions).map(Network::new)),
};

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
            _ => Err(Error::parameter("CCC", "D", dimensions, "3 to 16 (a ring has three nodes and more)")),
        }
    }

    /// (corner of the cube, position in its ring) of a node.
    pub fn position(&self, node: u32) -> (u32, u32) {
        (node / self.dimensions, node % self.dimensions)
    }

    /// The node at a position in the ring of a corner.
    pub fn node(&self, corner: u32, position: u32) -> u32 {
        corner * self.dimensions + position
    }
}

impl NetworkSpec for Ccc {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("CCC({})", self.dimensions)
    }

    fn slug(&self) -> String {
        format!("ccc_{}", self.dimensions)
    }

    /// D 2^D.
    fn routers(&self) -> usize {
        (self.dimensions as usize) << self.dimensions
    }

    fn ports(&self) -> usize {
        4
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let ((corner, at), ring) = (self.position(node), self.dimensions);
        match port {
            RING_PLUS => Some(Link { node: self.node(corner, (at + 1) % ring), port: RING_MINUS }),
            RING_MINUS => Some(Link { node: self.node(corner, (at + ring - 1) % ring), port: RING_PLUS }),
            CUBE => Some(Link { node: self.node(corner ^ 1 << at, at), port: CUBE }),
            _ => None,
        }
    }

    /// `local`, `ring+`, `ring-`, `cube`.
    fn port_label(&self, port: u8) -> &str {
        ["local", "ring+", "ring-", "cube"][port as usize]
    }

    /// `corner,position`, the corner in bits.
    fn format_address(&self, node: u32) -> String {
        let (corner, position) = self.position(node);
        format!("{corner:0width$b},{position}", width = self.dimensions as usize)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let ring = self.dimensions;
        let read = || {
            let (corner, position) = text.trim_matches(['(', ')']).split_once(',')?;
            let (corner, position) = (corner.trim(), position.trim().parse().ok()?);
            let bits = corner.len() == ring as usize && corner.bytes().all(|bit| matches!(bit, b'0' | b'1'));
            (bits && position < ring).then(|| self.node(u32::from_str_radix(corner, 2).unwrap_or(0), position))
        };
        read().ok_or_else(|| format!("corner,position with {ring} bits and 0 to {}, such as {}", ring - 1, self.format_address(1)))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let top = self.dimensions - 1;
        vec![Coordinate::new(format!("bit {top} of the corner"), 2, move |node| self.position(node).0 >> top)]
    }

    /// Translations by any corner, and turns of all rings.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), [0])
    }

    /// 2^(D-1) links (Y. Manabe, K. Hagihara, N. Tokura, The minimum bisection widths of the cube-connected cycles graph and cube graph, 1984).
    fn straight_cut_is_least(&self) -> bool {
        true
    }
}
