//! What the drivers of a network have in common (docs/router.md, rules D1 and D3).

use torusmith_topology::Network;

use super::draws::ONE;
use super::options::DriverOptions;
use crate::config::RouterConfig;

/// What nodes and their addresses are like (rule D3).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Space {
    /// N.
    pub nodes: u32,
    /// A.
    pub address_bits: u32,
    /// Rule RC7 holds.
    pub rewrites: bool,
}

impl Space {
    /// Of a network.
    pub fn new(network: &Network) -> Self {
        Self { nodes: network.nodes() as u32, address_bits: network.address_bits(), rewrites: network.rewrites_route_bits() }
    }
}

/// What all drivers are alike in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene {
    pub options: DriverOptions,
    pub config: RouterConfig,
    pub space: Space,
    /// P in 2^32.
    pub faults: u64,
}

impl Scene {
    pub fn new(options: DriverOptions, config: RouterConfig, space: Space) -> Self {
        Self { options, config, space, faults: (options.faults * ONE as f64) as u64 }
    }

    /// 2^b, with b bits in `vc` (rule L1).
    pub fn vc_numbers(&self) -> usize {
        self.config.vcs.next_power_of_two().max(2)
    }

    /// 2^A.
    pub fn addresses(&self) -> u32 {
        1 << self.space.address_bits
    }
}
