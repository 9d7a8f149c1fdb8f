//! `moebius:N`, the Moebius ladder: a ring of N nodes, and from every node a link to the one opposite.

use torusmith_topology::address::read_coordinates;
use torusmith_topology::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, equal_orbits, family};

/// Port 1, to the next node of the ring.
pub const RING_PLUS: u8 = 1;
/// Port 2, to the previous node.
pub const RING_MINUS: u8 = 2;
/// Port 3, to the node opposite, and there the same port.
pub const ACROSS: u8 = 3;

/// `moebius:16`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "moebius", title: "Moebius ladder" },
    syntax: "moebius:N",
    form: "moebius:N, such as moebius:16",
    read: |rest| family::numbers(rest).map(|[side]| Moebius::new(side).map(Network::new)),
};

/// A Moebius ladder.
#[derive(Debug, Clone, Copy)]
pub struct Moebius {
    /// N, the nodes of the ring: even, 8..=256.
    pub side: u32,
}

impl Moebius {
    /// Checks the number of nodes.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless it is even and 8..=256.
    pub fn new(side: u32) -> Result<Self, Error> {
        if !(8..=256).contains(&side) || side % 2 == 1 {
            return Err(Error::parameter("Moebius ladder", "N", side, "even numbers 8 to 256"));
        }
        Ok(Self { side })
    }

    /// The node `links` links further on along the ring.
    pub fn along(&self, node: u32, links: u32) -> u32 {
        (node + links) % self.side
    }
}

impl NetworkSpec for Moebius {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("moebius({})", self.side)
    }

    fn slug(&self) -> String {
        format!("moebius_{}", self.side)
    }

    fn routers(&self) -> usize {
        self.side as usize
    }

    fn ports(&self) -> usize {
        4
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (links, far) = match port {
            RING_PLUS => (1, RING_MINUS),
            RING_MINUS => (self.side - 1, RING_PLUS),
            ACROSS => (self.side / 2, ACROSS),
            _ => return None,
        };
        Some(Link { node: self.along(node, links), port: far })
    }

    fn port_label(&self, port: u8) -> &str {
        ["local", "ring+", "ring-", "across"][port as usize]
    }

    fn format_address(&self, node: u32) -> String {
        node.to_string()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        Ok(read_coordinates(text, &["node"], &[self.side])?[0])
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        vec![Coordinate::new("node", self.side, |node| node)]
    }

    /// Turns of the ring.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), [0])
    }
}
