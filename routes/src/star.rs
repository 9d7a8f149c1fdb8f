//! Star.

use torusmith_topology::TerminalId;
use torusmith_topology::star::Star;

use crate::{Choices, Hop, Lanes, Routes};

/// The routes of a star: every terminal is at the one router.
pub(crate) struct StarRoutes;

impl StarRoutes {
    pub fn new(_: &Star, _: &Choices) -> Option<Self> {
        Some(Self)
    }
}

impl Routes for StarRoutes {
    fn classes(&self) -> u32 {
        1
    }

    fn route(&self, _: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        Hop::new(Lanes::all(destination as u8, 1), bits)
    }
}
