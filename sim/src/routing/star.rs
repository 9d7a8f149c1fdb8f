//! Routing in the star: to the terminal's local port, with the rule `any` (docs/networks.md, "star").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::star::{FAMILY, Star};

use super::family::FamilyRouting;
use super::function::{Candidates, Routing};
use super::network::NetworkRouting;

pub(super) static ROUTING: FamilyRouting<Star> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Any],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| 1,
    build: |_, choice, vcs| Ok(NetworkRouting::new(choice, StarRouting { all: (1u16 << vcs).wrapping_sub(1) as u8 })),
    walk: |_, _, _| None,
};

/// The routing function of any star.
#[derive(Debug, Clone)]
pub struct StarRouting {
    all: u8,
}

impl Routing for StarRouting {
    #[inline]
    fn route(&self, _router: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        Candidates::one(destination as u8, self.all)
    }
}
