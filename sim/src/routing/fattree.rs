//! Routing in the fat tree, up and then down: d-mod-k, or up through any port; with the rule `any` (docs/networks.md, "fattree").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::fattree::{FAMILY, FatTree};

use super::family::FamilyRouting;
use super::function::{Candidate, Candidates, MOST_CANDIDATES, Routing};
use super::network::NetworkRouting;

pub(super) static ROUTING: FamilyRouting<FatTree> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |tree| {
        if tree.k() as usize <= MOST_CANDIDATES { &[RoutingAlgorithm::Dor, RoutingAlgorithm::AdaptiveUp] } else { &[RoutingAlgorithm::Dor] }
    },
    rules: |_| &[VcRule::Any],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| 1,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, FatTreeRouting::new(network, choice.algorithm, vcs))),
    walk: |_, _, _| None,
};

/// The routing function of one fat tree.
#[derive(Debug, Clone)]
pub struct FatTreeRouting {
    k: u32,
    /// Routers of a level.
    positions: u32,
    /// k^l by level l.
    powers: Vec<u32>,
    all: u8,
    /// Up through any port.
    adaptive: bool,
}

impl FatTreeRouting {
    fn new(network: &FatTree, algorithm: RoutingAlgorithm, vcs: usize) -> Self {
        Self {
            k: network.k(),
            positions: network.positions(),
            powers: (0..network.levels()).map(|level| network.k().pow(level)).collect(),
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            adaptive: algorithm == RoutingAlgorithm::AdaptiveUp,
        }
    }
}

impl Routing for FatTreeRouting {
    #[inline]
    fn route(&self, router: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        let (level, position) = (router / self.positions, router % self.positions);
        let power = self.powers[level as usize];
        let above = destination / power;
        let (subtree, digit) = (above / self.k, above % self.k);
        let upward = subtree != position / power;
        let group = if upward {
            2
        } else if level > 0 {
            1
        } else {
            0
        };
        let port = |digit: u32| (group * self.k + digit) as u8;
        let mut candidates = Candidates::one(port(digit), self.all);
        if upward && self.adaptive {
            for step in 1..self.k {
                candidates.push(Candidate { port: port((digit + step) % self.k), vcs: self.all });
            }
        }
        candidates
    }
}
