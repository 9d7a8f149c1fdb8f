//! Fat tree: up by the destination's digits until it is below the router, then down by them.

use torusmith_topology::TerminalId;
use torusmith_topology::fattree::FatTree;

use crate::{Choices, Hop, Lanes, Routes};

/// The routes of a fat tree.
pub(crate) struct FatTreeRoutes {
    k: u32,
    positions: u32,
}

impl FatTreeRoutes {
    pub fn new(tree: &FatTree, _: &Choices) -> Option<Self> {
        Some(Self { k: tree.k(), positions: tree.k().pow(tree.levels() - 1) })
    }
}

impl Routes for FatTreeRoutes {
    fn classes(&self) -> u32 {
        1
    }

    fn route(&self, router: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let (level, position) = (router / self.positions, router % self.positions);
        let unit = self.k.pow(level);
        let digit = destination / unit % self.k;
        let below = destination / (unit * self.k) == position / unit;
        let group = match (below, level) {
            (true, 0) => 0,
            (true, _) => 1,
            (false, _) => 2,
        };
        Hop::new(Lanes::all((group * self.k + digit) as u8, 1), bits)
    }
}
