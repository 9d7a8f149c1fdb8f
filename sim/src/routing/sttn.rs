//! What an STTN has of its own: VC rule `level`, a class for the way to each level, as the way from the vertical to the horizontal links of a
//! level crosses that of the next level (docs/networks.md, "STTN(m, L, q), ..", "VC rules").

use torusmith_topology::sttn::FAMILY;
use torusmith_topology::tori_connected::ToriConnected;

use super::family::FamilyRouting;
use super::rule::VcRule;
use super::tori_connected::{build, record};
use super::ttn;

pub(super) static ROUTING: FamilyRouting<ToriConnected> =
    record(FAMILY.id.prefix, known, |network, choice, vcs| build(network, &ttn::RULES, choice, vcs));

/// Rings of 8 need the classes of `paper4`.
fn known(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Paper4, VcRule::Literal],
        _ => &[VcRule::Level, VcRule::Paper4, VcRule::Min2, VcRule::Literal],
    }
}
