//! When a run shows its progress, and when it is over.

use crate::Error;
use crate::binding::Totals;
use crate::testbench::{Observer, RunOptions};

/// Clocks between two looks at the observer.
const LOOK: u64 = 64;
/// Clocks that are still compared when the network is empty: the last credits arrive.
const SETTLE: u64 = 8;

/// Shows an observer the clock, now and then.
///
/// # Errors
/// [`Error::Interrupted`] if the run is to end.
pub(crate) fn look(clock: u64, observer: &mut dyn Observer) -> Result<(), Error> {
    if clock.is_multiple_of(LOOK) {
        if observer.interrupted() {
            return Err(Error::Interrupted);
        }
        observer.progress(clock);
    }
    Ok(())
}

/// Follows a run up to its end.
pub(crate) struct Pace {
    cycles: u64,
    watchdog: u64,
    /// The last clock in which a flit moved or a packet started.
    moved: u64,
    /// The first clock seen with an empty network after the last packet could start.
    empty: Option<u64>,
    /// The last clock in which something happened in a network that is dead.
    pub dead_since: Option<u64>,
}

impl Pace {
    pub fn new(options: &RunOptions) -> Self {
        Self { cycles: options.cycles, watchdog: options.watchdog, moved: 0, empty: None, dead_since: None }
    }

    /// Takes note of what was counted in the clock before `clock`.
    pub fn follow(&mut self, clock: u64, before: &Totals) {
        if before.moved + before.started > 0 {
            self.moved = clock - 1;
        }
    }

    /// Whether the clock after `clock` is still needed; `busy` while there are packets in the network.
    pub fn goes_on(&mut self, clock: u64, busy: bool) -> bool {
        if busy {
            self.empty = None;
            self.dead_since = (clock - self.moved > self.watchdog).then_some(self.moved);
            return self.dead_since.is_none();
        }
        // What was counted is a clock old: a packet may have started in the last clock that sources were open.
        if clock <= self.cycles {
            return true;
        }
        clock < *self.empty.get_or_insert(clock) + SETTLE
    }
}
