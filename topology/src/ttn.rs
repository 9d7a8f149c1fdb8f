//! TTN(m, L, q), the Tori-connected Torus Network: 2^m x 2^m torus basic modules, joined level by level by 2D tori.
//!
//! Source: ttn-2009 section 2; port placement A of `networks/ttn-tesh-sttn-mtn.md` section 2.

use crate::tori_connected::{Dim, ToriConnected, ToriVariant};
use crate::{Family, FamilyName};

/// `ttn:2,2,1`.
pub static FAMILY: Family = Family {
    id: KIND.id,
    syntax: "ttn:m,L,q (or TTN(m,L,q))",
    form: "ttn:m,L,q or TTN(m,L,q), such as ttn:2,2,1",
    read: |rest| ToriConnected::read(&KIND, rest),
};

/// Parameters by which the TTN differs from the other tori-connected networks.
pub static KIND: ToriVariant = ToriVariant {
    id: FamilyName { prefix: "ttn", title: "TTN" },
    most_q: 2,
    most_levels_of_8: 3,
    wraps: true,
    twisted: false,
    outlet,
    inlet,
};

/// Placement A: level 2 on row 0, level 3 on row n, V on column 0, H on column n; the second group of level 2 turned by 180 degrees.
pub(crate) fn outlet(level: u32, dim: Dim, group: u32, n: u32) -> (u32, u32) {
    match (level, dim, group) {
        (2, Dim::V, 0) => (0, 0),
        (2, Dim::H, 0) => (0, n),
        (2, Dim::V, _) => (n, n),
        (2, Dim::H, _) => (n, 0),
        (3, Dim::V, _) => (n, 0),
        (3, Dim::H, _) => (n, n),
        (4, Dim::V, _) => (0, 2),
        (4, Dim::H, _) => (1, 3),
        (5, Dim::V, _) => (3, 2),
        (5, Dim::H, _) => (1, 0),
        _ => unreachable!("level {level}"),
    }
}

pub(crate) fn inlet(level: u32, dim: Dim) -> Option<(u32, u32)> {
    match (level, dim) {
        (4, Dim::V) => Some((0, 1)),
        (4, Dim::H) => Some((2, 3)),
        (5, Dim::V) => Some((3, 1)),
        (5, Dim::H) => Some((2, 0)),
        _ => None,
    }
}
