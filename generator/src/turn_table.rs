//! The turns that packets take in a router, by class.

use torusmith_routes::Lanes;

/// Mask of a set of ports.
pub fn ports(list: &[u8]) -> u32 {
    list.iter().fold(0, |mask, &p| mask | 1 << p)
}

/// For each input port and class, the outputs that packets turn to there, and by which classes: the union over all nodes.
///
/// A packet comes in from port 0 in any class, and goes out by port 0 in any (docs/router.md, RC2). What is not here the router leaves out:
/// VCs, crosspoints, credit counters, requesters of arbiters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turns {
    ports: usize,
    classes: u32,
    /// By input port and class, and in that by output port, a bit a class.
    rows: Vec<Vec<u8>>,
}

impl Turns {
    /// None at all.
    pub fn none(ports: usize, classes: u32) -> Self {
        Self { ports, classes, rows: vec![vec![0; ports]; ports * classes as usize] }
    }

    /// All classes turn to all: for each input port the outputs, as a bit mask ([`ports`](crate::ports)).
    pub fn of_ports(masks: &[u32], classes: u32) -> Self {
        let mut turns = Self::none(masks.len(), classes);
        for (from, mask) in masks.iter().enumerate() {
            for to in (0..masks.len()).filter(|to| mask >> to & 1 == 1) {
                turns.add(turns.all(from as u8), turns.all(to as u8));
            }
        }
        turns
    }

    /// A packet in any of the input VCs `from` may ask for any of the output VCs `to`.
    pub fn add(&mut self, from: Lanes, to: Lanes) {
        for class in (0..self.classes).filter(|class| from.classes >> class & 1 == 1) {
            self.rows[from.port as usize * self.classes as usize + class as usize][to.port as usize] |= to.classes;
        }
    }

    /// All classes of a port.
    pub fn all(&self, port: u8) -> Lanes {
        Lanes::all(port, self.classes)
    }

    /// How many ports there are.
    pub fn ports(&self) -> usize {
        self.ports
    }

    /// How many classes there are.
    pub fn classes(&self) -> u32 {
        self.classes
    }

    /// By output port the classes, as a bit mask, that a packet from input port `port` in class `class` turns to; all 0 if no packet is there.
    pub fn of(&self, port: usize, class: u32) -> &[u8] {
        &self.rows[port * self.classes as usize + class as usize]
    }

    /// For each input port the outputs, as a bit mask.
    pub fn masks(&self) -> Vec<u32> {
        let bits = |row: &Vec<u8>| row.iter().enumerate().filter(|(_, classes)| **classes != 0).fold(0, |mask, (to, _)| mask | 1 << to);
        self.rows.chunks(self.classes as usize).map(|rows| rows.iter().map(bits).fold(0, |mask, row| mask | row)).collect()
    }

    /// A row in Verilog, the last port first, and of each the last class: `0000_0011_1111`.
    pub(crate) fn row(&self, port: usize, class: u32) -> String {
        let groups: Vec<String> =
            self.of(port, class).iter().rev().map(|classes| format!("{classes:0width$b}", width = self.classes as usize)).collect();
        groups.join("_")
    }
}
