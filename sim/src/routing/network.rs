//! The routing function of any network, as a value.

use std::fmt;
use std::sync::Arc;

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::{Graph, TerminalId};

use super::function::Candidates;
use super::function::Headers;
use super::function::Routing;
use super::options::Choice;
use crate::config::RouterConfig;
use crate::engine::Engine;
use crate::{Error, fast};

/// The routing function of a network, of whatever family. Cheap to clone. It answers by one virtual call: one a head and hop, none a flit.
#[derive(Clone)]
pub struct NetworkRouting {
    choice: Choice,
    function: Arc<dyn Routing>,
    route_bits: u32,
}

impl NetworkRouting {
    /// Wraps a family's routing function, made by this choice.
    pub fn new(choice: Choice, function: impl Routing + 'static) -> Self {
        Self { choice, function: Arc::new(function), route_bits: 0 }
    }

    /// With R of its network.
    pub(super) fn with_route_bits(self, route_bits: u32) -> Self {
        Self { route_bits, ..self }
    }

    /// The VC rule in force.
    pub fn rule(&self) -> VcRule {
        self.choice.rule
    }

    /// The routing algorithm in force.
    pub fn algorithm(&self) -> RoutingAlgorithm {
        self.choice.algorithm
    }

    /// The ties in force.
    pub fn ties(&self) -> Ties {
        self.choice.ties
    }

    /// The fast engine after reset: see [`fast::new`].
    ///
    /// # Errors
    /// As [`fast::new`].
    pub fn fast(&self, graph: &Graph, config: RouterConfig, observing: bool) -> Result<Box<dyn Engine>, Error> {
        fast::new(graph, self.function.clone(), config, observing)
    }

    /// The fast engine on several threads: see [`fast::in_parts`].
    ///
    /// # Errors
    /// As [`fast::in_parts`].
    pub fn fast_on_threads(&self, graph: &Graph, config: RouterConfig, threads: usize) -> Result<Box<dyn Engine>, Error> {
        fast::in_parts(graph, self.function.clone(), config, threads, threads)
    }

    /// The routing function alone.
    pub(super) fn into_function(self) -> Arc<dyn Routing> {
        self.function
    }
}

impl fmt::Debug for NetworkRouting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.choice.fmt(f)
    }
}

/// Every method is passed on, as the function may override its default; R is the network's.
impl Routing for NetworkRouting {
    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> Candidates {
        self.function.route(node, destination, bits)
    }

    fn route_onward(&self, node: u32, destination: TerminalId, bits: u64) -> (Candidates, u64) {
        self.function.route_onward(node, destination, bits)
    }

    fn route_bits(&self) -> u32 {
        self.route_bits
    }

    fn rewrites(&self) -> bool {
        self.function.rewrites()
    }

    fn source_choices(&self, source: TerminalId, destination: TerminalId) -> Headers {
        self.function.source_choices(source, destination)
    }

    fn source_bits(&self, source: TerminalId, destination: TerminalId, number: u32) -> u64 {
        self.function.source_bits(source, destination, number)
    }

    fn classes(&self) -> usize {
        self.function.classes()
    }

    fn escape_vcs(&self) -> u8 {
        self.function.escape_vcs()
    }

    fn route_from(&self, node: u32, destination: TerminalId, bits: u64, input: (u8, u8)) -> Candidates {
        self.function.route_from(node, destination, bits, input)
    }

    fn by_channel(&self) -> bool {
        self.function.by_channel()
    }

    fn representatives(&self, node: u32) -> Option<Vec<TerminalId>> {
        self.function.representatives(node)
    }
}
