//! A part of a network, which one thread processes: a range of blocks of routers and their network interfaces; and the random drivers of all terminals.

use std::ops::Range;
use std::sync::Arc;

use torusmith_topology::{Graph, LocalPort, Terminals};

use super::backlog::SourceQueue;
use super::interface::{self, PacketCounts, Source};
use super::lanes::Lanes;
use super::links::{Links, Mail};
use super::network::Network;
use super::router::{Moves, Routers};
use super::state::{Block, InputVc, Ports};
use super::word::{Bits, LANES, Word};
use crate::config::RouterConfig;
use crate::driver::Drivers;
use crate::engine::{Delivery, Packet};
use crate::routing::Routing;

/// A part of a network, or all of it: routers of as many VCs as W has bits, counters of S bits, 1 to 3 CLOCKS a hop.
pub(super) struct Part<W: Word, const S: usize, const CLOCKS: u8> {
    pub net: Network<W>,
    /// Routers in groups of [`LANES`], the last one padded with routers that are never reached.
    pub blocks: Vec<Block<W, S>>,
    /// By block, whether a router has requests: see [`Routers::clock`].
    pub asking: Vec<u8>,
    /// Inputs of arbitration by block and output port: see [`super::arbitration::Arbitration::toward`].
    pub toward: Vec<Lanes<W>>,
    pub ports: Ports<Vec<u8>>,
    /// Input VCs, [`super::fields::Fields::width`] a node.
    pub vcs: Vec<InputVc>,
    /// By block, with one clock a hop: moves of this clock.
    pub moves: Vec<Moves<W>>,
    /// Source of each local port, L a router, whether it has a terminal or not.
    pub sources: Vec<Source>,
    /// The source queues of the message classes from 1 on, M - 1 a source.
    pub queues: Vec<SourceQueue>,
    /// By block, a bit a router: its sources must be processed in the next clock even without mail.
    pub ready: Vec<u8>,
    pub counts: PacketCounts,
    pub delivered: Vec<Delivery>,
    pub config: RouterConfig,
    /// Random drivers in place of `sources` (docs/router.md, section 11).
    pub driven: Option<Box<RandomDrivers<W>>>,
}

impl<W: Word, const S: usize, const CLOCKS: u8> Part<W, S, CLOCKS> {
    /// A part of the routers `nodes` of a network with these `terminals`; the first of the routers begins a block.
    pub fn new(
        graph: &Graph,
        terminals: Arc<Terminals>,
        routing: Arc<dyn Routing>,
        config: RouterConfig,
        observing: bool,
        nodes: Range<usize>,
    ) -> Self {
        let (count, blocks) = (nodes.len(), nodes.len().div_ceil(LANES));
        let sources = blocks * LANES * graph.local_ports();
        let net = Network::new(graph, terminals, routing, config, observing, nodes);
        let fields = net.rules.fields;
        let input_vc = |at: usize| (at / fields.width(), at % fields.width());
        let back = |(node, q): (usize, usize)| net.links.back(node, fields.port(q), fields.vc(q));
        let mut input_vcs: Vec<_> = (0..count * fields.width()).map(input_vc).map(back).map(InputVc::new).collect();
        input_vcs.resize(blocks * LANES * fields.width(), InputVc::default());
        Self {
            blocks: vec![Block::new(config.depth); blocks],
            asking: vec![0; blocks],
            toward: vec![Lanes::none(); blocks * graph.ports()],
            ports: Ports::new(fields, blocks),
            vcs: input_vcs,
            moves: if CLOCKS == 1 { vec![Moves::none(); blocks] } else { Vec::new() },
            sources: (0..sources).map(|_| Source::new(config)).collect(),
            queues: vec![SourceQueue::default(); sources * (config.message_classes - 1)],
            ready: vec![0; blocks],
            counts: PacketCounts::default(),
            delivered: Vec::new(),
            config,
            driven: None,
            net,
        }
    }

