//! What a routing algorithm selects by the state of routers.

use torusmith_design::RoutingAlgorithm;

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
        self.selects_links() || self.selects_channels() || self == Self::DorBoth
    }
}
