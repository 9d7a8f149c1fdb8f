//! Names of the routing algorithms.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::Error;

/// A routing algorithm (docs/networks.md, "Routing algorithms").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase", parse_err_ty = Error, parse_err_fn = unknown)]
pub enum RoutingAlgorithm {
    /// Dimension order; in an RDT, descending ranks: deterministic.
    #[default]
    Dor,
    /// Link selection: either way round a ring on a tie.
    Ls,
    /// Channel selection: the escape channels or the adaptive ones.
    Cs,
    /// Both.
    #[strum(serialize = "ls+cs")]
    LsCs,
    /// RDT: the vector of a node's own rank first, at every node. Deadlocks.
    Floating,
    /// RDT: the vector of the source's own rank first, then descending ranks. Deadlocks.
    Fixed,
}

impl RoutingAlgorithm {
    /// As written on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Ties may go either way.
    pub fn selects_links(self) -> bool {
        matches!(self, Self::Ls | Self::LsCs)
    }

    /// Heads may take adaptive channels wherever they may take escape channels.
    pub fn selects_channels(self) -> bool {
        matches!(self, Self::Cs | Self::LsCs)
    }
}

fn unknown(text: &str) -> Error {
    Error::value("routing", text, RoutingAlgorithm::VARIANTS.join(", "))
}
