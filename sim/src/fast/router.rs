//! A clock of one router: decide, move, take in what the links bring, and find out who asks in the next clock.

use super::Fast;
use super::arbitration::{self, Decision};
use super::counters;
use super::fields::Bits;
use super::state::InputVc;
use crate::engine::Delivery;
use crate::routing::Routing;

/// What the moves of a clock leave behind, in output VCs.
#[derive(Default)]
struct Moves {
    /// A flit won the switch to it.
    won: u64,
    /// It was given to a head; rule VC4 counts it as one that wakes heads.
    given: u64,
    /// It was given to a head with more flits to come.
    taken: u64,
}

impl<R: Routing, const S: usize, const THREE: bool> Fast<R, S, THREE> {
    /// Treats clock t of the router of `node`. It need not be called when the router has no mail, nobody asks and no VC is draining.
    #[inline(always)]
    pub(super) fn router(&mut self, node: usize) {
        let mail = self.links.receive(node);
        let r = &self.routers[node];
        let had_credit = counters::any(&r.credits);
        let mut moves = Moves::default();
        let mut moved = 0;
        let mut draining = 0;
        if r.mid | r.hreq != 0 {
            let decision = self.decide(node);
            moved = decision.switch.granted;
            let r = &mut self.routers[node];
            r.ahead = decision.switch.ahead;
            r.va_ahead = decision.allocation.ahead;
            if decision.given != 0 {
                self.give(node, decision.given, &mut moves);
            }
            let tails = self.send(node, moved, &mut moves);
            if tails != 0 {
                draining = self.release(node, tails);
            }
        }

        // Rules L2 and VC2: what is on the links in t counts in t+1.
        let r = &mut self.routers[node];
        counters::step(&mut r.flits, mail.flits, moved);
        counters::step(&mut r.credits, mail.credits, moves.won);
        r.draining = draining;
        let funded = counters::any(&r.credits);
        let news = (had_credit ^ funded) & r.held | moves.taken;
        if news != 0 {
            let owner = &self.outputs[node].owner;
            for w in Bits(news) {
                let q = owner[w];
                r.funded = r.funded & !(1 << q) | (funded >> w & 1) << q;
            }
        }

        // Who asks in t+1.
        let waiting = counters::any(&r.flits);
        r.mid = waiting & r.act & r.funded;
        let fronts = waiting & !r.act;
        let old = fronts & r.fronts & !moved;
        r.fronts = fronts;
        r.hreq = 0;
        if fronts != 0 {
            self.request(node, fronts & !old, old, moves.given);
        }
        let r = &self.routers[node];
        if r.mid | r.hreq | r.draining != 0 {
            self.links.stay_awake(node);
        }
    }

    /// The grants of the current clock.
    #[inline(always)]
    fn decide(&mut self, node: usize) -> Decision {
        let at = node * self.width;
        let vcs = &mut self.vcs[at..at + self.width];
        arbitration::decide::<S, THREE>(&self.routers[node], vcs, &self.asked[at..at + self.width], &self.outputs[node], self.rules)
    }

    /// Rules SA5, VA4: heads take their output VCs; the head of the packet is announced at the far end.
    #[inline(always)]
    fn give(&mut self, node: usize, heads: u64, moves: &mut Moves) {
        let fields = self.rules.fields;
        let r = &mut self.routers[node];
        let outputs = &mut self.outputs[node];
        for q in Bits(heads) {
            let vc = &mut self.vcs[node * self.width + q];
            let output = vc.output as usize;
            let port = fields.port(output);
            vc.to = self.links.far(node, port, fields.vc(output));
            moves.given |= 1 << output;
            if THREE {
                outputs.va_turn[port] = fields.next_port(fields.port(q)) as u8;
            }
            if THREE || vc.left > 1 {
                moves.taken |= 1 << output;
                outputs.owner[output] = q as u8;
                r.act |= 1 << q;
                r.held |= 1 << output;
            }
            if port != 0 {
                self.heads.push(vc.to.receiver() * self.width + vc.to.bit(), vc.packet);
            }
        }
    }

