//! TESH: the VC rules that hardware is made of.

use torusmith_topology::tesh;
use torusmith_topology::tori_connected::ToriConnected;

use crate::choices::Choices;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer};
use crate::options::{Routing, VcRule};
use crate::tori_connected::{self, TIES};
use crate::tori_connected_classes::{Classes, refused, shallow};

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: tesh::FAMILY.id.prefix,
    routing: Offer::of(&[Routing::Dor]),
    vc_rules: Offer { made: &[VcRule::Min2, VcRule::Least], deadlock: &[VcRule::Literal] },
    ties: TIES,
    describe: |network, choices| tori_connected::describe(network, choices, classes),
    wire: tori_connected::wire,
};

/// The rule in use. In a mesh a level needs one class, so under `min2` bidirectional rings can have the other for their dateline.
fn classes(n: &ToriConnected, choices: &Choices) -> Result<Classes, Error> {
    shallow(n)?;
    match choices.vc_rule {
        rule @ VcRule::Least if n.m == 3 => refused(n, rule, "min2 (least is for m = 2)"),
        VcRule::Least => Ok(Classes::by_level(VcRule::Least, n, 3)),
        rule => Ok(Classes::by_level(rule, n, 3).with_dateline().with_ties_to_plus()),
    }
}
