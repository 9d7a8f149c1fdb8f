//! A counter for every bit of a word, as bit slices: slice `s` holds bit s of all counters, and one addition steps all of them.
//!
//! They count the flits in the buffers and the credits (rules L2, VC2), whose changes a clock are -1, 0 or +1.

/// One counter for each of 64 bits, each of S bits.
pub(super) type Counters<const S: usize> = [u64; S];

/// Adds 1 to the counters in `up` and takes 1 from those in `down`; both leaves a counter as it is.
#[inline(always)]
pub(super) fn step<const S: usize>(counters: &mut Counters<S>, up: u64, down: u64) {
    let mut carry = up ^ down;
    let falling = down & carry;
    for slice in counters {
        let next = (*slice ^ falling) & carry;
        *slice ^= carry;
        carry = next;
    }
}

/// The counters that are not 0.
#[inline(always)]
pub(super) fn any<const S: usize>(counters: &Counters<S>) -> u64 {
    counters.iter().fold(0, |all, slice| all | slice)
}

/// The counters that hold `value`.
#[inline(always)]
pub(super) fn equal<const S: usize>(counters: &Counters<S>, value: usize) -> u64 {
    counters.iter().enumerate().fold(!0, |all, (s, slice)| all & !(slice ^ 0u64.wrapping_sub(value as u64 >> s & 1)))
}

/// All counters at `value`.
pub(super) fn all<const S: usize>(value: usize) -> Counters<S> {
    std::array::from_fn(|s| 0u64.wrapping_sub(value as u64 >> s & 1))
}

/// What one counter holds.
pub(super) fn get<const S: usize>(counters: &Counters<S>, bit: usize) -> usize {
    counters.iter().enumerate().map(|(s, slice)| (slice >> bit & 1) as usize * (1 << s)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_count_as_integers_do() {
        let mut counters: Counters<7> = all(5);
        let mut plain = [5usize; 64];
        let (mut up, mut down) = (0x9E37_79B9_7F4A_7C15u64, 0xBF58_476D_1CE4_E5B9u64);
        for _ in 0..5000 {
            up = up.rotate_left(7).wrapping_mul(0xD129_0D3E_7F9B_4C25) ^ down;
            down = down.rotate_left(11).wrapping_add(up >> 3);
            let (mut can_up, mut can_down) = (up, down);
            for (bit, n) in plain.iter_mut().enumerate() {
                if *n == 64 {
                    can_up &= !(1 << bit);
                }
                if *n == 0 {
                    can_down &= !(1 << bit);
                }
                *n = *n + (can_up >> bit & 1) as usize - (can_down >> bit & 1) as usize;
            }
            step(&mut counters, can_up, can_down);
            for (bit, &n) in plain.iter().enumerate() {
                assert_eq!(get(&counters, bit), n);
                assert_eq!(any(&counters) >> bit & 1 == 1, n > 0);
                assert_eq!(equal(&counters, 9) >> bit & 1 == 1, n == 9);
            }
        }
    }
}