    /// Rules ST1, ST2: flits leave, credits go back. Returns the input VCs whose packet's tail left.
    #[inline(always)]
    fn send(&mut self, node: usize, moved: u64, moves: &mut Moves) -> u64 {
        let fields = self.rules.fields;
        let vcs = &mut self.vcs[node * self.width..][..self.width];
        let outputs = &mut self.outputs[node];
        let mut tails = 0;
        for q in Bits(moved) {
            let vc = &mut vcs[q];
            let output = vc.output as usize;
            moves.won |= 1 << output;
            self.links.flit(vc.to);
            self.links.credit(vc.back);
            outputs.turn[fields.port(output)] = fields.next_port(fields.port(q)) as u8;
            if let Some(registers) = &mut self.registers {
                registers.send(node, fields, q, vc, self.flights.get(vc.packet).packet.number);
            }
            vc.left -= 1;
            tails |= ((vc.left == 0) as u64) << q;
        }
        tails
    }

    /// Rules SA6, VC1: tails let go of their output VCs. Returns the output VCs that are owned for one clock more.
    #[inline(always)]
    fn release(&mut self, node: usize, tails: u64) -> u64 {
        let fields = self.rules.fields;
        let r = &mut self.routers[node];
        let mut draining = 0;
        for q in Bits(tails) {
            let InputVc { output, length, packet, .. } = self.vcs[node * self.width + q];
            let port = fields.port(output as usize);
            self.passed[node * fields.ports() + port] += length as u64;
            draining |= 1 << output;
            if port == 0 {
                let flight = self.flights.end(packet);
                self.arriving.push(Delivery { packet: flight.packet, injected: flight.injected, delivered: self.clock + 1 });
            }
        }
        // A one-flit packet that took the VC with the switch never held it.
        draining &= r.held;
        r.held &= !draining;
        r.act &= !tails;
        draining
    }

    /// Rule RQ3 for clock t+1: `fresh` heads were not the front in t, `old` ones were; `given` are the output VCs given away in t.
    #[inline(always)]
    fn request(&mut self, node: usize, fresh: u64, old: u64, given: u64) {
        let at = node * self.width;
        for q in Bits(fresh) {
            self.arrive(node, q);
        }
        let r = &mut self.routers[node];
        r.hreq = fresh;
        if old == 0 {
            return;
        }
        // VC4: wake(t) is ok(t+1), but for the VCs given away in t: those were ok in t and would have stayed so.
        let wake = r.ok(self.rules.reuse_empty, self.rules.depth) | given;
        for q in Bits(old & !r.choosers) {
            r.hreq |= ((self.asked[at + q] & wake != 0) as u64) << q;
        }
        for q in Bits(old & r.choosers) {
            if let Some(&first) = self.choices[at + q].iter().find(|&&vcs| vcs & wake != 0) {
                self.asked[at + q] = first;
                r.hreq |= 1 << q;
            }
        }
    }

    /// RC: a head flit has come to the front of an input VC (rules RC1, RC4).
    #[inline(always)]
    fn arrive(&mut self, node: usize, q: usize) {
        let at = node * self.width + q;
        let packet = self.heads.pop(at);
        let head = &self.flights.get(packet).packet;
        let candidates = self.routing.route(node as u32, head.destination, head.bits);
        let vc = &mut self.vcs[at];
        vc.packet = packet;
        vc.length = head.flits;
        vc.left = head.flits;
        let fields = self.rules.fields;
        let mask = |i: usize| candidates.get(i).map_or(0, |c| fields.at(c.port as usize, c.vcs));
        self.asked[at] = mask(0);
        let r = &mut self.routers[node];
        r.choosers &= !(1 << q);
        if candidates.len() > 1 {
            r.choosers |= 1 << q;
            self.choices.resize(self.vcs.len(), [0; 4]);
            self.choices[at] = std::array::from_fn(mask);
        }
    }
}
