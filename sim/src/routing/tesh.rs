//! What a TESH has of its own: basic modules without wrap-around links, so `min2` has no ties to keep off them (docs/networks.md,
//! "Routing in a TESH").

use torusmith_design::VcRule;
use torusmith_topology::tesh::FAMILY;
use torusmith_topology::tori_connected::{Dim, ToriConnected};

use super::family::FamilyRouting;
use super::tori_connected::{build, record};
use super::tori_connected_rules::{Hop, Rules, Tie, least};
use super::ttn;

pub(super) static ROUTING: FamilyRouting<ToriConnected> =
    record(FAMILY.id.prefix, known, &RULES, |network, choice, vcs| build(network, &RULES, choice, vcs));

const RULES: Rules = Rules { step: straight, ties_avoid_wrap: |rule| rule == VcRule::Least, least: own_least, ..ttn::RULES };

/// Rule `least`: with four and five levels the way to the horizontal links of level 2 has the class of the way to the destination, as it passes
/// the link from the input of level 4 to its output, which no wrap link leads round.
fn own_least(levels: u32, level: u32, dim: Dim) -> usize {
    let level = if levels > 3 && level == 2 && dim == Dim::H { 1 } else { level };
    least(levels, level, dim)
}

fn known(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Min2, VcRule::Literal],
        ToriConnected { levels: 4.., .. } => &[VcRule::Least, VcRule::Min2, VcRule::Literal],
        _ => &[VcRule::Min2, VcRule::Least, VcRule::Literal],
    }
}

/// On a line.
fn straight(_side: u32, from: u32, to: u32, (plus, minus): (u8, u8), _tie: Tie) -> Hop {
    Hop { port: if from < to { plus } else { minus }, wrap: false }
}
