//! TTN: the VC rules that hardware is made of.

use torusmith_topology::tori_connected::ToriConnected;

use crate::VcRule;
use crate::tori_connected::Classes;

/// The rule in use; what is allowed instead.
pub(crate) fn classes(n: &ToriConnected, rule: Option<VcRule>) -> Result<Classes, &'static str> {
    let deep = n.levels > 3;
    match rule.unwrap_or(if deep { VcRule::Least } else { VcRule::Paper4 }) {
        VcRule::Paper4 | VcRule::Min2 if deep => Err("least (the others deadlock at L = 4, 5)"),
        VcRule::Min2 | VcRule::Least if n.m == 3 => Err("paper4 (the others are cyclic for m = 3)"),
        VcRule::Paper4 => Ok(Classes::paper4()),
        rule @ (VcRule::Min2 | VcRule::Least) => Ok(Classes::by_level(rule, n, 3)),
        VcRule::Literal => Err("paper4, min2, least (literal deadlocks)"),
        _ => Err("paper4, min2, least"),
    }
}
