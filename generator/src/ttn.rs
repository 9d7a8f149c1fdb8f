//! TTN: the VC rules that hardware is made of.

use torusmith_design::VcRule;
use torusmith_topology::tori_connected::ToriConnected;
use torusmith_topology::ttn;

use crate::choices::Choices;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer};
use crate::tori_connected::{self, ROUTING, TIES};
use crate::tori_connected_classes::{Classes, refused};

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: ttn::FAMILY.id.prefix,
    routing: ROUTING,
    vc_rules: Offer { deadlock: &[VcRule::Literal], ..Offer::of(&[VcRule::Balanced, VcRule::Paper4, VcRule::Min2, VcRule::Least]) },
    ties: TIES,
    describe: |network, choices| tori_connected::describe(network, choices, classes),
    wire: tori_connected::wire,
};

/// The rule in use.
pub(crate) fn classes(n: &ToriConnected, choices: &Choices) -> Result<Classes, Error> {
    let deep = n.levels > 3;
    match choices.vc_rule {
        rule @ VcRule::Balanced if deep => refused(n, rule, "least (balanced is for L = 2, 3)"),
        rule @ VcRule::Balanced if n.m == 3 => refused(n, rule, "paper4 (balanced is for m = 2)"),
        rule @ (VcRule::Paper4 | VcRule::Min2) if deep => refused(n, rule, "least (the others deadlock at L = 4, 5)"),
        rule @ (VcRule::Min2 | VcRule::Least) if n.m == 3 => refused(n, rule, "paper4 (the others are cyclic for m = 3)"),
        VcRule::Paper4 => Ok(Classes::paper4()),
        // x+ alone
        VcRule::Balanced => Ok(Classes::balanced(n, 3, 0b0001)),
        _ => Ok(Classes::by_level(n, 3)),
    }
}
