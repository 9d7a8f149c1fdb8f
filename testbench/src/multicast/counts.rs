//! Counts of unicasts and multicasts.

use serde::Serialize;

use crate::report::Counts;

/// Packets of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MulticastCounts {
    /// Packets whose head entered the network, each once.
    pub packets_injected: u64,
    /// Unicasts that the Verilog delivered whole, unchanged and where they belong.
    pub unicasts_delivered: u64,
    /// Copies of multicasts that it delivered so.
    pub copies_delivered: u64,
    /// Multicasts whose one ack came to their source after all copies were delivered.
    pub acked: u64,
    /// Multicasts whose nack did.
    pub nacked: u64,
    /// Unicasts shot down and reported.
    pub shot_down: u64,
    /// Packets sent once more.
    pub restarted: u64,
    /// Unicasts lost as their report was shot down too.
    pub abandoned: u64,
    /// Packets still in their source's queue at the end.
    pub packets_queued: u64,
}

impl Counts for MulticastCounts {
    fn settled(&self) -> bool {
        self.packets_injected == self.unicasts_delivered + self.acked + self.nacked + self.abandoned
    }
}
