//! Dragonfly with one terminal a router: minimal, by the one global link between two groups.

use torusmith_topology::TerminalId;
use torusmith_topology::dragonfly::Dragonfly;

use crate::{Choices, Hop, Lanes, Routes};

/// The routes of a dragonfly.
pub(crate) struct DragonflyRoutes {
    a: u32,
    h: u32,
    groups: u32,
}

impl DragonflyRoutes {
    pub fn new(network: &Dragonfly, _: &Choices) -> Option<Self> {
        Some(Self { a: network.a(), h: network.h(), groups: network.groups() })
    }
}

impl Routes for DragonflyRoutes {
    fn classes(&self) -> u32 {
        2
    }

    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let (group, here) = (node / self.a, node % self.a);
        let (to_group, there) = (destination / self.a, destination % self.a);
        let within = |to: u32, class| Lanes::one(((to + self.a - here) % self.a) as u8, class);
        let first = if group == to_group {
            if here == there { Lanes::all(0, 2) } else { within(there, 1) }
        } else {
            let global = (to_group + self.groups - group - 1) % self.groups;
            let gate = global / self.h;
            if gate == here { Lanes::all((self.a + global % self.h) as u8, 2) } else { within(gate, 0) }
        };
        Hop::new(first, bits)
    }
}
