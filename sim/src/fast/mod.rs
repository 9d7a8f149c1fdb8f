//! The fast engine: docs/router.md laid out for speed.
//!
//! The state of a router is a handful of masks with a bit a virtual channel (`fields`, `state`, `word`), and eight routers lie side by side
//! in vectors (`lanes`): what every router does in every clock is a few word-wide operations for all eight, and loops run over set bits only.
//! Flits do not move: a buffer is a count (`counters`), a link a bit in the receiver's mail (`links`), and what a packet is stays in one place
//! (`packets`); its index goes ahead with its head, once a hop. Routers and network interfaces with nothing to do in a clock are not looked at.
//! A clock of the routers is in `router`, who wins the switch in `arbitration`, the network interface in `interface`, what can be seen from
//! outside in `registers` and `observe`.

mod arbitration;
mod backlog;
mod counters;
mod fields;
mod interface;
mod lanes;
mod links;
mod network;
mod observe;
mod packets;
mod registers;
mod router;
mod state;
mod word;

use torusmith_topology::Graph;

use crate::Error;
use crate::config::{MAX_VCS, Pipeline, RouterConfig};
use crate::engine::{Delivery, Engine, Head, Packet, PortWord, Waiting};
use crate::routing::Routing;
use interface::{Census, Source};
use lanes::Lanes;
use links::{Address, Mail};
use network::Network;
use router::Routers;
use state::{Block, InputVc, MAX_PORTS, Ports};
use word::{Bits, LANES, Word};

/// The network after reset (rule Z1), in clock 0.
///
/// [`Engine::outputs`], [`Engine::heads`] and the output registers in [`Engine::trace`] need `observing`; it costs a little in every clock.
///
/// # Panics
/// Not here, but [`Engine::outputs`] and [`Engine::heads`] do without `observing`.
///
/// # Errors
/// A router parameter out of range, or more ports and VCs than a router has bits: ports times V must not exceed 64, ports not 16.
pub fn new<R: Routing + 'static>(graph: &Graph, routing: R, config: RouterConfig, observing: bool) -> Result<Box<dyn Engine>, Error> {
    config.check()?;
    let config = config.for_routing(&routing); // RC6
    if graph.ports() > MAX_PORTS {
        return Err(Error::value("ports", graph.ports(), format!("1..{MAX_PORTS}")));
    }
    let bits = fields::needed(graph.ports(), config.vcs);
    if bits > 64 {
        let allowed = format!("1..{} for routers of {} ports; --engine reference takes 1..{MAX_VCS}", 64 / graph.ports(), graph.ports());
        return Err(Error::value("vcs", config.vcs, allowed));
    }
    if graph.nodes() > Address::NODES {
        return Err(Error::value("nodes", graph.nodes(), format!("1..{}", Address::NODES)));
    }
    // A count of 0..=D takes 3 bits up to D = 7, never more than 7.
    Ok(match (bits, config.depth) {
        (..=32, ..=7) => piped::<R, u32, 3>(graph, routing, config, observing),
        (_, ..=7) => piped::<R, u64, 3>(graph, routing, config, observing),
        _ => piped::<R, u64, 7>(graph, routing, config, observing),
    })
}

fn piped<R: Routing + 'static, W: Word, const S: usize>(
    graph: &Graph,
    routing: R,
    config: RouterConfig,
    observing: bool,
) -> Box<dyn Engine> {
    match config.pipeline {
        Pipeline::Two => Box::new(Fast::<R, W, S, false>::new(graph, routing, config, observing)),
        Pipeline::Three => Box::new(Fast::<R, W, S, true>::new(graph, routing, config, observing)),
    }
}

/// A network: routers of as many VCs as W has bits, counters of S bits, two or THREE clocks a hop.
struct Fast<R, W: Word, const S: usize, const THREE: bool> {
    net: Network<R, W>,
    /// Routers in groups of [`LANES`], the last one padded with routers that are never reached.
    blocks: Vec<Block<W, S>>,
    /// By block: see [`Routers::clock`].
    asking: Vec<bool>,
    /// By block and output port.
    toward: Vec<Lanes<W>>,
    /// By node.
    ports: Vec<Ports>,
    /// By input VC, [`fields::Fields::width`] a node.
    vcs: Vec<InputVc>,
    /// By node.
    sources: Vec<Source>,
    /// By block, a bit a node: its source must be treated in the next clock even if no mail comes.
    ready: Vec<u8>,
    census: Census,
    delivered: Vec<Delivery>,
}

