//! What a TESH has of its own: basic modules without wrap-around links, so `min2` has no ties to keep off them (docs/networks.md,
//! "Routing in a TESH").

use torusmith_topology::tori_connected::ToriConnected;

use super::tori_connected::{Hop, Rules};
use super::{VcRule, ttn};

pub(super) const RULES: Rules = Rules { known, acyclic, step: straight, ties_avoid_wrap: |rule| rule == VcRule::Least, ..ttn::RULES };

fn known(network: &ToriConnected) -> &'static [VcRule] {
    match network {
        ToriConnected { m: 3, .. } => &[VcRule::Min2, VcRule::Literal],
        ToriConnected { levels: 4.., .. } => &[VcRule::Least, VcRule::Min2, VcRule::Literal],
        _ => &[VcRule::Min2, VcRule::Least, VcRule::Literal],
    }
}

/// On the way to a link of level 2 packets cross the link from the inlet of 4V to its outlet, in the class that the ring has there: `least` has
/// a cycle from level 4 on.
fn acyclic(network: &ToriConnected, rule: VcRule) -> bool {
    network.levels <= 3 && rule != VcRule::Literal
}

/// On a line.
fn straight(_side: u32, from: u32, to: u32, (plus, minus): (u8, u8), _ties_avoid_wrap: bool) -> Hop {
    Hop { port: if from < to { plus } else { minus }, wrap: false }
}
