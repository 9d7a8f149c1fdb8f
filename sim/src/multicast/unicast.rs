//! The unicast routing of the RDT as this router uses it: `descending` (docs/networks.md, "RDT"), the VC being the class (R2).

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::rdt::Rdt;

use crate::routing::rdt::RdtRouting;
use crate::routing::{Choice, Routing};

/// A hop of a unicast or report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    /// Output port; 0 at the destination.
    pub port: u8,
    /// The class: the VC of the link.
    pub class: u8,
    /// The routing bits that the head carries on.
    pub onward: u64,
}

/// The routing function of one RDT.
#[derive(Debug, Clone)]
pub struct Unicast(RdtRouting);

impl Unicast {
    /// The routing function of a network.
    pub fn new(rdt: Rdt) -> Self {
        Self(RdtRouting::with_a_vc_a_class(rdt, Choice { algorithm: RoutingAlgorithm::Dor, rule: VcRule::Descending, ties: Ties::Plus }))
    }

    /// The routing bits that a source sends with.
    #[inline]
    pub fn header(&self, source: u32, destination: u32) -> u64 {
        self.0.source_choices(TerminalId(source), TerminalId(destination))[0]
    }

    /// The hop at a node.
    #[inline]
    pub fn hop(&self, node: u32, bits: u64) -> Hop {
        let (candidates, onward) = self.0.route_onward(node, TerminalId(0), bits);
        Hop { port: candidates[0].port, class: candidates[0].vcs.trailing_zeros() as u8, onward }
    }
}
