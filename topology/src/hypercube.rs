//! The binary hypercube `hypercube:D` of 2^D nodes.
//!
//! Port d + 1 leads to the node whose number differs in bit d, and arrives at its port d + 1.

use crate::address::read_digits;
use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family};

/// `hypercube:6`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "hypercube", title: "hypercube" },
    syntax: "hypercube:D",
    form: "hypercube:D, such as hypercube:6",
    read: |rest| family::numbers(rest).map(|[dimensions]| Hypercube::new(dimensions).map(Network::new)),
};

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
            _ => Err(Error::parameter("hypercube", "D", dimensions, "1 to 16")),
        }
    }
}

impl NetworkSpec for Hypercube {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("hypercube({})", self.dimensions)
    }

    fn slug(&self) -> String {
        format!("hypercube_{}", self.dimensions)
    }

    fn routers(&self) -> usize {
        1 << self.dimensions
    }

    fn ports(&self) -> usize {
        self.dimensions as usize + 1
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        (1..=self.dimensions).contains(&port.into()).then(|| Link { node: node ^ 1 << (port - 1), port })
    }

    /// `local`, `d0` .. `d15`.
    fn port_label(&self, port: u8) -> &str {
        const NAMES: [&str; 17] =
            ["local", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15"];
        NAMES[port as usize]
    }

    /// The bits, most significant first.
    fn format_address(&self, node: u32) -> String {
        format!("{node:0width$b}", width = self.dimensions as usize)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        read_digits(text, self.dimensions, 1, &self.format_address(1))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let top = self.dimensions - 1;
        vec![Coordinate::new(format!("bit {top}"), 2, move |node| node >> top)]
    }

    /// Exchanges the two halves of the address bits.
    fn transpose(&self, TerminalId(node): TerminalId) -> Result<TerminalId, Undefined> {
        let half = self.dimensions / 2;
        if !self.dimensions.is_multiple_of(2) {
            return Err(Undefined("on a hypercube of an even dimension"));
        }
        Ok(TerminalId(node >> half | (node & ((1 << half) - 1)) << half))
    }

    /// Translations by any node.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), [0])
    }

    /// In dimension order, no link is on more than N of the paths between all ordered pairs.
    fn straight_cut_is_least(&self) -> bool {
        true
    }
}
