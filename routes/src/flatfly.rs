//! Flattened butterfly with one terminal a router: a hop in each dimension that differs, x first.

use torusmith_topology::TerminalId;
use torusmith_topology::flatfly::FlatButterfly;

use crate::{Choices, Hop, Lanes, Leg, Routes};

/// The routes of a flattened butterfly.
pub(crate) struct FlatButterflyRoutes {
    k: u32,
    dimensions: u32,
}

impl FlatButterflyRoutes {
    pub fn new(network: &FlatButterfly, _: &Choices) -> Option<Self> {
        Some(Self { k: network.k(), dimensions: network.dimensions() })
    }
}

impl Routes for FlatButterflyRoutes {
    fn classes(&self) -> u32 {
        1
    }

    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let at = |node: u32, i: u32| node / self.k.pow(i) % self.k;
        let first = (0..self.dimensions).find(|&i| at(node, i) != at(destination, i));
        let port = first.map_or(0, |i| i * (self.k - 1) + (at(destination, i) + self.k - at(node, i)) % self.k);
        Hop::new(Lanes::all(port as u8, 1), bits)
    }

    fn legs(&self) -> Vec<Leg> {
        (0..self.dimensions).map(|i| Leg::of_digit(self.k.pow(i), self.k)).collect()
    }
}
