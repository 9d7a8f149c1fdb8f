//! Random numbers that both sides draw alike (docs/router.md, rule D1).

use crate::splitmix::mix;

/// 1 in 2^32: a probability that always hits.
pub(super) const ONE: u64 = 1 << 32;

/// The draws of a state h(a, b).
#[derive(Debug, Clone, Copy)]
pub(super) struct Draws(u64);

impl Draws {
    pub fn new(seed: u64, a: u64, b: u64) -> Self {
        Self(mix(mix(mix(seed) ^ a) ^ b))
    }

    /// The upper half of draw `k`.
    fn upper(self, k: u64) -> u64 {
        mix(self.0.wrapping_add(k)) >> 32
    }

    /// Draw `k` below `m`.
    pub fn below(self, k: u64, m: usize) -> usize {
        ((self.upper(k) * m as u64) >> 32) as usize
    }

    /// Draw `k` hits `q` in 2^32.
    pub fn hits(self, k: u64, q: u64) -> bool {
        self.upper(k) < q
    }

    /// Draw `k` of the bits set in a mask, the lowest being the first; none of none.
    pub fn of_mask(self, k: u64, mask: u8) -> Option<usize> {
        let nth = self.below(k, mask.count_ones() as usize);
        (0..8).filter(|bit| mask >> bit & 1 == 1).nth(nth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 of seed 0 (Vigna's splitmix64.c), and the hash worked out manually.
    #[test]
    fn draws_are_those_of_splitmix64() {
        assert_eq!((mix(1), mix(2), mix(3)), (0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F));
        let draws = Draws::new(0, 0xE220_A839_7B1D_CDAF, 0);
        assert_eq!(draws.0, mix(mix(0xE220_A839_7B1D_CDAF)), "mix(0) is 0");
        assert_eq!(Draws(0).upper(1), 0xE220_A839);
        assert_eq!((Draws(0).below(1, 8), Draws(0).below(2, 8), Draws(0).below(3, 8)), (7, 3, 0));
        assert!(Draws(0).hits(3, ONE) && Draws(0).hits(3, 0x06C4_5D19) && !Draws(0).hits(3, 0x06C4_5D18));
        assert_eq!((Draws(0).of_mask(2, 0b1011_0100), Draws(0).of_mask(1, 0)), (Some(4), None));
    }
}
