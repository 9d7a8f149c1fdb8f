//! Names of the VC rules, and which virtual channels a class owns.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::Error;

/// A virtual-channel rule (docs/networks.md); its name is written in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase", parse_err_ty = Error, parse_err_fn = unknown)]
pub enum VcRule {
    /// TTN, STTN, MTN: four classes, the paper's shortest way.
    Paper4,
    /// TTN and its like with m = 2, two classes, ties kept off the wrap links; TESH; MH3DT.
    Min2,
    /// TTN, MTN, TESH with m = 2: `min2` carried on to levels 4 and 5, with a class more for each.
    Least,
    /// STTN with m = 2: `min2` with a class for each level.
    Level,
    /// TTN and its like, Theorem 1 of its paper taken at its word; HTN, section III-E of its paper. Deadlocks.
    Literal,
    /// HTN: one class on the way to the destination's basic module, another one in it and after a wrap link; a third for adaptive channels.
    Phase,
    /// RDT: class 1 once the edge of the base torus is behind on a ring; class 2 for moves to a node of another rank.
    Descending,
    /// RDT: `descending` with moves in classes 0 and 1. Deadlocks.
    Two,
    /// Torus: class 1 while the wrap link of the ring is ahead.
    Dateline,
    /// With balanced ties. Torus: rings of up to 4 nodes any virtual channel, on longer ones both classes are used alike. TTN, STTN, MTN and HTN: any
    /// virtual channel but where ways to other places would close a cycle.
    Balanced,
    /// Mesh, hypercube: any virtual channel on any hop; the order of dimensions alone leaves no cycle.
    Any,
    /// A network from a file: the classes that its table gives the hops.
    Table,
}

impl VcRule {
    /// As written on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

fn unknown(text: &str) -> Error {
    Error::value("vc-rule", text, VcRule::VARIANTS.join(", "))
}

/// The virtual channels that each of `k` classes owns of `vcs`, as bit masks (rule RC3).
pub fn classes(k: usize, vcs: usize) -> Vec<u8> {
    (0..k).map(|class| (0..vcs).filter(|w| w * k / vcs == class).fold(0, |mask, w| mask | 1 << w)).collect()
}
