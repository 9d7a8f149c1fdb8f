//! A family of networks: how the names of its members are written and read.

use crate::{Error, FamilyName, Network};

/// A family of networks.
#[derive(Debug)]
pub struct Family {
    /// Its name.
    pub id: FamilyName,
    /// How a name is written, in a list of all families: `ttn:m,L,q (or TTN(m,L,q))`.
    pub syntax: &'static str,
    /// How a name is written, with an example: `mesh:ROWS,COLUMNS, such as mesh:8,8`.
    pub form: &'static str,
    /// Makes a network of what stands behind `prefix:` or `prefix(`, in small letters and without spaces. `None` if it cannot be read.
    pub read: fn(&str) -> Option<Result<Network, Error>>,
}

/// The numbers of `2,2,1` or `2,2,1)`; `None` if it is not so many of them.
pub fn numbers<const N: usize>(rest: &str) -> Option<[u32; N]> {
    list(rest)?.try_into().ok()
}

/// The numbers of `2,2,1` or `2,2,1)`, however many.
pub fn list(rest: &str) -> Option<Vec<u32>> {
    rest.strip_suffix(')').unwrap_or(rest).split(',').map(|number| number.parse().ok()).collect()
}
