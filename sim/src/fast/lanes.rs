//! Eight routers next to each other in vectors: operations of every clock are done for the eight at once.

use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not, Shl, Shr, Sub};

use super::word::{Bits, LANES, Word};

/// A word of each of eight routers. Sums and differences wrap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes<W: Word>(W::Vector);

impl<W: Word> Lanes<W> {
    #[inline(always)]
    pub fn none() -> Self {
        Self::all(W::NONE)
    }

    /// Vector with the same word in all lanes.
    #[inline(always)]
    pub fn all(word: W) -> Self {
        Self(W::splat(word))
    }

    /// Some lane has a bit.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.set().0 != 0
    }

    /// The lanes that have a bit. As one word, so that a loop over few of them is left once rather than asked eight times.
    #[inline(always)]
    pub fn set(self) -> Bits<u32> {
        // Either a number or its negative has the top bit set, unless it is 0.
        Bits(W::tops(self.0 | (Self::none().0 - self.0)))
    }
}

impl<W: Word> From<[W; LANES]> for Lanes<W> {
    #[inline(always)]
    fn from(words: [W; LANES]) -> Self {
        Self(words.into())
    }
}

impl<W: Word> From<Lanes<W>> for [W; LANES] {
    #[inline(always)]
    fn from(lanes: Lanes<W>) -> Self {
        *W::words(&lanes.0)
    }
}

impl<W: Word> Index<usize> for Lanes<W> {
    type Output = W;

    #[inline(always)]
    fn index(&self, lane: usize) -> &W {
        &W::words(&self.0)[lane]
    }
}

impl<W: Word> IndexMut<usize> for Lanes<W> {
    #[inline(always)]
    fn index_mut(&mut self, lane: usize) -> &mut W {
        &mut W::words_mut(&mut self.0)[lane]
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<W: Word> $trait for Lanes<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(BitAnd, bitand);
operator!(BitOr, bitor);
operator!(BitXor, bitxor);

impl<W: Word> Not for Lanes<W> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<W: Word> Shl<u32> for Lanes<W> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }
}

impl<W: Word> Shr<u32> for Lanes<W> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }
}

impl<W: Word> BitAndAssign for Lanes<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<W: Word> BitOrAssign for Lanes<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<W: Word> BitXorAssign for Lanes<W> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_lanes_are_those_with_a_bit() {
        for lanes in 0..256u32 {
            let mut narrow = Lanes::<u32>::none();
            let mut wide = Lanes::<u64>::none();
            for lane in Bits(lanes) {
                narrow[lane] = 1 << (lane * 4 + 3);
                wide[lane] = 1 << (lane * 9);
            }
            assert_eq!(narrow.set().0, lanes);
            assert_eq!(wide.set().0, lanes);
            assert_eq!(narrow.any(), lanes != 0);
        }
    }
}
