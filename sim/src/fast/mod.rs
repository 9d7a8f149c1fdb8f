//! The fast engine: docs/router.md laid out for speed.
//!
//! The state of a router is a handful of masks with a bit a virtual channel (`fields`, `state`, `word`), and eight routers lie side by side
//! in vectors (`lanes`): what every router does in every clock is a few word-wide operations for all eight, and loops run over set bits only.
//! Flits do not move: a buffer is a count (`counters`), a link a bit in the receiver's mail (`links`, `slices`), and what a packet is stays in one place
//! (`packets`); its index goes ahead with its head, once a hop. Routers and network interfaces with nothing to do in a clock are not looked at.
//! A clock of the routers is in `router`, who wins the switch in `arbitration`, the network interface in `interface`, what can be seen from
//! outside in `registers` and `observe`; random drivers in place of the network interfaces are in `driven`.

mod address;
mod arbitration;
mod backlog;
mod counters;
mod driven;
mod fields;
mod interface;
mod lanes;
mod links;
mod network;
mod observe;
mod packets;
mod registers;
mod router;
mod slices;
mod state;
mod word;

use torusmith_topology::{Graph, Network as Topology};

use crate::Error;
use crate::config::{MAX_VCS, Pipeline, RouterConfig};
use crate::driver::{DriverOptions, Drivers, Space};
use crate::engine::{Delivery, Engine, Head, Packet, PortWord, Waiting};
use crate::routing::Routing;
use address::Address;
use backlog::SourceQueue;
use driven::Driven;
use interface::{Census, Source};
use lanes::Lanes;
use links::Mail;
use network::Network;
use router::{Moves, Routers};
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
        Pipeline::One => Box::new(Fast::<R, W, S, 1>::new(graph, routing, config, observing)),
        Pipeline::Two => Box::new(Fast::<R, W, S, 2>::new(graph, routing, config, observing)),
        Pipeline::Three => Box::new(Fast::<R, W, S, 3>::new(graph, routing, config, observing)),
    }
}

/// A network: routers of as many VCs as W has bits, counters of S bits, 1 to 3 CLOCKS a hop.
struct Fast<R, W: Word, const S: usize, const CLOCKS: u8> {
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
    /// By block, with one clock a hop: what moves in this clock.
    moves: Vec<Moves<W>>,
    /// By node.
    sources: Vec<Source>,
    /// The source queues of the message classes from 1 on, M - 1 a node.
    queues: Vec<SourceQueue>,
    /// By block, a bit a node: its source must be treated in the next clock even if no mail comes.
    ready: Vec<u8>,
    census: Census,
    delivered: Vec<Delivery>,
    config: RouterConfig,
    /// In place of `sources` (docs/router.md, section 11).
    driven: Option<Box<Driven<W>>>,
}

impl<R: Routing, W: Word, const S: usize, const CLOCKS: u8> Fast<R, W, S, CLOCKS> {
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
            moves: if CLOCKS == 1 { vec![Moves::none(); blocks] } else { Vec::new() },
            sources: (0..blocks * LANES).map(|_| Source::new(config)).collect(),
            queues: vec![SourceQueue::default(); blocks * LANES * (config.message_classes - 1)],
            ready: vec![0; blocks],
            census: Census::default(),
            delivered: Vec::new(),
            config,
            driven: None,
            net,
        }
    }

    #[inline(always)]
    fn eight(&mut self, block: usize) -> Routers<'_, R, W, S> {
        let (first, ports) = (block * LANES, self.net.rules.fields.ports());
        Routers {
            first,
            block: &mut self.blocks[block],
            toward: &mut self.toward[block * ports..][..ports],
            ports: &mut self.ports[first..][..LANES],
            vcs: &mut self.vcs,
            net: &mut self.net,
        }
    }

    /// With one clock a hop, before all else of a clock: what wins in it is on the links in it (rule ST1).
    #[inline(always)]
    fn decide_block(&mut self, block: usize) {
        if self.asking[block] {
            self.moves[block] = self.eight(block).decide::<CLOCKS>();
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
            let node = first + i;
            let source = &mut self.sources[node];
            let local = &mut self.vcs[node * fields.width()..][..fields.bit(1, 0)];
            let queues = match self.net.rules.message_classes as usize {
                1 => &mut [][..],
                classes => &mut self.queues[node * (classes - 1)..][..classes - 1],
            };
            let (sent, ready) = interface::clock(source, queues, local, local_credits[i], &mut self.net, &mut self.census);
            flits[i] |= sent;
            self.ready[block] = self.ready[block] & !(1 << i) | (ready as u8) << i;
        }
        self.work(block, flits, credits);
    }

    /// The routers of a block, given what is on their links.
    #[inline(always)]
    fn work(&mut self, block: usize, flits: Lanes<W>, credits: Lanes<W>) {
        let asking = self.asking[block];
        if asking || (flits | credits).any() {
            self.asking[block] = if CLOCKS == 1 {
                let moves = if asking { self.moves[block] } else { Moves::none() };
                self.eight(block).finish::<CLOCKS>(&moves, flits, credits)
            } else {
                self.eight(block).clock::<CLOCKS>(asking, flits, credits)
            };
        }
    }

    /// Packets whose tail is on a local output are delivered.
    fn deliver(&mut self) {
        self.census.in_flight -= self.net.arriving.len();
        self.delivered.append(&mut self.net.arriving);
    }
}

