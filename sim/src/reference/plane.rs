//! Routers and their links, registers on links included (docs/router.md, L5); the caller drives the links at local ports.

use std::collections::VecDeque;

use torusmith_topology::{Graph, Link, TerminalId};

use super::router::{RequestRule, Routed, Router, Wires};
use crate::config::RouterConfig;
use crate::routing::Routing;

/// The routers of a network and their links.
pub(crate) struct Plane<F> {
    graph: Graph,
    config: RouterConfig,
    routers: Vec<Router<F>>,
    slices: Slices<F>,
    /// Inputs of the routers from their links in this clock, `node * ports + port`.
    links: Vec<Wires<F>>,
}

impl<F: Routed> Plane<F> {
    /// After reset (rule Z1); the adaptive VCs are in `config` already (RC6).
    pub fn new(graph: Graph, config: RouterConfig) -> Self {
        let (nodes, ports) = (graph.routers() as u32, (graph.local_ports(), graph.ports()));
        Self {
            config,
            routers: (0..nodes).map(|node| Router::new(node, ports, config, RequestRule::Contract)).collect(),
            slices: Slices::new(&graph),
            links: vec![Wires::default(); nodes as usize * graph.ports()],
            graph,
        }
    }

    /// A clock with `rst` = 1.
    pub fn reset(&mut self) {
        *self = Self::new(self.graph.clone(), self.config);
    }

    /// Number of terminals.
    pub fn terminals(&self) -> usize {
        self.graph.terminals()
    }

    /// Output of a terminal's router at its local port in the current clock.
    pub fn shown_to(&self, terminal: TerminalId) -> Wires<F> {
        let at = self.graph.at(terminal);
        self.shown(at.router as usize, at.port.into())
    }

    /// Output of a router at a port in the current clock.
    pub fn shown(&self, node: usize, port: usize) -> Wires<F> {
        self.routers[node].outgoing[port]
    }

    /// One clock, in which a terminal's interface drives `local` towards its router.
    pub fn step(&mut self, local: impl Fn(TerminalId) -> Wires<F>, routing: &impl Routing) {
        // O1: everything that the links carry in this clock is gathered before anything moves.
        let ports = self.graph.ports();
        for (at, link) in self.links.iter_mut().enumerate() {
            let (node, port) = (at / ports, at % ports);
            let shown = |at: Link| &self.routers[at.node as usize].outgoing[at.port as usize];
            *link = if port < self.graph.local_ports() {
                self.graph.terminal(node as u32, port as u8).map_or_else(Wires::default, &local)
            } else {
                let flit = self.graph.upstream(node, port).and_then(|from| shown(from).flit);
                let credit = self.graph.downstream(node, port).and_then(|to| shown(to).credit);
                self.slices.pass(node, port, Wires { flit, credit })
            };
        }
        for (router, links) in self.routers.iter_mut().zip(self.links.chunks_exact(ports)) {
            if links.iter().any(|wires| wires.flit.is_some() || wires.credit.is_some()) || !router.idle() {
                router.step(links, &[], routing);
            }
        }
    }
}

/// Contents of the registers on links.
#[derive(Debug, Clone)]
pub(crate) struct Slices<F> {
    ports: usize,
    /// Flits on the way to input port `node * ports + port`, the oldest first.
    flits: Vec<VecDeque<Option<(usize, F)>>>,
    /// Credits on the way to output port `node * ports + port`, the oldest first.
    credits: Vec<VecDeque<Option<usize>>>,
}

/// A shift register of N places: the value that enters it leaves it N clocks later.
fn shift<T>(registers: &mut VecDeque<T>, near: T) -> T {
    match registers.pop_front() {
        Some(far) => {
            registers.push_back(near);
            far
        }
        None => near,
    }
}

impl<F: Copy> Slices<F> {
    /// Registers of the network after reset, empty.
    pub fn new(graph: &Graph) -> Self {
        let ports = graph.ports();
        let into =
            |at: usize| graph.upstream(at / ports, at % ports).map_or(0, |from| graph.slices(from.node as usize, from.port as usize));
        let all = 0..graph.routers() * ports;
        Self {
            ports,
            flits: all.clone().map(|at| vec![None; into(at)].into()).collect(),
            credits: all.map(|at| vec![None; graph.slices(at / ports, at % ports)].into()).collect(),
        }
    }

    /// The far ends of the links of `node` at a port in a clock in which the near ones are `near`. Once a clock.
    pub fn pass(&mut self, node: usize, port: usize, near: Wires<F>) -> Wires<F> {
        let at = node * self.ports + port;
        Wires { flit: shift(&mut self.flits[at], near.flit), credit: shift(&mut self.credits[at], near.credit) }
    }

    /// Number of flits on VC `vc` on their way to an input port.
    pub fn flits_to(&self, node: usize, port: usize, vc: usize) -> usize {
        self.flits[node * self.ports + port].iter().flatten().filter(|(w, _)| *w == vc).count()
    }

    /// Number of credits for VC `vc` on their way to an output port.
    pub fn credits_to(&self, node: usize, port: usize, vc: usize) -> usize {
        self.credits[node * self.ports + port].iter().flatten().filter(|w| **w == vc).count()
    }
}
