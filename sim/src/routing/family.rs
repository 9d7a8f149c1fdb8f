//! Routing of a family of networks.

use std::sync::Arc;

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::{Network, NetworkSpec};

use super::function::Routing;
use super::network::NetworkRouting;
use super::options::Choice;
use crate::Error;

/// The routing of a family of networks, each described by a `T`.
#[derive(Debug)]
pub struct FamilyRouting<T> {
    /// Prefix of the networks' names: [`torusmith_topology::FamilyName::prefix`].
    pub prefix: &'static str,
    /// The algorithms that a network knows, its default one first.
    pub algorithms: fn(&T) -> &'static [RoutingAlgorithm],
    /// The VC rules that a network knows, its default one first. Rules that are known to deadlock are included: `torusmith deadlock` reports their
    /// cycles.
    pub rules: fn(&T) -> &'static [VcRule],
    /// Why a network does not know a VC rule, where it is not plain: `rings of 8 need the classes of paper4`.
    pub refusal: fn(&T, VcRule) -> Option<&'static str>,
    /// The ties that go with an algorithm and a VC rule of the network, the default ones first: [`Ties::Plus`] where it has none to balance,
    /// an empty list where the algorithm and the rule do not go together.
    pub ties: fn(&T, RoutingAlgorithm, VcRule) -> &'static [Ties],
    /// K of rule RC3: the classes that the VC rule speaks of under the algorithm, and the fewest VCs that it can do with.
    pub classes: fn(&T, Choice) -> usize,
    /// The routing function of a network with so many VCs, K to 8. Fails where the choice is no routing function of a router.
    pub build: fn(&T, Choice, usize) -> Result<NetworkRouting, Error>,
    /// Routing function of the deadlock walk, where it differs from that of `build`; else `None`.
    pub walk: fn(&T, Choice, usize) -> Option<Arc<dyn Routing>>,
}

/// The routing of any family.
pub(super) trait AnyFamilyRouting: Send + Sync {
    /// [`FamilyRouting::prefix`].
    fn prefix(&self) -> &'static str;

    /// Capabilities of a network, if it is of the family.
    fn capabilities<'a>(&'a self, network: &'a Network) -> Option<Box<dyn RoutingCapabilities + 'a>>;
}

/// [`FamilyRouting`] of one network.
pub(super) trait RoutingCapabilities {
    fn algorithms(&self) -> &'static [RoutingAlgorithm];
    fn rules(&self) -> &'static [VcRule];
    fn refusal(&self, rule: VcRule) -> Option<&'static str>;
    fn ties(&self, algorithm: RoutingAlgorithm, rule: VcRule) -> &'static [Ties];
    fn classes(&self, choice: Choice) -> usize;
    fn build(&self, choice: Choice, vcs: usize) -> Result<NetworkRouting, Error>;
    fn walk(&self, choice: Choice, vcs: usize) -> Option<Arc<dyn Routing>>;
}

impl<T: NetworkSpec> AnyFamilyRouting for FamilyRouting<T> {
    fn prefix(&self) -> &'static str {
        self.prefix
    }

    fn capabilities<'a>(&'a self, network: &'a Network) -> Option<Box<dyn RoutingCapabilities + 'a>> {
        let spec = network.of::<T>().filter(|spec| spec.family().prefix == self.prefix)?;
        Some(Box::new((self, spec)))
    }
}

impl<T> RoutingCapabilities for (&FamilyRouting<T>, &T) {
    fn algorithms(&self) -> &'static [RoutingAlgorithm] {
        (self.0.algorithms)(self.1)
    }

    fn rules(&self) -> &'static [VcRule] {
        (self.0.rules)(self.1)
    }

    fn refusal(&self, rule: VcRule) -> Option<&'static str> {
        (self.0.refusal)(self.1, rule)
    }

    fn ties(&self, algorithm: RoutingAlgorithm, rule: VcRule) -> &'static [Ties] {
        (self.0.ties)(self.1, algorithm, rule)
    }

    fn classes(&self, choice: Choice) -> usize {
        (self.0.classes)(self.1, choice)
    }

    fn build(&self, choice: Choice, vcs: usize) -> Result<NetworkRouting, Error> {
        (self.0.build)(self.1, choice, vcs)
    }

    fn walk(&self, choice: Choice, vcs: usize) -> Option<Arc<dyn Routing>> {
        (self.0.walk)(self.1, choice, vcs)
    }
}
