//! A word with a bit for each virtual channel of a router: 32 bits where they do, since more routers fit a vector instruction then.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

/// Routers treated together, each with a word of its own.
pub(super) const LANES: usize = 8;

/// `u32` or `u64`.
pub(super) trait Word:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Eight of them.
    type Vector: Copy
        + Debug
        + From<[Self; LANES]>
        + Send
        + Add<Output = Self::Vector>
        + Sub<Output = Self::Vector>
        + BitAnd<Output = Self::Vector>
        + BitOr<Output = Self::Vector>
        + BitXor<Output = Self::Vector>
        + Not<Output = Self::Vector>
        + Shl<u32, Output = Self::Vector>
        + Shr<u32, Output = Self::Vector>;

    const BITS: usize;
    const NONE: Self;
    const ALL: Self;

    /// Word with bit `bit`, if `set`; else 0.
    fn bit_if(bit: usize, set: bool) -> Self;

    /// The low bits of a number.
    fn low(bits: u8) -> Self;

    /// The lowest eight bits.
    fn byte(self) -> u8;

    fn wrapping_sub(self, other: Self) -> Self;

    /// Number of the lowest bit set.
    fn first(self) -> usize;

    fn splat(self) -> Self::Vector;

    fn words(vector: &Self::Vector) -> &[Self; LANES];

    fn words_mut(vector: &mut Self::Vector) -> &mut [Self; LANES];

    /// The top bits of the eight words.
    fn tops(vector: Self::Vector) -> u32;

    /// Word with one bit.
    #[inline(always)]
    fn bit(bit: usize) -> Self {
        Self::bit_if(bit, true)
    }

    #[inline(always)]
    fn has(self, bit: usize) -> bool {
        self & Self::bit(bit) != Self::NONE
    }

    /// All bits if `set`, else none.
    #[inline(always)]
    fn all_if(set: bool) -> Self {
        if set { Self::ALL } else { Self::NONE }
    }
}

macro_rules! word {
    ($word:ty, $vector:ty) => {
        impl Word for $word {
            type Vector = $vector;

            const BITS: usize = <$word>::BITS as usize;
            const NONE: Self = 0;
            const ALL: Self = !0;

            #[inline(always)]
            fn bit_if(bit: usize, set: bool) -> Self {
                (set as Self) << bit
            }

            #[inline(always)]
            fn low(bits: u8) -> Self {
                bits as Self
            }

            #[inline(always)]
            fn byte(self) -> u8 {
                self as u8
            }

            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn splat(self) -> Self::Vector {
                Self::Vector::splat(self)
            }

            #[inline(always)]
            fn words(vector: &Self::Vector) -> &[Self; LANES] {
                vector.as_array()
            }

            #[inline(always)]
            fn words_mut(vector: &mut Self::Vector) -> &mut [Self; LANES] {
                vector.as_mut_array()
            }

            #[inline(always)]
            fn tops(vector: Self::Vector) -> u32 {
                vector.to_bitmask()
            }
        }
    };
}

word!(u32, wide::u32x8);
word!(u64, wide::u64x8);

/// The set bits of a word, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Bits<W>(pub W);

impl<W: Word> Iterator for Bits<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        (self.0 != W::NONE).then(|| {
            let bit = self.0.first();
            self.0 &= self.0 - W::bit(0);
            bit
        })
    }
}
