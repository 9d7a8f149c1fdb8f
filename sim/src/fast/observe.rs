//! Observation of a network: flit counts, waiting packets, one router's state as text.

use std::borrow::Cow;

use super::arbitration::{Arbitration, Decision, Grants};
use super::counters;
use super::packets::Slot;
use super::part::Part;
use super::registers::{self, Registers};
use super::state::{Block, InputVc};
use super::word::{Bits, LANES, Word};
use crate::engine::{Packet, PortWord, WaitingVc};
use crate::trace::{Flits, InputView, PickOutcome, PickView, RouterView};

impl<W: Word, const S: usize, const CLOCKS: u8> Part<W, S, CLOCKS> {
    /// Flits granted to each output: see [`crate::engine::Engine::link_flits`].
    pub(super) fn count_flits(&self) -> Vec<u64> {
        let fields = self.net.rules.fields;
        let mut flits = self.net.passed.clone();
        for (node, (r, lane)) in self.routers() {
            for q in Bits(r.act[lane]) {
                let vc = self.vcs[node * fields.width() + q];
                flits[node * fields.ports() + vc.port as usize] += (self.packet(vc.packet).flits - vc.left) as u64;
            }
        }
        flits
    }

    /// Waiting packets: see [`crate::engine::Engine::waiting`].
    pub(super) fn list_waiting(&self) -> Vec<WaitingVc> {
        let fields = self.net.rules.fields;
        let mut all = Vec::new();
        for (node, (r, lane)) in self.routers() {
            for q in Bits(counters::any(&r.flits)[lane]) {
                let at = node * fields.width() + q;
                let wants = if r.act[lane].has(q) {
                    vec![W::bit(self.vcs[at].output as usize)]
                } else if r.choosers[lane].has(q) {
                    self.net.choices.get(at).to_vec()
                } else {
                    vec![self.vcs[at].requested(fields)]
                };
                all.push(WaitingVc {
                    node: (self.net.first + node) as u32,
                    port: fields.port(q) as u8,
                    vc: fields.vc(q) as u8,
                    packet: self.packet(self.vcs[at].packet).number,
                    wants: wants.into_iter().flat_map(Bits).map(|w| (fields.port(w) as u8, fields.vc(w) as u8)).collect(),
                });
            }
        }
        all
    }

    /// Every node with its router: a lane of a block.
    fn routers(&self) -> impl Iterator<Item = (usize, (&Block<W, S>, usize))> {
        (0..self.net.passed.len() / self.net.rules.fields.ports()).map(|node| (node, (&self.blocks[node / LANES], node % LANES)))
    }

    /// Grants of this clock at eight routers, and their input VCs with the output VCs that heads find.
    fn decision(&self, block: usize) -> (Decision<W>, Vec<InputVc>) {
        let fields = self.net.rules.fields;
        let mut vcs = self.vcs[block * LANES * fields.width()..][..LANES * fields.width()].to_vec();
        let toward = &self.toward[block * fields.ports()..][..fields.ports()];
        let ports = self.ports.of(block, fields);
        let barred = self.barred(block);
        let mut routers = Cow::Borrowed(&self.blocks[block]);
        if barred.any() {
            routers.to_mut().bar::<CLOCKS>(fields.whole(barred));
        }
        let scene = Arbitration { block: &routers, toward, ports, vcs: &mut vcs, rules: self.net.rules };
        (if CLOCKS == 3 { scene.three() } else { scene.two() }, vcs)
    }

    /// Calls `each` for the flits that win the switch in this clock: output `node * ports + port`, its word, and the routing bits that it carries if
    /// it is a head. With one clock a hop they are on the links (rule ST1).
    pub(super) fn on_links(&self, mut each: impl FnMut(usize, PortWord, Option<u64>)) {
        (0..self.blocks.len()).filter(|&block| self.asks(block)).for_each(|block| self.granted(block, &mut each, !0));
    }

    /// Calls `each`, as [`Part::on_links`] does, for those `lanes` of a block.
    fn granted(&self, block: usize, mut each: impl FnMut(usize, PortWord, Option<u64>), lanes: u32) {
        let fields = self.net.rules.fields;
        let (decision, vcs) = self.decision(block);
        let granted = decision.switch.granted;
        for i in Bits(granted.set().0 & lanes) {
            for vc in Bits(granted[i]).map(|q| &vcs[i * fields.width() + q]) {
                let at = (block * LANES + i) * fields.ports() + vc.port as usize;
                each(at, registers::flit(fields, vc, self.packet(vc.packet)), self.net.packets.carried(vc.packet));
            }
        }
    }

    /// A router's state in the current clock.
    pub(super) fn view(&self, node: usize) -> RouterView {
        let (block, lane) = (node / LANES, node % LANES);
        let fields = self.net.rules.fields;
        let r = &self.blocks[block];
        let (decision, vcs) = self.decision(block);
        let vcs = &vcs[lane * fields.width()..];
        let mut picks = self.picks(&decision.switch, lane, vcs, false);
        picks.extend(decision.allocation.iter().flat_map(|allocation| self.picks(allocation, lane, vcs, true)));
        let words = |all: &Registers| {
            let first = node * fields.ports();
            let mut words = all.words[first..][..fields.ports()].to_vec();
            if CLOCKS == 1 {
                self.granted(block, |at, flit, _| words[at - first].0 |= flit.0, 1 << lane);
            }
            words
        };
        RouterView {
            clock: self.net.clock,
            inputs: Bits(counters::any(&r.flits)[lane] | r.act[lane]).map(|q| self.input(node, q)).collect(),
            picks,
            words: self.net.registers.as_ref().map_or(Vec::new(), words),
        }
    }

    fn picks(&self, grants: &Grants<W>, lane: usize, vcs: &[InputVc], allocation: bool) -> Vec<PickView> {
        let fields = self.net.rules.fields;
        let view = |q: usize| PickView {
            allocation,
            port: fields.port(q),
            vc: fields.vc(q),
            output: (!grants.void[lane].has(q)).then(|| vcs[q].port as usize),
            outcome: match (grants.void[lane].has(q), grants.granted[lane].has(q)) {
                (true, _) => PickOutcome::Void,
                (_, true) => PickOutcome::Granted,
                (_, false) => PickOutcome::Lost,
            },
        };
        Bits(grants.picked[lane]).map(view).collect()
    }

    fn input(&self, node: usize, q: usize) -> InputView {
        let fields = self.net.rules.fields;
        let (r, lane) = (&self.blocks[node / LANES], node % LANES);
        let at = node * fields.width() + q;
        let vc = self.vcs[at];
        let mut runs = Vec::new();
        let mut flits = counters::get(&r.flits, lane, q);
        let mut run = |packet: u32, first: usize, length: usize| {
            let here = flits.min(length - first);
            if here > 0 {
                runs.push(Flits { packet, first, last: first + here - 1 });
            }
            flits -= here;
        };
        let front = self.packet(vc.packet);
        run(front.number, (front.flits - vc.left) as usize, front.flits as usize);
        for packet in self.net.packets.queued(at).map(|slot| self.packet(slot)) {
            run(packet.number, 0, packet.flits as usize);
        }
        let holds = (r.act[lane].has(q)).then(|| (vc.port as usize, fields.vc(vc.output as usize)));
        InputView { port: fields.port(q), vc: fields.vc(q), runs, holds }
    }

    fn packet(&self, slot: Slot) -> &Packet {
        &self.net.packets.get(slot).packet
    }
}
