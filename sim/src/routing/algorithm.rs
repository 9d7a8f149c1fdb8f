//! Names of the routing algorithms.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::Error;

/// A routing algorithm (docs/networks.md, "Routing algorithms").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase", parse_err_ty = Error, parse_err_fn = unknown)]
pub enum RoutingAlgorithm {
    /// Dimension order; in an RDT, descending ranks: deterministic.
    Dor,
    /// `dor` with other turns: in TTN and its like x before y on the way to a link between basic modules; in an HTN some of the last hops of y before
    /// the links of X, so that rows share them.
    #[strum(serialize = "dor-turn")]
    DorTurn,
    /// HTN: `dor` with the last hops of y before the links of X wherever they may be.
    #[strum(serialize = "dor-early")]
    DorEarly,
    /// HTN: the packets of a source by `dor-early` and by `dor` in turn.
    #[strum(serialize = "dor-both")]
    DorBoth,
    /// Link selection: either way round a ring on a tie.
    Ls,
    /// Channel selection: the escape channels or the adaptive ones.
    Cs,
    /// Both.
    #[strum(serialize = "ls+cs")]
    LsCs,
    /// HTN: both, on the ways of `dor-turn`.
    #[strum(serialize = "ls+cs-turn")]
    LsCsTurn,
    /// RDT: the vector of a node's own rank first, at every node. Deadlocks.
    Floating,
    /// RDT: the vector of the source's own rank first, then descending ranks. Deadlocks.
    Fixed,
    /// A network from a file: by its table, node by node.
    Table,
}

impl RoutingAlgorithm {
    /// As written on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Ties may go either way.
    pub fn selects_links(self) -> bool {
        matches!(self, Self::Ls | Self::LsCs | Self::LsCsTurn)
    }

    /// Two packets of one source and destination may go by different ways or channels: by the state of routers, or in turn.
    pub fn has_several_ways(self) -> bool {
        self.selects_links() || self.selects_channels() || self == Self::DorBoth
    }

    /// Heads may take adaptive channels wherever they may take escape channels.
    pub fn selects_channels(self) -> bool {
        matches!(self, Self::Cs | Self::LsCs | Self::LsCsTurn)
    }
}

fn unknown(text: &str) -> Error {
    Error::value("routing", text, RoutingAlgorithm::VARIANTS.join(", "))
}
