//! Properties that some networks have besides their graph.

use crate::TerminalId;
use std::fmt;

/// A property that a network lacks; holds where it is defined, such as `on a mesh of equal sides`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undefined(pub &'static str);

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A coordinate of the nodes, across which a network can be cut by a straight line.
pub struct Coordinate<'a> {
    /// Name: `x`, `row of level 2`.
    pub name: String,
    /// Number of values, from 0.
    pub side: u32,
    /// Value at a node.
    pub of: Box<dyn Fn(u32) -> u32 + 'a>,
}

impl<'a> Coordinate<'a> {
    /// A coordinate with the values `0..side`.
    pub fn new(name: impl Into<String>, side: u32, of: impl Fn(u32) -> u32 + 'a) -> Self {
        Self { name: name.into(), side, of: Box::new(of) }
    }
}

/// The basic modules of a hierarchical network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BasicModules {
    /// Links of this port and of higher ports lead from one basic module to another.
    pub first_port: u8,
    /// The grid of 4 x 4 modules, if the network is one.
    pub grid: Option<ModuleGrid>,
}

/// 4 x 4 basic modules of 4 x 4 nodes, numbered row by row, with a vertical and a horizontal ring of modules through each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModuleGrid {
    /// Nodes in a module, 0..16, that have the links of the vertical and of the horizontal ring.
    pub gates: [u32; 2],
    /// Channels between two neighbours: 2 if rings run both ways, else 1.
    pub channels: u32,
    /// Columns by which a vertical ring moves on where it wraps around.
    pub twist: u32,
}

/// A set of terminals from which the network looks equal, so that a sum over all pairs does not need every source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// One terminal of the set.
    pub terminal: TerminalId,
    /// Number of terminals in the set.
    pub count: u64,
}

/// Every terminal for itself: no symmetry.
pub fn every_terminal(terminals: usize) -> Vec<Orbit> {
    TerminalId::all(terminals).map(|terminal| Orbit { terminal, count: 1 }).collect()
}

/// Orbits of equal size in a network of so many terminals; `stand` has the number of one of each.
pub fn equal_orbits(terminals: usize, stand: impl IntoIterator<Item = u32>) -> Vec<Orbit> {
    let mut orbits: Vec<Orbit> = stand.into_iter().map(|number| Orbit { terminal: TerminalId(number), count: 0 }).collect();
    let count = terminals as u64 / orbits.len() as u64;
    orbits.iter_mut().for_each(|orbit| orbit.count = count);
    orbits
}
