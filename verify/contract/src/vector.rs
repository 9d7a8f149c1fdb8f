//! Vectors of bits: numbers, least significant bit first, and sets, bit n for member n.

use crate::Gates;

/// A number in `bits` bits.
pub fn number<G: Gates>(gates: &mut G, value: usize, bits: usize) -> Vec<G::Bit> {
    (0..bits).map(|b| gates.constant(value >> b & 1 == 1)).collect()
}

/// Whether any bit is 1.
pub fn any<G: Gates>(gates: &mut G, bits: impl IntoIterator<Item = G::Bit>) -> G::Bit {
    let none = gates.constant(false);
    bits.into_iter().fold(none, |any, bit| gates.or(any, bit))
}

/// Whether all bits are 1.
pub fn all<G: Gates>(gates: &mut G, bits: impl IntoIterator<Item = G::Bit>) -> G::Bit {
    let none_yet = gates.constant(true);
    bits.into_iter().fold(none_yet, |all, bit| gates.and(all, bit))
}

/// Whether a number equals `value`.
pub fn is<G: Gates>(gates: &mut G, number: &[G::Bit], value: usize) -> G::Bit {
    if value >> number.len() != 0 {
        return gates.constant(false);
    }
    number.iter().enumerate().fold(gates.constant(true), |so_far, (b, &bit)| {
        let bit = if value >> b & 1 == 1 { bit } else { gates.not(bit) };
        gates.and(so_far, bit)
    })
}

/// Whether two numbers of equal width are equal.
pub fn equal<G: Gates>(gates: &mut G, a: &[G::Bit], b: &[G::Bit]) -> G::Bit {
    assert_eq!(a.len(), b.len(), "numbers of different widths");
    a.iter().zip(b).fold(gates.constant(true), |so_far, (&a, &b)| {
        let differ = gates.xor(a, b);
        gates.and_not(so_far, differ)
    })
}

/// Whether a number is below `limit`.
pub fn below<G: Gates>(gates: &mut G, number: &[G::Bit], limit: usize) -> G::Bit {
    if limit >> number.len() != 0 {
        return gates.constant(true);
    }
    number.iter().enumerate().fold(gates.constant(false), |lower, (b, &bit)| {
        let zero = gates.not(bit);
        if limit >> b & 1 == 1 { gates.or(zero, lower) } else { gates.and(zero, lower) }
    })
}

/// A number as a set of `n` members: empty if the number is `n` or more.
pub fn decode<G: Gates>(gates: &mut G, number: &[G::Bit], n: usize) -> Vec<G::Bit> {
    (0..n).map(|value| is(gates, number, value)).collect()
}

/// The one member of a set, as a number in `bits` bits; 0 for an empty set.
pub fn encode<G: Gates>(gates: &mut G, one: &[G::Bit], bits: usize) -> Vec<G::Bit> {
    (0..bits).map(|b| any(gates, one.iter().enumerate().filter(|(value, _)| value >> b & 1 == 1).map(|(_, &bit)| bit))).collect()
}

/// `yes` if `select`, else `no`.
pub fn mux<G: Gates>(gates: &mut G, select: G::Bit, yes: &[G::Bit], no: &[G::Bit]) -> Vec<G::Bit> {
    assert_eq!(yes.len(), no.len(), "numbers of different widths");
    yes.iter().zip(no).map(|(&yes, &no)| gates.mux(select, yes, no)).collect()
}

/// `bits` if `select`, else zeros.
pub fn when<G: Gates>(gates: &mut G, select: G::Bit, bits: &[G::Bit]) -> Vec<G::Bit> {
    bits.iter().map(|&bit| gates.and(select, bit)).collect()
}

/// Bitwise and.
pub fn and<G: Gates>(gates: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Vec<G::Bit> {
    a.iter().zip(b).map(|(&a, &b)| gates.and(a, b)).collect()
}

/// `of[n]` for the one member n of a set; zeros for an empty set.
pub fn select<'a, G: Gates>(gates: &mut G, one: &[G::Bit], of: impl IntoIterator<Item = &'a [G::Bit]>) -> Vec<G::Bit>
where
    G::Bit: 'a,
{
    let mut found: Option<Vec<G::Bit>> = None;
    for (&is, bits) in one.iter().zip(of) {
        let here = when(gates, is, bits);
        found = Some(match found {
            Some(before) => before.iter().zip(&here).map(|(&a, &b)| gates.or(a, b)).collect(),
            None => here,
        });
    }
    found.unwrap_or_default()
}

/// Bit `of[n]` for the one member n of a set; 0 for an empty set.
pub fn select_bit<G: Gates>(gates: &mut G, one: &[G::Bit], of: &[G::Bit]) -> G::Bit {
    let both = and(gates, one, of);
    any(gates, both)
}

/// The number plus one, modulo 2 to the width.
pub fn increment<G: Gates>(gates: &mut G, number: &[G::Bit]) -> Vec<G::Bit> {
    let mut carry = gates.constant(true);
    number.iter().map(|&bit| (gates.xor(bit, carry), carry = gates.and(bit, carry)).0).collect()
}

/// The number minus one, modulo 2 to the width.
pub fn decrement<G: Gates>(gates: &mut G, number: &[G::Bit]) -> Vec<G::Bit> {
    let mut borrow = gates.constant(true);
    number.iter().map(|&bit| (gates.xor(bit, borrow), borrow = gates.and_not(borrow, bit)).0).collect()
}

