//! A clock of one router: decide, move, take in what the links bring, and find out who asks in the next clock.

use super::arbitration;
use super::counters;
use super::fields::Bits;
use super::network::Network;
use super::state::{InputVc, Router};
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
    /// Its packet's tail left.
    released: u64,
}

/// Treats clock t of the router of `node`. It need not be called when the router has no mail, nobody asks and no VC is draining.
#[inline(always)]
pub(super) fn clock<R: Routing, const S: usize, const THREE: bool>(
    node: usize,
    r: &mut Router<S>,
    vcs: &mut [InputVc],
    net: &mut Network<R>,
) {
    let mail = net.links.receive(node);
    let had_credit = counters::any(&r.credits);
    let mut moves = Moves::default();
    let mut moved = 0;
    if r.mid | r.hreq != 0 {
        let decision = arbitration::decide::<S, THREE>(r, vcs, &net.rules);
        moved = decision.switch.granted;
        r.ahead = decision.switch.ahead;
        if THREE {
            r.va_ahead = decision.allocation.ahead;
        }
        if decision.given != 0 {
            give::<_, S, THREE>(node, r, vcs, net, decision.given, &mut moves);
        }
        let tails = send(node, r, vcs, net, moved, &mut moves);
        if tails != 0 {
            release(node, r, vcs, net, tails, &mut moves);
        }
    }

    // Rules L2 and VC2: what is on the links in t counts in t+1.
    counters::step(&mut r.flits, mail.flits, moved);
    counters::step(&mut r.credits, mail.credits, moves.won);
    r.draining = moves.released;
    let funded = counters::any(&r.credits);
    for w in Bits((had_credit ^ funded) & r.held | moves.taken) {
        let q = r.owner[w];
        r.funded = r.funded & !(1 << q) | (funded >> w & 1) << q;
    }

    // Who asks in t+1.
    let waiting = counters::any(&r.flits);
    r.mid = waiting & r.act & r.funded;
    let fronts = waiting & !r.act;
    let old = fronts & r.fronts & !moved;
    r.fronts = fronts;
    r.hreq = fronts & !old;
    if fronts != 0 {
        for q in Bits(r.hreq) {
            arrive(node, q, r, &mut vcs[q], net);
        }
        if old != 0 {
            wait(node, r, vcs, net, old, moves.given);
        }
    }
    net.links.stay_awake_if(node, r.mid | r.hreq | r.draining != 0);
}

/// Rules SA5, VA4: heads take their output VCs; the packet is announced at the far end.
#[inline(always)]
fn give<R: Routing, const S: usize, const THREE: bool>(
    node: usize,
    r: &mut Router<S>,
    vcs: &mut [InputVc],
    net: &mut Network<R>,
    heads: u64,
    moves: &mut Moves,
) {
    let fields = net.rules.fields;
    for q in Bits(heads) {
        let vc = &mut vcs[q];
        let output = vc.output as usize;
        let port = fields.port(output);
        vc.to = net.links.far(node, port, fields.vc(output));
        moves.given |= 1 << output;
        if THREE {
            r.va_turn[port] = fields.next_port(fields.port(q)) as u8;
        }
        if THREE || vc.left > 1 {
            moves.taken |= 1 << output;
            r.owner[output] = q as u8;
            r.act |= 1 << q;
            r.held |= 1 << output;
        }
        if port != 0 {
            net.heads.push(vc.to.receiver() * fields.width() + vc.to.bit(), vc.packet);
        }
    }
}

/// Rules ST1, ST2: flits leave, credits go back. Returns the input VCs whose packet's tail left.
#[inline(always)]
fn send<R: Routing, const S: usize>(
    node: usize,
    r: &mut Router<S>,
    vcs: &mut [InputVc],
    net: &mut Network<R>,
    moved: u64,
    moves: &mut Moves,
) -> u64 {
    let fields = net.rules.fields;
    let mut tails = 0;
    for q in Bits(moved) {
        let vc = &mut vcs[q];
        let output = vc.output as usize;
        moves.won |= 1 << output;
        net.links.flit(vc.to);
        net.links.credit(vc.back);
        r.turn[fields.port(output)] = fields.next_port(fields.port(q)) as u8;
        if let Some(registers) = &mut net.registers {
            registers.send(node, fields, q, vc, net.flights.get(vc.packet).packet.number);
        }
        vc.left -= 1;
        tails |= ((vc.left == 0) as u64) << q;
    }
    tails
}

/// Rules SA6, VC1: tails let go of their output VCs.
#[inline(always)]
fn release<R: Routing, const S: usize>(
    node: usize,
    r: &mut Router<S>,
    vcs: &mut [InputVc],
    net: &mut Network<R>,
    tails: u64,
    moves: &mut Moves,
) {
    let fields = net.rules.fields;
    for q in Bits(tails) {
        let InputVc { output, length, packet, .. } = vcs[q];
        let port = fields.port(output as usize);
        net.passed[node * fields.ports() + port] += length as u64;
        r.toward[port] &= !(1 << q);
        moves.released |= 1 << output;
        if port == 0 {
            let flight = net.flights.end(packet);
            net.arriving.push(Delivery { packet: flight.packet, injected: flight.injected, delivered: net.clock + 1 });
        }
    }
    // A one-flit packet that took the VC with the switch never held it.
    moves.released &= r.held;
    r.held &= !moves.released;
    r.act &= !tails;
}

/// RC: a head flit has come to the front of input VC `q` (rules RC1, RC4); it requests its first candidate (rule RQ3 a).
#[inline(always)]
fn arrive<R: Routing, const S: usize>(node: usize, q: usize, r: &mut Router<S>, vc: &mut InputVc, net: &mut Network<R>) {
    let fields = net.rules.fields;
    let at = node * fields.width() + q;
    vc.packet = net.heads.pop(at);
    let head = &net.flights.get(vc.packet).packet;
    let candidates = net.routing.route(node as u32, head.destination, head.bits);
    vc.length = head.flits;
    vc.left = head.flits;
    let mask = |i: usize| candidates.get(i).map_or(0, |c| fields.at(c.port as usize, c.vcs));
    vc.asked = mask(0);
    r.toward[candidates[0].port as usize] |= 1 << q;
    r.choosers &= !(1 << q);
    if candidates.len() > 1 {
        r.choosers |= 1 << q;
        net.choices.put(at, std::array::from_fn(mask));
    }
}

/// Rule RQ3 b: which `old` heads, at the front in t already, ask in t+1; `given` are the output VCs given away in t.
#[inline(always)]
fn wait<R: Routing, const S: usize>(node: usize, r: &mut Router<S>, vcs: &mut [InputVc], net: &mut Network<R>, old: u64, given: u64) {
    // VC4: wake(t) is ok(t+1), but for the VCs given away in t: those were ok in t and would have stayed so.
    let wake = r.ok(&net.rules) | given;
    for q in Bits(old & !r.choosers) {
        r.hreq |= ((vcs[q].asked & wake != 0) as u64) << q;
    }
    let fields = net.rules.fields;
    for q in Bits(old & r.choosers) {
        if let Some(asked) = net.choices.first(node * fields.width() + q, wake) {
            r.toward[fields.port(vcs[q].asked.trailing_zeros() as usize)] &= !(1 << q);
            r.toward[fields.port(asked.trailing_zeros() as usize)] |= 1 << q;
            vcs[q].asked = asked;
            r.hreq |= 1 << q;
        }
    }
}
