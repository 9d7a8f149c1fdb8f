//! Counts over the clocks of a run.

use crate::binding::Totals;

/// Sums of the clocks' totals.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    pub(crate) started: u64,
    pub(crate) finished: u64,
    pub(crate) evaluated: u64,
}

impl Sums {
    pub(crate) fn add(&mut self, totals: &Totals) {
        self.started += totals.started;
        self.finished += totals.finished;
        self.evaluated += totals.evaluated;
    }
}

/// Packets of a run.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Packets {
    /// That have begun to leave.
    pub(crate) started: u64,
    /// That have come to their end.
    pub(crate) ended: u64,
}

impl Packets {
    pub(crate) fn in_flight(self) -> u64 {
        self.started.saturating_sub(self.ended)
    }
}
