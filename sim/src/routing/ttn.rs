//! What a TTN has of its own: its VC rules (docs/networks.md, "TTN", "VC rules").

use torusmith_topology::tori_connected::ToriConnected;

use super::VcRule;
use super::tori_connected::{Rules, class_between, ring, ties_avoid_wrap};

pub(super) const RULES: Rules = Rules { known, acyclic, step: ring, ties_avoid_wrap, class_between };

/// Rings of 8 need the classes of `paper4`.
fn known(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Paper4, VcRule::Literal],
        ToriConnected { levels: 4.., .. } => &[VcRule::Least, VcRule::Paper4, VcRule::Min2, VcRule::Literal],
        _ => &[VcRule::Paper4, VcRule::Min2, VcRule::Least, VcRule::Literal],
    }
}

fn acyclic(network: &ToriConnected, rule: VcRule) -> bool {
    match rule {
        VcRule::Paper4 | VcRule::Min2 => network.levels <= 3,
        rule => rule != VcRule::Literal,
    }
}
