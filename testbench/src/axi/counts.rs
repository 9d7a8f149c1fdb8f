//! What is counted of packets in streams.

use serde::Serialize;

use crate::report::Counts;

/// Packets and beats of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AxiCounts {
    /// Packets begun that go to another node.
    pub packets_injected: u64,
    /// Packets that the Verilog delivered whole, unchanged and where they belong.
    pub packets_delivered: u64,
    /// Packets to their own source, where they are delivered without entering the network.
    pub packets_to_own_node: u64,
    /// Packets to a wrong destination or in a wrong class, taken in to their end.
    pub packets_dropped: u64,
    /// Of those delivered the ones that were cut short, as a beat's `tkeep` was not proper.
    pub packets_cut: u64,
    /// Packets that their user has not begun.
    pub packets_queued: u64,
    /// Beats taken from masters, and given to slaves.
    pub beats: [u64; 2],
}

impl Counts for AxiCounts {
    fn own(&self) -> u64 {
        self.packets_to_own_node
    }

    fn settled(&self) -> bool {
        self.packets_injected == self.packets_delivered
    }
}
