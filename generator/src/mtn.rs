//! MTN: the VC rules that hardware is made of.

use torusmith_design::Ties;
use torusmith_topology::mtn;
use torusmith_topology::tori_connected::ToriConnected;

use crate::choices::Choices;
use crate::error::Error;
use crate::family::FamilyRtl;
use crate::tori_connected;
use crate::tori_connected_classes::Classes;
use crate::ttn;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: mtn::FAMILY.id.prefix,
    routing: ttn::FAMILY.routing,
    vc_rules: ttn::FAMILY.vc_rules,
    ties: ttn::FAMILY.ties,
    describe: |network, choices| tori_connected::describe(network, choices, classes),
    wire: tori_connected::wire,
};

/// The rule in use, of those of a TTN. A packet may go either way round a ring of rows and over its wrap link, so bidirectional rings have
/// a dateline too. At levels 4, 5 packets keep off the link between a ring's input and output with balanced ties alone.
fn classes(n: &ToriConnected, choices: &Choices) -> Result<Classes, Error> {
    let classes = ttn::classes(n, choices)?;
    if n.levels > 3 && choices.ties == Ties::Plus {
        let allowed = "allowed for this MTN with VC rule least: balanced (plus deadlocks at L = 4, 5)";
        return Err(Error::option("ties", choices.ties, allowed));
    }
    Ok(Classes { ring_classes: 2, ..classes })
}
