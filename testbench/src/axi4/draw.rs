//! Random draws of users.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A random stream of one user, which depends on seed and `stream` alone.
pub struct Draw(ChaCha8Rng);

impl Draw {
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// With probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        p > 0.0 && f64::from(self.0.next_u32()) < p * 4_294_967_296.0
    }

    /// 0..`end`, which is above 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    /// So many random bits, up to 32.
    pub fn bits(&mut self, bits: u32) -> u32 {
        if bits == 0 { 0 } else { self.0.next_u32() >> (32 - bits) }
    }

    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// So many random bits, up to 64.
    pub fn wide(&mut self, bits: u32) -> u64 {
        if bits == 0 { 0 } else { self.0.next_u64() >> (64 - bits) }
    }

    pub fn data(&mut self, words: usize) -> super::request::Data {
        let mut data = [0; 16];
        data[..words].iter_mut().for_each(|word| *word = self.0.next_u32());
        data
    }
}
