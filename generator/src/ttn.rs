//! TTN: the VC rules that hardware is made of.

use torusmith_topology::tori_connected::ToriConnected;
use torusmith_topology::ttn;

use crate::error::Error;
use crate::family::{FamilyRtl, Offer};
use crate::options::VcRule;
use crate::tori_connected::{self, Classes, ROUTING, refused};

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: ttn::FAMILY.id.prefix,
    routing: ROUTING,
    vc_rules: Offer { made: &[VcRule::Paper4, VcRule::Min2, VcRule::Least], deadlock: &[VcRule::Literal] },
    describe: |network, choices| tori_connected::describe(network, choices, classes),
    wire: tori_connected::wire,
};

/// The rule in use.
pub(crate) fn classes(n: &ToriConnected, rule: Option<VcRule>) -> Result<Classes, Error> {
    let deep = n.levels > 3;
    match rule.unwrap_or(if deep { VcRule::Least } else { VcRule::Paper4 }) {
        rule @ (VcRule::Paper4 | VcRule::Min2) if deep => refused(n, rule, "least (the others deadlock at L = 4, 5)"),
        rule @ (VcRule::Min2 | VcRule::Least) if n.m == 3 => refused(n, rule, "paper4 (the others are cyclic for m = 3)"),
        VcRule::Paper4 => Ok(Classes::paper4()),
        rule => Ok(Classes::by_level(rule, n, 3)),
    }
}
