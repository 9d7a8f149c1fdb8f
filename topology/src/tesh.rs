//! TESH(m, L, q), the Tori-connected mESH: a TTN whose basic modules are meshes.
//!
//! Source: ttn-2009, which compares with it; `networks/ttn-tesh-sttn-mtn.md` section 2.

use crate::tori_connected::{ToriConnected, ToriVariant};
use crate::{Family, FamilyName, ttn};

/// `tesh:2,2,1`.
pub static FAMILY: Family = Family {
    id: KIND.id,
    syntax: "tesh:m,L,q",
    form: "tesh:m,L,q or TESH(m,L,q), such as tesh:2,2,1",
    read: |rest| ToriConnected::read(&KIND, rest),
};

/// Parameters by which TESH differs from the other tori-connected networks.
pub static KIND: ToriVariant = ToriVariant {
    id: FamilyName { prefix: "tesh", title: "TESH" },
    most_q: 2,
    most_levels_of_8: 3,
    wraps: false,
    twisted: false,
    outlet: ttn::outlet,
    inlet: ttn::inlet,
};
