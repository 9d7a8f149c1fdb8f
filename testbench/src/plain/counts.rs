//! What is counted of packets of flits.

use serde::Serialize;

use super::driver::Driven;
use crate::report::Counts;

/// Packets of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PlainCounts {
    /// Whose head entered the network.
    pub packets_injected: u64,
    /// That the Verilog delivered whole, unchanged and where they belong.
    pub packets_delivered: u64,
    /// To their own source, where they are delivered without entering the network.
    pub packets_to_own_node: u64,
    /// Still in their source's queue at the end.
    pub packets_queued: u64,
    /// What random drivers did, where they stood in place of the sources.
    #[serde(flatten)]
    pub driven: Option<Driven>,
}

impl Counts for PlainCounts {
    fn own(&self) -> u64 {
        self.packets_to_own_node
    }

    fn settled(&self) -> bool {
        self.packets_injected == self.packets_delivered + self.driven.map_or(0, |driven| driven.packets_lost)
    }
}
