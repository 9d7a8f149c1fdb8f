//! MTN(m, L, q), the Midimew-connected Torus Network: a TTN whose vertical ("diagonal") rings lead, from the last row to the first, to the column
//! 2^(m-1) further on.
//!
//! Source: mtn-2020 section 2; `networks/ttn-tesh-sttn-mtn.md`, "MTN".

use crate::tori_connected::{ToriConnected, ToriVariant};
use crate::{Family, FamilyName, ttn};

/// `mtn:2,2,1`.
pub static FAMILY: Family = Family {
    id: KIND.id,
    syntax: "mtn:m,L,q",
    form: "mtn:m,L,q or MTN(m,L,q), such as mtn:2,2,1",
    read: |rest| ToriConnected::read(&KIND, rest),
};

/// Parameters by which the MTN differs from the other tori-connected networks.
pub static KIND: ToriVariant = ToriVariant {
    id: FamilyName { prefix: "mtn", title: "MTN" },
    most_q: 2,
    most_levels_of_8: 2,
    wraps: true,
    twisted: true,
    outlet: ttn::outlet,
    inlet: ttn::inlet,
};
