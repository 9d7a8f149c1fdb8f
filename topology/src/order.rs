//! In which order the packets of a pair of nodes arrive.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

/// What is kept of the order in which packets were sent (docs/router.md, RC9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Order {
    /// Nothing: packets take any VC that is free.
    #[default]
    None,
    /// The order of packets from one node to another, of one message class: they have the same VC at every hop.
    Pair,
}

impl Order {
    /// As written on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
