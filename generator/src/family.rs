//! The record of a family: what Verilog there is for its networks.

use std::fmt::Display;

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::{Concentrated, Network, NetworkSpec};

use crate::choices::Choices;
use crate::concentrated;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::graph_wiring::wire_graph;
use crate::options::Options;
use crate::parameters::Parameters;
use crate::verilog::VerilogModule;

/// What the generator knows of a family of networks. Lists have what is preferred first: of what is not asked for, a network has the first
/// that `describe` takes with what is; algorithms count before VC rules, and these before ties.
#[derive(Debug)]
pub struct FamilyRtl {
    /// The family, by what its networks' names begin with: `ttn`.
    pub prefix: &'static str,
    /// Routing algorithms.
    pub routing: Offer<RoutingAlgorithm>,
    /// VC rules, of any of its networks.
    pub vc_rules: Offer<VcRule>,
    /// Where ties can go round its rings, in any of its networks.
    pub ties: Offer<Ties>,
    /// What the router must know of a network. All choices are among those above; a network need not have them all, nor all together, and
    /// refuses others by an [`Error::Option`].
    pub describe: fn(&Network, &Choices) -> Result<NetworkRtl, Error>,
    /// The modules that wire the nodes up, in compile order, under names that begin with the slug; the last is `network`, the top.
    /// [`wire_graph`](crate::wire_graph) serves any family.
    pub wire: fn(&Parameters) -> Result<Vec<VerilogModule>, Error>,
}

/// Of the values of an option those that a family has.
#[derive(Debug, Clone, Copy)]
pub struct Offer<T: 'static> {
    /// With Verilog.
    pub made: &'static [T],
    /// In the model alone: they deadlock, so no hardware is made of them.
    pub deadlock: &'static [T],
    /// In the model alone, for want of Verilog.
    pub model: &'static [T],
}

impl<T: Copy + PartialEq + Display> Offer<T> {
    /// The values in `made`, and none in the model alone.
    pub const fn of(made: &'static [T]) -> Self {
        Self { made, deadlock: &[], model: &[] }
    }

    /// What a design can have where `value` was asked for, or none.
    ///
    /// # Errors
    /// [`Error::Option`] for a value without Verilog.
    fn asked(&self, field: &'static str, value: Option<T>, called: &str) -> Result<Vec<T>, Error> {
        let Some(value) = value else { return Ok(self.made.to_vec()) };
        if self.made.contains(&value) {
            return Ok(vec![value]);
        }
        let list = |values: &[T], between: &str| values.iter().map(T::to_string).collect::<Vec<_>>().join(between);
        let mut allowed = format!("allowed for {called}: {}", list(self.made, ", "));
        if self.deadlock.contains(&value) {
            let plural = if self.deadlock.len() == 1 { "s" } else { "" };
            allowed += &format!(" ({} deadlock{plural}: for deadlock, route and simulate alone)", list(self.deadlock, " and "));
        } else if self.model.contains(&value) {
            allowed += &format!(" ({value}: for deadlock, route and simulate alone)");
        }
        Err(Error::option(field, value, allowed))
    }
}

impl FamilyRtl {
    /// A family with one way to route, without ties, whose networks are wired up link by link.
    pub(crate) const fn of_graph(
        prefix: &'static str,
        vc_rules: &'static [VcRule],
        describe: fn(&Network, &Choices) -> Result<NetworkRtl, Error>,
    ) -> Self {
        let routing = Offer::of(&[RoutingAlgorithm::Dor]);
        Self { prefix, routing, vc_rules: Offer::of(vc_rules), ties: Offer::of(&[Ties::Plus]), describe, wire: wire_graph }
    }

    /// The description of one of its networks, with one terminal at each router or several.
    fn described(&self, network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
        let Some(several) = network.of::<Concentrated>() else { return (self.describe)(network, choices) };
        concentrated::description(network, several, (self.describe)(several.base(), choices)?, choices)
    }

    /// The description of one of its networks by the first choices that agree with the options, and those.
    ///
    /// # Errors
    /// [`Error::Option`] for a VC rule, ties or a routing algorithm that the network does not have, or not together, [`Error::Family`] for a
    /// description that cannot be.
    pub(crate) fn description(&self, network: &Network, options: &Options) -> Result<(Choices, NetworkRtl), Error> {
        let algorithms = self.routing.asked("routing", options.routing, &network.to_string())?;
        let rules = self.vc_rules.asked("vc-rule", options.vc_rule, &format!("this {}", network.family().title))?;
        let ways = self.ties.asked("ties", options.ties, &network.to_string())?;
        let all = algorithms.iter().flat_map(|&routing| {
            let ways = &ways;
            rules.iter().flat_map(move |&vc_rule| ways.iter().map(move |&ties| Choices { routing, vc_rule, ties }))
        });
        let mut refusals = Vec::new();
        for choices in all {
            match self.described(network, &choices) {
                Ok(rtl) => {
                    rtl.check(network).map_err(|what| Error::Family { network: network.to_string(), what })?;
                    return Ok((choices, rtl));
                }
                Err(error @ Error::Option { .. }) => refusals.push(error),
                Err(error) => return Err(error),
            }
        }
        // What was asked for is refused, rather than what was chosen to go with it.
        let chosen = |field: &str| match field {
            "routing" => options.routing.is_none(),
            "vc-rule" => options.vc_rule.is_none(),
            "ties" => options.ties.is_none(),
            _ => false,
        };
        let asked = refusals.iter().position(|refusal| matches!(refusal, Error::Option { field, .. } if !chosen(field)));
        Err(refusals.into_iter().nth(asked.unwrap_or(0)).unwrap_or_else(|| Error::NoRtl(network.to_string())))
    }
}

/// The description of a network that a family's functions expect.
///
/// # Errors
/// [`Error::NoRtl`] for a network of another type, which only has the family's name.
pub fn spec<T: NetworkSpec>(network: &Network) -> Result<&T, Error> {
    network.of().ok_or_else(|| Error::NoRtl(network.to_string()))
}
