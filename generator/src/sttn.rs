//! STTN: the VC rules that hardware is made of.

use torusmith_topology::tori_connected::ToriConnected;

use crate::VcRule;
use crate::tori_connected::Classes;

/// The rule in use; what is allowed instead.
pub(crate) fn classes(n: &ToriConnected, rule: Option<VcRule>) -> Result<Classes, &'static str> {
    match rule.unwrap_or(if n.m == 3 { VcRule::Paper4 } else { VcRule::Level }) {
        VcRule::Paper4 | VcRule::Min2 if n.levels > 2 => Err("level (the others deadlock for L > 2)"),
        VcRule::Level | VcRule::Min2 if n.m == 3 => Err("paper4 (the others are cyclic for m = 3)"),
        VcRule::Paper4 => Ok(Classes::paper4()),
        rule @ VcRule::Min2 => Ok(Classes::by_level(rule, n, 3)),
        rule @ VcRule::Level => Ok(Classes::by_level(rule, n, 2)),
        VcRule::Literal => Err("level, paper4, min2 (literal deadlocks)"),
        _ => Err("level, paper4, min2"),
    }
}
