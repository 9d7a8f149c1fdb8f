//! Hypercube.

use torusmith_topology::TerminalId;
use torusmith_topology::hypercube::Hypercube;

use crate::{Choices, Hop, Lanes, Leg, Routes};

/// The routes of a hypercube.
pub(crate) struct HypercubeRoutes(Hypercube);

impl HypercubeRoutes {
    pub fn new(&cube: &Hypercube, _: &Choices) -> Option<Self> {
        Some(Self(cube))
    }
}

impl Routes for HypercubeRoutes {
    fn classes(&self) -> u32 {
        1
    }

    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let port = if node == destination { 0 } else { (node ^ destination).trailing_zeros() as u8 + 1 };
        Hop::new(Lanes::all(port, 1), bits)
    }

    fn legs(&self) -> Vec<Leg> {
        (0..self.0.dimensions).map(|bit| Leg::of_digit(1 << bit, 2)).collect()
    }
}
