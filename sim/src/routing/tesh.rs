//! Routing rules of a TESH: basic modules have no wrap-around links, so `min2` has no ties to keep off them (docs/networks.md, "Routing in a TESH").

use torusmith_design::VcRule;
use torusmith_topology::tesh::FAMILY;
use torusmith_topology::tori_connected::{Dim, ToriConnected};

use super::family::FamilyRouting;
use super::tori_connected::{build, record};
use super::tori_connected_rules::{RingHop, Rules, Tie, least};
use super::ttn;

pub(super) static ROUTING: FamilyRouting<ToriConnected> =
    record(FAMILY.id.prefix, vc_rules, &RULES, |network, choice, vcs| build(network, &RULES, choice, vcs));

const RULES: Rules = Rules { step: straight, ties_avoid_wrap: |rule| rule == VcRule::Least, least: own_least, ..ttn::RULES };

/// Rule `least`: with four and five levels the leg to the horizontal links of level 2 has the class of the leg to the destination, as it passes the
/// link from the input of level 4 to its output, which no wrap link bypasses.
fn own_least(levels: u32, level: u32, dim: Dim) -> usize {
    let level = if levels > 3 && level == 2 && dim == Dim::H { 1 } else { level };
    least(levels, level, dim)
}

fn vc_rules(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Min2, VcRule::Literal],
        ToriConnected { levels: 4.., .. } => &[VcRule::Least, VcRule::Min2, VcRule::Literal],
        _ => &[VcRule::Min2, VcRule::Least, VcRule::Literal],
    }
}

/// The hop on a line of nodes.
fn straight(_side: u32, from: u32, to: u32, (plus, minus): (u8, u8), _tie: Tie) -> RingHop {
    RingHop { port: if from < to { plus } else { minus }, wrap: false }
}