    /// A router of the block has requests: see [`Routers::clock`].
    #[inline(always)]
    pub fn asks(&self, block: usize) -> bool {
        self.asking[block] != 0
    }

    #[inline(always)]
    pub fn set_asking(&mut self, block: usize, asks: bool) {
        self.asking[block] = asks.into();
    }

    #[inline(always)]
    pub fn eight(&mut self, block: usize) -> Routers<'_, W, S> {
        let fields = self.net.rules.fields;
        Routers {
            first: block * LANES,
            block: &mut self.blocks[block],
            toward: &mut self.toward[block * fields.ports()..][..fields.ports()],
            ports: self.ports.of_mut(block, fields),
            vcs: &mut self.vcs,
            net: &mut self.net,
        }
    }

    /// Decides the moves of a block at the beginning of a clock, with one clock a hop: winners of a clock are on the links in it (rule ST1).
    #[inline(always)]
    fn decide_block(&mut self, block: usize) {
        self.moves[block] = self.eight(block).decide::<CLOCKS>();
    }

    /// Steps the nodes of a block that have something to do. The network interfaces come first: their flits are on the link in this clock.
    #[inline(always)]
    fn step_block(&mut self, block: usize) {
        let first = block * LANES;
        let fields = self.net.rules.fields;
        let Mail { mut flits, credits, ejected, local_credits } = self.net.links.receive(block);
        let credits = credits | self.net.links.return_credits(block, ejected);
        for i in Bits(local_credits.set().0 | self.ready[block] as u32) {
            let node = first + i;
            let (sent, ready) = match fields.locals() {
                1 => self.send(node, node * fields.width(), local_credits[i]),
                _ => self.send_all(node, local_credits[i]),
            };
            flits[i] |= sent;
            self.ready[block] = self.ready[block] & !(1 << i) | (ready as u8) << i;
        }
        self.work(block, flits, credits);
    }

    /// Steps a source: see [`interface::clock`].
    #[inline(always)]
    fn send(&mut self, source: usize, home: usize, credits: W) -> (W, bool) {
        let queues = match self.net.rules.message_classes as usize {
            1 => &mut [][..],
            classes => &mut self.queues[source * (classes - 1)..][..classes - 1],
        };
        interface::clock(&mut self.sources[source], queues, home, credits, &mut self.net, &mut self.counts)
    }

    /// Steps all sources of a router: flits and credits are bits of its local ports.
    #[inline(never)]
    fn send_all(&mut self, node: usize, credits: W) -> (W, bool) {
        let fields = self.net.rules.fields;
        let port_0 = W::low(((1u16 << self.config.vcs) - 1) as u8);
        let (mut sent, mut ready) = (W::NONE, false);
        for port in 0..fields.locals() {
            let up = fields.bit(port, 0);
            let (flit, more) = self.send(node * fields.locals() + port, node * fields.width() + up, credits >> up as u32 & port_0);
            sent |= flit << up as u32;
            ready |= more;
        }
        (sent, ready)
    }

    /// Steps the routers of a block, given the flits and credits on their links.
    #[inline(always)]
    pub fn work(&mut self, block: usize, flits: Lanes<W>, credits: Lanes<W>) {
        let asking = self.asks(block);
        if asking || (flits | credits).any() {
            let asks = if CLOCKS == 1 {
                let moves = if asking { self.moves[block] } else { Moves::none() };
                self.eight(block).finish::<CLOCKS>(&moves, flits, credits)
            } else {
                self.eight(block).clock::<CLOCKS>(asking, flits, credits)
            };
            self.set_asking(block, asks);
        }
    }

    /// Packets whose tail is on a local output are delivered.
    fn deliver(&mut self) {
        if self.net.rules.fields.locals() > 1 {
            let Network { arriving, terminals, .. } = &mut self.net;
            arriving.sort_unstable_by_key(|delivery| terminals.at(delivery.packet.destination));
        }
        self.counts.in_flight -= self.net.arriving.len() as isize;
        self.delivered.append(&mut self.net.arriving);
    }

    /// Puts a packet at the end of its source's queue.
    pub fn offer(&mut self, packet: Packet) {
        let LocalPort { router, port } = self.net.terminals.at(packet.source);
        let node = router as usize - self.net.first;
        let source = node * self.net.rules.fields.locals() + usize::from(port);
        let classes = self.net.rules.message_classes as usize;
        let queue = match packet.number as usize % classes {
            0 => &mut self.sources[source].queue,
            m => &mut self.queues[source * (classes - 1) + m - 1],
        };
        self.net.backlog.push(queue, packet);
        self.counts.queued += 1;
        self.ready[node / LANES] |= 1 << (node % LANES);
    }

    /// The part is at rest: no packet is in it, on its links or on the way to its sources, so a clock does not change it.
    pub fn rests(&self) -> bool {
        let Self { net, counts, asking, ready, .. } = self;
        let idle = |blocks: &[u8]| blocks.iter().all(|&busy| busy == 0);
        counts.queued == 0
            && idle(asking)
            && idle(ready)
            && idle(&net.links.roused)
            && net.links.empty()
            && net.arriving.is_empty()
            && net.registers.is_none()
            && self.driven.is_none()
    }

    /// The first half of a clock: with one clock a hop, the winners of this clock are sent.
    pub fn decide(&mut self) {
        if CLOCKS != 1 {
            self.deliver();
        }
        if let Some(registers) = &mut self.net.registers {
            registers.clear();
        }
        if CLOCKS != 1 {
            return;
        }
        match self.driven.take() {
            None => {
                for from in (0..self.asking.len()).step_by(8) {
                    let busy = eight(&self.asking, from);
                    Busy(busy).for_each(|at| self.decide_block(from + at));
                }
            }
            Some(driven) => {
                self.decide_driven(&driven);
                self.driven = Some(driven);
            }
        }
        self.deliver();
    }

    /// The second half, after which the clock is one later.
    pub fn finish(&mut self) {
        match self.driven.take() {
            None => {
                for from in (0..self.asking.len()).step_by(8) {
                    let busy = eight(&self.asking, from) | eight(&self.ready, from) | eight(&self.net.links.roused, from);
                    Busy(busy).for_each(|at| self.step_block(from + at));
                }
            }
            Some(mut driven) => {
                self.step_driven(&mut driven);
                self.driven = Some(driven);
            }
        }
        self.net.links.tick();
        self.net.clock += 1;
    }
}

