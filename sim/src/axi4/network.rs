//! Two networks of routers with the sides that a map gives each terminal. Terminals are called nodes here.

use std::sync::Arc;

use torusmith_topology::address_map::AddressMap;
use torusmith_topology::{Graph, Network, TerminalId};

use super::flits::{RequestFlit, ResponseFlit};
use super::format::Format;
use super::links::{self, Link, SideInputs};
use super::manager::ManagerSide;
use super::options::Axi4Options;
use super::signals::{Inputs, ManagerOutputs, SubordinateOutputs};
use super::stages::RequestMapper;
use super::subordinate::SubordinateSide;
use crate::Error;
use crate::config::RouterConfig;
use crate::reference::plane::Plane;
use crate::reference::router::Wires;
use crate::routing::Routing;

/// The sides of a node.
#[derive(Debug, Clone)]
struct Node {
    manager: Option<ManagerSide>,
    subordinate: Option<SubordinateSide>,
}

/// Routers of both networks, and the sides, stepped clock by clock.
/// In each clock, first read the outputs with [`manager`](Self::manager), [`subordinate`](Self::subordinate) and the methods for links; then call
/// [`step`](Self::step) with the signals that the users drive in the same clock.
pub struct Axi4Network<R> {
    routing: R,
    config: RouterConfig,
    options: Axi4Options,
    format: Format,
    map: Arc<RequestMapper>,
    clock: u64,
    requests: Plane<RequestFlit>,
    responses: Plane<ResponseFlit>,
    nodes: Vec<Node>,
}

impl<R: Routing> Axi4Network<R> {
    /// The network after reset (rule Z1), in clock 0. `graph` is that of `network`, with the registers of its links.
    ///
    /// # Errors
    /// A parameter out of range; more than two message classes.
    pub fn new(
        network: &Network,
        graph: Graph,
        routing: R,
        config: RouterConfig,
        options: Axi4Options,
        map: AddressMap,
    ) -> Result<Self, Error> {
        config.check()?;
        options.check(&config, &map)?;
        if config.message_classes > 2 {
            return Err(Error::value("message-classes", config.message_classes, "1, 2 with the AXI4 interface"));
        }
        let config = config.for_routing(&routing); // RC6
        let format = Format::new(network, options);
        let map = Arc::new(RequestMapper { map, max_burst: options.max_burst });
        let mut made = Self {
            requests: Plane::new(graph.clone(), config),
            responses: Plane::new(graph, config),
            nodes: Vec::new(),
            clock: 0,
            routing,
            config,
            options,
            format,
            map,
        };
        made.nodes = made.after_reset();
        Ok(made)
    }

    /// Z1.
    fn after_reset(&self) -> Vec<Node> {
        let Self { config, options, format, map, .. } = self;
        let of = |node: u32| Node {
            manager: map.map.is_manager(node).then(|| ManagerSide::new(node, *config, *options, format, map.clone())),
            subordinate: map
                .map
                .is_subordinate(node)
                .then(|| SubordinateSide::new(node, *config, *options, format, map.map.is_manager(node))),
        };
        (0..self.requests.terminals() as u32).map(of).collect()
    }

    /// The current clock.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Widths of flits, and their bits.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// Outputs to a node's manager in the current clock; `None` without a manager side.
    pub fn manager(&self, node: usize) -> Option<ManagerOutputs> {
        self.nodes[node].manager.as_ref().map(ManagerSide::outputs)
    }

    /// Outputs to a node's subordinate in the current clock; `None` without a subordinate side.
    pub fn subordinate(&self, node: usize) -> Option<SubordinateOutputs> {
        self.nodes[node].subordinate.as_ref().map(SubordinateSide::outputs)
    }

    /// `error` of a node, eight bits: those of routers are 0, as sides send them no wrong flits.
    pub fn error(&self, node: usize) -> u8 {
        self.manager(node).map_or(0, |manager| manager.error << 6)
    }

