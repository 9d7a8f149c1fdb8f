//! When the threads of a team go, and when they are done: rounds that one of them, the leader, calls.
//! A waiting thread polls for a while, and then sleeps. Polling reacts fastest. Where other programs want the cores too, a thread that sleeps is
//! scheduled sooner than one that has used up its time by polling. So a thread that has polled in vain polls for less the next time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};

/// Most and fewest polls before a thread sleeps: about as many as a round of some thousand routers takes, and hardly any. No pause instruction is in
/// between, as a virtual machine takes a loop of pauses for a reason to stop it.
const MOST: u32 = 1 << 17;
const LEAST: u32 = 1 << 9;
/// One wait in so many begins with [`MOST`] again.
const AGAIN: u32 = 256;

/// Number of polls of a thread.
pub(super) struct SpinBudget {
    looks: u32,
    waits: u32,
}

impl Default for SpinBudget {
    fn default() -> Self {
        Self { looks: MOST, waits: 0 }
    }
}

impl SpinBudget {
    /// Polls for a while until `ready`.
    fn poll(&mut self, ready: impl Fn() -> bool) -> bool {
        self.waits += 1;
        if self.waits.is_multiple_of(AGAIN) {
            self.looks = MOST;
        }
        let found = (0..self.looks).any(|_| ready());
        self.looks = if found { MOST.min(2 * self.looks) } else { LEAST.max(self.looks / 8) };
        found
    }
}

/// The rounds of a team.
#[derive(Default)]
pub(super) struct Rounds {
    /// The round that has been called last, from 1 on.
    called: AtomicU64,
    /// Threads that have done it, the leader not counted.
    done: AtomicUsize,
    /// No further rounds follow.
    over: AtomicBool,
    /// A thread has panicked.
    broken: AtomicBool,
    /// Threads other than the leader that are asleep or about to be.
    sleeping: AtomicUsize,
    /// The leader, while it sleeps.
    leader: Mutex<Option<Thread>>,
}

impl Rounds {
    /// The leader calls the `others` to the next round, and gets its number.
    pub fn call<'a>(&self, others: impl Iterator<Item = &'a Thread>) -> u64 {
        self.done.store(0, SeqCst);
        let round = self.called.fetch_add(1, SeqCst) + 1;
        self.wake(others);
        round
    }

    /// The leader ends the rounds, so that the other threads return.
    pub fn end<'a>(&self, others: impl Iterator<Item = &'a Thread>) {
        self.over.store(true, SeqCst);
        self.wake(others);
    }

    fn wake<'a>(&self, others: impl Iterator<Item = &'a Thread>) {
        if self.sleeping.load(SeqCst) > 0 {
            others.for_each(Thread::unpark);
        }
    }

    /// The leader waits until `others` are done.
    ///
    /// # Panics
    /// One of them has panicked.
    pub fn wait(&self, others: usize, budget: &mut SpinBudget) {
        let ready = || self.done.load(SeqCst) == others || self.broken.load(SeqCst);
        if !budget.poll(ready) {
            *self.leader.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current());
            while !ready() {
                thread::park();
            }
        }
        assert!(!self.broken.load(SeqCst), "a thread of the model has panicked");
    }

    /// Another thread waits for the round after `last`; `None` if no further round follows.
    pub fn next(&self, last: u64, budget: &mut SpinBudget) -> Option<u64> {
        let ready = || self.called.load(SeqCst) > last || self.over.load(SeqCst);
        if !budget.poll(ready) {
            self.sleeping.fetch_add(1, SeqCst);
            while !ready() {
                thread::park();
            }
            self.sleeping.fetch_sub(1, SeqCst);
        }
        (!self.over.load(SeqCst)).then_some(last + 1)
    }

    /// A thread is done with the round; the last of `others` wakes the leader.
    pub fn done(&self, others: usize) {
        if self.done.fetch_add(1, SeqCst) + 1 == others {
            self.wake_leader();
        }
    }

    fn wake_leader(&self) {
        if let Some(leader) = self.leader.lock().unwrap_or_else(PoisonError::into_inner).take() {
            leader.unpark();
        }
    }

    /// Guard that a thread holds while it works: reports a panic to the leader.
    pub fn guard(&self) -> Guard<'_> {
        Guard(self)
    }
}

pub(super) struct Guard<'a>(&'a Rounds);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.broken.store(true, SeqCst);
            self.0.wake_leader();
        }
    }
}
