//! Next state of an input VC, as flits arrive and leave.

use crate::allocation::FlitMoves;
use crate::credits::PerOutputVc;
use crate::fronts::{Front, wake_head};
use crate::state::{Flit, InputVc};
use crate::wires::FlitLink;
use crate::{Gates, Parameters, vector};

/// The flit that arrives at an input port.
pub struct Arrival<'a, Bit> {
    /// The link.
    pub link: &'a FlitLink<Bit>,
    /// The flit is to enter a buffer.
    pub valid: Bit,
}

impl<Bit: Copy> Arrival<'_, Bit> {
    /// The buffer that the flit enters, as a set; empty without a flit.
    pub fn by_vc<G: Gates<Bit = Bit>>(&self, gates: &mut G, parameters: &Parameters) -> Vec<Bit> {
        let vc = vector::decode(gates, &self.link.vc, parameters.vcs);
        vector::when(gates, self.valid, &vc)
    }
}

/// An input VC in the next clock; `holds` is the output VC that a head of the port is given, if any.
pub fn next_input_vc<G: Gates>(
    gates: &mut G,
    (v, vc): (usize, &InputVc<G::Bit>),
    front: &Front<G::Bit>,
    (arrival, traffic): (&Arrival<G::Bit>, &FlitMoves<G::Bit>),
    holds: &(Vec<G::Bit>, Vec<G::Bit>),
    wake: &PerOutputVc<G::Bit>,
) -> InputVc<G::Bit> {
    let (came, left, given) = (traffic.came[v], traffic.left[v], traffic.given[v]);
    let fewer = vector::decrement(gates, &vc.count);
    let kept = vector::mux(gates, left, &fewer, &vc.count);
    let more = vector::increment(gates, &kept);
    let count = vector::mux(gates, came, &more, &kept);

    let ended = gates.and(left, vc.buffer[0].tail);
    let still = gates.and_not(vc.act, ended);
    let act = gates.or(still, given);

    let occupied = gates.not(front.occupied);
    let fresh = gates.or(occupied, left);
    let (requests, candidate) = wake_head(gates, front, &vc.candidate, wake, fresh);
    let occupied = vector::any(gates, count.iter().copied());
    let waits = gates.and_not(occupied, act);
    InputVc {
        buffer: next_buffer(gates, vc, &kept, (arrival.link, came), left),
        act,
        port: vector::mux(gates, given, &holds.0, &vc.port),
        vc: vector::mux(gates, given, &holds.1, &vc.vc),
        hreq: gates.and(waits, requests),
        candidate,
        count,
    }
}

/// Buffer places in the next clock; an arriving flit goes to place `kept`, the number of flits that stay.
fn next_buffer<G: Gates>(
    gates: &mut G,
    vc: &InputVc<G::Bit>,
    kept: &[G::Bit],
    (link, came): (&FlitLink<G::Bit>, G::Bit),
    left: G::Bit,
) -> Vec<Flit<G::Bit>> {
    let mut places = Vec::with_capacity(vc.buffer.len());
    for (k, here) in vc.buffer.iter().enumerate() {
        let behind = vc.buffer.get(k + 1).unwrap_or(here);
        let last = vector::is(gates, kept, k);
        let filled = gates.and(came, last);
        let mut next = |link, here, behind| {
            let moved = gates.mux(left, behind, here);
            gates.mux(filled, link, moved)
        };
        places.push(Flit {
            head: next(link.head, here.head, behind.head),
            tail: next(link.tail, here.tail, behind.tail),
            data: (0..here.data.len()).map(|b| next(link.data[b], here.data[b], behind.data[b])).collect(),
        });
    }
    places
}
