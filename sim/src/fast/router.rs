//! A clock of eight routers: decide, move, take in what the links bring, and find out who asks in the next clock.

use super::arbitration::Scene;
use super::counters;
use super::fields::Bits;
use super::lanes::{self, LANES, Lanes};
use super::network::Network;
use super::state::{Block, InputVc, Ports};
use crate::engine::Delivery;
use crate::routing::Routing;

/// Eight routers and what they share with the others.
pub(super) struct Routers<'a, R, const S: usize> {
    /// Node of the first.
    pub first: usize,
    pub block: &'a mut Block<S>,
    /// See [`Scene::toward`].
    pub toward: &'a mut [Lanes],
    pub ports: &'a mut [Ports],
    pub vcs: &'a mut [InputVc],
    pub net: &'a mut Network<R>,
}

/// What the moves of a clock leave behind at a router, in output VCs.
#[derive(Default)]
struct Moves {
    /// A flit won the switch to it.
    won: Lanes,
    /// It was given to a head; rule VC4 counts it as one that wakes heads.
    given: Lanes,
    /// It was given to a head with more flits to come.
    taken: Lanes,
    /// Its packet's tail left.
    released: Lanes,
}

impl<R: Routing, const S: usize> Routers<'_, R, S> {
    /// Treats clock t, given what is on the links in it. It need not be called when that is nothing and it returned false in t-1: then nobody
    /// asks and no VC is draining.
    #[inline(always)]
    pub fn clock<const THREE: bool>(mut self, flits: &Lanes, credits: &Lanes) -> bool {
        let scene = Scene { block: self.block, toward: self.toward, ports: self.ports, vcs: self.vcs, rules: self.net.rules };
        let decision = if THREE { scene.three() } else { scene.two() };
        let moved = decision.switch.granted;
        self.block.ahead = decision.switch.ahead;
        if let Some(allocation) = decision.allocation {
            self.block.va_ahead = allocation.ahead;
        }
        let mut moves = Moves::default();
        if lanes::any(&decision.given) {
            for i in 0..LANES {
                if decision.given[i] != 0 {
                    self.give::<THREE>(i, decision.given[i], &mut moves);
                }
            }
        }
        let tails = self.send(&moved, &mut moves);
        if lanes::any(&tails) {
            for i in 0..LANES {
                if tails[i] != 0 {
                    self.release(i, tails[i], &mut moves);
                }
            }
        }
        self.take_in(flits, credits, &moved, &moves)
    }

    /// What is on the links in t counts in t+1 (rules L2, VC2); then, who asks in t+1.
    #[inline(always)]
    fn take_in(&mut self, flits: &Lanes, credits: &Lanes, moved: &Lanes, moves: &Moves) -> bool {
        let r = &mut *self.block;
        let had_credit = counters::all_any(&r.credits);
        let waiting = counters::step(&mut r.flits, flits, moved);
        let funded = counters::step(&mut r.credits, credits, &moves.won);
        r.draining = moves.released;
        for i in 0..LANES {
            for w in Bits((had_credit[i] ^ funded[i]) & r.held[i] | moves.taken[i]) {
                let q = self.ports[i].owner[w];
                r.funded[i] = r.funded[i] & !(1 << q) | (funded[i] >> w & 1) << q;
            }
        }
        let mut old = Lanes::default();
        for i in 0..LANES {
            r.mid[i] = waiting[i] & r.act[i] & r.funded[i];
            let fronts = waiting[i] & !r.act[i];
            old[i] = fronts & r.fronts[i] & !moved[i];
            r.fronts[i] = fronts;
            r.hreq[i] = fronts & !old[i];
        }
        if lanes::any(&r.fronts) {
            for i in 0..LANES {
                if self.block.fronts[i] != 0 {
                    for q in Bits(self.block.hreq[i]) {
                        self.arrive(i, q);
                    }
                    if old[i] != 0 {
                        self.wait(i, old[i], moves.given[i]);
                    }
                }
            }
        }
        let r = &*self.block;
        let mut busy = Lanes::default();
        for i in 0..LANES {
            busy[i] = r.mid[i] | r.hreq[i] | r.draining[i];
        }
        lanes::any(&busy)
    }

    /// Rules SA5, VA4: heads take their output VCs; the packet is announced at the far end.
    #[inline(always)]
    fn give<const THREE: bool>(&mut self, i: usize, heads: u64, moves: &mut Moves) {
        let fields = self.net.rules.fields;
        let (r, ports) = (&mut *self.block, &mut self.ports[i]);
        for q in Bits(heads) {
            let vc = &mut self.vcs[i * fields.width() + q];
            let output = vc.output as usize;
            let port = fields.port(output);
            vc.to = self.net.links.far(self.first + i, port, fields.vc(output));
            moves.given[i] |= 1 << output;
            if THREE {
                ports.va_turn[port] = fields.next_port(fields.port(q)) as u8;
            }
            if THREE || vc.left > 1 {
                moves.taken[i] |= 1 << output;
                ports.owner[output] = q as u8;
                r.act[i] |= 1 << q;
                r.held[i] |= 1 << output;
            }
            if port != 0 {
                self.net.heads.push(vc.to.receiver() * fields.width() + vc.to.bit(), vc.packet);
            }
        }
    }

    /// Rules ST1, ST2: flits leave, credits go back. Returns the input VCs whose packet's tail left.
    #[inline(always)]
    fn send(&mut self, moved: &Lanes, moves: &mut Moves) -> Lanes {
        let net = &mut *self.net;
        let fields = net.rules.fields;
        if let Some(registers) = &mut net.registers {
            for i in 0..LANES {
                for q in Bits(moved[i]) {
                    let vc = &self.vcs[i * fields.width() + q];
                    registers.send(self.first + i, fields, q, vc, net.flights.get(vc.packet).packet.number);
                }
            }
        }
        let mut tails = Lanes::default();
        for i in 0..LANES {
            for q in Bits(moved[i]) {
                let vc = &mut self.vcs[i * fields.width() + q];
                let output = vc.output as usize;
                moves.won[i] |= 1 << output;
                net.links.flit(vc.to);
                net.links.credit(vc.back);
                self.ports[i].turn[fields.port(output)] = fields.next_port(fields.port(q)) as u8;
                vc.left -= 1;
                tails[i] |= ((vc.left == 0) as u64) << q;
            }
        }
        tails
    }

    /// Rules SA6, VC1: tails let go of their output VCs.
    #[inline(always)]
    fn release(&mut self, i: usize, tails: u64, moves: &mut Moves) {
        let net = &mut *self.net;
        let fields = net.rules.fields;
        let r = &mut *self.block;
        for q in Bits(tails) {
            let InputVc { output, length, packet, .. } = self.vcs[i * fields.width() + q];
            let port = fields.port(output as usize);
            net.passed[(self.first + i) * fields.ports() + port] += length as u64;
            self.toward[port][i] &= !(1 << q);
            moves.released[i] |= 1 << output;
            if port == 0 {
                let flight = net.flights.end(packet);
                net.arriving.push(Delivery { packet: flight.packet, injected: flight.injected, delivered: net.clock + 1 });
            }
        }
        // A one-flit packet that took the VC with the switch never held it.
        moves.released[i] &= r.held[i];
        r.held[i] &= !moves.released[i];
        r.act[i] &= !tails;
    }

    /// RC: a head flit has come to the front of input VC `q` (rules RC1, RC4); it requests its first candidate (rule RQ3 a).
    #[inline(always)]
    fn arrive(&mut self, i: usize, q: usize) {
        let net = &mut *self.net;
        let fields = net.rules.fields;
        let node = self.first + i;
        let at = node * fields.width() + q;
        let vc = &mut self.vcs[i * fields.width() + q];
        vc.packet = net.heads.pop(at);
        let head = &net.flights.get(vc.packet).packet;
        let candidates = net.routing.route(node as u32, head.destination, head.bits);
        vc.length = head.flits;
        vc.left = head.flits;
        let mask = |i: usize| candidates.get(i).map_or(0, |c| fields.at(c.port as usize, c.vcs));
        vc.asked = mask(0);
        self.toward[candidates[0].port as usize][i] |= 1 << q;
        self.block.choosers[i] &= !(1 << q);
        if candidates.len() > 1 {
            self.block.choosers[i] |= 1 << q;
            net.choices.put(at, std::array::from_fn(mask));
        }
    }

    /// Rule RQ3 b: which `old` heads, at the front in t already, ask in t+1; `given` are the output VCs given away in t.
    #[inline(always)]
    fn wait(&mut self, i: usize, old: u64, given: u64) {
        let fields = self.net.rules.fields;
        let vcs = &mut self.vcs[i * fields.width()..][..fields.width()];
        // VC4: wake(t) is ok(t+1), but for the VCs given away in t: those were ok in t and would have stayed so.
        let wake = self.block.ok(i, &self.net.rules) | given;
        let choosers = self.block.choosers[i];
        for q in Bits(old & !choosers) {
            self.block.hreq[i] |= ((vcs[q].asked & wake != 0) as u64) << q;
        }
        for q in Bits(old & choosers) {
            if let Some(asked) = self.net.choices.first((self.first + i) * fields.width() + q, wake) {
                self.toward[fields.port(vcs[q].asked.trailing_zeros() as usize)][i] &= !(1 << q);
                self.toward[fields.port(asked.trailing_zeros() as usize)][i] |= 1 << q;
                vcs[q].asked = asked;
                self.block.hreq[i] |= 1 << q;
            }
        }
    }
}
