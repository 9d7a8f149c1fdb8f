//! A network of routers with an [`Interface`] at each node.

use torusmith_topology::Graph;

use super::format::Streams;
use super::interface::Interface;
use super::signals::{Flit, Inputs, Link, Outputs};
use crate::Error;
use crate::config::RouterConfig;
use crate::reference::router::{Requests, Router, Wires};
use crate::reference::slices::Slices;
use crate::routing::Routing;

/// Routers and interfaces, stepped clock by clock.
pub struct AxiNetwork<R> {
    graph: Graph,
    routing: R,
    clock: u64,
    routers: Vec<Router<Flit>>,
    interfaces: Vec<Interface>,
    slices: Slices<Flit>,
    /// What the links carry towards the routers in this clock, `node * ports + port`.
    links: Vec<Wires<Flit>>,
}

impl<R: Routing> AxiNetwork<R> {
    /// The network after reset (rule Z1), in clock 0.
    ///
    /// # Errors
    /// A router parameter out of range.
    pub fn new(graph: Graph, routing: R, config: RouterConfig, streams: Streams) -> Result<Self, Error> {
        config.check()?;
        let config = config.for_routing(&routing); // RC6
        let (nodes, ports) = (graph.nodes() as u32, graph.ports());
        Ok(Self {
            clock: 0,
            routers: (0..nodes).map(|node| Router::new(node, ports, config, Requests::Contract)).collect(),
            interfaces: (0..nodes).map(|node| Interface::new(node, nodes, config, streams)).collect(),
            slices: Slices::new(&graph),
            links: vec![Wires::default(); nodes as usize * ports],
            graph,
            routing,
        })
    }

    /// The current clock.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// What a node's user sees in the current clock.
    pub fn outputs(&self, node: usize) -> Outputs {
        self.interfaces[node].outputs()
    }

    /// What a router shows at a port in the current clock; port 0 is the link to the interface.
    pub fn router(&self, node: usize, port: usize) -> Link {
        self.routers[node].outgoing[port].into()
    }

    /// What an interface shows its router in the current clock.
    pub fn interface(&self, node: usize) -> Link {
        self.interfaces[node].link()
    }

    /// One clock, in which the user of node n drives `inputs[n]`.
    ///
    /// # Panics
    /// Unless there are inputs for all nodes.
    pub fn step(&mut self, inputs: &[Inputs]) {
        assert_eq!(inputs.len(), self.interfaces.len(), "inputs of every node");
        // O1: everything that the links carry in this clock is gathered before anything moves.
        self.gather();
        let ports = self.graph.ports();
        for (node, router) in self.routers.iter_mut().enumerate() {
            let links = &self.links[node * ports..][..ports];
            let interface = &mut self.interfaces[node];
            let driven = inputs[node].tvalid || inputs[node].clear_error;
            if driven || router.outgoing[0].flit.is_some() || router.outgoing[0].credit.is_some() || !interface.idle() {
                interface.step(&inputs[node], &router.outgoing[0].into(), &self.routing);
            }
            if links.iter().any(|wires| wires.flit.is_some() || wires.credit.is_some()) || !router.idle() {
                router.step(links, None, &self.routing);
            }
        }
        self.clock += 1;
    }

    fn gather(&mut self) {
        let ports = self.graph.ports();
        for (at, link) in self.links.iter_mut().enumerate() {
            let (node, port) = (at / ports, at % ports);
            let shown = |at: torusmith_topology::Link| &self.routers[at.node as usize].outgoing[at.port as usize];
            *link = if port == 0 {
                let Link { flit, credit } = self.interfaces[node].link();
                Wires { flit, credit }
            } else {
                let flit = self.graph.upstream(node, port).and_then(|from| shown(from).flit);
                let credit = self.graph.downstream(node, port).and_then(|to| shown(to).credit);
                self.slices.pass(node, port, Wires { flit, credit })
            };
        }
    }
}
