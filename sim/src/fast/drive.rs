//! The random drivers at local ports (docs/router.md, section 11): its flits and credits bypass the mail, and it resets routers.

use torusmith_topology::{LocalPort, TerminalId};

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
use super::word::{Bits, LANES, Word};
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

    /// The local ports of a block that take no part in the switch in this clock, as [`RandomDrivers::barred`].
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
            let fields = self.net.rules.fields;
            let lanes = 0..LANES.min(driven.nodes - block * LANES);
            for (i, port) in lanes.flat_map(|i| (0..fields.locals()).map(move |port| (i, port))) {
                let Some(terminal) = self.net.terminals.of((block * LANES + i) as u32, port as u8) else { continue };
                let vcs = fields.at(port, ((1u16 << self.config.vcs) - 1) as u8);
                let vc = |mail: W| (mail & vcs != W::NONE).then(|| fields.vc((mail & vcs).first()));
                let shown = LocalOutputs { credit: vc(local_credits[i]), ejected: vc(ejected[i]) };
                let inputs = self.drive_port(driven, terminal, shown);
                let bit = |vc: Option<usize>| vc.map_or(W::NONE, |vc| W::bit(fields.bit(port, vc)));
                flits[i] |= bit(inputs.flit.map(|(vc, ..)| vc));
                credits[i] |= bit(inputs.credit);
                driven.barred[block][i] |= bit(inputs.dropped);
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
            for q in Bits(barred[i]) {
                let fields = self.net.rules.fields;
                let (node, port, vc) = (block * LANES + i, fields.port(q), fields.vc(q));
                let back = self.net.links.back(node, port, vc);
                self.net.links.send_credit(back);
                if let Some(registers) = &mut self.net.registers {
                    registers.credit(node * fields.ports() + port, vc);
                }
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

    /// Inputs of a router from the driver of a terminal. An accepted head is entered in the packet table.
    fn drive_port(&mut self, driven: &mut RandomDrivers<W>, terminal: TerminalId, shown: LocalOutputs) -> LocalInputs {
        let Self { net, blocks, counts, .. } = self;
        let LocalPort { router, port } = net.terminals.at(terminal);
        let (node, fields) = (router as usize, net.rules.fields);
        let first = fields.bit(port.into(), 0);
        let full = |vc: usize| counters::get(&blocks[node / LANES].flits, node % LANES, first + vc) == net.rules.depth;
        let home = |destination, bits| usize::from(net.routing.route_onward(router, destination, bits).0[0].port) < fields.locals();
        let inputs = driven.drivers.clock(terminal, net.clock, shown, full, home);
        if let Some((vc, packet, 0)) = inputs.flit {
            counts.in_flight += 1;
            let slot = net.packets.start(PacketInFlight { packet, injected: net.clock });
            net.packets.push(node * fields.width() + first + vc, slot);
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
