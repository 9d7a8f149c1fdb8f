//! Requests of a test, one by one, and users that stop for a while.

use super::memory::Takes;
use super::request::Request;

/// A request of a manager.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Node of the manager.
    pub manager: u32,
    /// Else it reads.
    pub write: bool,
    /// The request that the test shows.
    pub request: Request,
    /// First clock in which it may begin.
    pub clock: u64,
    /// It begins when so many requests of its manager have been answered to their end.
    pub after: u64,
    /// Clocks from its beginning to that in which its address, and its data, may be shown.
    pub late: [u64; 2],
    /// Its strobes are 0.
    pub no_strobes: bool,
}

/// Requests of a test next to a pattern.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// By manager in their order.
    pub steps: Vec<Step>,
    /// (node, clock): its manager takes no response before it.
    pub no_bready: Vec<(u32, u64)>,
    /// (node, clock): its manager takes no beat of a read before it.
    pub no_rready: Vec<(u32, u64)>,
    /// (node, clock): its subordinate does nothing before it.
    pub dead: Vec<(u32, u64)>,
    /// Which of a write's halves all subordinates take first; drawn if nothing is said.
    pub takes: Option<Takes>,
    /// Clocks in which `rst` is 1, besides those before clock 0.
    pub resets: Vec<u64>,
}

impl Step {
    /// At once.
    pub fn new(manager: u32, write: bool, request: Request) -> Self {
        Self { manager, write, request, clock: 0, after: 0, late: [0; 2], no_strobes: false }
    }
}
