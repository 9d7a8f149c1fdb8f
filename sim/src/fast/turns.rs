//! When the threads of a team go, and when they are done: rounds that one of them, the leader, calls.
//!
//! A thread that waits looks again and again for a while, and sleeps then. Looking is soonest; where other programs want the cores too, a thread
//! that sleeps is let in sooner than one that has used up its time by looking. So a thread that has looked in vain looks for less the next time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};

/// How often a thread looks before it sleeps: about as long as a round of some thousand routers takes, and hardly at all. It does not pause in between,
/// as a virtual machine takes a loop of pauses for a reason to stop it.
const MOST: u32 = 1 << 17;
const LEAST: u32 = 1 << 9;
/// One wait in so many is for [`MOST`] again.
const AGAIN: u32 = 256;

/// How long a thread looks.
pub(super) struct Patience {
    looks: u32,
    waits: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self { looks: MOST, waits: 0 }
    }
}

impl Patience {
    /// Looks for a while whether it is `ready`.
    fn soon(&mut self, ready: impl Fn() -> bool) -> bool {
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
pub(super) struct Turns {
    /// The round that has been called last, from 1 on.
    called: AtomicU64,
    /// Threads that have done it, the leader not counted.
    done: AtomicUsize,
    /// There will be no more.
    over: AtomicBool,
    /// A thread has panicked.
    broken: AtomicBool,
    /// Of the others, those that are asleep or about to be.
    sleeping: AtomicUsize,
    /// The leader, if it is.
    leader: Mutex<Option<Thread>>,
}

impl Turns {
    /// The leader calls the `others` to the next round, and gets its number.
    pub fn call<'a>(&self, others: impl Iterator<Item = &'a Thread>) -> u64 {
        self.done.store(0, SeqCst);
        let round = self.called.fetch_add(1, SeqCst) + 1;
        self.wake(others);
        round
    }

    /// It sends them home.
    pub fn end<'a>(&self, others: impl Iterator<Item = &'a Thread>) {
        self.over.store(true, SeqCst);
        self.wake(others);
    }

    fn wake<'a>(&self, others: impl Iterator<Item = &'a Thread>) {
        if self.sleeping.load(SeqCst) > 0 {
            others.for_each(Thread::unpark);
        }
    }

    /// It waits until `others` are done.
    ///
    /// # Panics
    /// One of them has panicked.
    pub fn wait(&self, others: usize, patience: &mut Patience) {
        let ready = || self.done.load(SeqCst) == others || self.broken.load(SeqCst);
        if !patience.soon(ready) {
            *self.leader.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current());
            while !ready() {
                thread::park();
            }
        }
        assert!(!self.broken.load(SeqCst), "a thread of the model has panicked");
    }

    /// Another one waits for the round after `last`; `None` if there will be none.
    pub fn next(&self, last: u64, patience: &mut Patience) -> Option<u64> {
        let ready = || self.called.load(SeqCst) > last || self.over.load(SeqCst);
        if !patience.soon(ready) {
            self.sleeping.fetch_add(1, SeqCst);
            while !ready() {
                thread::park();
            }
            self.sleeping.fetch_sub(1, SeqCst);
        }
        (!self.over.load(SeqCst)).then_some(last + 1)
    }

    /// It is done with it, as the last of so many `others` if it is.
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

    /// To be held by a thread while it works: tells the leader if it panics.
    pub fn guard(&self) -> Guard<'_> {
        Guard(self)
    }
}

pub(super) struct Guard<'a>(&'a Turns);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.broken.store(true, SeqCst);
            self.0.wake_leader();
        }
    }
}
