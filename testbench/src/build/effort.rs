//! How far C++ is optimized: as far as the run that it is built for pays back.

use crate::manifest::Design;

/// Routers times clocks below which the quickest build is done first: unoptimized, a million takes up to a second more, and the build
/// half a second to three seconds less.
const SHORT: u64 = 400_000;

/// Routers times clocks from which `-O2` pays: the build takes one to five seconds more, and a million that is busy a tenth of a second less.
const LONG: u64 = 40_000_000;

/// A level of the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// Started soonest.
    Short,
    /// Most of the speed for half the time to build.
    Middle,
    /// The fastest.
    Long,
}

impl Effort {
    /// For runs of so many clocks in all.
    pub fn of(design: &Design, clocks: u64) -> Self {
        match (design.network.routers() as u64).saturating_mul(clocks) {
            0..SHORT => Self::Short,
            SHORT..LONG => Self::Middle,
            LONG.. => Self::Long,
        }
    }

    /// The compiler's flag for what runs in every clock.
    pub fn flag(self) -> &'static str {
        match self {
            Self::Short => "-O0",
            Self::Middle => "-O1",
            Self::Long => "-O2",
        }
    }
}
