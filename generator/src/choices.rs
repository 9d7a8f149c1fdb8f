//! What the user chooses of a network's routing.

use crate::options::{Options, Routing, VcRule};

/// The choices that a family describes its Verilog by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choices {
    /// The routing algorithm.
    pub routing: Routing,
    /// The VC rule; `None`: the network's own.
    pub vc_rule: Option<VcRule>,
}

impl From<&Options> for Choices {
    fn from(options: &Options) -> Self {
        Self { routing: options.routing, vc_rule: options.vc_rule }
    }
}
