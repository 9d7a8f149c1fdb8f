//! A network of routers with an [`Interface`] at each node.

use torusmith_topology::Graph;

use super::format::Streams;
use super::interface::Interface;
use super::signals::{Flit, Inputs, Link, Outputs};
use crate::Error;
use crate::config::RouterConfig;
use crate::reference::plane::Plane;
use crate::reference::router::Wires;
use crate::routing::Routing;

/// Routers and interfaces, stepped clock by clock.
pub struct AxiNetwork<R> {
    routing: R,
    clock: u64,
    routers: Plane<Flit>,
    interfaces: Vec<Interface>,
}

impl<R: Routing> AxiNetwork<R> {
    /// The network after reset (rule Z1), in clock 0.
    ///
    /// # Errors
    /// A router parameter out of range.
    pub fn new(graph: Graph, routing: R, config: RouterConfig, streams: Streams) -> Result<Self, Error> {
        config.check()?;
        let config = config.for_routing(&routing); // RC6
        let nodes = graph.nodes() as u32;
        let interfaces = (0..nodes).map(|node| Interface::new(node, nodes, config, streams)).collect();
        Ok(Self { clock: 0, routers: Plane::new(graph, config), interfaces, routing })
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
        self.routers.shown(node, port).into()
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
        // What the interfaces show in this clock, before they move.
        let shown = |interface: &Interface| {
            let Link { flit, credit } = interface.link();
            Wires { flit, credit }
        };
        let shown: Vec<Wires<Flit>> = self.interfaces.iter().map(shown).collect();
        for (node, (interface, inputs)) in self.interfaces.iter_mut().zip(inputs).enumerate() {
            let router = self.routers.shown(node, 0);
            let driven = inputs.tvalid || inputs.clear_error;
            if driven || router.flit.is_some() || router.credit.is_some() || !interface.idle() {
                interface.step(inputs, &router.into(), &self.routing);
            }
        }
        self.routers.step(|node| shown[node], &self.routing);
        self.clock += 1;
    }
}
