//! Names of the routing algorithms.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A routing algorithm (docs/networks.md, "Routing algorithms").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoutingAlgorithm {
    /// Dimension order; in an RDT, descending ranks: deterministic.
    #[default]
    Dor,
    /// Link selection: either way round a ring on a tie.
    Ls,
    /// Channel selection: the escape channels or the adaptive ones.
    Cs,
    /// Both.
    LsCs,
    /// RDT: the vector of a node's own rank first, at every node. Deadlocks.
    Floating,
    /// RDT: the vector of the source's own rank first, then descending ranks. Deadlocks.
    Fixed,
}

impl RoutingAlgorithm {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 6] = [Self::Dor, Self::Ls, Self::Cs, Self::LsCs, Self::Floating, Self::Fixed];

    /// As written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dor => "dor",
            Self::Ls => "ls",
            Self::Cs => "cs",
            Self::LsCs => "ls+cs",
            Self::Floating => "floating",
            Self::Fixed => "fixed",
        }
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

impl fmt::Display for RoutingAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RoutingAlgorithm {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.name() == text)
            .ok_or_else(|| Error::value("routing", text, Self::ALL.map(Self::name).join(", ")))
    }
}
