//! What a family of networks tells of its routing bits.

use torusmith_sim::routing::{RoutingAlgorithm, VcRule};
use torusmith_topology::Network;

/// The routing bits of a family's packets.
#[derive(Debug)]
pub struct FamilyHeaders {
    /// What its networks' names begin with: [`torusmith_topology::FamilyName::prefix`].
    pub prefix: &'static str,
    /// How the sources of a network with routing bits set them, under an algorithm and a VC rule.
    pub bits: fn(&Network, RoutingAlgorithm, VcRule) -> Option<Box<dyn SourceBits>>,
}

/// The sources of one network.
pub trait SourceBits {
    /// The routing bits of packet `number` from a node to another, as it is sent (docs/router.md, rule L4).
    fn of(&mut self, source: u32, destination: u32, number: u32) -> u64;
}
