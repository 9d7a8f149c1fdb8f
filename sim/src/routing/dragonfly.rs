//! Minimal routing in the dragonfly, by the one global link to the destination's group, with the rule `phase` (docs/networks.md, "dragonfly").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::dragonfly::{Dragonfly, FAMILY};

use super::family::FamilyRouting;
use super::function::{Candidates, Routing};
use super::network::NetworkRouting;
use super::options::classes;

/// K: hops in the source's group, and hops in the destination's.
const CLASSES: usize = 2;

pub(super) static ROUTING: FamilyRouting<Dragonfly> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Phase],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| CLASSES,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, DragonflyRouting::new(network, vcs))),
    walk: |_, _, _| None,
};

/// The routing function of one dragonfly with one terminal at each router.
#[derive(Debug, Clone)]
pub struct DragonflyRouting {
    a: u32,
    h: u32,
    groups: u32,
    /// VCs in the source's group.
    leaving: u8,
    /// VCs in the destination's group.
    arriving: u8,
    all: u8,
}

impl DragonflyRouting {
    fn new(network: &Dragonfly, vcs: usize) -> Self {
        let masks = classes(CLASSES, vcs);
        let all = (1u16 << vcs).wrapping_sub(1) as u8;
        Self { a: network.a(), h: network.h(), groups: network.groups(), leaving: masks[0], arriving: masks[1], all }
    }
}

impl Routing for DragonflyRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        let (group, at) = (node / self.a, node % self.a);
        let (to_group, to) = (destination / self.a, destination % self.a);
        let offset = |to: u32| ((to + self.a - at) % self.a) as u8;
        if group == to_group {
            return if at == to { Candidates::one(0, self.all) } else { Candidates::one(offset(to), self.arriving) };
        }
        let link = (to_group + self.groups - group - 1) % self.groups;
        let gate = link / self.h;
        if at == gate { Candidates::one((self.a + link % self.h) as u8, self.all) } else { Candidates::one(offset(gate), self.leaving) }
    }
}
