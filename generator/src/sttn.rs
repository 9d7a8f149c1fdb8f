//! STTN: the VC rules that hardware is made of.

use torusmith_topology::sttn;
use torusmith_topology::tori_connected::ToriConnected;

use crate::error::Error;
use crate::family::{FamilyRtl, Offer};
use crate::options::VcRule;
use crate::tori_connected::{self, Classes, ROUTING, refused};

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: sttn::FAMILY.id.prefix,
    routing: ROUTING,
    vc_rules: Offer { made: &[VcRule::Level, VcRule::Paper4, VcRule::Min2], deadlock: &[VcRule::Literal] },
    describe: |network, choices| tori_connected::describe(network, choices, classes),
    wire: tori_connected::wire,
};

/// The rule in use.
fn classes(n: &ToriConnected, rule: Option<VcRule>) -> Result<Classes, Error> {
    match rule.unwrap_or(if n.m == 3 { VcRule::Paper4 } else { VcRule::Level }) {
        rule @ (VcRule::Paper4 | VcRule::Min2) if n.levels > 2 => refused(n, rule, "level (the others deadlock for L > 2)"),
        rule @ (VcRule::Level | VcRule::Min2) if n.m == 3 => refused(n, rule, "paper4 (the others are cyclic for m = 3)"),
        VcRule::Paper4 => Ok(Classes::paper4()),
        VcRule::Min2 => Ok(Classes::by_level(VcRule::Min2, n, 3)),
        rule => Ok(Classes::by_level(rule, n, 2)),
    }
}
