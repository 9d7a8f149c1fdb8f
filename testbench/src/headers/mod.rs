//! The routing bits that a source puts into a head flit, written from docs/networks.md alone: what goes into the Verilog must not come from the model
//! that it is compared with.

mod htn;
mod rdt;
mod tori_connected;

use torusmith_sim::routing::RoutingAlgorithm;
use torusmith_topology::Network;

use crate::Error;
use htn::Choices;
use tori_connected::Groups;

pub(crate) use rdt::vectors;

/// The routing bits of packets in one network.
pub(crate) enum SourceBits {
    /// There are none.
    None,
    Groups(Groups),
    Choices(Choices),
    Vectors {
        side: u32,
        ranks: u32,
    },
}

impl SourceBits {
    /// Of a network with the names of its routing algorithm and VC rule.
    ///
    /// # Errors
    /// [`Error::Model`] for an algorithm that nobody knows.
    pub fn new(network: &Network, algorithm: &str, vc_rule: &str) -> Result<Self, Error> {
        let algorithm: RoutingAlgorithm = algorithm.parse()?;
        let both_ways = matches!(algorithm, RoutingAlgorithm::Ls | RoutingAlgorithm::LsCs);
        Ok(match network {
            Network::ToriConnected(network) if network.groups() > 1 => Self::Groups(Groups::new(*network, vc_rule)),
            Network::Htn(_) => Self::Choices(Choices { both_ways }),
            Network::Rdt(network) => Self::Vectors { side: network.side, ranks: network.max_rank() },
            _ => Self::None,
        })
    }

    /// Of packet `number` from a node to another.
    pub fn of(&mut self, source: u32, destination: u32, number: u32) -> u64 {
        match self {
            Self::None => 0,
            Self::Groups(groups) => groups.nearer(source, destination),
            Self::Choices(choices) => choices.of(source, destination, number),
            Self::Vectors { side, ranks } => vectors(*side, *ranks, source, destination),
        }
    }
}
