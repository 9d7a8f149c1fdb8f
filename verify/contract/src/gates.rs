//! What a bit is, and what can be done with bits.

/// Makes bits of bits. A context, since the bits of a prover are places in a graph that it holds.
pub trait Gates {
    /// A bit: `bool`, or a literal.
    type Bit: Copy;

    /// A bit that is always so.
    fn constant(&mut self, value: bool) -> Self::Bit;

    /// `a` inverted.
    fn not(&mut self, a: Self::Bit) -> Self::Bit;

    /// Both.
    fn and(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;

    /// The value of a bit, where it is one and the same whatever the inputs are. What does not matter then is left out; `None` is always right.
    fn known(&self, bit: Self::Bit) -> Option<bool>;

    /// One or both.
    fn or(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// `a` without `b`.
    fn and_not(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let b = self.not(b);
        self.and(a, b)
    }

    /// One, and not both.
    fn xor(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let (one, other) = (self.and_not(a, b), self.and_not(b, a));
        self.or(one, other)
    }

    /// `yes` if `select`, else `no`.
    fn mux(&mut self, select: Self::Bit, yes: Self::Bit, no: Self::Bit) -> Self::Bit {
        let (yes, no) = (self.and(select, yes), self.and_not(no, select));
        self.or(yes, no)
    }
}

/// Bits that are what they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bools;

impl Gates for Bools {
    type Bit = bool;

    fn constant(&mut self, value: bool) -> bool {
        value
    }

    fn not(&mut self, a: bool) -> bool {
        !a
    }

    fn and(&mut self, a: bool, b: bool) -> bool {
        a & b
    }

    fn known(&self, bit: bool) -> Option<bool> {
        Some(bit)
    }

    fn or(&mut self, a: bool, b: bool) -> bool {
        a | b
    }

    fn xor(&mut self, a: bool, b: bool) -> bool {
        a ^ b
    }

    fn mux(&mut self, select: bool, yes: bool, no: bool) -> bool {
        if select { yes } else { no }
    }
}
