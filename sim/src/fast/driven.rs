//! The random driver at port 0 (docs/router.md, section 11): what it sends is on the links beside the mail, and resets.

use super::Fast;
use super::backlog::Backlog;
use super::counters;
use super::interface::Census;
use super::links::{Links, Mail};
use super::packets::{Choices, Flight, Flights};
use super::state::{Block, InputVc, Ports};
use super::word::{LANES, Word};
use crate::config::RouterConfig;
use crate::driver::{Drivers, Given, Shown};
use crate::routing::Routing;

/// The drivers of all nodes.
pub(super) struct Driven<W> {
    pub drivers: Drivers,
    config: RouterConfig,
    /// Links with nothing on them.
    links: Links<W>,
    nodes: usize,
}

impl<W: Word> Driven<W> {
    /// `links` are those of clock 0.
    pub fn new(drivers: Drivers, config: RouterConfig, links: Links<W>, nodes: usize) -> Self {
        Self { drivers, config, links, nodes }
    }
}

impl<R: Routing, W: Word, const S: usize, const CLOCKS: u8> Fast<R, W, S, CLOCKS> {
    /// All blocks in a clock; with one clock a hop [`Fast::decide_block`] was there before.
    pub(super) fn step_driven(&mut self, driven: &mut Driven<W>) {
        if driven.drivers.in_reset(self.net.clock) {
            self.reset(driven);
            driven.drivers.reset();
            return;
        }
        for block in 0..self.blocks.len() {
            let Mail { mut flits, mut credits, ejected, local_credits } = self.net.links.receive(block);
            for i in 0..LANES.min(driven.nodes - block * LANES) {
                let vc = |mail: W| (mail != W::NONE).then(|| mail.first());
                let shown = Shown { credit: vc(local_credits[i]), ejected: vc(ejected[i]) };
                let given = self.given(driven, block, i, shown);
                // Port 0 is the lowest field of a word.
                flits[i] |= given.flit.map_or(W::NONE, |(vc, ..)| W::bit(vc));
                credits[i] |= given.credit.map_or(W::NONE, W::bit);
            }
            self.work(block, flits, credits);
        }
    }

    /// What comes into port 0 of router `i` of a block. An accepted head is announced there.
    fn given(&mut self, driven: &mut Driven<W>, block: usize, i: usize, shown: Shown) -> Given {
        let node = block * LANES + i;
        let Self { net, blocks, vcs, census, .. } = self;
        let full = |vc: usize| counters::get(&blocks[block].flits, i, vc) == net.rules.depth;
        let home = |destination, bits| net.routing.route_onward(node as u32, destination, bits).0[0].port == 0;
        let given = driven.drivers.clock(node, net.clock, shown, full, home);
        if let Some((vc, packet, 0)) = given.flit {
            census.in_flight += 1;
            let slot = net.flights.start(Flight { packet, injected: net.clock });
            net.flights.push(&mut vcs[node * net.rules.fields.width() + vc].queue, slot);
        }
        given
    }

    /// Rules Z1 and D6. Counts of flits stay.
    fn reset(&mut self, driven: &Driven<W>) {
        let fields = self.net.rules.fields;
        self.blocks.fill(Block::new(driven.config.depth));
        self.asking.fill(false);
        self.toward.fill(super::Lanes::none());
        self.ports.fill(Ports::new(fields));
        self.vcs.fill(InputVc::default());
        self.census = Census::default();
        self.net.links = driven.links.clone();
        self.net.flights = Flights::new(self.net.routing.rewrites());
        self.net.backlog = Backlog::default();
        self.net.choices = Choices::new(driven.nodes * fields.width());
        self.net.arriving.clear();
        if let Some(registers) = &mut self.net.registers {
            registers.clear();
        }
    }
}