/// The sum of two numbers of equal width, modulo 2 to the width.
pub fn add<G: Gates>(gates: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Vec<G::Bit> {
    assert_eq!(a.len(), b.len(), "numbers of different widths");
    let mut carry = gates.constant(false);
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let (one, both) = (gates.xor(a, b), gates.and(a, b));
        sum.push(gates.xor(one, carry));
        let carried = gates.and(one, carry);
        carry = gates.or(both, carried);
    }
    sum
}

/// The difference a - b of two numbers of equal width, modulo 2 to the width, and whether a is below b.
pub fn subtract<G: Gates>(gates: &mut G, a: &[G::Bit], b: &[G::Bit]) -> (Vec<G::Bit>, G::Bit) {
    assert_eq!(a.len(), b.len(), "numbers of different widths");
    let mut borrow = gates.constant(false);
    let mut difference = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let (one, below) = (gates.xor(a, b), gates.and_not(b, a));
        difference.push(gates.xor(one, borrow));
        let kept = gates.and_not(borrow, one);
        borrow = gates.or(below, kept);
    }
    (difference, borrow)
}

/// Quotient, in `quotient_bits` bits, and remainder of a number and a constant divisor. The remainder has as many bits as divisor - 1.
/// If the quotient does not fit, both are arbitrary.
///
/// # Panics
/// If the divisor is 0.
pub fn divide<G: Gates>(gates: &mut G, number: &[G::Bit], divisor: usize, quotient_bits: usize) -> (Vec<G::Bit>, Vec<G::Bit>) {
    let zero = gates.constant(false);
    // Low bits are the remainder of the power of two that divides the divisor.
    let shift = divisor.trailing_zeros() as usize;
    let odd = divisor >> shift;
    let padded: Vec<_> = number.iter().copied().chain(std::iter::repeat(zero)).take(number.len().max(shift + quotient_bits)).collect();
    let (low, high) = padded.split_at(shift);
    if odd == 1 {
        return (high[..quotient_bits].to_vec(), low.to_vec());
    }
    // Restoring division: the remainder stays below the odd divisor, twice the remainder fits one more bit.
    let width = odd.ilog2() as usize + 1;
    let constant = self::number(gates, odd, width + 1);
    let mut remainder: Vec<_> = high[quotient_bits..].iter().copied().chain(std::iter::repeat(zero)).take(width).collect();
    let mut quotient = vec![zero; quotient_bits];
    for b in (0..quotient_bits).rev() {
        remainder.insert(0, high[b]);
        let (difference, below) = subtract(gates, &remainder, &constant);
        quotient[b] = gates.not(below);
        remainder = mux(gates, below, &remainder, &difference)[..width].to_vec();
    }
    (quotient, low.iter().copied().chain(remainder).collect())
}

/// (The one member of a set + 1) mod n, as a number in `bits` bits; 0 for an empty set.
pub fn behind<G: Gates>(gates: &mut G, one: &[G::Bit], bits: usize) -> Vec<G::Bit> {
    let turned: Vec<_> = (0..one.len()).map(|n| one[(n + one.len() - 1) % one.len()]).collect();
    encode(gates, &turned, bits)
}

/// The lowest member of a set, as a set.
pub fn lowest<G: Gates>(gates: &mut G, set: &[G::Bit]) -> Vec<G::Bit> {
    let mut before = gates.constant(false);
    set.iter().map(|&bit| (gates.and_not(bit, before), before = gates.or(before, bit)).0).collect()
}

/// The first member of a set in the order p, p+1, .., n-1, 0, .., p-1 (SA4), as a set. A pointer of n or more counts as 0.
pub fn round_robin<G: Gates>(gates: &mut G, set: &[G::Bit], pointer: &[G::Bit]) -> Vec<G::Bit> {
    let mut reached = gates.constant(false);
    let mut from_pointer = Vec::with_capacity(set.len());
    for (n, &bit) in set.iter().enumerate() {
        let here = is(gates, pointer, n);
        reached = gates.or(reached, here);
        from_pointer.push(gates.and(bit, reached));
    }
    let any_from_pointer = any(gates, from_pointer.iter().copied());
    let (first, other) = (lowest(gates, &from_pointer), lowest(gates, set));
    mux(gates, any_from_pointer, &first, &other)
}

/// A bit for each value of a number; values for which `bit` gives none may have any.
pub fn table<G: Gates>(gates: &mut G, number: &[G::Bit], bit: &dyn Fn(usize) -> Option<bool>) -> G::Bit {
    let known: Vec<bool> = (0..1 << number.len()).filter_map(bit).collect();
    let Some((&highest, lower)) = number.split_last() else { return gates.constant(known.first() == Some(&true)) };
    if known.iter().all(|bit| *bit == known[0]) {
        return gates.constant(known.first() == Some(&true));
    }
    let half = 1 << lower.len();
    let [zero, one] = [0, half].map(|from| (0..half).map(|value| bit(from + value)).collect::<Vec<_>>());
    if zero.iter().zip(&one).all(|(zero, one)| zero.is_none() || one.is_none() || zero == one) {
        return table(gates, lower, &|value| zero[value].or(one[value]));
    }
    let (zero, one) = (table(gates, lower, &|value| zero[value]), table(gates, lower, &|value| one[value]));
    gates.mux(highest, one, zero)
}
