//! Virtual channels, the rule for their use, and the routing algorithm.

use std::fmt;
use std::str::FromStr;

use anyhow::Context;
use clap::Args;
use strum::VariantNames;
use torusmith_design::ranges::{MESSAGE_CLASSES, VCS};
use torusmith_design::{RoutingAlgorithm, Ties, UnknownName, VcRule};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::{Choice, RoutingOptions, algorithms, choose, least_vcs};
use torusmith_topology::own::{OwnNetwork, shortest_routes};
use torusmith_topology::{Degraded, Network};

use super::classes::{ClassesArgs, wanted_by_file};
use crate::progress;
use crate::repair::{self, Repair};
use crate::table::{self, WithRoutes};
use crate::values::{name_of, within};

/// Virtual channels and the rule for their use.
#[derive(Debug, Args)]
pub struct RuleArgs {
    /// Virtual channels per port, N to 8, where N is the fewest that the VC rule needs; a multiple of the message classes [default: N]
    #[arg(long, value_name = "V", value_parser = within(VCS.inclusive(), ""), allow_hyphen_values = true)]
    pub vcs: Option<usize>,
    /// Message classes, 1 to 4 (docs/router.md, RC8); groups of VCs that packets never leave, so that requests and responses cannot block each other [default: 1]
    #[arg(long, value_name = "M", value_parser = within(MESSAGE_CLASSES.inclusive(), ""), allow_hyphen_values = true)]
    pub message_classes: Option<usize>,
    #[command(flatten)]
    pub routes: RoutesArgs,
}

/// Ways of packets, and the VCs that they may use on them.
#[derive(Debug, Args)]
pub struct RoutesArgs {
    /// VCs that a packet may use on a hop (docs/networks.md): balanced (TTN, STTN, MTN, HTN, torus), paper4, min2, least (TTN, MTN, TESH), level (STTN), phase (HTN), descending (RDT), dateline (torus), any (mesh, hypercube), table (network file); auto searches for VC classes (docs/vc_classes.md) [default: the network's, for the routing algorithm and ties]
    #[arg(long, value_name = "RULE", value_parser = name_of::<Rule>(), hide_possible_values = true)]
    pub vc_rule: Option<Rule>,
    /// Routing algorithm (docs/networks.md): dor; dor-turn (TTN, STTN, MTN with two levels; HTN), dor-early, dor-both (HTN), all three with the VC rule balanced; HTN: ls (link selection), cs (channel selection), ls+cs, ls+cs-turn (on the paths of dor-turn, with balanced); in the model alone: floating, fixed (RDT), adaptive-up (fat tree); network file: table [default: the network's, for the VC rule and ties]
    #[arg(long, value_name = "ALGORITHM", value_parser = name_of::<RoutingAlgorithm>(), hide_possible_values = true)]
    pub routing: Option<RoutingAlgorithm>,
    /// Tie-break between the two equally long directions of a ring (docs/networks.md): plus (+, or as the VC rule requires), balanced (+ from even nodes, - from odd nodes; torus, TTN, STTN, MTN, HTN) [default: the network's, for the routing algorithm and VC rule]
    #[arg(long, value_name = "WAY", value_parser = name_of::<Ties>(), hide_possible_values = true)]
    pub ties: Option<Ties>,
    /// One VC class more, for the paths around what is missing (docs/faults.md)
    #[arg(long)]
    pub spare_class: bool,
    #[command(flatten)]
    pub classes: ClassesArgs,
}

/// A VC rule, or none: classes are found for the routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A VC rule by its name.
    Named(VcRule),
    /// To be found.
    Auto,
}

/// Name and value of the flag that searches for classes.
const BY_FLAG: &str = "vc-rule = auto";
const BY_FILE: &str = "classes = \"auto\"";

impl RoutesArgs {
    /// Classes are to be found, whatever the network has.
    pub fn auto(&self) -> bool {
        self.vc_rule == Some(Rule::Auto)
    }

    /// The network that is routed so: with classes that were found in place of its own, if that is asked for here or in its file; with new
    /// paths where links are out of service.
    pub fn network(&self, network: Network) -> anyhow::Result<Network> {
        match network.of::<Degraded>() {
            Some(degraded) if !degraded.has_table() => self.around(degraded, &network),
            _ => self.whole(network),
        }
    }

    /// A network with links or nodes out of service, with the paths that it has then; any other as it is.
    pub fn repaired(&self, network: Network) -> anyhow::Result<Network> {
        if network.dead().is_some() { self.network(network) } else { Ok(network) }
    }

