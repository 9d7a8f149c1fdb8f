//! The reference engine: docs/router.md as plain code, one struct a router, the rule numbers next to the lines. Written to be read.

mod allocator;
#[cfg(test)]
mod dropped;
mod interface;
pub(crate) mod plane;
pub(crate) mod router;
mod source_limit;

use std::collections::HashMap;

use torusmith_design::Pipeline;
use torusmith_topology::{Graph, LocalPort, Network, TerminalId};

use crate::Error;
use crate::config::RouterConfig;
use crate::driver::{AddressSpace, DriverOptions, Drivers, LocalOutputs};
use crate::engine::{Delivery, Engine, Head, Packet, PortWord, WaitingVc};
use crate::routing::Routing;
use crate::trace::{Flits, InputView, PickOutcome, PickView, RouterView};
use interface::Interface;
use plane::Slices;
use router::{Flit, RequestRule, Routed, Router, Wires};

/// A network of `Router`s with an `Interface` at each terminal, or a random driver.
pub struct Reference<R> {
    graph: Graph,
    routing: R,
    config: RouterConfig,
    clock: u64,
    routers: Vec<Router<Flit>>,
    requests: RequestRule,
    interfaces: Vec<Interface>,
    /// Random drivers in place of the interfaces (section 11).
    drivers: Option<Drivers>,
    slices: Slices<Flit>,
    /// By terminal: the credit that the sink has on the link in this clock (rule N5).
    sink_credits: Vec<Option<usize>>,
    /// Clock in which the head of a packet in flight was on the local link, by packet number.
    injected: HashMap<u32, u64>,
    deliveries: Vec<Delivery>,
    granted: Vec<u64>,
}

/// Flits at the local inputs in a clock, by terminal.
struct LocalArrivals {
    /// Accepted flits, with their VCs.
    flits: Vec<Option<(usize, Flit)>>,
    /// VCs of flits that are dropped by bit 2 of `error` (rule E5).
    dropped: Vec<Option<usize>>,
}

impl<R: Routing> Reference<R> {
    /// The network after reset (rule Z1), in clock 0.
    ///
    /// # Errors
    /// A router parameter out of range.
    pub fn new(graph: Graph, routing: R, config: RouterConfig) -> Result<Self, Error> {
        Self::with_requests(graph, routing, config, RequestRule::Contract)
    }

    /// A network for comparison, whose routers no rule describes: heads request on the state of the clock itself (`RequestRule::Exact`).
    ///
    /// # Errors
    /// A router parameter out of range.
    pub fn exact(graph: Graph, routing: R, config: RouterConfig) -> Result<Self, Error> {
        Self::with_requests(graph, routing, config, RequestRule::Exact)
    }

    fn with_requests(graph: Graph, routing: R, config: RouterConfig, requests: RequestRule) -> Result<Self, Error> {
        config.check()?;
        let config = config.for_routing(&routing); // RC6
        let (routers, ports) = (graph.routers(), (graph.local_ports(), graph.ports()));
        Ok(Self {
            routing,
            config,
            clock: 0,
            routers: (0..routers).map(|node| Router::new(node as u32, ports, config, requests)).collect(),
            requests,
            interfaces: vec![Interface::new(config); graph.terminals()],
            drivers: None,
            slices: Slices::new(&graph),
            sink_credits: vec![None; graph.terminals()],
            injected: HashMap::new(),
            deliveries: Vec::new(),
            granted: vec![0; routers * graph.ports()],
            graph,
        })
    }

    /// Inputs of a router from its links in this clock, by port; `sent` are the flits at local inputs, by terminal.
    fn links(&mut self, node: usize, sent: &[Option<(usize, Flit)>]) -> Vec<Wires<Flit>> {
        let Self { graph, routers, slices, sink_credits, .. } = self;
        let link = |port: usize| {
            if port < graph.local_ports() {
                let terminal = graph.terminal(node as u32, port as u8).map(TerminalId::index);
                return terminal.map_or_else(Wires::default, |at| Wires { flit: sent[at], credit: sink_credits[at] }); // Z3
            }
            let flit = graph.upstream(node, port).and_then(|from| routers[from.node as usize].outgoing[from.port as usize].flit);
            let credit = graph.downstream(node, port).and_then(|to| routers[to.node as usize].outgoing[to.port as usize].credit);
            slices.pass(node, port, Wires { flit, credit })
        };
        (0..graph.ports()).map(link).collect()
    }

