//! Routers wired up, with a link of somebody else's at each local port.

use torusmith_topology::{Graph, Link};

use super::router::{Requests, Routed, Router, Wires};
use super::slices::Slices;
use crate::config::RouterConfig;
use crate::routing::Routing;

/// The routers of a network and their links.
pub(crate) struct Plane<F> {
    graph: Graph,
    config: RouterConfig,
    routers: Vec<Router<F>>,
    slices: Slices<F>,
    /// What the links carry towards the routers in this clock, `node * ports + port`.
    links: Vec<Wires<F>>,
}

impl<F: Routed> Plane<F> {
    /// After reset (rule Z1); the adaptive VCs are in `config` already (RC6).
    pub fn new(graph: Graph, config: RouterConfig) -> Self {
        let (nodes, ports) = (graph.nodes() as u32, graph.ports());
        Self {
            config,
            routers: (0..nodes).map(|node| Router::new(node, ports, config, Requests::Contract)).collect(),
            slices: Slices::new(&graph),
            links: vec![Wires::default(); nodes as usize * ports],
            graph,
        }
    }

    /// A clock with `rst` = 1.
    pub fn reset(&mut self) {
        *self = Self::new(self.graph.clone(), self.config);
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.routers.len()
    }

    /// What a router shows at a port in the current clock.
    pub fn shown(&self, node: usize, port: usize) -> Wires<F> {
        self.routers[node].outgoing[port]
    }

    /// One clock, in which a node's interface shows its router `local`.
    pub fn step(&mut self, local: impl Fn(usize) -> Wires<F>, routing: &impl Routing) {
        // O1: everything that the links carry in this clock is gathered before anything moves.
        let ports = self.graph.ports();
        for (at, link) in self.links.iter_mut().enumerate() {
            let (node, port) = (at / ports, at % ports);
            let shown = |at: Link| &self.routers[at.node as usize].outgoing[at.port as usize];
            *link = if port == 0 {
                local(node)
            } else {
                let flit = self.graph.upstream(node, port).and_then(|from| shown(from).flit);
                let credit = self.graph.downstream(node, port).and_then(|to| shown(to).credit);
                self.slices.pass(node, port, Wires { flit, credit })
            };
        }
        for (router, links) in self.routers.iter_mut().zip(self.links.chunks_exact(ports)) {
            if links.iter().any(|wires| wires.flit.is_some() || wires.credit.is_some()) || !router.idle() {
                router.step(links, None, routing);
            }
        }
    }
}
