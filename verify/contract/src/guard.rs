//! Checks at the local input (section 8).

use crate::wires::CreditLink;
use crate::{Gates, Inputs, Router, State, vector};

/// The guard's decisions on the flit of the local link.
pub struct GuardDecision<Bit> {
    /// The flit enters the buffer.
    pub accepted: Bit,
    /// By VC, in the next clock: a packet is open (E2).
    pub open: Vec<Bit>,
    /// By VC, in the next clock: the open packet is being dropped.
    pub dropping: Vec<Bit>,
    /// A flit dropped by bit 2, as a credit for its VC (E5).
    pub dropped: CreditLink<Bit>,
    /// `error` in the next clock (E3, E6).
    pub error: Vec<Bit>,
}

/// E1 to E3, and E6.
pub fn check_local<G: Gates>(router: &Router, gates: &mut G, state: &State<G::Bit>, inputs: &Inputs<G::Bit>) -> GuardDecision<G::Bit> {
    let (parameters, flit) = (router.parameters(), &inputs.flits[0]);
    let of_vc = vector::decode(gates, &flit.vc, parameters.vcs);
    let is_a_vc = vector::any(gates, of_vc.iter().copied());
    let open = vector::select_bit(gates, &of_vc, &state.open);
    let dropping = vector::select_bit(gates, &of_vc, &state.dropping);

    let full: Vec<_> = state.inputs[0].vcs.iter().map(|vc| vector::is(gates, &vc.count, parameters.depth)).collect();
    let full = vector::select_bit(gates, &of_vc, &full);
    let overflow = gates.and(flit.valid, full);
    let passed = gates.and_not(flit.valid, full);

    let out_of_place = gates.xor(flit.head, open);
    let in_place = gates.and(is_a_vc, out_of_place);
    let framing = gates.and_not(passed, in_place);
    let passed = gates.and(passed, in_place);

    let bad = misdirected(router, gates, &state.node, &flit.data);
    let destination = vector::all(gates, [passed, flit.head, bad]);
    let continues = gates.and_not(dropping, flit.head);
    let dropped = gates.or(destination, continues);

    let stays_open = gates.not(flit.tail);
    let stays_dropped = gates.and(stays_open, dropped);
    let counts: Vec<_> = of_vc.iter().map(|&here| gates.and(passed, here)).collect();
    let mut next = |old: &[G::Bit], new| counts.iter().zip(old).map(|(&here, &old)| gates.mux(here, new, old)).collect();
    let (open, dropping) = (next(&state.open, stays_open), next(&state.dropping, stays_dropped));
    let credit = CreditLink { valid: gates.and(passed, dropped), vc: flit.vc.clone() };
    let mut error = Vec::with_capacity(state.error.len());
    for (now, &before) in [overflow, framing, credit.valid].into_iter().zip(&state.error) {
        let kept = gates.and_not(before, inputs.clear_error);
        error.push(gates.or(now, kept));
    }
    GuardDecision { accepted: gates.and_not(passed, dropped), open, dropping, dropped: credit, error }
}

/// E1, bit 2, for a head: the destination is this node, or no node of the network, or its routing bits lead to port 0 if they give the
/// route.
fn misdirected<G: Gates>(router: &Router, gates: &mut G, node: &[G::Bit], data: &[G::Bit]) -> G::Bit {
    let parameters = router.parameters();
    let destination = &data[parameters.destination()];
    let here = vector::equal(gates, destination, node);
    let a_node = vector::below(gates, destination, parameters.nodes as usize);
    let nowhere = gates.not(a_node);
    let bad = gates.or(here, nowhere);
    if !parameters.rewrites {
        return bad;
    }
    let route = router.route(gates, node, data, 0);
    gates.or(bad, route.candidates[0].port[0])
}
