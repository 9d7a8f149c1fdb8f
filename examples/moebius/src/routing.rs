//! Routing in the Moebius ladder, for the model: across first if that is shorter, then the ring, with the VC rule `dateline`.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_sim::routing::{Candidates, FamilyRouting, NetworkRouting, Routing, classes};
use torusmith_topology::TerminalId;

use crate::topology::{self, ACROSS, Moebius, RING_MINUS, RING_PLUS};

/// K of the rule `dateline`: class 1 while the wrap link of the ring is ahead.
const CLASSES: usize = 2;

/// What the model knows of the family.
pub static ROUTING: FamilyRouting<Moebius> = FamilyRouting {
    prefix: topology::FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Dateline],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| CLASSES,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, MoebiusRouting::new(*network, vcs))),
    walk: |_, _, _| None,
};

/// The routing function of one Moebius ladder.
#[derive(Debug, Clone)]
struct MoebiusRouting {
    network: Moebius,
    /// All VCs.
    all: u8,
    /// The VCs of each class.
    masks: Vec<u8>,
}

impl MoebiusRouting {
    fn new(network: Moebius, vcs: usize) -> Self {
        let masks = classes(CLASSES, vcs);
        Self { network, all: masks.iter().fold(0, |all, mask| all | mask), masks }
    }
}

impl Routing for MoebiusRouting {
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        let side = self.network.side;
        let links = (destination + side - node) % side;
        if links == 0 {
            Candidates::one(0, self.all)
        } else if 4 * links <= side {
            Candidates::one(RING_PLUS, self.masks[usize::from(node > destination)])
        } else if 4 * (side - links) <= side {
            Candidates::one(RING_MINUS, self.masks[usize::from(node < destination)])
        } else {
            Candidates::one(ACROSS, self.masks[0])
        }
    }

    fn classes(&self) -> usize {
        CLASSES
    }
}
