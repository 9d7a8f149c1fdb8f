//! A router.

use clap::Args;
use torusmith_design::ranges::MODEL_BUFFER_DEPTH;
use torusmith_design::{Order, Pipeline, VcReuse};
use torusmith_generator::Options;
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::{LinkSlices, Network};

use super::rule::RuleArgs;
use crate::values::{name_of, within};

/// A router.
#[derive(Debug, Args)]
pub struct RouterArgs {
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Flits in the buffer of an input VC, 1 to 64; Verilog needs 2 [default: 4]
    #[arg(long, value_name = "D", value_parser = within(MODEL_BUFFER_DEPTH.inclusive(), ""), allow_hyphen_values = true)]
    pub buffer_depth: Option<usize>,
    /// Clocks of a head flit from one input buffer to the next, 1 to 3 [default: 2]
    #[arg(long, value_name = "CLOCKS", value_parser = name_of::<Pipeline>(), allow_hyphen_values = true)]
    pub pipeline: Option<Pipeline>,
    /// Packets that arrive in order: none (no packets), pair (packets of one message class from one node to another) [default: none; interfaces axis and axi4: pair if the routing allows it]
    #[arg(long, value_name = "ORDER", value_parser = name_of::<Order>(), hide_possible_values = true)]
    pub order: Option<Order>,
    /// When the next packet gets an output VC: tail (the tail has left), empty (all credits are back) [default: tail]
    #[arg(long, value_name = "WHEN", value_parser = name_of::<VcReuse>(), hide_possible_values = true)]
    pub vc_reuse: Option<VcReuse>,
    /// Registers per link and direction, 0 to 8: N, or KIND=N for links of a kind, separated by commas; a kind is the name of a port without sign, or wrap: the links that close a ring [default: none]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub link_slices: Option<String>,
}

impl RouterArgs {
    /// D, unless something else is given.
    pub const DEPTH: usize = 4;

    /// As the model takes it.
    pub fn model(&self, network: &Network) -> anyhow::Result<RouterConfig> {
        let config = self.rule.config(network)?;
        let reuse_empty = match self.vc_reuse {
            None | Some(VcReuse::Tail) => 0,
            Some(VcReuse::Empty) => ((1u32 << config.vcs) - 1) as u8,
        };
        let depth = self.buffer_depth.unwrap_or(Self::DEPTH);
        let (pipeline, order) = (self.pipeline.unwrap_or_default(), self.order.unwrap_or_default());
        let config = RouterConfig { depth, pipeline, reuse_empty, order, ..config };
        config.check()?;
        Ok(config)
    }

    /// As the generator takes it.
    pub fn generator(&self, network: &Network) -> anyhow::Result<Options> {
        let classes = self.rule.message_classes();
        let RoutingOptions { rule: vc_rule, ties, algorithm: routing } = self.rule.options(network);
        Ok(Options {
            buffer_depth: self.buffer_depth.unwrap_or(Self::DEPTH) as u32,
            vcs: if classes > 1 { Some(self.rule.vcs(network)?) } else { self.rule.vcs }.map(|vcs| vcs as u32),
            message_classes: classes as u32,
            order: self.order,
            link_slices: self.slices(network)?,
            pipeline: self.pipeline.unwrap_or_default(),
            vc_rule,
            ties,
            routing,
            vc_reuse: self.vc_reuse.unwrap_or_default(),
            ..Options::default()
        })
    }

    /// Registers on links.
    pub fn slices(&self, network: &Network) -> anyhow::Result<LinkSlices> {
        Ok(self.link_slices.as_ref().map_or_else(|| Ok(LinkSlices::new(network)), |list| LinkSlices::read(network, list))?)
    }
}
