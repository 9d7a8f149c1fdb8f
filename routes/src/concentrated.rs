//! Several terminals a router: the routes of the base network to the destination's router.

use torusmith_topology::{Concentrated, Network};

use crate::{Choices, Hop, Lanes, Routes, routes};

/// The routes of a concentrated network.
struct ConcentratedRoutes {
    base: Box<dyn Routes>,
    each: u32,
}

/// The routes of a network with several terminals at each router.
pub(crate) fn concentrated_routes(network: &Network, choices: &Choices) -> Option<Box<dyn Routes>> {
    let network: &Concentrated = network.of()?;
    let base = routes(network.base(), choices)?;
    Some(Box::new(ConcentratedRoutes { base, each: network.each() }))
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
