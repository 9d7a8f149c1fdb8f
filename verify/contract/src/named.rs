//! Names of the bits of a state or of wires.

use std::fmt;

/// The name of a bit, as in `buffer[2][1].place[0].tail`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitName {
    /// Name with `[]` for each number.
    pattern: &'static str,
    numbers: [usize; 4],
}

impl BitName {
    /// Fills `numbers`, at most four, into the `[]` of `pattern`.
    pub(crate) fn new<const N: usize>(pattern: &'static str, numbers: [usize; N]) -> Self {
        let mut all = [0; 4];
        all[..N].copy_from_slice(&numbers);
        Self { pattern, numbers: all }
    }

    /// The name without its numbers: equal for all bits of a kind.
    pub fn pattern(&self) -> &'static str {
        self.pattern
    }

    /// The number in the `n`-th `[]` of the pattern.
    pub fn number(&self, n: usize) -> usize {
        self.numbers[n]
    }
}

impl fmt::Display for BitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.pattern.split("[]").enumerate() {
            match i.checked_sub(1) {
                Some(before) => write!(f, "[{}]{part}", self.numbers[before])?,
                None => f.write_str(part)?,
            }
        }
        Ok(())
    }
}

/// Structures whose bits have names.
pub trait NamedBits {
    /// Type of a bit.
    type Bit: Copy;
    /// The structure with bits of type `C`.
    type Of<C: Copy>;

    /// Replaces each bit, always in one order.
    fn map<C: Copy>(&self, of: &mut impl FnMut(BitName, Self::Bit) -> C) -> Self::Of<C>;

    /// All bits with their names.
    fn bits(&self) -> Vec<(BitName, Self::Bit)> {
        let mut all = Vec::new();
        self.map(&mut |name, bit| all.push((name, bit)));
        all
    }
}
