//! What can be chosen about the routing of a network, beside the number of VCs.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};

/// What is asked for. `None`: the first that the network has of those that go with the rest (docs/networks.md, "Ties", "What goes together").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RoutingOptions {
    /// The routing algorithm.
    pub algorithm: Option<RoutingAlgorithm>,
    /// The VC rule.
    pub rule: Option<VcRule>,
    /// Ways of half a ring.
    pub ties: Option<Ties>,
}

impl RoutingOptions {
    /// An algorithm and a VC rule, and whatever ties go with them.
    pub fn new(algorithm: impl Into<Option<RoutingAlgorithm>>, rule: Option<VcRule>) -> Self {
        Self { algorithm: algorithm.into(), rule, ties: None }
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
