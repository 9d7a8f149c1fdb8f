//! Calendar queue of terminals: a wheel of the next clocks, and a heap for later ones.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use torusmith_topology::TerminalId;

/// Terminals by the clock of their next packet.
pub(crate) struct Calendar {
    /// Slot `clock % len` holds the terminals due in `clock`, for `now..now + len`.
    wheel: Vec<Vec<TerminalId>>,
    far: BinaryHeap<Reverse<(u64, TerminalId)>>,
    now: u64,
}

impl Calendar {
    /// Sized for gaps of about `mean` clocks.
    pub fn new(mean: f64) -> Self {
        let len = ((2.0 * mean) as usize).clamp(64, 4096).next_power_of_two();
        Self { wheel: vec![Vec::new(); len], far: BinaryHeap::new(), now: 0 }
    }

    fn slot(&self, clock: u64) -> usize {
        clock as usize & (self.wheel.len() - 1)
    }

    /// Notes that `terminal` is due in `clock`, which has not been taken yet.
    pub fn add(&mut self, clock: u64, terminal: TerminalId) {
        if clock - self.now < self.wheel.len() as u64 {
            let slot = self.slot(clock);
            self.wheel[slot].push(terminal);
        } else {
            self.far.push(Reverse((clock, terminal)));
        }
    }

    /// The next clock in which a terminal is due.
    pub fn next(&self) -> Option<u64> {
        let near = (self.now..self.now + self.wheel.len() as u64).find(|&clock| !self.wheel[self.slot(clock)].is_empty());
        let far = self.far.peek().map(|&Reverse((clock, _))| clock);
        near.into_iter().chain(far).min()
    }

    /// Passes over the clocks before `clock`, in which no terminal is due.
    pub fn pass_until(&mut self, clock: u64) {
        debug_assert!(self.next().is_none_or(|next| next >= clock), "a terminal is due");
        self.now = clock;
    }

    /// Replaces `due` by the terminals that are due in `clock`, in ascending order. Every clock has to be taken or passed over, in order.
    pub fn take(&mut self, clock: u64, due: &mut Vec<TerminalId>) {
        debug_assert_eq!(clock, self.now, "a clock is left out");
        due.clear();
        let slot = self.slot(clock);
        due.append(&mut self.wheel[slot]);
        while let Some(&Reverse((at, terminal))) = self.far.peek()
            && at == clock
        {
            self.far.pop();
            due.push(terminal);
        }
        due.sort_unstable();
        self.now = clock + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Calendar, TerminalId};

    #[test]
    fn near_and_far_arrive_in_order() {
        let mut calendar = Calendar::new(1.0);
        for (clock, number) in [(70, 3), (5, 9), (5, 2), (63, 1), (64, 7), (1000, 4)] {
            calendar.add(clock, TerminalId(number));
        }
        let (mut due, mut seen) = (Vec::new(), Vec::new());
        for clock in 0..1100 {
            calendar.take(clock, &mut due);
            if clock == 10 {
                calendar.add(70, TerminalId(0));
                calendar.add(74, TerminalId(8));
            }
            seen.extend(due.iter().map(|due| (clock, due.0)));
        }
        assert_eq!(seen, [(5, 2), (5, 9), (63, 1), (64, 7), (70, 0), (70, 3), (74, 8), (1000, 4)]);
    }

    #[test]
    fn clocks_in_which_nobody_is_due_can_be_passed_over() {
        let mut calendar = Calendar::new(1.0);
        for (clock, number) in [(5, 9), (63, 1), (1000, 4), (1_000_000, 7), (u64::MAX, 8)] {
            calendar.add(clock, TerminalId(number));
        }
        let (mut due, mut seen) = (Vec::new(), Vec::new());
        while let Some(clock) = calendar.next().filter(|&clock| clock < u64::MAX) {
            calendar.pass_until(clock);
            calendar.take(clock, &mut due);
            if clock == 1000 {
                calendar.add(1003, TerminalId(2));
            }
            seen.extend(due.iter().map(|due| (clock, due.0)));
        }
        assert_eq!(seen, [(5, 9), (63, 1), (1000, 4), (1003, 2), (1_000_000, 7)]);
        assert_eq!(Calendar::new(1.0).next(), None);
    }
}
