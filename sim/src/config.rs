//! What a router is, in numbers (docs/router.md, the table of parameters).

/// Clocks a head flit spends in a router.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pipeline {
    /// Two clocks a hop: VC allocation folded into switch allocation (section 6).
    Two,
    /// Three clocks for head flits: VC allocation in a clock of its own (section 7).
    Three,
}

/// The router's parameters; ports and addresses come from the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RouterConfig {
    /// V, virtual channels a port, 1..=8.
    pub vcs: usize,
    /// D, flits a buffer holds, 1..=64.
    pub depth: usize,
    /// Clocks a hop.
    pub pipeline: Pipeline,
    /// `REUSE_EMPTY`, rule VC3: bit w is set when VC w is given away only with all its credits back.
    pub reuse_empty: u8,
}

impl Default for RouterConfig {
    fn default() -> Self {
        Self { vcs: 4, depth: 4, pipeline: Pipeline::Two, reuse_empty: 0 }
    }
}
