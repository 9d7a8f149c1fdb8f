//! Routing in a network with several terminals at each router: that of the base network, to the destination's router
//! (docs/networks.md, "NAME:K").

use std::sync::Arc;

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::{Concentrated, TerminalId};

use super::family::RoutingCapabilities;
use super::function::{Candidates, Headers, Routing};
use super::network::NetworkRouting;
use super::options::Choice;
use crate::Error;

/// The base network's capabilities, with the routing of a network of `each` terminals a router.
pub(super) struct ConcentratedCapabilities<'a> {
    base: Box<dyn RoutingCapabilities + 'a>,
    each: u32,
}

impl<'a> ConcentratedCapabilities<'a> {
    pub(super) fn new(network: &Concentrated, base: Box<dyn RoutingCapabilities + 'a>) -> Self {
        Self { base, each: network.each() }
    }

    fn wrap(&self, base: Arc<dyn Routing>, vcs: usize) -> ConcentratedRouting {
        ConcentratedRouting { base, each: self.each, all: (1u16 << vcs).wrapping_sub(1) as u8 }
    }
}

impl RoutingCapabilities for ConcentratedCapabilities<'_> {
    fn algorithms(&self) -> &'static [RoutingAlgorithm] {
        self.base.algorithms()
    }

    fn rules(&self) -> &'static [VcRule] {
        self.base.rules()
    }

    fn refusal(&self, rule: VcRule) -> Option<&'static str> {
        self.base.refusal(rule)
    }

    fn ties(&self, algorithm: RoutingAlgorithm, rule: VcRule) -> &'static [Ties] {
        self.base.ties(algorithm, rule)
    }

    fn classes(&self, choice: Choice) -> usize {
        self.base.classes(choice)
    }

    fn build(&self, choice: Choice, vcs: usize) -> Result<NetworkRouting, Error> {
        let base = self.base.build(choice, vcs)?.into_function();
        Ok(NetworkRouting::new(choice, self.wrap(base, vcs)))
    }

    fn walk(&self, choice: Choice, vcs: usize) -> Option<Arc<dyn Routing>> {
        self.base.walk(choice, vcs).map(|base| Arc::new(self.wrap(base, vcs)) as _)
    }
}

/// The routing function of one concentrated network. The base network's is deterministic, and does not rewrite routing bits.
#[derive(Clone)]
struct ConcentratedRouting {
    base: Arc<dyn Routing>,
    /// K, the terminals of a router.
    each: u32,
    all: u8,
}

impl Routing for ConcentratedRouting {
    #[inline]
    fn route(&self, router: u32, TerminalId(destination): TerminalId, bits: u64) -> Candidates {
        if router == destination / self.each {
            return Candidates::one((destination % self.each) as u8, self.all);
        }
        self.base.route(router, TerminalId(destination / self.each), bits).with_ports_up(self.each as u8 - 1)
    }

    fn source_choices(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId) -> Headers {
        self.base.source_choices(TerminalId(source / self.each), TerminalId(destination / self.each))
    }

    fn classes(&self) -> usize {
        self.base.classes()
    }

    fn escape_vcs(&self) -> u8 {
        self.base.escape_vcs()
    }

    /// All terminals of the routers that stand for the others in the base network.
    fn representatives(&self, node: u32) -> Option<Vec<TerminalId>> {
        let each = self.each;
        let routers = self.base.representatives(node)?;
        Some(routers.into_iter().flat_map(|TerminalId(router)| (0..each).map(move |port| TerminalId(router * each + port))).collect())
    }
}
