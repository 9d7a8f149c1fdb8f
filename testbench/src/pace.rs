//! When a run shows its progress, and when it is over.

use crate::Error;
use crate::options::{Observer, RunOptions};

/// Clocks between two looks at the observer.
const LOOK: u64 = 64;
/// Clocks that are still compared when the network is empty: the last credits arrive.
const SETTLE: u64 = 8;
/// So many times the watchdog's patience without a packet coming to its end, when none can start, is a network that turns on the spot.
const SPINNING: u64 = 30;

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
    /// The last clock in which a packet came to its end, and how many had by then.
    ended: (u64, u64),
    /// The first clock seen with an empty network after the last packet could start.
    empty: Option<u64>,
    /// The last clock in which something happened in a network that is dead.
    pub dead_since: Option<u64>,
}

impl Pace {
    pub fn new(options: &RunOptions, watchdog: u64) -> Self {
        Self { cycles: options.cycles, watchdog, moved: 0, ended: (0, 0), empty: None, dead_since: None }
    }

    /// Takes note of what moved in the clock before `clock`, flits and packets' beginnings.
    pub fn follow(&mut self, clock: u64, moved: u64) {
        if moved > 0 {
            self.moved = clock - 1;
        }
    }

    /// Nothing is left to be sent in `clock`, nor in the network: the run settles.
    pub fn over(&mut self, clock: u64) {
        self.cycles = self.cycles.min(clock.saturating_sub(1));
    }

    /// Whether the clock after `clock` is still needed; `busy` while there are packets in the network, of which so many have come to their end.
    pub fn goes_on(&mut self, clock: u64, busy: bool, ended: u64) -> bool {
        if ended != self.ended.1 {
            self.ended = (clock, ended);
        }
        if busy {
            self.empty = None;
            let spins = clock > self.cycles && clock - self.ended.0.max(self.cycles) > SPINNING * self.watchdog;
            self.dead_since = if clock - self.moved > self.watchdog { Some(self.moved) } else { spins.then_some(self.ended.0) };
            return self.dead_since.is_none();
        }
        // What was counted is a clock old: a packet may have started in the last clock that sources were open.
        if clock <= self.cycles {
            return true;
        }
        clock < *self.empty.get_or_insert(clock) + SETTLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(cycles: u64, watchdog: u64) -> Pace {
        Pace::new(&RunOptions { cycles, ..RunOptions::default() }, watchdog)
    }

    /// The last clock of a run in which one packet ends in clock `ends`, or none; flits move in all clocks before `still`.
    fn last(mut pace: Pace, ends: Option<u64>, still: u64) -> (u64, Option<u64>) {
        for clock in 0.. {
            let ended = ends.is_some_and(|end| clock >= end);
            pace.follow(clock, u64::from(clock > 0 && clock - 1 < still));
            if !pace.goes_on(clock, !ended, ended.into()) {
                return (clock, pace.dead_since);
            }
        }
        unreachable!()
    }

    #[test]
    fn a_run_settles_and_ends() {
        assert_eq!(last(pace(10, 5), Some(2), 2), (19, None), "all of the clocks that are open, and 8");
        assert_eq!(last(pace(10, 5), Some(13), 13), (21, None));
    }

    #[test]
    fn a_run_with_nothing_left_to_send_settles() {
        let mut pace = pace(u64::MAX, 5);
        let mut last = 0;
        while pace.goes_on(last, last < 7, u64::from(last >= 7)) {
            last += 1;
            pace.follow(last, u64::from(last < 7));
            if last >= 7 {
                pace.over(last);
            }
        }
        assert_eq!((last, pace.dead_since), (15, None), "8 clocks behind the first empty one");
    }

    #[test]
    fn a_network_that_stands_still_or_turns_on_the_spot_is_dead() {
        assert_eq!(last(pace(10, 5), None, 3), (8, Some(2)), "more than 5 clocks after the last move");
        assert_eq!(last(pace(10, 5), None, u64::MAX), (10 + 30 * 5 + 1, Some(0)));
    }
}