    /// Flits that the sources put on the local links in this clock (rule N4).
    fn sent(&mut self) -> Vec<Option<(usize, Flit)>> {
        self.interfaces.iter_mut().map(Interface::send).collect()
    }

    /// Flits that random drivers put on the local links in this clock; their sinks' credits are put on the links, too (rule D5).
    fn driven(&mut self, drivers: &mut Drivers) -> LocalArrivals {
        let Self { graph, clock, routers, routing, config, sink_credits, .. } = self;
        let sent = TerminalId::all(graph.terminals()).zip(sink_credits).map(|(terminal, sink_credit)| {
            let LocalPort { router, port } = graph.at(terminal);
            let (at, port) = (&routers[router as usize], usize::from(port));
            let local = at.outgoing[port];
            let shown = LocalOutputs { credit: local.credit, ejected: local.flit.map(|(vc, _)| vc) };
            let full = |vc: usize| at.inputs[port][vc].buffer.len() == config.depth;
            let home = |destination, bits| usize::from(routing.route_onward(router, destination, bits).0[0].port) < graph.local_ports();
            let given = drivers.clock(terminal, *clock, shown, full, home);
            *sink_credit = given.credit;
            (given.flit.map(|(vc, packet, index)| (vc, Flit { packet, index, bits: packet.bits })), given.dropped)
        });
        let (flits, dropped) = sent.unzip();
        LocalArrivals { flits, dropped }
    }

    /// The flits on the local outputs in this clock.
    fn eject(&mut self) {
        let locals = self.graph.local_ports();
        for local in self.routers.iter().flat_map(|router| &router.outgoing[..locals]) {
            if let Some((_, flit)) = local.flit
                && flit.tail()
            {
                let injected = self.injected.remove(&flit.packet.number).expect("a delivered packet was injected");
                self.deliveries.push(Delivery { packet: flit.packet, injected, delivered: self.clock });
            }
        }
    }

    /// Rules Z1 and D6.
    fn reset(&mut self) {
        let Self { graph, config, requests, .. } = self;
        let ports = (graph.local_ports(), graph.ports());
        self.routers = (0..graph.routers()).map(|node| Router::new(node as u32, ports, *config, *requests)).collect();
        self.slices = Slices::new(graph);
        self.sink_credits.fill(None);
        self.injected.clear();
    }

    /// A clock without a reset of all routers.
    fn go_on(&mut self, drivers: &mut Option<Drivers>) {
        // O1: everything that the links carry in this clock is gathered before anything moves.
        let LocalArrivals { flits: sent, dropped } = match drivers {
            Some(drivers) => self.driven(drivers),
            None => LocalArrivals { flits: self.sent(), dropped: vec![None; self.graph.terminals()] },
        };
        let links: Vec<_> = (0..self.routers.len()).map(|node| self.links(node, &sent)).collect();
        for (terminal, flit) in TerminalId::all(sent.len()).zip(&sent) {
            if let Some((_, flit)) = flit
                && flit.head()
            {
                self.injected.insert(flit.packet.number, self.clock); // N8
            }
            let at = self.graph.at(terminal);
            let Wires { flit: ejected, credit } = self.routers[at.router as usize].outgoing[usize::from(at.port)];
            if let Some(vc) = credit {
                self.interfaces[terminal.index()].credits[vc] += 1; // N2
            }
            self.sink_credits[terminal.index()] = ejected.map(|(vc, _)| vc); // N5
        }
        self.eject();
        let (locals, ports) = (self.graph.local_ports(), self.graph.ports());
        for (node, router) in self.routers.iter_mut().enumerate() {
            for ((port, _), _) in router.moves() {
                self.granted[node * ports + port] += 1;
            }
            if drivers.as_ref().is_some_and(|drivers| drivers.in_reset(node)) {
                *router = Router::new(node as u32, (locals, ports), self.config, self.requests); // Z4
                continue;
            }
            let at_port = |port: usize| self.graph.terminal(node as u32, port as u8).and_then(|terminal| dropped[terminal.index()]);
            router.step(&links[node], &(0..locals).map(at_port).collect::<Vec<_>>(), &self.routing);
        }
    }

