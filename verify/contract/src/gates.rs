//! Bits, and the gates that combine them.

/// Builds bits from bits. The builder is a value because a prover's bits are indices into a graph that it holds.
pub trait Gates {
    /// A bit: `bool`, or a literal.
    type Bit: Copy;

    /// A constant bit.
    fn constant(&mut self, value: bool) -> Self::Bit;

    /// `a` inverted.
    fn not(&mut self, a: Self::Bit) -> Self::Bit;

    /// `a` and `b`.
    fn and(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit;

    /// The value of a constant bit. Callers skip logic that a constant makes irrelevant; `None` is always a valid answer.
    fn known(&self, bit: Self::Bit) -> Option<bool>;

    /// `a` or `b`.
    fn or(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// `a` and not `b`.
    fn and_not(&mut self, a: Self::Bit, b: Self::Bit) -> Self::Bit {
        let b = self.not(b);
        self.and(a, b)
    }

    /// `a` or `b`, but not both.
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

/// Gates on values: a bit is a `bool`.
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
