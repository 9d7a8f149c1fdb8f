//! Which of two equal ways round a ring a packet takes.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::Error;

/// A rule for ways of half a ring of an even number of nodes (docs/networks.md, "Ties").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase", parse_err_ty = Error, parse_err_fn = unknown)]
pub enum Ties {
    /// In direction +, or as the VC rule says.
    #[default]
    Plus,
    /// In direction + from an even coordinate, in direction - from an odd one.
    Balanced,
}

impl Ties {
    /// Of an algorithm and a VC rule that do not go together.
    pub const NONE: &'static [Self] = &[];
    /// What a family knows whose ties go one way alone.
    pub const PLUS: &'static [Self] = &[Self::Plus];
    /// What a family knows whose ties go either way, the default first.
    pub const ANY: &'static [Self] = &[Self::Balanced, Self::Plus];
    /// What goes with a VC rule that relies on it.
    pub const BALANCED: &'static [Self] = &[Self::Balanced];

    /// As written on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// A tie at coordinate `at` goes '+'.
    #[inline]
    pub fn go_up(self, at: u32) -> bool {
        match self {
            Self::Plus => true,
            Self::Balanced => at.is_multiple_of(2),
        }
    }
}

fn unknown(text: &str) -> Error {
    Error::value("ties", text, Ties::VARIANTS.join(", "))
}