    /// Checks the invariants between two clocks: no buffer holds more than D flits; the credits of every output VC are conserved; an output VC has at
    /// most one holder, and a held one is owned; only heads without an output VC are called (VA1), and only VCs with `mid` picked (VA6). Returns the
    /// first violation as a sentence.
    pub fn violation(&self) -> Option<String> {
        let depth = self.config.depth;
        for (node, router) in self.routers.iter().enumerate() {
            if let Some((port, vc)) = router.miscalled() {
                return Some(format!("node {node} input {port}.{vc} is called, with no head that waits for a VC (VA1)"));
            }
            if let Some((port, vc)) = router.mispicked() {
                return Some(format!("node {node} input {port}.{vc} is picked, with nothing that may ask for the switch (VA6)"));
            }
            for (port, vc) in router.input_vcs() {
                let held = router.inputs[port][vc].buffer.len();
                if held > depth {
                    return Some(format!("node {node} input {port}.{vc} holds {held} flits of {depth}"));
                }
            }
            for port in 0..self.graph.ports() {
                // With one clock a hop a flit on the link is still in its buffer, and its credit not yet spent.
                let sent = router.outgoing[port].flit.filter(|_| self.config.pipeline != Pipeline::One);
                for (vc, output) in router.outputs[port].iter().enumerate() {
                    let on_link = sent.is_some_and(|(w, _)| w == vc) as usize;
                    let beyond = if let Some(terminal) = self.graph.terminal(node as u32, port as u8) {
                        let sunk = || (self.sink_credits[terminal.index()] == Some(vc)) as usize;
                        self.drivers.as_ref().map_or_else(sunk, |drivers| drivers.held(terminal, vc))
                    } else if let Some(to) = self.graph.downstream(node, port) {
                        let (far, at) = (&self.routers[to.node as usize], to.port as usize);
                        let between = self.slices.flits_to(to.node as usize, at, vc) + self.slices.credits_to(node, port, vc);
                        far.inputs[at][vc].buffer.len() + (far.outgoing[at].credit == Some(vc)) as usize + between
                    } else {
                        0
                    };
                    if output.credit + on_link + beyond != depth {
                        return Some(format!(
                            "node {node} output {port}.{vc}: {} credits, {on_link} + {beyond} flits and credits under way",
                            output.credit
                        ));
                    }
                    let holders = router.input_vcs().filter(|&(i, v)| router.inputs[i][v].holds == Some((port, vc))).count();
                    if holders > output.owned as usize {
                        return Some(format!("node {node} output {port}.{vc}: {holders} holders, owned: {}", output.owned));
                    }
                }
            }
        }
        None
    }
}

impl<R: Routing> Engine for Reference<R> {
    fn clock(&self) -> u64 {
        self.clock
    }

    fn offer(&mut self, packet: Packet) {
        match &mut self.drivers {
            Some(drivers) => drivers.offer(packet),
            None => self.interfaces[packet.source.index()].offer(packet), // N1
        }
    }

    fn close(&mut self) {
        self.interfaces.iter_mut().for_each(|interface| interface.closed = true);
    }

    fn drive(&mut self, network: &Network, options: DriverOptions) -> Result<(), Error> {
        options.check()?;
        self.drivers = Some(Drivers::new(options, self.config, AddressSpace::new(network), self.graph.attached()));
        Ok(())
    }

