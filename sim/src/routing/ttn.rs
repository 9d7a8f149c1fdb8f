//! VC rules of a TTN (docs/networks.md, "TTN", "VC rules").

use torusmith_design::VcRule;
use torusmith_topology::tori_connected::ToriConnected;
use torusmith_topology::ttn::FAMILY;

use super::family::FamilyRouting;
use super::tori_connected::{build, classes, record};
use super::tori_connected_rules::{Rules, class_between, least, marked_ports, ring, ties_avoid_wrap};

pub(super) static ROUTING: FamilyRouting<ToriConnected> =
    record(FAMILY.id.prefix, vc_rules, &RULES, |network, choice, vcs| build(network, &RULES, choice, vcs));

pub(super) const RULES: Rules = Rules {
    step: ring,
    ties_avoid_wrap,
    class_between,
    classes,
    least,
    marked: marked_ports,
    class_marked: |_, level| (level == 1) as usize,
};

/// Rings of 8 need the classes of `paper4`.
pub(super) fn vc_rules(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Paper4, VcRule::Literal],
        ToriConnected { levels: 4.., .. } => &[VcRule::Least, VcRule::Paper4, VcRule::Min2, VcRule::Literal],
        _ => &[VcRule::Balanced, VcRule::Paper4, VcRule::Min2, VcRule::Least, VcRule::Literal],
    }
}
