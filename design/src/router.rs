//! Options of the router, and of the Verilog around it.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::UnknownName;
use crate::names::{option, option_names};

/// Clocks that a head flit needs from one input buffer to the next (docs/router.md); a number in manifests and in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames, Serialize, Deserialize)]
#[serde(into = "u32", try_from = "u32")]
#[strum(parse_err_ty = UnknownName, parse_err_fn = Pipeline::unknown)]
pub enum Pipeline {
    /// One clock: a flit is on the link in the cycle in which it wins the switch (ST1).
    #[strum(serialize = "1")]
    One,
    /// Two clocks: VC and switch allocation in one cycle, the link in the next.
    #[default]
    #[strum(serialize = "2")]
    Two,
    /// Three clocks for a head flit, with a cycle for VC allocation; two for other flits.
    #[strum(serialize = "3")]
    Three,
}

impl Pipeline {
    /// The clocks, as a number.
    pub fn clocks(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

impl From<Pipeline> for u32 {
    fn from(pipeline: Pipeline) -> Self {
        pipeline.clocks()
    }
}

impl TryFrom<u32> for Pipeline {
    type Error = UnknownName;

    fn try_from(clocks: u32) -> Result<Self, UnknownName> {
        clocks.to_string().parse()
    }
}

option_names!(Pipeline, "pipeline");

/// When an output VC is free for the next packet (docs/router.md, VC3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = VcReuse::unknown)]
pub enum VcReuse {
    /// As soon as the packet's tail has been sent.
    #[default]
    Tail,
    /// When all credits of the VC are back.
    Empty,
}

option!(VcReuse, "vc-reuse");

/// Order in which the packets from one node to another arrive (docs/router.md, RC9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Order::unknown)]
pub enum Order {
    /// Packets may overtake one another: they take any VC that is free.
    #[default]
    None,
    /// Packets of one message class from one node to another arrive as they were sent: they have the same VC at every hop.
    Pair,
}

option!(Order, "order");

/// Kind of router.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = RouterKind::unknown)]
pub enum RouterKind {
    /// Unicast only (docs/router.md).
    #[default]
    Plain,
    /// RDT: multicast, ack combining, shoot-down and set-up (docs/multicast_router.md).
    Multicast,
}

option!(RouterKind, "router");

/// Technology that the Verilog is written for; the router's behaviour is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Target::unknown)]
pub enum Target {
    /// FPGA: buffers are distributed RAM with an asynchronous read port, which takes fewer LUTs.
    #[default]
    Fpga,
    /// ASIC: buffers are flip-flops read through an AND-OR, which takes fewer gates.
    Asic,
}

option!(Target, "target");

/// What the top module is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Scope::unknown)]
pub enum Scope {
    /// One router, of which every node has an instance.
    #[default]
    Router,
    /// The whole network: all routers, wired up.
    Network,
}

option!(Scope, "scope");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        assert_eq!(Pipeline::VARIANTS.join(" "), "1 2 3");
        assert_eq!(VcReuse::VARIANTS.join(" "), "tail empty");
        assert_eq!(Order::VARIANTS.join(" "), "none pair");
        assert_eq!(RouterKind::VARIANTS.join(" "), "plain multicast");
        assert_eq!(Target::VARIANTS.join(" "), "fpga asic");
        assert_eq!(Scope::VARIANTS.join(" "), "router network");
    }

    #[test]
    fn a_pipeline_is_named_by_its_clocks() {
        let all = [Pipeline::One, Pipeline::Two, Pipeline::Three];
        assert_eq!([1, 2, 3].map(Pipeline::try_from), all.map(Ok));
        assert_eq!(serde_json::to_string(&all).unwrap(), "[1,2,3]");
        assert_eq!(serde_json::from_str::<[Pipeline; 3]>("[1,2,3]").unwrap(), all);
        assert!(serde_json::from_str::<Pipeline>("0").is_err());
        assert_eq!("4".parse::<Pipeline>().unwrap_err().to_string(), "pipeline = 4 is not allowed; allowed: 1, 2, 3");
    }
}
