//! A network of routers with an [`Interface`] at each terminal.

use torusmith_topology::{Graph, TerminalId};

use super::depacketizer::Depacketizer;
use super::format::Streams;
use super::packetizer::Packetizer;
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
        let nodes = graph.terminals() as u32;
        let interfaces = (0..nodes).map(|node| Interface::new(node, nodes, config, streams)).collect();
        Ok(Self { clock: 0, routers: Plane::new(graph, config), interfaces, routing })
    }

    /// The current clock.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Outputs of a terminal's interface to its user in the current clock.
    pub fn outputs(&self, node: usize) -> Outputs {
        self.interfaces[node].outputs()
    }

    /// Output of a router at a port in the current clock; local ports are the links to interfaces.
    pub fn router(&self, node: usize, port: usize) -> Link {
        self.routers.shown(node, port).into()
    }

    /// Output of an interface to its router in the current clock.
    pub fn interface(&self, node: usize) -> Link {
        self.interfaces[node].link()
    }

    /// One clock, in which the user of terminal n drives `inputs[n]`.
    ///
    /// # Panics
    /// Unless every terminal has inputs.
    pub fn step(&mut self, inputs: &[Inputs]) {
        assert_eq!(inputs.len(), self.interfaces.len(), "inputs of every terminal");
        // Outputs of the interfaces in this clock, before they move.
        let shown = |interface: &Interface| {
            let Link { flit, credit } = interface.link();
            Wires { flit, credit }
        };
        let shown: Vec<Wires<Flit>> = self.interfaces.iter().map(shown).collect();
        for (node, (interface, inputs)) in (0..).map(TerminalId).zip(self.interfaces.iter_mut().zip(inputs)) {
            let router = self.routers.shown_to(node);
            let driven = inputs.tvalid || inputs.clear_error;
            if driven || router.flit.is_some() || router.credit.is_some() || !interface.idle() {
                interface.step(inputs, &router.into(), &self.routing);
            }
        }
        self.routers.step(|node| shown[node.index()], &self.routing);
        self.clock += 1;
    }
}

/// The interface of a terminal: its state in a clock.
#[derive(Debug, Clone)]
pub struct Interface {
    packetizer: Packetizer,
    depacketizer: Depacketizer,
}

impl Interface {
    /// After reset, in a network of `nodes` terminals.
    pub fn new(node: u32, nodes: u32, config: RouterConfig, streams: Streams) -> Self {
        Self { packetizer: Packetizer::new(node, nodes, config, streams), depacketizer: Depacketizer::new(config, streams) }
    }

    /// Outputs to the user.
    pub fn outputs(&self) -> Outputs {
        let error = self.packetizer.error() | self.depacketizer.error();
        Outputs { tready: self.packetizer.tready(), beat: self.depacketizer.beat(), error }
    }

    /// Outputs to the router: the flit at its local input, and the credit for its local output.
    pub fn link(&self) -> Link {
        Link { flit: self.packetizer.flit(), credit: self.depacketizer.credit() }
    }

    /// One clock, in which the user drives `inputs` and the router shows `router`: the flit at its local output, and the credit of its local input.
    ///
    /// # Panics
    /// If the router sends more flits than it has credits for.
    pub fn step(&mut self, inputs: &Inputs, router: &Link, routing: &impl Routing) {
        self.packetizer.step(inputs, router.credit, routing);
        self.depacketizer.step(inputs.tready, inputs.clear_error, router.flit);
    }

    /// No packet is in it, and none is being taken in: with nothing on its links, no beat before it and no `clear_error`, it is in the next clock as in this one.
    pub fn idle(&self) -> bool {
        self.packetizer.idle() && self.depacketizer.idle()
    }
}
