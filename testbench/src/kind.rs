//! The kinds of design, by what stands at the local ports: one protocol each.

use std::fmt;

/// What a design has at its local ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Flits and credits of a plain router (docs/router.md).
    Plain,
    /// Two ports of a multicast router (docs/multicast_router.md).
    Multicast,
    /// AXI4-Stream interfaces (docs/axi_interface.md).
    Axi,
    /// AXI4 interfaces, of a whole network (docs/axi4_interface.md).
    Axi4,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "flits and credits at the local ports",
            Self::Multicast => "a multicast router",
            Self::Axi => "AXI4-Stream interfaces at the local ports",
            Self::Axi4 => "AXI4 interfaces at the nodes",
        })
    }
}

/// The multicast router's VCs (those of packets, and that of messages) and ports.
pub(crate) const MULTICAST_VCS: usize = 4;
pub(crate) const MULTICAST_PORTS: usize = 10;
