//! The random driver at port 0 (docs/router.md, section 11): its flits and credits bypass the mail, and it resets routers.

use super::backlog::Backlog;
use super::counters;
use super::interface::PacketCounts;
use super::lanes::Lanes;
use super::links::Mail;
use super::packets::{Choices, PacketInFlight, PacketTable};
use super::part::Part;
use super::part::RandomDrivers;
use super::router::{Moves, Routers};
use super::state::{Block, InputVc, Ports};
use super::word::{LANES, Word};
use crate::driver::{LocalInputs, LocalOutputs};

impl<W: Word, const S: usize, const CLOCKS: u8> Part<W, S, CLOCKS> {
    /// Runs [`Part::decide_block`] for all blocks, with one clock a hop (rule E5).
    pub(super) fn decide_driven(&mut self, driven: &RandomDrivers<W>) {
        for block in 0..self.blocks.len() {
            if self.asks(block) {
                self.moves[block] = self.eight(block).decide_without::<CLOCKS>(driven.barred[block]);
            }
        }
    }

    /// The port 0 of which routers of a block takes no part in the switch in this clock, as [`RandomDrivers::barred`].
    pub(super) fn barred(&self, block: usize) -> Lanes<W> {
        self.driven.as_ref().map_or(Lanes::none(), |driven| driven.barred[block])
    }

    /// Steps all blocks by a clock; with one clock a hop, [`Part::decide_driven`] has run before.
    pub(super) fn step_driven(&mut self, driven: &mut RandomDrivers<W>) {
        if driven.drivers.begin(self.net.clock) {
            self.reset(driven);
            driven.drivers.reset();
            return;
        }
        for block in 0..self.blocks.len() {
            let Mail { mut flits, mut credits, ejected, local_credits } = self.net.links.receive(block);
            let barred = std::mem::replace(&mut driven.barred[block], Lanes::none());
            for i in 0..LANES.min(driven.nodes - block * LANES) {
                let vc = |mail: W| (mail != W::NONE).then(|| mail.first());
                let shown = LocalOutputs { credit: vc(local_credits[i]), ejected: vc(ejected[i]) };
                let inputs = self.drive_router(driven, block, i, shown);
                // Port 0 is the lowest field of a word.
                flits[i] |= inputs.flit.map_or(W::NONE, |(vc, ..)| W::bit(vc));
                credits[i] |= inputs.credit.map_or(W::NONE, W::bit);
                driven.barred[block][i] = inputs.dropped.map_or(W::NONE, W::bit);
            }
            self.work_without(block, barred, flits, credits);
        }
    }

    /// [`Part::work`] in a clock in which inputs are barred: their credits go back (rule E5).
    fn work_without(&mut self, block: usize, barred: Lanes<W>, flits: Lanes<W>, credits: Lanes<W>) {
        if !barred.any() {
            self.work(block, flits, credits);
            return;
        }
        for i in barred.set() {
            let (node, vc) = (block * LANES + i, barred[i].first());
            let back = self.net.links.back(node, 0, vc);
            self.net.links.send_credit(back);
            if let Some(registers) = &mut self.net.registers {
                registers.credit(node * self.net.rules.fields.ports(), vc);
            }
        }
        let moves = match (CLOCKS, self.asks(block)) {
            (_, false) => Moves::none(),
            (1, true) => self.moves[block],
            (_, true) => self.eight(block).decide_without::<CLOCKS>(barred),
        };
        let asks = self.eight(block).finish::<CLOCKS>(&moves, flits, credits);
        self.set_asking(block, asks);
    }

    /// Inputs of router `i` of a block at port 0. An accepted head is entered in the packet table.
    fn drive_router(&mut self, driven: &mut RandomDrivers<W>, block: usize, i: usize, shown: LocalOutputs) -> LocalInputs {
        let node = block * LANES + i;
        let Self { net, blocks, counts, .. } = self;
        let full = |vc: usize| counters::get(&blocks[block].flits, i, vc) == net.rules.depth;
        let home = |destination, bits| net.routing.route_onward(node as u32, destination, bits).0[0].port == 0;
        let inputs = driven.drivers.clock(node, net.clock, shown, full, home);
        if let Some((vc, packet, 0)) = inputs.flit {
            counts.in_flight += 1;
            let slot = net.packets.start(PacketInFlight { packet, injected: net.clock });
            net.packets.push(node * net.rules.fields.width() + vc, slot);
        }
        inputs
    }

    /// Rules Z1 and D6. Counts of flits stay.
    fn reset(&mut self, driven: &mut RandomDrivers<W>) {
        driven.barred.fill(Lanes::none());
        let fields = self.net.rules.fields;
        self.blocks.fill(Block::new(driven.config.depth));
        self.asking.fill(0);
        self.toward.fill(Lanes::none());
        self.ports = Ports::new(fields, self.blocks.len());
        self.vcs.iter_mut().for_each(InputVc::reset);
        self.counts = PacketCounts::default();
        self.net.links = driven.links.clone();
        self.net.packets = PacketTable::new(self.net.routing.rewrites(), self.vcs.len());
        self.net.backlog = Backlog::default();
        self.net.choices = Choices::new(driven.nodes * fields.width());
        self.net.arriving.clear();
        if let Some(registers) = &mut self.net.registers {
            registers.clear();
        }
    }
}

impl<W: Word, const S: usize> Routers<'_, W, S> {
    /// [`Routers::decide`] in a clock in which the ports of the input VCs `barred` take no part in the switch (rule E5).
    fn decide_without<const CLOCKS: u8>(&mut self, barred: Lanes<W>) -> Moves<W> {
        let Block { mid, hreq, picked, .. } = *self.block;
        self.block.bar::<CLOCKS>(self.net.rules.fields.whole(barred));
        let moves = self.decide::<CLOCKS>();
        (self.block.mid, self.block.hreq, self.block.picked) = (mid, hreq, picked);
        moves
    }
}

impl<W: Word, const S: usize> Block<W, S> {
    /// Nothing asks the switch from these input VCs. With `PIPELINE` = 3 heads ask for a VC as ever.
    pub(super) fn bar<const CLOCKS: u8>(&mut self, inputs: Lanes<W>) {
        self.mid &= !inputs;
        self.picked &= !inputs;
        if CLOCKS != 3 {
            self.hreq &= !inputs;
        }
    }
}
