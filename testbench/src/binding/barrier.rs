//! A barrier whose waiters spin a little and then park.

use std::sync::atomic::{AtomicU32, Ordering::*};
use std::sync::{Condvar, Mutex};

/// Turns of the spinning loop before a waiter parks: some ten microseconds.
const SPINS: u32 = 4000;

pub(super) struct Barrier {
    threads: u32,
    arrived: AtomicU32,
    generation: AtomicU32,
    parked: Mutex<u32>,
    wake: Condvar,
}

impl Barrier {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads: threads as u32,
            arrived: AtomicU32::new(0),
            generation: AtomicU32::new(0),
            parked: Mutex::new(0),
            wake: Condvar::new(),
        }
    }

    /// Returns when all threads have called it. What one of them wrote before, all see after.
    pub(super) fn wait(&self) {
        let generation = self.generation.load(Relaxed);
        if self.arrived.fetch_add(1, AcqRel) + 1 == self.threads {
            self.arrived.store(0, Relaxed);
            // Under the lock, so that nobody parks between looking and sleeping.
            let parked = self.parked.lock().unwrap();
            self.generation.store(generation.wrapping_add(1), Release);
            if *parked > 0 {
                self.wake.notify_all();
            }
            return;
        }
        for _ in 0..SPINS {
            if self.generation.load(Acquire) != generation {
                return;
            }
            std::hint::spin_loop();
        }
        let mut parked = self.parked.lock().unwrap();
        *parked += 1;
        while self.generation.load(Acquire) == generation {
            parked = self.wake.wait(parked).unwrap();
        }
        *parked -= 1;
    }
}
