//! Several terminals a router: the routes of the base network to the destination's router.

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

    fn route(&self, router: u32, destination: u32, bits: u64) -> Hop {
        let hop = self.base.route(router, destination / self.each, bits);
        if hop.first.port == 0 {
            return Hop::new(Lanes::all((destination % self.each) as u8, self.classes()), hop.bits);
        }
        let moved = |lanes: Lanes| Lanes { port: lanes.port + self.each as u8 - 1, ..lanes };
        Hop { first: moved(hop.first), second: hop.second.map(moved), ..hop }
    }

    fn source_bits(&self, source: u32, destination: u32, number: u32) -> u64 {
        self.base.source_bits(source / self.each, destination / self.each, number)
    }

    fn source_period(&self) -> u32 {
        self.base.source_period()
    }
}
