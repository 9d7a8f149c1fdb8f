//! Counts of requests.

use serde::Serialize;

use crate::report::Counts;

/// Clocks from a request's handshake at its manager to that of its first beat or its response there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundTrips {
    /// The least; `None` of no request.
    pub least: Option<u64>,
    /// Of all requests together.
    pub clocks: u64,
    /// Requests.
    pub requests: u64,
}

impl RoundTrips {
    pub(super) fn add(&mut self, clocks: u64) {
        self.least = Some(self.least.map_or(clocks, |least| least.min(clocks)));
        self.clocks += clocks;
        self.requests += 1;
    }

    /// The mean; `None` of no request.
    pub fn mean(&self) -> Option<f64> {
        (self.requests > 0).then(|| self.clocks as f64 / self.requests as f64)
    }
}

/// Requests and beats of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Axi4Counts {
    /// Requests begun, and those answered to their end.
    pub requests: [u64; 2],
    /// Requests that subordinates have taken.
    pub requests_arrived: u64,
    /// Of those answered the ones that nobody answered but the manager's own side: DECERR, or SLVERR for too many beats.
    pub requests_refused: u64,
    /// Requests of a node to itself, which no manager begins.
    pub requests_to_own_node: u64,
    /// Requests that a pattern wants and that have not begun.
    pub requests_queued: u64,
    /// Beats of write data taken from managers, and of read data given to them.
    pub beats: [u64; 2],
    /// Clocks from a read's handshake at its manager to its first beat there, all reads that subordinates answered together, and how many they are.
    pub read_clocks: [u64; 2],
    /// Of reads, and of writes, that subordinates answered.
    #[serde(skip)]
    pub round_trips: [RoundTrips; 2],
    /// [`Axi4Counts::beats`] of the manager that has most of them.
    #[serde(skip)]
    pub most_beats: [u64; 2],
    /// Rules of AXI4 that were broken, a bit each (docs/axi4_checker.md).
    pub rules_broken: u32,
}

impl Counts for Axi4Counts {
    fn own(&self) -> u64 {
        self.requests_to_own_node
    }

    fn settled(&self) -> bool {
        self.requests[0] == self.requests[1] && self.rules_broken == 0
    }
}
