//! What can be chosen about the routing of a network, beside the number of VCs.

use super::algorithm::RoutingAlgorithm;
use super::rule::VcRule;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RoutingOptions {
    /// The routing algorithm.
    pub algorithm: RoutingAlgorithm,
    /// The VC rule; `None` for the network's default one.
    pub rule: Option<VcRule>,
}

impl RoutingOptions {
    /// An algorithm and a VC rule, all else as it is by default.
    pub fn new(algorithm: RoutingAlgorithm, rule: Option<VcRule>) -> Self {
        Self { algorithm, rule }
    }

    /// With the VC rule that is asked for, or `default`.
    pub(super) fn settle(self, default: VcRule) -> Choice {
        let Self { algorithm, rule } = self;
        Choice { algorithm, rule: rule.unwrap_or(default) }
    }
}

/// What is in force: [`RoutingOptions`] with nothing left open, and known to the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The routing algorithm.
    pub algorithm: RoutingAlgorithm,
    /// The VC rule.
    pub rule: VcRule,
}