    fn errors(&self, into: &mut Vec<u8>) {
        into.clear();
        into.extend(self.drivers.iter().flat_map(Drivers::errors));
    }

    fn dropped(&self) -> [u64; 3] {
        self.drivers.as_ref().map_or([0; 3], Drivers::dropped)
    }

    fn step(&mut self) {
        let mut drivers = self.drivers.take();
        if let Some(drivers) = &mut drivers
            && drivers.begin(self.clock)
        {
            self.eject();
            self.reset();
            drivers.reset();
        } else {
            self.go_on(&mut drivers);
        }
        self.drivers = drivers;
        self.clock += 1;
    }

    fn take_deliveries(&mut self, into: &mut Vec<Delivery>) {
        into.append(&mut self.deliveries);
    }

    fn outputs(&mut self, into: &mut [PortWord]) {
        for (words, router) in into.chunks_mut(self.graph.ports()).zip(&self.routers) {
            words.copy_from_slice(&router.words());
        }
    }

    fn heads(&mut self, into: &mut Vec<Head>) {
        into.clear();
        if !self.routing.rewrites() {
            return;
        }
        let outgoing = self.routers.iter().flat_map(|router| &router.outgoing);
        let head = |(at, wires): (usize, &Wires<Flit>)| {
            let (_, flit) = wires.flit.filter(|(_, flit)| flit.head())?;
            Some(Head { at: at as u32, bits: flit.bits })
        };
        into.extend(outgoing.enumerate().filter_map(head));
    }

    fn queued(&self) -> usize {
        self.interfaces.iter().map(Interface::queued).sum::<usize>() + self.drivers.as_ref().map_or(0, Drivers::queued)
    }

    fn in_flight(&self) -> usize {
        self.injected.len()
    }

    fn link_flits(&self) -> Vec<u64> {
        self.granted.clone()
    }

    fn waiting(&self) -> Vec<WaitingVc> {
        let mut all = Vec::new();
        for router in &self.routers {
            for (port, vc) in router.input_vcs() {
                let input = &router.inputs[port][vc];
                let Some(front) = input.buffer.front() else { continue };
                let wants = match input.holds {
                    Some((o, w)) => vec![(o as u8, w as u8)],
                    None => {
                        let candidates = router.candidates(vc, *front, &self.routing);
                        candidates.iter().flat_map(|c| (0..8).filter(|w| c.vcs >> w & 1 == 1).map(|w| (c.port, w))).collect()
                    }
                };
                all.push(WaitingVc { node: router.node, port: port as u8, vc: vc as u8, packet: front.packet.number, wants });
            }
        }
        all
    }

    fn trace(&self, node: usize) -> String {
        let router = &self.routers[node];
        let inputs = router.input_vcs().filter_map(|(port, vc)| {
            let input = &router.inputs[port][vc];
            let mut runs: Vec<Flits> = Vec::new();
            for flit in &input.buffer {
                match runs.last_mut() {
                    Some(run) if run.packet == flit.packet.number => run.last = flit.index as usize,
                    _ => runs.push(Flits { packet: flit.packet.number, first: flit.index as usize, last: flit.index as usize }),
                }
            }
            (!runs.is_empty() || input.holds.is_some()).then_some(InputView { port, vc, runs, holds: input.holds })
        });
        let decision = router.decision();
        let view = |allocation| {
            move |pick: &allocator::Pick| PickView {
                allocation,
                port: pick.input,
                vc: pick.vc,
                output: pick.asks,
                outcome: match (pick.asks, pick.granted) {
                    (None, _) => PickOutcome::Void,
                    (_, true) => PickOutcome::Granted,
                    (_, false) => PickOutcome::Lost,
                },
            }
        };
        let picks = decision.switch.iter().map(view(false)).chain(decision.allocation.iter().map(view(true)));
        RouterView { clock: self.clock, inputs: inputs.collect(), picks: picks.collect(), words: router.words() }.to_string()
    }
}
