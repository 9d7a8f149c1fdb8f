//! Several terminals a router: the routes of the base network to the destination's router.

use torusmith_topology::TerminalId;

use crate::{Hop, Lanes, Routes};

/// The routes of a network with `each` terminals at every router.
pub(crate) struct ConcentratedRoutes {
    pub base: Box<dyn Routes>,
    pub each: u32,
}

impl Routes for ConcentratedRoutes {
    fn classes(&self) -> u32 {
        self.base.classes()
    }

    fn route(&self, router: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let hop = self.base.route(router, TerminalId(destination / self.each), bits);
        if hop.first.port == 0 {
            return Hop::new(Lanes::all((destination % self.each) as u8, self.classes()), hop.bits);
        }
        let moved = |lanes: Lanes| Lanes { port: lanes.port + self.each as u8 - 1, ..lanes };
        Hop { first: moved(hop.first), second: hop.second.map(moved), ..hop }
    }

    fn source_bits(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId, number: u32) -> u64 {
        self.base.source_bits(TerminalId(source / self.each), TerminalId(destination / self.each), number)
    }

    fn source_period(&self) -> u32 {
        self.base.source_period()
    }
}
