//! STTN(m, L, q), the Symmetric Tori-connected Torus Network: a TTN with the vertical and the horizontal links of a level on opposite corners of
//! the basic module.
//!
//! Source: sttn section II; placement of `networks/ttn-tesh-sttn-mtn.md` section 2, "STTN".

use crate::tori_connected::{Dim, ToriConnected, ToriVariant};
use crate::{Family, FamilyName};

/// `sttn:2,2,1`.
pub static FAMILY: Family = Family {
    id: KIND.id,
    syntax: "sttn:m,L,q",
    form: "sttn:m,L,q or STTN(m,L,q), such as sttn:2,2,1",
    read: |rest| ToriConnected::read(&KIND, rest),
};

/// Parameters by which the STTN differs from the other tori-connected networks.
pub static KIND: ToriVariant = ToriVariant {
    id: FamilyName { prefix: "sttn", title: "STTN" },
    most_q: 1,
    most_levels_of_8: 2,
    wraps: true,
    twisted: false,
    outlet,
    inlet,
};

fn outlet(level: u32, dim: Dim, _group: u32, n: u32) -> (u32, u32) {
    match (level, dim) {
        (2, Dim::V) => (0, 0),
        (2, Dim::H) => (n, n),
        (3, Dim::V) => (n, 0),
        (3, Dim::H) => (0, n),
        (4, Dim::V) => (0, 1),
        (4, Dim::H) => (1, 3),
        (5, Dim::V) => (3, 2),
        (5, Dim::H) => (2, 0),
        _ => unreachable!("level {level}"),
    }
}

fn inlet(level: u32, dim: Dim) -> Option<(u32, u32)> {
    match (level, dim) {
        (4, Dim::V) => Some((0, 2)),
        (4, Dim::H) => Some((2, 3)),
        (5, Dim::V) => Some((3, 1)),
        (5, Dim::H) => Some((1, 0)),
        _ => None,
    }
}