impl<R: Routing, W: Word, const S: usize, const THREE: bool> Fast<R, W, S, THREE> {
    fn new(graph: &Graph, routing: R, config: RouterConfig, observing: bool) -> Self {
        let net = Network::new(graph, routing, config, observing);
        let fields = net.rules.fields;
        let blocks = graph.nodes().div_ceil(LANES);
        Self {
            blocks: vec![Block::new(config.depth); blocks],
            asking: vec![false; blocks],
            toward: vec![Lanes::none(); blocks * graph.ports()],
            ports: vec![Ports::new(fields); blocks * LANES],
            vcs: vec![InputVc::default(); blocks * LANES * fields.width()],
            sources: (0..blocks * LANES).map(|_| Source::new(config.vcs, config.depth)).collect(),
            ready: vec![0; blocks],
            census: Census::default(),
            delivered: Vec::new(),
            net,
        }
    }

    /// A clock of a block of nodes, of those that have something to do. The network interfaces come first: what they send is on the link in
    /// this clock.
    #[inline(always)]
    fn step_block(&mut self, block: usize) {
        if !self.asking[block] && self.ready[block] == 0 && self.net.links.silent(block) {
            return;
        }
        let first = block * LANES;
        let fields = self.net.rules.fields;
        let Mail { mut flits, credits, ejected, local_credits } = self.net.links.receive(block);
        self.net.links.return_credits(block, ejected);
        for i in Bits(local_credits.set().0 | self.ready[block] as u32) {
            let source = &mut self.sources[first + i];
            let local = &mut self.vcs[(first + i) * fields.width()..][..fields.bit(1, 0)];
            let (sent, ready) = interface::clock(source, local, local_credits[i], &mut self.net, &mut self.census);
            flits[i] |= sent;
            self.ready[block] = self.ready[block] & !(1 << i) | (ready as u8) << i;
        }
        if self.asking[block] || (flits | credits).any() {
            let routers = Routers {
                first,
                block: &mut self.blocks[block],
                toward: &mut self.toward[block * fields.ports()..][..fields.ports()],
                ports: &mut self.ports[first..][..LANES],
                vcs: &mut self.vcs,
                net: &mut self.net,
            };
            self.asking[block] = routers.clock::<THREE>(self.asking[block], flits, credits);
        }
    }
}

impl<R: Routing, W: Word, const S: usize, const THREE: bool> Engine for Fast<R, W, S, THREE> {
    fn clock(&self) -> u64 {
        self.net.clock
    }

    fn offer(&mut self, packet: Packet) {
        let node = packet.source as usize;
        self.net.backlog.push(&mut self.sources[node].queue, packet);
        self.census.queued += 1;
        self.ready[node / LANES] |= 1 << (node % LANES);
    }

    fn close(&mut self) {
        self.census.closed = true;
    }

    fn step(&mut self) {
        self.census.in_flight -= self.net.arriving.len();
        self.delivered.append(&mut self.net.arriving);
        if let Some(registers) = &mut self.net.registers {
            registers.clear();
        }
        for block in 0..self.blocks.len() {
            self.step_block(block);
        }
        self.net.links.tick();
        self.net.clock += 1;
    }

    fn take_deliveries(&mut self, into: &mut Vec<Delivery>) {
        into.append(&mut self.delivered);
    }

    fn outputs(&mut self, into: &mut [PortWord]) {
        self.net.registers.as_ref().expect("an engine made for observing").show(into);
    }

    fn heads(&mut self, into: &mut Vec<Head>) {
        self.net.registers.as_mut().expect("an engine made for observing").show_heads(into);
    }

    fn queued(&self) -> usize {
        self.census.queued
    }

    fn in_flight(&self) -> usize {
        self.census.in_flight
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
