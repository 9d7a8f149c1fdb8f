//! What an STTN has of its own: VC rule `level`, a class for the way to each level, as the way from the vertical to the horizontal links of a
//! level crosses that of the next level (docs/networks.md, "STTN(m, L, q), ..", "VC rules").

use torusmith_topology::tori_connected::ToriConnected;

use super::tori_connected::Rules;
use super::{VcRule, ttn};

pub(super) const RULES: Rules = Rules { known, acyclic, ..ttn::RULES };

/// Rings of 8 need the classes of `paper4`.
fn known(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Paper4, VcRule::Literal],
        _ => &[VcRule::Level, VcRule::Paper4, VcRule::Min2, VcRule::Literal],
    }
}

fn acyclic(network: &ToriConnected, rule: VcRule) -> bool {
    match rule {
        VcRule::Paper4 | VcRule::Min2 => network.levels == 2,
        rule => rule != VcRule::Literal,
    }
}
