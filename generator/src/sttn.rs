//! STTN: the VC rules that hardware is made of.

use torusmith_design::{RoutingAlgorithm, VcRule};
use torusmith_topology::sttn;
use torusmith_topology::tori_connected::ToriConnected;

use crate::choices::Choices;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer};
use crate::tori_connected::{self, ROUTING, TIES};
use crate::tori_connected_classes::{Classes, refused};

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: sttn::FAMILY.id.prefix,
    routing: ROUTING,
    vc_rules: Offer { deadlock: &[VcRule::Literal], ..Offer::of(&[VcRule::Balanced, VcRule::Level, VcRule::Paper4, VcRule::Min2]) },
    ties: TIES,
    describe: |network, choices| tori_connected::describe(network, choices, classes),
    wire: tori_connected::wire,
};

/// The rule in use.
fn classes(n: &ToriConnected, choices: &Choices) -> Result<Classes, Error> {
    match choices.vc_rule {
        rule @ VcRule::Balanced if n.levels > 3 => refused(n, rule, "level (balanced is for L = 2, 3)"),
        rule @ VcRule::Balanced if n.m == 3 => refused(n, rule, "paper4 (balanced is for m = 2)"),
        rule @ (VcRule::Paper4 | VcRule::Min2) if n.levels > 2 => refused(n, rule, "level (the others deadlock for L > 2)"),
        rule @ (VcRule::Level | VcRule::Min2) if n.m == 3 => refused(n, rule, "paper4 (the others are cyclic for m = 3)"),
        VcRule::Paper4 => Ok(Classes::paper4()),
        // x+, and y+ unless x comes before y
        VcRule::Balanced => Ok(Classes::balanced(n, 2, if choices.routing == RoutingAlgorithm::DorTurn { 0b0001 } else { 0b0101 })),
        VcRule::Min2 => Ok(Classes::by_level(n, 3)),
        _ => Ok(Classes::by_level(n, 2)),
    }
}
