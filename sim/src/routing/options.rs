//! What can be chosen about the routing of a network, beside the number of VCs.

use super::algorithm::RoutingAlgorithm;
use super::rule::VcRule;
use super::ties::Ties;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RoutingOptions {
    /// The routing algorithm.
    pub algorithm: RoutingAlgorithm,
    /// The VC rule; `None` for the network's default one.
    pub rule: Option<VcRule>,
    /// Ways of half a ring; `None` for those that the VC rule brings along, else `plus`.
    pub ties: Option<Ties>,
}

impl RoutingOptions {
    /// An algorithm and a VC rule, all else as it is by default.
    pub fn new(algorithm: RoutingAlgorithm, rule: Option<VcRule>) -> Self {
        Self { algorithm, rule, ties: None }
    }

    /// The same with these ties.
    pub fn with_ties(self, ties: Ties) -> Self {
        Self { ties: Some(ties), ..self }
    }
}

/// What is in force: [`RoutingOptions`] with nothing left open, and known to the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The routing algorithm.
    pub algorithm: RoutingAlgorithm,
    /// The VC rule.
    pub rule: VcRule,
    /// Ways of half a ring.
    pub ties: Ties,
}
