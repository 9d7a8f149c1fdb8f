//! A counter for every bit of a word, as bit slices: slice `s` holds bit s of all counters, and one addition steps all of them.
//!
//! They count the flits in the buffers and the credits (rules L2, VC2), whose changes a clock are -1, 0 or +1.

use super::lanes::Lanes;
use super::word::Word;

/// A counter of S bits for each bit of the words of eight routers.
pub(super) type Counters<W, const S: usize> = [Lanes<W>; S];

/// Adds 1 to the counters in `up` and subtracts 1 from those in `down`; a counter in both keeps its value.
#[inline(always)]
pub(super) fn step<W: Word, const S: usize>(counters: &mut Counters<W, S>, up: Lanes<W>, down: Lanes<W>) {
    let mut carry = up ^ down;
    let falling = down & carry;
    for slice in counters.iter_mut() {
        let next = (*slice ^ falling) & carry;
        *slice ^= carry;
        carry = next;
    }
}

/// The counters that are not 0.
#[inline(always)]
pub(super) fn any<W: Word, const S: usize>(counters: &Counters<W, S>) -> Lanes<W> {
    counters.iter().fold(Lanes::none(), |all, &slice| all | slice)
}

/// The counters that hold `value`.
#[inline(always)]
pub(super) fn equal<W: Word, const S: usize>(counters: &Counters<W, S>, value: usize) -> Lanes<W> {
    counters.iter().enumerate().fold(Lanes::all(W::ALL), |all, (s, &slice)| all & !(slice ^ Lanes::all(bit(value, s))))
}

/// Counters that all hold `value`.
pub(super) fn all<W: Word, const S: usize>(value: usize) -> Counters<W, S> {
    std::array::from_fn(|s| Lanes::all(bit(value, s)))
}

/// Bit s of a value, in all bits of a word.
#[inline(always)]
fn bit<W: Word>(value: usize, s: usize) -> W {
    W::all_if(value >> s & 1 == 1)
}

/// Value of one counter.
pub(super) fn get<W: Word, const S: usize>(counters: &Counters<W, S>, lane: usize, bit: usize) -> usize {
    counters.iter().enumerate().map(|(s, slice)| slice[lane].has(bit) as usize * (1 << s)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::word::LANES;
    use super::*;

    #[test]
    fn slices_count_as_integers_do() {
        let mut counters: Counters<u64, 7> = all(5);
        let mut plain = [[5usize; 64]; LANES];
        let mut random = 1u64;
        let mut draw = || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            random.rotate_left(32)
        };
        for _ in 0..2000 {
            let (mut up, mut down): ([u64; LANES], [u64; LANES]) = (std::array::from_fn(|_| draw()), std::array::from_fn(|_| draw()));
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
            step(&mut counters, up.into(), down.into());
            let (positive, nines) = (any(&counters), equal(&counters, 9));
            for (lane, plain) in plain.iter().enumerate() {
                for (bit, &n) in plain.iter().enumerate() {
                    assert_eq!(get(&counters, lane, bit), n);
                    assert_eq!(positive[lane] >> bit & 1 == 1, n > 0);
                    assert_eq!(nines[lane] >> bit & 1 == 1, n == 9);
                }
            }
        }
    }
}
