//! What a family of networks tells of its routing bits.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;

/// The routing bits of a family's packets.
#[derive(Debug)]
pub struct FamilyHeaders {
    /// What its networks' names begin with: [`torusmith_topology::FamilyName::prefix`].
    pub prefix: &'static str,
    /// How the sources of a network with routing bits set them, as its packets are routed.
    pub bits: fn(&Network, Routed) -> Option<Box<dyn SourceBits>>,
}

/// How a network's packets are routed (docs/networks.md).
#[derive(Debug, Clone, Copy)]
pub struct Routed {
    /// The routing algorithm.
    pub algorithm: RoutingAlgorithm,
    /// The VC rule.
    pub rule: VcRule,
    /// Ways of half a ring.
    pub ties: Ties,
}

/// The sources of one network.
pub trait SourceBits {
    /// The routing bits of packet `number` from a node to another, as it is sent (docs/router.md, rule L4).
    fn of(&mut self, source: u32, destination: u32, number: u32) -> u64;
}
