//! A counter for every bit of a word, as bit slices: slice `s` holds bit s of all counters, and one addition steps all of them.
//!
//! They count the flits in the buffers and the credits (rules L2, VC2), whose changes a clock are -1, 0 or +1.

use super::lanes::{self, LANES, Lanes};
use super::word::Word;

/// A counter of S bits for each bit of the words of eight routers.
pub(super) type Counters<W, const S: usize> = [Lanes<W>; S];

/// Adds 1 to the counters in `up` and takes 1 from those in `down`; both leaves a counter as it is. Returns the counters that are not 0 then.
#[inline(always)]
pub(super) fn step<W: Word, const S: usize>(counters: &mut Counters<W, S>, up: &Lanes<W>, down: &Lanes<W>) -> Lanes<W> {
    let mut any = lanes::none();
    for i in 0..LANES {
        let mut carry = up[i] ^ down[i];
        let falling = down[i] & carry;
        for slice in counters.iter_mut() {
            let next = (slice[i] ^ falling) & carry;
            slice[i] ^= carry;
            carry = next;
            any[i] |= slice[i];
        }
    }
    any
}

/// The counters that are not 0, in all lanes.
#[inline(always)]
pub(super) fn all_any<W: Word, const S: usize>(counters: &Counters<W, S>) -> Lanes<W> {
    let mut all = lanes::none();
    for i in 0..LANES {
        all[i] = any(counters, i);
    }
    all
}

/// The counters of a lane that are not 0.
#[inline(always)]
pub(super) fn any<W: Word, const S: usize>(counters: &Counters<W, S>, lane: usize) -> W {
    counters.iter().fold(W::NONE, |all, slice| all | slice[lane])
}

/// The counters of a lane that are more than 1.
#[inline(always)]
pub(super) fn many<W: Word, const S: usize>(counters: &Counters<W, S>, lane: usize) -> W {
    counters[1..].iter().fold(W::NONE, |all, slice| all | slice[lane])
}

/// The counters of a lane that hold `value`.
#[inline(always)]
pub(super) fn equal<W: Word, const S: usize>(counters: &Counters<W, S>, lane: usize, value: usize) -> W {
    counters.iter().enumerate().fold(W::ALL, |all, (s, slice)| all & !(slice[lane] ^ bit(value, s)))
}

/// All counters at `value`.
pub(super) fn all<W: Word, const S: usize>(value: usize) -> Counters<W, S> {
    std::array::from_fn(|s| [bit(value, s); LANES])
}

/// Bit s of a value, in all bits of a word.
#[inline(always)]
fn bit<W: Word>(value: usize, s: usize) -> W {
    W::all_if(value >> s & 1 == 1)
}

/// What one counter holds.
pub(super) fn get<W: Word, const S: usize>(counters: &Counters<W, S>, lane: usize, bit: usize) -> usize {
    counters.iter().enumerate().map(|(s, slice)| slice[lane].has(bit) as usize * (1 << s)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_count_as_integers_do() {
        let mut counters: Counters<u64, 7> = all(5);
        let mut plain = [[5usize; 64]; LANES];
        let mut random = 1u64;
        let mut draw = || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            random >> 32 | random << 32
        };
        for _ in 0..2000 {
            let (mut up, mut down): (Lanes<u64>, Lanes<u64>) = (std::array::from_fn(|_| draw()), std::array::from_fn(|_| draw()));
            for (lane, plain) in plain.iter_mut().enumerate() {
                for (bit, n) in plain.iter_mut().enumerate() {
                    if *n == 64 {
                        up[lane] &= !(1 << bit);
                    }
                    if *n == 0 {
                        down[lane] &= !(1 << bit);
                    }
                    *n = *n + (up[lane] >> bit & 1) as usize - (down[lane] >> bit & 1) as usize;
                }
            }
            let positive = step(&mut counters, &up, &down);
            assert_eq!(positive, all_any(&counters));
            for (lane, plain) in plain.iter().enumerate() {
                for (bit, &n) in plain.iter().enumerate() {
                    assert_eq!(get(&counters, lane, bit), n);
                    assert_eq!(positive[lane] >> bit & 1 == 1, n > 0);
                    assert_eq!(many(&counters, lane) >> bit & 1 == 1, n > 1);
                    assert_eq!(equal(&counters, lane, 9) >> bit & 1 == 1, n == 9);
                }
            }
        }
    }
}
