//! Dimension-order routing in the flattened butterfly, x first, one hop in a dimension, with the rule `any` (docs/networks.md, "flatfly").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::flatfly::{FAMILY, FlatButterfly};

use super::family::FamilyRouting;
use super::function::{Candidates, Routing};
use super::network::NetworkRouting;

pub(super) static ROUTING: FamilyRouting<FlatButterfly> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Any],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| 1,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, FlatButterflyRouting::new(network, vcs))),
    walk: |_, _, _| None,
};

/// The routing function of one flattened butterfly with one terminal at each router.
#[derive(Debug, Clone)]
pub struct FlatButterflyRouting {
    k: u32,
    dimensions: u32,
    all: u8,
}

impl FlatButterflyRouting {
    fn new(network: &FlatButterfly, vcs: usize) -> Self {
        Self { k: network.k(), dimensions: network.dimensions(), all: (1u16 << vcs).wrapping_sub(1) as u8 }
    }
}

impl Routing for FlatButterflyRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        let (mut at, mut to) = (node, destination);
        for dimension in 0..self.dimensions {
            let offset = (to % self.k + self.k - at % self.k) % self.k;
            if offset > 0 {
                return Candidates::one((dimension * (self.k - 1) + offset) as u8, self.all);
            }
            (at, to) = (at / self.k, to / self.k);
        }
        Candidates::one(0, self.all)
    }

    /// At `node` and one hop on, only the first two coordinates in which the destination differs count.
    fn representatives(&self, node: u32) -> Option<Vec<TerminalId>> {
        let (k, strides) = (self.k, (0..self.dimensions).map(|dimension| self.k.pow(dimension)));
        let moved = |at: u32, stride: u32| (1..k).map(move |offset| at - at / stride % k * stride + (at / stride + offset) % k * stride);
        let mut all = vec![node];
        for (dimension, stride) in strides.clone().enumerate() {
            for first in moved(node, stride) {
                all.push(first);
                all.extend(strides.clone().skip(dimension + 1).flat_map(|later| moved(first, later)));
            }
        }
        Some(all.into_iter().map(TerminalId).collect())
    }
}