impl<R: Routing, W: Word, const S: usize, const CLOCKS: u8> Engine for Fast<R, W, S, CLOCKS> {
    fn clock(&self) -> u64 {
        self.net.clock
    }

    fn offer(&mut self, packet: Packet) {
        if let Some(driven) = &mut self.driven {
            driven.drivers.offer(packet);
            return;
        }
        let node = packet.source as usize;
        let classes = self.net.rules.message_classes as usize;
        let queue = match packet.number as usize % classes {
            0 => &mut self.sources[node].queue,
            m => &mut self.queues[node * (classes - 1) + m - 1],
        };
        self.net.backlog.push(queue, packet);
        self.census.queued += 1;
        self.ready[node / LANES] |= 1 << (node % LANES);
    }

    fn close(&mut self) {
        self.census.closed = true;
    }

    fn drive(&mut self, network: &Topology, options: DriverOptions) -> Result<(), Error> {
        options.check()?;
        let drivers = Drivers::new(options, self.config, Space::new(network));
        self.driven = Some(Box::new(Driven::new(drivers, self.config, self.net.links.clone(), network.nodes())));
        Ok(())
    }

    fn errors(&self, into: &mut Vec<u8>) {
        into.clear();
        into.extend(self.driven.iter().flat_map(|driven| driven.drivers.errors()));
    }

    fn dropped(&self) -> [u64; 3] {
        self.driven.as_ref().map_or([0; 3], |driven| driven.drivers.dropped())
    }

    fn step(&mut self) {
        if CLOCKS != 1 {
            self.deliver();
        }
        if let Some(registers) = &mut self.net.registers {
            registers.clear();
        }
        if CLOCKS == 1 {
            match self.driven.take() {
                None => (0..self.blocks.len()).for_each(|block| self.decide_block(block)),
                Some(driven) => {
                    self.decide_driven(&driven);
                    self.driven = Some(driven);
                }
            }
            self.deliver();
        }
        match self.driven.take() {
            None => (0..self.blocks.len()).for_each(|block| self.step_block(block)),
            Some(mut driven) => {
                self.step_driven(&mut driven);
                self.driven = Some(driven);
            }
        }
        self.net.links.tick();
        self.net.clock += 1;
    }

    fn take_deliveries(&mut self, into: &mut Vec<Delivery>) {
        into.append(&mut self.delivered);
    }

    fn outputs(&mut self, into: &mut [PortWord]) {
        self.net.registers.as_ref().expect("an engine made for observing").show(into);
        if CLOCKS == 1 {
            self.on_links(|at, flit, _| into[at].0 |= flit.0);
        }
    }

    fn heads(&mut self, into: &mut Vec<Head>) {
        self.net.registers.as_mut().expect("an engine made for observing").show_heads(into);
        if CLOCKS == 1 {
            self.on_links(|at, flit, carried| into.extend(carried.filter(|_| flit.head()).map(|bits| Head { at: at as u32, bits })));
            into.sort_unstable();
        }
    }

    fn queued(&self) -> usize {
        self.census.queued + self.driven.as_ref().map_or(0, |driven| driven.drivers.queued())
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