/// Eight bytes of many, or the bytes that are left, the first one lowest.
#[inline(always)]
fn eight(bytes: &[u8], from: usize) -> u64 {
    match bytes[from..].first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => bytes[from..].iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte)),
    }
}

/// The bytes of a word that are not 0, lowest first.
struct Busy(u64);

impl Iterator for Busy {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let at = self.0.trailing_zeros() as usize / 8;
            self.0 &= !(0xff << (8 * at));
            at
        })
    }
}

/// The drivers of all terminals.
pub(super) struct RandomDrivers<W: Word> {
    pub drivers: Drivers,
    /// By block, the input VCs of local ports for which a flit was dropped in the clock before by bit 2 of `error` (rule E5).
    pub barred: Vec<Lanes<W>>,
    pub config: RouterConfig,
    /// Links with nothing on them.
    pub links: Links<W>,
    /// Number of routers.
    pub nodes: usize,
}

impl<W: Word> RandomDrivers<W> {
    /// Drivers of all terminals, at so many routers; `links` are those of clock 0.
    pub fn new(drivers: Drivers, config: RouterConfig, links: Links<W>, nodes: usize) -> Self {
        let barred = vec![Lanes::none(); nodes.div_ceil(LANES)];
        Self { drivers, barred, config, links, nodes }
    }
}
