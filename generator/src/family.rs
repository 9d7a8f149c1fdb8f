//! The record of a family: what Verilog there is for its networks.

use std::fmt::Display;

use torusmith_topology::{Network, NetworkSpec};

use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::options::{Routing, VcRule};
use crate::parameters::Parameters;
use crate::verilog::VerilogModule;

/// What the generator knows of a family of networks.
#[derive(Debug)]
pub struct FamilyRtl {
    /// The family, by what its networks' names begin with: `ttn`.
    pub prefix: &'static str,
    /// Routing algorithms.
    pub routing: Offer<Routing>,
    /// VC rules, of any of its networks.
    pub vc_rules: Offer<VcRule>,
    /// What the router must know of a network. Both choices are among those above; a network need not have them all.
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
}

impl<T: Copy + PartialEq + Display> Offer<T> {
    /// The values in `made`, and none in the model alone.
    pub const fn of(made: &'static [T]) -> Self {
        Self { made, deadlock: &[] }
    }

    /// # Errors
    /// [`Error::Option`] for a value without Verilog.
    fn check(&self, field: &'static str, value: T, called: &str) -> Result<(), Error> {
        if self.made.contains(&value) {
            return Ok(());
        }
        let list = |values: &[T], between: &str| values.iter().map(T::to_string).collect::<Vec<_>>().join(between);
        let mut allowed = format!("allowed for {called}: {}", list(self.made, ", "));
        if self.deadlock.contains(&value) {
            let plural = if self.deadlock.len() == 1 { "s" } else { "" };
            allowed += &format!(" ({} deadlock{plural}: for deadlock, route and simulate alone)", list(self.deadlock, " and "));
        }
        Err(Error::option(field, value, allowed))
    }
}

impl FamilyRtl {
    /// The description of one of its networks.
    ///
    /// # Errors
    /// [`Error::Option`] for a VC rule or a routing algorithm that the network does not have, [`Error::Family`] for a description that
    /// cannot be.
    pub(crate) fn description(&self, network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
        self.routing.check("routing", choices.routing, &network.to_string())?;
        if let Some(rule) = choices.vc_rule {
            self.vc_rules.check("vc-rule", rule, &format!("this {}", network.family().title))?;
        }
        let rtl = (self.describe)(network, choices)?;
        rtl.check(network).map_err(|what| Error::Family { network: network.to_string(), what })?;
        Ok(rtl)
    }
}

/// The description of a network that a family's functions expect.
///
/// # Errors
/// [`Error::NoRtl`] for a network of another type, which only has the family's name.
pub fn spec<T: NetworkSpec>(network: &Network) -> Result<&T, Error> {
    network.of().ok_or_else(|| Error::NoRtl(network.to_string()))
}
