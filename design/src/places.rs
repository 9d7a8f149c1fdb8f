//! The routers of a design, and where its terminals are.

use serde::{Deserialize, Serialize};

/// A node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Its number, as the router's `node` input has it.
    pub node: u32,
    /// Its address, as a person writes it.
    pub address: String,
    /// Ports of its router that are connected, a bit each.
    pub ports_present: u32,
}

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
