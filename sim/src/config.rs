//! What a router is, in numbers (docs/router.md, the table of parameters).

use strum::{Display, EnumString, VariantNames};

use crate::Error;
use crate::routing::Routing;

/// Most virtual channels a port can have.
pub const MAX_VCS: usize = 8;
/// Most flits a buffer can hold.
pub const MAX_DEPTH: usize = 64;
/// Most flits a packet can have.
pub const MAX_FLITS: usize = 128;

/// Clocks a head flit spends in a router.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, VariantNames)]
#[strum(parse_err_ty = Error, parse_err_fn = unknown)]
pub enum Pipeline {
    /// Two clocks a hop: VC allocation folded into switch allocation (section 6).
    #[default]
    #[strum(serialize = "2")]
    Two,
    /// Three clocks for head flits: VC allocation in a clock of its own (section 7).
    #[strum(serialize = "3")]
    Three,
}

impl Pipeline {
    /// Clocks from an input buffer to the next one for a head flit that meets no other.
    pub fn clocks(self) -> u64 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

fn unknown(text: &str) -> Error {
    Error::value("pipeline", text, Pipeline::VARIANTS.join(", "))
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
    /// `REUSE_EMPTY`, rule VC3: bit w is set when VC w is given away only with all its credits back. See [`RouterConfig::for_routing`].
    pub reuse_empty: u8,
}

impl RouterConfig {
    /// The same with the adaptive VCs of a routing function in `REUSE_EMPTY`, as rule RC6 demands whatever else is chosen. The engines do so
    /// by themselves; whoever compares masks or builds hardware asks here.
    pub fn for_routing(self, routing: &impl Routing) -> Self {
        let all = ((1u16 << self.vcs) - 1) as u8;
        Self { reuse_empty: self.reuse_empty | all & !routing.escape_vcs(), ..self }
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(&self) -> Result<(), Error> {
        if !(1..=MAX_VCS).contains(&self.vcs) {
            return Err(Error::value("vcs", self.vcs, "1..8"));
        }
        if !(1..=MAX_DEPTH).contains(&self.depth) {
            return Err(Error::value("buffer-depth", self.depth, "1..64"));
        }
        if u32::from(self.reuse_empty) >> self.vcs != 0 {
            return Err(Error::value("reuse-empty", format!("{:#b}", self.reuse_empty), format!("VCs 0..{}", self.vcs - 1)));
        }
        Ok(())
    }
}

impl Default for RouterConfig {
    fn default() -> Self {
        Self { vcs: 4, depth: 4, pipeline: Pipeline::Two, reuse_empty: 0 }
    }
}
