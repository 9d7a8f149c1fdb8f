//! The fast engine: docs/router.md laid out for speed.
//!
//! The state of a router is a handful of masks with a bit a virtual channel ([`fields`], [`state`]), stepped by word-wide operations; loops run
//! over set bits only. Flits do not move: a buffer is a count ([`counters`]), a link a bit in the receiver's mail ([`links`]), and what a packet
//! is stays in one place ([`packets`]); its index goes ahead with its head, once a hop. Routers and network interfaces with nothing to do in a
//! clock are not looked at. One clock of a router is in [`router`], who wins the switch in [`arbitration`], the network interface in
//! [`interface`], what can be seen from outside in [`observe`].

mod arbitration;
mod counters;
mod fields;
mod interface;
mod links;
mod observe;
mod packets;
mod router;
mod state;

use torusmith_topology::Graph;

use crate::Error;
use crate::config::{Pipeline, RouterConfig};
use crate::engine::{Delivery, Engine, Packet, PortWord, Waiting};
use crate::routing::Routing;
use arbitration::Rules;
use fields::Fields;
use interface::Source;
use links::{Address, Links};
use observe::Registers;
use packets::{Flights, Heads};
use state::{InputVc, MAX_PORTS, Masks, Outputs};

/// The network after reset (rule Z1), in clock 0.
///
/// [`Engine::outputs`] and the output registers in [`Engine::trace`] need `observing`; it costs a little in every clock.
///
/// # Errors
/// A router parameter out of range, or more ports and VCs than a router has bits: ports times V rounded up to a power of two must not exceed
/// 64, ports not 16.
pub fn new<R: Routing + 'static>(graph: &Graph, routing: R, config: RouterConfig, observing: bool) -> Result<Box<dyn Engine>, Error> {
    config.check()?;
    if graph.ports() > MAX_PORTS {
        return Err(Error::value("ports", graph.ports(), format!("1..{MAX_PORTS}")));
    }
    if Fields::needed(graph.ports(), config.vcs) > Fields::BITS {
        let most = Fields::BITS / graph.ports();
        return Err(Error::value("vcs", config.vcs, format!("1..{} for routers of {} ports", 1 << most.ilog2(), graph.ports())));
    }
    if Links::receivers(graph.nodes()) > Address::RECEIVERS {
        return Err(Error::value("nodes", graph.nodes(), format!("1..{}", Address::RECEIVERS / 2)));
    }
    // A count of 0..=D takes 3 bits up to D = 7, never more than 7.
    Ok(match (config.depth, config.pipeline) {
        (..=7, Pipeline::Two) => Box::new(Fast::<R, 3, false>::new(graph, routing, config, observing)),
        (..=7, Pipeline::Three) => Box::new(Fast::<R, 3, true>::new(graph, routing, config, observing)),
        (_, Pipeline::Two) => Box::new(Fast::<R, 7, false>::new(graph, routing, config, observing)),
        (_, Pipeline::Three) => Box::new(Fast::<R, 7, true>::new(graph, routing, config, observing)),
    })
}

/// A network, with counters of S bits and two or THREE clocks a hop.
struct Fast<R, const S: usize, const THREE: bool> {
    clock: u64,
    rules: Rules,
    routing: R,
    /// Entries a router in the tables by VC.
    width: usize,
    /// By node.
    routers: Vec<Masks<S>>,
    outputs: Vec<Outputs>,
    sources: Vec<Source>,
    /// By input VC, `node * width + bit`.
    vcs: Vec<InputVc>,
    /// VCs of the candidate that a waiting head requests, or would; of all its candidates in the order of preference, once a head had several.
    asked: Vec<u64>,
    choices: Vec<[u64; 4]>,
    heads: Heads,
    links: Links,
    flights: Flights,
    /// See [`Engine::close`].
    closed: bool,
    queued: usize,
    in_flight: usize,
    /// Packets whose tail is on a local output in this clock, and in one that has passed.
    arriving: Vec<Delivery>,
    delivered: Vec<Delivery>,
    /// Flits of packets whose tail has left, by output port, `node * ports + port`.
    passed: Vec<u64>,
    registers: Option<Registers>,
}

impl<R: Routing, const S: usize, const THREE: bool> Fast<R, S, THREE> {
    fn new(graph: &Graph, routing: R, config: RouterConfig, observing: bool) -> Self {
        let (nodes, ports) = (graph.nodes(), graph.ports());
        let fields = Fields::new(ports, config.vcs);
        let width = fields.width();
        let links = Links::new(graph, fields);
        let vc = |i: usize| {
            let bit = i % width;
            InputVc { back: links.back(graph, fields, i / width, fields.port(bit)).with_vc(fields.vc(bit)), ..InputVc::default() }
        };
        let reuse_empty = (0..ports).fold(0, |all, port| all | fields.at(port, config.reuse_empty));
        Self {
            clock: 0,
            rules: Rules { fields, depth: config.depth, reuse_empty },
            routing,
            width,
            routers: vec![Masks::new(config.depth); nodes],
            outputs: vec![Outputs::default(); nodes],
            sources: (0..nodes).map(|_| Source::new(config.vcs, config.depth)).collect(),
            vcs: (0..nodes * width).map(vc).collect(),
            asked: vec![0; nodes * width],
            choices: Vec::new(),
            heads: Heads::new(nodes * width, config.depth),
            links,
            flights: Flights::default(),
            closed: false,
            queued: 0,
            in_flight: 0,
            arriving: Vec::new(),
            delivered: Vec::new(),
            passed: vec![0; nodes * ports],
            registers: observing.then(|| Registers::new(nodes, ports)),
        }
    }
}

impl<R: Routing, const S: usize, const THREE: bool> Engine for Fast<R, S, THREE> {
    fn clock(&self) -> u64 {
        self.clock
    }

    fn offer(&mut self, packet: Packet) {
        let node = packet.source as usize;
        self.sources[node].queue(packet);
        self.queued += 1;
        self.links.wake(self.links.interface(node));
    }

    fn close(&mut self) {
        self.closed = true;
    }

    fn step(&mut self) {
        self.in_flight -= self.arriving.len();
        self.delivered.append(&mut self.arriving);
        if let Some(registers) = &mut self.registers {
            registers.clear();
        }
        for group in 0..self.links.groups() {
            for node in self.links.wake_interfaces(group) {
                self.interface(node);
            }
        }
        for group in 0..self.links.groups() {
            for node in self.links.wake_routers(group) {
                self.router(node);
            }
        }
        self.links.tick();
        self.clock += 1;
    }

    fn take_deliveries(&mut self, into: &mut Vec<Delivery>) {
        into.append(&mut self.delivered);
    }

    fn outputs(&mut self, into: &mut [PortWord]) {
        self.registers.as_ref().expect("an engine made for observing").show(into);
    }

    fn queued(&self) -> usize {
        self.queued
    }

    fn in_flight(&self) -> usize {
        self.in_flight
    }

    fn link_flits(&self) -> Vec<u64> {
        self.count_flits()
    }

    fn waiting(&self) -> Vec<Waiting> {
        self.who_waits()
    }

    fn trace(&self, node: usize) -> String {
        self.view(node).to_string()
    }
}
