//! What a routing algorithm leaves to the routers.

use torusmith_design::RoutingAlgorithm;

/// Link selection, channel selection and turns of a routing algorithm (docs/networks.md).
pub(crate) trait Selection {
    /// Whether routers choose among paths or VCs, so that there is an adaptive class (docs/router.md, RC5).
    fn adapts(self) -> bool;

    /// Whether packets leave the order of dimensions.
    fn turns(self) -> bool;

    /// Link selection: whether a packet can take either direction at a tie.
    fn selects_links(self) -> bool;

    /// Channel selection: whether a candidate's VCs can be of the escape class and the adaptive one.
    fn selects_channels(self) -> bool;
}

impl Selection for RoutingAlgorithm {
    fn adapts(self) -> bool {
        self.selects_links() || self.selects_channels()
    }

    fn turns(self) -> bool {
        matches!(self, Self::DorTurn | Self::DorEarly | Self::DorBoth | Self::LsCsTurn)
    }

    fn selects_links(self) -> bool {
        matches!(self, Self::Ls | Self::LsCs | Self::LsCsTurn)
    }

    fn selects_channels(self) -> bool {
        matches!(self, Self::Cs | Self::LsCs | Self::LsCsTurn)
    }
}
