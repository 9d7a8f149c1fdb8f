//! A clock of eight routers: decide, move, take in flits and credits from the links, and determine the requests of the next clock.

use super::arbitration::Arbitration;
use super::counters;
use super::lanes::Lanes;
use super::network::Network;
use super::registers;
use super::state::{Block, InputVc, Ports};
use super::word::{Bits, LANES, Word};
use crate::engine::Delivery;

/// Eight routers and the state that they share with the others.
pub(super) struct Routers<'a, W: Word, const S: usize> {
    /// Node of the first.
    pub first: usize,
    pub block: &'a mut Block<W, S>,
    /// Inputs of arbitration by output port: see [`Arbitration::toward`].
    pub toward: &'a mut [Lanes<W>],
    pub ports: Ports<&'a mut [u8]>,
    /// Input VCs of all routers, [`super::fields::Fields::width`] each.
    pub vcs: &'a mut [InputVc],
    pub net: &'a mut Network<W>,
}

/// Moves of a clock: sets of output VCs, unless noted otherwise.
#[derive(Clone, Copy)]
pub(super) struct Moves<W: Word> {
    /// Input VCs whose front flit won the switch.
    moved: Lanes<W>,
    /// A flit won the switch to it.
    won: Lanes<W>,
    /// Output VCs given to a head with more flits to come.
    taken: Lanes<W>,
    /// Input VCs whose heads were given an output VC (rule VA4); `PIPELINE` = 3, as the others below.
    vc_given: Lanes<W>,
    /// Input VCs whose heads were called, asked for a VC and were not granted (rule VA3).
    lost: Lanes<W>,
    /// Input VCs whose heads were called and asked for nothing (rule VA2).
    void: Lanes<W>,
}

impl<W: Word> Moves<W> {
    #[inline(always)]
    pub fn none() -> Self {
        let none = Lanes::none();
        Self { moved: none, won: none, taken: none, vc_given: none, lost: none, void: none }
    }
}

