//! TESH: the VC rules that hardware is made of.

use torusmith_design::{RoutingAlgorithm, VcRule};
use torusmith_routes::Tie;
use torusmith_topology::tesh;
use torusmith_topology::tori_connected::ToriConnected;

use crate::choices::Choices;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer};
use crate::tori_connected::{self, TIES};
use crate::tori_connected_classes::{Classes, refused};

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: tesh::FAMILY.id.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer { deadlock: &[VcRule::Literal], ..Offer::of(&[VcRule::Min2, VcRule::Least]) },
    ties: TIES,
    describe: |network, choices| tori_connected::describe(network, choices, classes),
    wire: tori_connected::wire,
};

/// The ring of the columns of level 2, as a bit of [`Classes::last_on_way_to`].
const H_OF_LEVEL_2: u32 = 0b1;

/// The rule in use. In a mesh a level needs one class, so under `min2` bidirectional rings can have the other for their dateline. The only way
/// to level 2's H link passes the link from 4V's input to its output.
fn classes(n: &ToriConnected, choices: &Choices) -> Result<Classes, Error> {
    let deep = n.levels > 3;
    match choices.vc_rule {
        rule @ VcRule::Min2 if deep => refused(n, rule, "least (min2 deadlocks at L = 4, 5)"),
        rule @ VcRule::Least if n.m == 3 => refused(n, rule, "min2 (least is for m = 2)"),
        VcRule::Least => {
            let last_on_way_to = if deep { H_OF_LEVEL_2 } else { 0 };
            Ok(Classes { last_on_way_to, ..Classes::by_level(n, 3) })
        }
        _ => Ok(Classes { ring_classes: 2, tie: Tie::Plus, ..Classes::by_level(n, 3) }),
    }
}
