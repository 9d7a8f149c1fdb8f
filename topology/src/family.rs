//! Families of networks: reading and writing of their members' names.

use crate::{Error, FamilyName, Network};

/// A family of networks.
#[derive(Debug)]
pub struct Family {
    /// Prefix and title.
    pub id: FamilyName,
    /// Form of a name in a list of all families: `ttn:m,L,q (or TTN(m,L,q))`.
    pub syntax: &'static str,
    /// Form of a name, with an example: `mesh:ROWS,COLUMNS, such as mesh:8,8`.
    pub form: &'static str,
    /// Creates a network from the text that follows `prefix:` or `prefix(`, in small letters and without spaces. `None` if it cannot be
    /// parsed.
    pub read: fn(&str) -> Option<Result<Network, Error>>,
}

/// Parses exactly N numbers, `2,2,1` or `2,2,1)`; `None` for any other text.
pub fn numbers<const N: usize>(rest: &str) -> Option<[u32; N]> {
    list(rest)?.try_into().ok()
}

/// Parses any number of numbers, `2,2,1` or `2,2,1)`.
pub fn list(rest: &str) -> Option<Vec<u32>> {
    rest.strip_suffix(')').unwrap_or(rest).split(',').map(|number| number.parse().ok()).collect()
}