impl<W: Word, const S: usize> Routers<'_, W, S> {
    /// Processes clock t, given the flits and credits on the links in it; `asking` is the result in t-1, false after reset. The call may be skipped
    /// if that is false and nothing is on the links.
    #[inline(always)]
    pub fn clock<const CLOCKS: u8>(mut self, asking: bool, flits: Lanes<W>, credits: Lanes<W>) -> bool {
        let moves = if asking { self.decide::<CLOCKS>() } else { Moves::none() };
        self.finish::<CLOCKS>(&moves, flits, credits)
    }

    /// Completes the clock whose `moves` [`Routers::decide`] has returned; the result is that of [`Routers::clock`].
    #[inline(always)]
    pub fn finish<const CLOCKS: u8>(mut self, moves: &Moves<W>, flits: Lanes<W>, credits: Lanes<W>) -> bool {
        self.take_in(flits, credits, moves);
        self.ask::<CLOCKS>(flits, moves);
        let r = self.block;
        (r.mid | r.hreq | if CLOCKS == 3 { r.called } else { Lanes::none() }).any()
    }

    /// Sections 6 and 7: the winners, and their moves.
    #[inline(always)]
    pub fn decide<const CLOCKS: u8>(&mut self) -> Moves<W> {
        let rules = self.net.rules;
        let vcs = &mut self.vcs[self.first * rules.fields.width()..][..LANES * rules.fields.width()];
        let scene = Arbitration { block: self.block, toward: self.toward, ports: self.ports.shared(), vcs, rules };
        let decision = if CLOCKS == 3 { scene.three() } else { scene.two() };
        let mut moves = Moves { moved: decision.switch.granted, ..Moves::none() };
        if CLOCKS != 3 {
            self.block.ahead = rules.fields.pass(self.block.ahead, decision.switch.granted | decision.switch.void); // SA4
        }
        if let Some(allocation) = decision.allocation {
            moves.vc_given = allocation.granted;
            moves.lost = allocation.picked & !(allocation.granted | allocation.void);
            moves.void = allocation.void;
        }
        self.record::<CLOCKS>(moves.moved);
        let tails = moves.moved & self.block.last;
        if (decision.vc_given | tails).any() {
            for i in decision.vc_given.set() {
                self.give::<CLOCKS>(i, decision.vc_given[i], &mut moves);
            }
            for i in tails.set() {
                self.release::<CLOCKS>(i, tails[i]);
            }
        }
        self.send::<CLOCKS>(&mut moves);
        moves
    }

    /// Takes in the flits and credits on the links in t, which count in t+1 (rules L2, VC2).
    #[inline(always)]
    fn take_in(&mut self, flits: Lanes<W>, credits: Lanes<W>, moves: &Moves<W>) {
        let r = &mut *self.block;
        let had_credit = counters::any(&r.credits);
        counters::step(&mut r.flits, flits, moves.moved);
        counters::step(&mut r.credits, credits, moves.won);
        let has_credit = counters::any(&r.credits);
        let width = self.net.rules.fields.width();
        let news = (had_credit ^ has_credit) & r.owned | moves.taken;
        for i in news.set() {
            for w in Bits(news[i]) {
                let q = self.ports.owner[i * width + w] as usize;
                r.funded[i] = r.funded[i] & !W::bit(q) | W::bit_if(q, has_credit[i].has(w));
            }
        }
    }

    /// Requests of t+1 (rules RQ2, RQ3), given the flits on the links in t.
    #[inline(always)]
    fn ask<const CLOCKS: u8>(&mut self, flits: Lanes<W>, moves: &Moves<W>) {
        let waiting = counters::any(&self.block.flits);
        let r = &mut *self.block;
        r.mid = waiting & r.act & r.funded;
        if CLOCKS == 3 {
            self.pick(moves);
        }
        let r = &mut *self.block;
        let fronts = waiting & !r.act;
        let old = fronts & r.fronts & !moves.moved;
        let fresh = fronts & !old;
        r.fronts = fronts;
        if !fronts.any() {
            r.hreq = fronts;
            if CLOCKS == 3 {
                r.called = fronts;
            }
            return;
        }
        if CLOCKS == 3 {
            self.call(fresh, flits, moves);
        }
        let r = &mut *self.block;
        // Old heads ask as they did, unless wake has changed or they have asked as fresh ones so far.
        let wake = r.wake(moves.won, &self.net.rules);
        let changed = Bits((wake ^ r.wake | r.fresh).set().0 & old.set().0);
        r.wake = wake;
        r.fresh = fresh;
        r.hreq = fresh | r.hreq & old;
        for i in changed {
            self.wait(i, old[i], wake[i]);
        }
        for i in fresh.set() {
            for q in Bits(fresh[i]) {
                self.arrive(i, q);
            }
        }
    }

    /// Rule VA7: flits that the inputs pick in t+1. `act` and `mid` are those of t+1 already; `act` differs from t only where a VC was given.
    #[inline(always)]
    fn pick(&mut self, moves: &Moves<W>) {
        let fields = self.net.rules.fields;
        let r = &mut *self.block;
        let mut picked = r.picked & !moves.moved;
        if r.mid.any() {
            let others = r.mid & !r.picked & !moves.vc_given & !fields.whole(picked);
            picked |= fields.pick_behind(others, r.picked); // (a)
            picked |= moves.vc_given & !fields.whole(picked); // (b)
            picked |= r.picked & r.mid & !fields.whole(picked); // (c)
        }
        r.picked = picked;
    }

    /// Rule VA5: heads that the inputs call in t+1. `hreq` is still that of t. `fresh` are the heads that are at the front in t+1 and were not in t:
    /// those of the `flits` on the links that enter an empty buffer, and those that follow a tail that has won the switch.
    #[inline(always)]
    fn call(&mut self, fresh: Lanes<W>, flits: Lanes<W>, moves: &Moves<W>) {
        let fields = self.net.rules.fields;
        let r = &mut *self.block;
        let mut called = moves.lost;
        let others = r.hreq & !r.called & !fields.whole(called);
        if others.any() {
            called |= fields.pick_behind(others, r.called); // (a)
        }
        let comes = fresh & flits & !moves.moved; // (b)
        called |= comes & !fields.whole(called);
        called |= moves.void & !fields.whole(called); // (c)
        let behind = fresh & moves.moved; // (d)
        r.called = called | behind & !fields.whole(called);
    }

    /// Rules SA5, VA4: heads take their output VCs; the packet is announced at the far end.
    #[inline(always)]
    fn give<const CLOCKS: u8>(&mut self, i: usize, heads: W, moves: &mut Moves<W>) {
        let fields = self.net.rules.fields;
        let r = &mut *self.block;
        for q in Bits(heads) {
            let vc = &mut self.vcs[(self.first + i) * fields.width() + q];
            let output = vc.output as usize;
            let port = vc.port as usize;
            if CLOCKS == 3 {
                self.ports.va_last[i * fields.width() + self.net.rules.arbiter(vc)] = q as u8; // VA3
            }
            vc.to = self.net.links.far(self.first + i, port, output - fields.bit(port, 0));
            if CLOCKS == 3 || vc.left > 1 {
                moves.taken[i] |= W::bit(output);
                self.ports.owner[i * fields.width() + output] = q as u8;
                r.act[i] |= W::bit(q);
                r.owned[i] |= W::bit(output);
            }
            if port < fields.locals() {
                continue;
            }
            let (to, packet) = (vc.to, vc.packet);
            if self.net.links.is_here(to) {
                self.net.packets.push(to.node() * fields.width() + to.bit(), packet);
            } else {
                let departing = self.net.packets.announce(packet, self.net.links.beyond(to));
                self.net.departing.push(departing);
            }
        }
    }

    /// Records the output registers of t+1, if the network is observed.
    #[inline(always)]
    fn record<const CLOCKS: u8>(&mut self, moved: Lanes<W>) {
        let net = &mut *self.net;
        let fields = net.rules.fields;
        if let Some(registers) = &mut net.registers {
            for i in moved.set() {
                for q in Bits(moved[i]) {
                    let vc = &self.vcs[(self.first + i) * fields.width() + q];
                    let port = |of: usize| (self.first + i) * fields.ports() + fields.port(of);
                    if CLOCKS != 1 {
                        let flit = registers::flit(fields, vc, &net.packets.get(vc.packet).packet);
                        registers.flit(port(vc.output as usize), flit, net.packets.carried(vc.packet));
                    }
                    registers.credit(port(q), fields.vc(q));
                }
            }
        }
    }

    /// Rules ST1, ST2: flits leave, credits go back.
    #[inline(always)]
    fn send<const CLOCKS: u8>(&mut self, moves: &mut Moves<W>) {
        if CLOCKS == 1 {
            self.send_all::<true>(moves);
        } else {
            self.send_all::<false>(moves);
        }
    }

    #[inline(always)]
    fn send_all<const NOW: bool>(&mut self, moves: &mut Moves<W>) {
        if self.net.links.sliced() {
            self.send_far::<NOW>(moves);
            return;
        }
        let width = self.net.rules.fields.width();
        let vcs = &mut self.vcs[self.first * width..][..LANES * width];
        let (mut now, mut next) = self.net.links.post();
        for i in moves.moved.set() {
            for q in Bits(moves.moved[i]) {
                let vc = &mut vcs[i * width + q];
                moves.won[i] |= W::bit(vc.output as usize);
                self.ports.last[vc.port as usize * LANES + i] = q as u8;
                self.block.last[i] |= vc.leave(q);
                (if NOW { &mut now } else { &mut next }).put(vc.to);
                next.put(vc.back);
            }
        }
    }

    /// Sends the moved flits and credits where links have registers (rule L5).
    #[inline(never)]
    fn send_far<const NOW: bool>(&mut self, moves: &mut Moves<W>) {
        let fields = self.net.rules.fields;
        for i in moves.moved.set() {
            for q in Bits(moves.moved[i]) {
                let (node, vc) = (self.first + i, &mut self.vcs[(self.first + i) * fields.width() + q]);
                moves.won[i] |= W::bit(vc.output as usize);
                self.ports.last[vc.port as usize * LANES + i] = q as u8;
                self.block.last[i] |= vc.leave(q);
                self.net.links.send_flit_far::<NOW>(node, vc.port as usize, vc.to);
                self.net.links.send_credit_far(node, fields.port(q), vc.back);
            }
        }
    }

    /// Rules SA6, VC1: tails let go of their output VCs.
    #[inline(always)]
    fn release<const CLOCKS: u8>(&mut self, i: usize, tails: W) {
        let net = &mut *self.net;
        let fields = net.rules.fields;
        let r = &mut *self.block;
        for q in Bits(tails) {
            let InputVc { output, port, packet, to, .. } = self.vcs[(self.first + i) * fields.width() + q];
            let port = port as usize;
            net.passed[(self.first + i) * fields.ports() + port] += net.packets.header(packet).flits as u64;
            self.toward[port][i] &= !W::bit(q);
            r.owned[i] &= !W::bit(output as usize);
            if port < fields.locals() {
                let flight = net.packets.end(packet);
                net.arriving.push(Delivery {
                    packet: flight.packet,
                    injected: flight.injected,
                    delivered: net.clock + u64::from(CLOCKS != 1),
                });
            } else if !net.links.is_here(to) {
                net.packets.end(packet);
            }
        }
        r.act[i] &= !tails;
        r.last[i] &= !tails;
    }

    /// RC: a head flit has come to the front of input VC `q` (rules RC1, RC4); it requests its first candidate (rule RQ3 a).
    #[inline(always)]
    fn arrive(&mut self, i: usize, q: usize) {
        let net = &mut *self.net;
        let fields = net.rules.fields;
        let node = self.first + i;
        let at = node * fields.width() + q;
        let vc = &mut self.vcs[at];
        vc.packet = net.packets.pop(at);
        let candidates = net.packets.route(&*net.routing, (net.first + node) as u32, vc.packet);
        vc.left = net.packets.header(vc.packet).flits;
        let first = candidates[0];
        vc.ask(fields, first.port as usize, net.rules.allowed(q, first.vcs));
        self.toward[first.port as usize][i] |= W::bit(q);
        self.block.last[i] |= W::bit_if(q, vc.left == 1);
        self.block.choosers[i] &= !W::bit(q);
        if candidates.len() > 1 {
            self.block.choosers[i] |= W::bit(q);
            let vcs = |k: usize| candidates.get(k).map_or(W::NONE, |c| fields.at(c.port as usize, net.rules.allowed(q, c.vcs)));
            net.choices.put(at, std::array::from_fn(vcs));
        }
    }

    /// Rule RQ3 b: which `old` heads, at the front in t already, ask in t+1.
    #[inline(always)]
    fn wait(&mut self, i: usize, old: W, wake: W) {
        let fields = self.net.rules.fields;
        let vcs = &mut self.vcs[(self.first + i) * fields.width()..][..fields.width()];
        let choosers = self.block.choosers[i];
        let mut asks = W::NONE;
        for q in Bits(old & !choosers) {
            asks |= W::bit_if(q, vcs[q].requested(fields) & wake != W::NONE);
        }
        for q in Bits(old & choosers) {
            if let Some(requested) = self.net.choices.first((self.first + i) * fields.width() + q, wake) {
                let (port, requested) = fields.split(requested);
                self.toward[vcs[q].port as usize][i] &= !W::bit(q);
                self.toward[port][i] |= W::bit(q);
                vcs[q].ask(fields, port, requested);
                asks |= W::bit(q);
            }
        }
        self.block.hreq[i] = self.block.hreq[i] & !old | asks;
    }
}
