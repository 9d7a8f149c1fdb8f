//! Virtual channels, the rule for their use, and the routing algorithm.

use anyhow::bail;
use clap::Args;
use torusmith_generator as generator;
use torusmith_sim::config::{MAX_MESSAGE_CLASSES, MAX_VCS, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, VcRule, least_vcs};
use torusmith_topology::Network;

use crate::values::{Both, name_of, within};

/// Virtual channels and the rule for their use.
#[derive(Debug, Args)]
pub struct RuleArgs {
    /// Virtual channels a port, as many as the VC rule needs ..8; a multiple of the message classes [default: as many as needed]
    #[arg(long, value_name = "V", value_parser = within(1..=MAX_VCS, ""), allow_hyphen_values = true)]
    pub vcs: Option<usize>,
    /// Message classes, 1..4: groups of VCs that packets never leave, so that requests and replies cannot block one another (docs/router.md, RC8) [default: 1]
    #[arg(long, value_name = "M", value_parser = within(1..=MAX_MESSAGE_CLASSES, ""), allow_hyphen_values = true)]
    pub message_classes: Option<usize>,
    #[command(flatten)]
    pub routes: RoutesArgs,
}

/// Ways of packets, and the VCs that they may use on them.
#[derive(Debug, Args)]
pub struct RoutesArgs {
    /// Which VCs a hop may use (docs/networks.md): balanced (TTN, STTN, MTN, HTN, torus), paper4, min2, least (TTN, MTN, TESH), level (STTN), phase (HTN), descending (RDT), dateline (torus), any (mesh, hypercube), table (a network file) [default: the network's own that goes with the routing algorithm and the ties]
    #[arg(long, value_name = "RULE", value_parser = name_of::<Both<VcRule, generator::VcRule>>(), hide_possible_values = true)]
    pub vc_rule: Option<Both<VcRule, generator::VcRule>>,
    /// Routing algorithm (docs/networks.md): dor; dor-turn (TTN, STTN, MTN of two levels; HTN), dor-early, dor-both (HTN), all with the VC rule balanced; HTN also ls (link selection), cs (channel selection), ls+cs, ls+cs-turn (on the ways of dor-turn, with balanced); RDT, in the model alone, floating, fixed; a network file table [default: the network's own that goes with the VC rule and the ties]
    #[arg(long, value_name = "ALGORITHM", value_parser = name_of::<Both<RoutingAlgorithm, generator::Routing>>(), hide_possible_values = true)]
    pub routing: Option<Both<RoutingAlgorithm, generator::Routing>>,
    /// Ways of half a ring (docs/networks.md): plus (direction +, or as the VC rule says), balanced (+ from even nodes, - from odd ones; torus, TTN and its like, HTN) [default: the network's own that go with the routing algorithm and the VC rule]
    #[arg(long, value_name = "WAY", value_parser = name_of::<Both<Ties, generator::Ties>>(), hide_possible_values = true)]
    pub ties: Option<Both<Ties, generator::Ties>>,
}

impl RoutesArgs {
    /// What is chosen, as the model has it.
    pub fn options(&self) -> RoutingOptions {
        RoutingOptions {
            algorithm: self.routing.map(|routing| routing.model),
            rule: self.vc_rule.map(|rule| rule.model),
            ties: self.ties.map(|ties| ties.model),
        }
    }
}

impl RuleArgs {
    /// Refuses them all, where they have no meaning.
    pub fn none(&self, with: &str) -> anyhow::Result<()> {
        let RoutesArgs { vc_rule, routing, ties } = &self.routes;
        let (vcs, rule, routing) = (self.vcs.map(|v| v.to_string()), vc_rule.map(|r| r.to_string()), routing.map(|r| r.to_string()));
        let ties = ties.map(|t| t.to_string());
        let classes = self.message_classes.map(|m| m.to_string());
        for (flag, given) in [("vcs", vcs), ("message-classes", classes), ("vc-rule", rule), ("routing", routing), ("ties", ties)] {
            if let Some(given) = given {
                bail!("{flag} = {given} is not allowed with {with}, which fixes it");
            }
        }
        Ok(())
    }

    /// What is chosen, as the model has it.
    pub fn options(&self) -> RoutingOptions {
        self.routes.options()
    }

    /// M.
    pub fn message_classes(&self) -> usize {
        self.message_classes.unwrap_or(1)
    }

    /// V; as many as the VC rule needs for each message class, unless something else is given.
    pub fn vcs(&self, network: &Network) -> anyhow::Result<usize> {
        let classes = self.message_classes();
        Ok(match self.vcs {
            Some(vcs) => vcs,
            // If there are not so many, the number of classes is refused.
            None => classes * least_vcs(network, self.options())?.min(MAX_VCS / classes),
        })
    }

    /// V and M of a router with such VCs.
    pub fn config(&self, network: &Network) -> anyhow::Result<RouterConfig> {
        Ok(RouterConfig { vcs: self.vcs(network)?, message_classes: self.message_classes(), ..RouterConfig::default() })
    }
}
