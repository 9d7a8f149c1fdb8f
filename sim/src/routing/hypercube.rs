//! e-cube routing in the hypercube, the lowest dimension first, with the rule `any` (docs/networks.md, "hypercube").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::hypercube::{FAMILY, Hypercube};

use super::family::FamilyRouting;
use super::function::Candidates;
use super::function::Routing;
use super::network::NetworkRouting;

pub(super) static ROUTING: FamilyRouting<Hypercube> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Any],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| 1,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, HypercubeRouting::new(*network, vcs))),
    walk: |_, _, _| None,
};

/// The routing function of one hypercube.
#[derive(Debug, Clone)]
pub struct HypercubeRouting {
    network: Hypercube,
    all: u8,
}

impl HypercubeRouting {
    fn new(network: Hypercube, vcs: usize) -> Self {
        Self { network, all: (1u16 << vcs).wrapping_sub(1) as u8 }
    }
}

impl Routing for HypercubeRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        let differs = node ^ destination;
        let port = if differs == 0 { 0 } else { differs.trailing_zeros() as u8 + 1 };
        Candidates::one(port, self.all)
    }

    /// At `node` and one hop on, only the two lowest bits in which the destination differs count.
    fn representatives(&self, node: u32) -> Option<Vec<TerminalId>> {
        let bits = || (0..self.network.dimensions).map(|d| 1 << d);
        let pairs = bits().flat_map(|one| bits().filter(move |&other| other > one).map(move |other| one | other));
        Some([0].into_iter().chain(bits()).chain(pairs).map(|differs: u32| TerminalId(node ^ differs)).collect())
    }
}