    /// Output of a router of the request network at a port in the current clock; local ports are the links to sides.
    pub fn request_router(&self, node: usize, port: usize) -> Link<RequestFlit> {
        self.requests.shown(node, port).into()
    }

    /// Output of a router of the response network at a port in the current clock; local ports are the links to sides.
    pub fn response_router(&self, node: usize, port: usize) -> Link<ResponseFlit> {
        self.responses.shown(node, port).into()
    }

    /// Outputs of a node's sides to their router of the request network: flits of the manager side, credits of the subordinate side.
    pub fn request_sides(&self, node: usize) -> Link<RequestFlit> {
        self.to_requests(node).into()
    }

    /// Outputs of a node's sides to their router of the response network: flits of the subordinate side, credits of the manager side.
    pub fn response_sides(&self, node: usize) -> Link<ResponseFlit> {
        self.to_responses(node).into()
    }

    /// The own link for requests (P4): its flits, from the manager side, and its credits, from the subordinate side.
    pub fn request_own(&self, node: usize) -> Link<RequestFlit> {
        self.nodes[node].request_own().into()
    }

    /// The own link for responses (P4): its flits, from the subordinate side, and its credits, from the manager side.
    pub fn response_own(&self, node: usize) -> Link<ResponseFlit> {
        self.nodes[node].response_own().into()
    }

    fn to_requests(&self, node: usize) -> Wires<RequestFlit> {
        let Node { manager, subordinate } = &self.nodes[node];
        links::to_router(manager.as_ref().map(|side| &side.giver), subordinate.as_ref().map(|side| &side.taker))
    }

    fn to_responses(&self, node: usize) -> Wires<ResponseFlit> {
        let Node { manager, subordinate } = &self.nodes[node];
        links::to_router(subordinate.as_ref().map(|side| &side.giver), manager.as_ref().map(|side| &side.taker))
    }

    /// A clock with `rst` = 1, in place of [`step`](Self::step): all is as in clock 0 after it, except the count of clocks.
    pub fn reset(&mut self) {
        self.requests.reset();
        self.responses.reset();
        self.nodes = self.after_reset();
        self.clock += 1;
    }

    /// One clock, in which the users of node n drive `inputs[n]`.
    ///
    /// # Panics
    /// Unless every node has inputs.
    pub fn step(&mut self, inputs: &[Inputs], clear_error: bool) {
        assert_eq!(inputs.len(), self.nodes.len(), "inputs of every node");
        // Outputs of the sides in this clock, before they move.
        let all = 0..self.nodes.len();
        let requests: Vec<_> = all.clone().map(|node| self.to_requests(node)).collect();
        let responses: Vec<_> = all.map(|node| self.to_responses(node)).collect();
        for (at, (node, inputs)) in (0..).map(TerminalId).zip(self.nodes.iter_mut().zip(inputs)) {
            let (request, response) = (self.requests.shown_to(at), self.responses.shown_to(at));
            let (own_request, own_response) = (node.request_own(), node.response_own());
            if let Some(side) = &mut node.manager {
                let arriving = SideInputs { credits: [request.credit, own_request.credit], flits: [response.flit, own_response.flit] };
                side.step(&inputs.manager, clear_error, &arriving, &self.routing);
            }
            if let Some(side) = &mut node.subordinate {
                let arriving = SideInputs { credits: [response.credit, own_response.credit], flits: [request.flit, own_request.flit] };
                side.step(&inputs.subordinate, &arriving, &self.routing);
            }
        }
        self.requests.step(|node| requests[node.index()], &self.routing);
        self.responses.step(|node| responses[node.index()], &self.routing);
        self.clock += 1;
    }
}

impl Node {
    fn request_own(&self) -> Wires<RequestFlit> {
        links::own(self.manager.as_ref().map(|side| &side.giver), self.subordinate.as_ref().map(|side| &side.taker))
    }

    fn response_own(&self) -> Wires<ResponseFlit> {
        links::own(self.subordinate.as_ref().map(|side| &side.giver), self.manager.as_ref().map(|side| &side.taker))
    }
}
