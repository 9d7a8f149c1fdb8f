//! Options of a network's routing besides the number of VCs, and what each of them decides.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};

/// Requested routing. `None` selects the first value that the network has and that goes with the others (docs/networks.md, "Ties", "What goes
/// together").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RoutingOptions {
    /// The routing algorithm.
    pub algorithm: Option<RoutingAlgorithm>,
    /// The VC rule.
    pub rule: Option<VcRule>,
    /// Tie-break between the two equally long directions of a ring.
    pub ties: Option<Ties>,
}

impl RoutingOptions {
    /// An algorithm and a VC rule, and whatever ties go with them.
    pub fn new(algorithm: impl Into<Option<RoutingAlgorithm>>, rule: Option<VcRule>) -> Self {
        Self { algorithm: algorithm.into(), rule, ties: None }
    }

    /// Replaces the ties.
    pub fn with_ties(self, ties: Ties) -> Self {
        Self { ties: Some(ties), ..self }
    }
}

/// Routing in force: [`RoutingOptions`] with every option decided, and known to the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The routing algorithm.
    pub algorithm: RoutingAlgorithm,
    /// The VC rule.
    pub rule: VcRule,
    /// Tie-break between the two equally long directions of a ring.
    pub ties: Ties,
}

/// Link selection and channel selection of a routing algorithm.
pub(crate) trait Selection {
    /// Link selection: at a tie, a packet may take either direction of the ring.
    fn selects_links(self) -> bool;

    /// Channel selection: a head may take adaptive channels wherever it may take escape channels.
    fn selects_channels(self) -> bool;

    /// Two packets of one source and destination may take different paths or channels: by the state of routers, or in turn.
    fn has_several_paths(self) -> bool;
}

impl Selection for RoutingAlgorithm {
    fn selects_links(self) -> bool {
        matches!(self, Self::Ls | Self::LsCs | Self::LsCsTurn)
    }

    fn selects_channels(self) -> bool {
        matches!(self, Self::Cs | Self::LsCs | Self::LsCsTurn)
    }

    fn has_several_paths(self) -> bool {
        self.selects_links() || self.selects_channels() || matches!(self, Self::DorBoth | Self::AdaptiveUp)
    }
}

/// Whether a tie at coordinate `at` goes in direction + (docs/networks.md, "Ties").
#[inline]
pub(super) fn tie_goes_up(ties: Ties, at: u32) -> bool {
    match ties {
        Ties::Plus => true,
        Ties::Balanced => at.is_multiple_of(2),
    }
}

/// The virtual channels that each of `k` classes owns of `vcs`, as bit masks (rule RC3).
pub fn classes(k: usize, vcs: usize) -> Vec<u8> {
    (0..k).map(|class| (0..vcs).filter(|w| w * k / vcs == class).fold(0, |mask, w| mask | 1 << w)).collect()
}