    /// The network with paths around what is out of service: of the whole network's paths those that are intact stay.
    fn around(&self, degraded: &Degraded, network: &Network) -> anyhow::Result<Network> {
        if degraded.before().route_table().is_none() && algorithms(degraded.before()).is_empty() {
            return Ok(network.clone());
        }
        table::check_size(network)?;
        let base = self.whole(degraded.before().clone())?;
        let options = self.options(&base);
        choose(&base, options)?;
        // Without a table: paths that are no function of router and destination, or whose classes are no class of a table.
        let healthy = table::of(&base, &base.graph(), options, WithRoutes::Classes).ok();
        let found = healthy.and_then(|healthy| Some((repair::repaired(network, &healthy, self.spare_class)?, healthy)));
        let Some(((table, changed), healthy)) = found else {
            progress::note(format_args!("note: {network}: all pairs take shortest paths, whose VC classes are searched for"));
            return self.classes.resolve(&degraded.with_table(shortest_routes(&network.graph())), "--without");
        };
        let repaired = degraded.with_table(table);
        let told = Repair::of(&repaired, &healthy, &base, options, changed)?;
        progress::note(format_args!("note: {network}: {}", told.words()));
        Ok(repaired)
    }

    /// [`RoutesArgs::network`] of a network that has its routes.
    pub fn whole(&self, network: Network) -> anyhow::Result<Network> {
        let network = table::as_file(network)?;
        match (self.auto(), network.route_table().is_some()) {
            (true, false) => self.classes.resolve(&table::without_rule(&network, self.asked()).context(BY_FLAG)?, BY_FLAG),
            (true, true) => {
                self.choice(&network)?;
                self.classes.resolve(&network, BY_FLAG)
            }
            (false, true) if wanted_by_file(&network) => self.classes.resolve(&network, BY_FILE),
            _ => Ok(network),
        }
    }

    /// The ways that are asked for, where classes are still to be found.
    pub fn choice(&self, network: &Network) -> anyhow::Result<Choice> {
        let around = |degraded: &Degraded| Some(degraded.with_table(network.route_table()?.with_classes(1, |_, _| None)));
        let with_classes = match network.of::<Degraded>() {
            Some(degraded) => around(degraded),
            None => network.of::<OwnNetwork>().map(|own| own.with_classes(1, |_, _| None)),
        };
        Ok(choose(with_classes.as_ref().unwrap_or(network), self.asked())?)
    }

    /// Routing options for the network of [`RoutesArgs::network`].
    pub fn options(&self, network: &Network) -> RoutingOptions {
        // A network whose classes were found, or whose paths were repaired, has one routing.
        if self.auto() || repair::is_repaired(network) { RoutingOptions::default() } else { self.asked() }
    }

    /// Routing options for the unchanged network, without a VC rule if classes are to be found.
    pub fn asked(&self) -> RoutingOptions {
        let rule = if let Some(Rule::Named(rule)) = self.vc_rule { Some(rule) } else { None };
        RoutingOptions { algorithm: self.routing, rule, ties: self.ties }
    }
}

impl FromStr for Rule {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        if name == "auto" { Ok(Self::Auto) } else { name.parse().map(Self::Named) }
    }
}

impl VariantNames for Rule {
    const VARIANTS: &'static [&'static str] = &with_auto::<{ VcRule::VARIANTS.len() + 1 }>(VcRule::VARIANTS);
}

/// The names and, behind them, `auto`.
const fn with_auto<const N: usize>(names: &[&'static str]) -> [&'static str; N] {
    let mut all = ["auto"; N];
    let mut at = 0;
    while at < names.len() {
        all[at] = names[at];
        at += 1;
    }
    all
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(rule) => rule.fmt(f),
            Self::Auto => f.write_str("auto"),
        }
    }
}

impl RuleArgs {
    /// Routing options of the model.
    pub fn options(&self, network: &Network) -> RoutingOptions {
        self.routes.options(network)
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
            None => classes * least_vcs(network, self.options(network))?.min(VCS.most / classes),
        })
    }

    /// V and M of a router with such VCs.
    pub fn config(&self, network: &Network) -> anyhow::Result<RouterConfig> {
        Ok(RouterConfig { vcs: self.vcs(network)?, message_classes: self.message_classes(), ..RouterConfig::default() })
    }
}
