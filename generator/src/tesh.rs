//! TESH: the VC rules that hardware is made of.

use torusmith_topology::tori_connected::ToriConnected;

use crate::VcRule;
use crate::tori_connected::Classes;

/// The rule in use; what is allowed instead. In a mesh a level needs one class, so under `min2` bidirectional rings can have the other for
/// their dateline.
pub(crate) fn classes(n: &ToriConnected, rule: Option<VcRule>) -> Result<Classes, &'static str> {
    match rule.unwrap_or(VcRule::Min2) {
        VcRule::Least if n.m == 3 => Err("min2 (least is for m = 2)"),
        rule @ VcRule::Min2 => Ok(Classes::by_level(rule, n, 3).with_dateline().with_ties_to_plus()),
        rule @ VcRule::Least => Ok(Classes::by_level(rule, n, 3)),
        VcRule::Literal => Err("min2, least (literal deadlocks)"),
        _ => Err("min2, least"),
    }
}
