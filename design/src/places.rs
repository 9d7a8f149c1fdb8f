//! Where the terminals of a design are.

use serde::{Deserialize, Serialize};

/// A terminal of a network (docs/router.md, "Names").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerminalPlace {
    /// Its number, as heads have it, and the slices of a network's ports.
    pub terminal: u32,
    /// Its address, as a person writes it.
    pub address: String,
    /// Its router.
    pub router: u32,
    /// Its local port there.
    pub port: u8,
}
