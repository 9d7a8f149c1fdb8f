//! Why a file of a folder stays as it is.

use std::fmt::{self, Display};

/// Why a file cannot be replaced or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// The command reads it.
    Input,
    /// A folder, or below something that is none.
    NoFile,
    /// It is not as torusmith wrote it.
    Edited,
    /// No manifest has its hash.
    Unknown,
    /// The design with this top has it.
    OfDesign(String),
}

impl Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input => f.write_str("an input of this command"),
            Self::NoFile => f.write_str("not a file in a folder"),
            Self::Edited => f.write_str("edited"),
            Self::Unknown => f.write_str("not recorded as written by torusmith"),
            Self::OfDesign(top) => write!(f, "of the design {top}"),
        }
    }
}

impl Kept {
    /// `--force` replaces or removes it all the same.
    pub(crate) fn yields(&self) -> bool {
        !matches!(self, Self::Input | Self::NoFile)
    }
}
