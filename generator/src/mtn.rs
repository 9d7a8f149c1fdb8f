//! MTN: the VC rules that hardware is made of.

use torusmith_topology::tori_connected::ToriConnected;

use crate::VcRule;
use crate::tori_connected::Classes;
use crate::ttn;

/// The rule in use, of those of a TTN; what is allowed instead. A packet may go either way round a ring of rows and over its wrap link,
/// so bidirectional rings have a dateline too.
pub(crate) fn classes(n: &ToriConnected, rule: Option<VcRule>) -> Result<Classes, &'static str> {
    ttn::classes(n, rule).map(Classes::with_dateline)
}
