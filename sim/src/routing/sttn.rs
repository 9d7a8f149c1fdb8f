//! Routing rules of an STTN: VC rule `level` has a class for the leg to each level, as the leg from the vertical to the horizontal links of a level
//! crosses that of the next level (docs/networks.md, "STTN(m, L, q), ..", "VC rules").

use torusmith_design::{RoutingAlgorithm, VcRule};
use torusmith_topology::sttn::FAMILY;
use torusmith_topology::tori_connected::{ToriConnected, X_PLUS, Y_PLUS};

use super::family::FamilyRouting;
use super::options::Choice;
use super::tori_connected::{build, classes, record};
use super::tori_connected_rules::{Rules, marked_ports};
use super::ttn;

pub(super) static ROUTING: FamilyRouting<ToriConnected> =
    record(FAMILY.id.prefix, vc_rules, &RULES, |network, choice, vcs| build(network, &RULES, choice, vcs));

const RULES: Rules = Rules { classes: own_classes, marked, class_marked: |network, level| (network.levels - level) as usize, ..ttn::RULES };

/// Rule `balanced`: a class for each level, as in `level`.
fn own_classes(network: &ToriConnected, choice: Choice) -> usize {
    if choice.rule == VcRule::Balanced { network.levels as usize } else { classes(network, choice) }
}

/// Rule `balanced`: [`Rules::marked`].
fn marked(network: &ToriConnected, algorithm: RoutingAlgorithm) -> &'static [u8] {
    match (network.levels, algorithm) {
        (2, RoutingAlgorithm::Dor) => &[X_PLUS, Y_PLUS],
        _ => marked_ports(network, algorithm),
    }
}

/// Rings of 8 need the classes of `paper4`.
fn vc_rules(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Paper4, VcRule::Literal],
        ToriConnected { levels: 4.., .. } => &[VcRule::Level, VcRule::Paper4, VcRule::Min2, VcRule::Literal],
        _ => &[VcRule::Balanced, VcRule::Level, VcRule::Paper4, VcRule::Min2, VcRule::Literal],
    }
}
