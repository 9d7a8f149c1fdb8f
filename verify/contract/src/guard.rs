//! Checks at the inputs of local ports (section 8).

use crate::state::LocalGuard;
use crate::wires::CreditLink;
use crate::{Gates, Inputs, Router, State, vector};

/// A guard's decisions on the flit of the link of its local port.
pub struct GuardDecision<Bit> {
    /// The flit enters the buffer.
    pub accepted: Bit,
    /// The guard in the next clock.
    pub next: LocalGuard<Bit>,
    /// The three bits of `error` in the next clock (E3, E6).
    pub error: Vec<Bit>,
}

/// E1 to E3, and E6, at local port `k`.
pub fn check_local<G: Gates>(
    router: &Router,
    gates: &mut G,
    state: &State<G::Bit>,
    inputs: &Inputs<G::Bit>,
    k: usize,
) -> GuardDecision<G::Bit> {
    let (parameters, flit, guard) = (router.parameters(), &inputs.flits[k], &state.guards[k]);
    let of_vc = vector::decode(gates, &flit.vc, parameters.vcs);
    let is_a_vc = vector::any(gates, of_vc.iter().copied());
    let open = vector::select_bit(gates, &of_vc, &guard.open);
    let dropping = vector::select_bit(gates, &of_vc, &guard.dropping);

    let full: Vec<_> = state.inputs[k].vcs.iter().map(|vc| vector::is(gates, &vc.count, parameters.depth)).collect();
    let full = vector::select_bit(gates, &of_vc, &full);
    let overflow = gates.and(flit.valid, full);
    let passed = gates.and_not(flit.valid, full);

    let out_of_place = gates.xor(flit.head, open);
    let in_place = gates.and(is_a_vc, out_of_place);
    let framing = gates.and_not(passed, in_place);
    let passed = gates.and(passed, in_place);

    let bad = misdirected(router, gates, &state.node, &flit.data, k);
    let destination = vector::all(gates, [passed, flit.head, bad]);
    let continues = gates.and_not(dropping, flit.head);
    let dropped = gates.or(destination, continues);

    let stays_open = gates.not(flit.tail);
    let stays_dropped = gates.and(stays_open, dropped);
    let counts: Vec<_> = of_vc.iter().map(|&here| gates.and(passed, here)).collect();
    let mut next = |old: &[G::Bit], new| counts.iter().zip(old).map(|(&here, &old)| gates.mux(here, new, old)).collect();
    let (open, dropping) = (next(&guard.open, stays_open), next(&guard.dropping, stays_dropped));
    let credit = CreditLink { valid: gates.and(passed, dropped), vc: flit.vc.clone() };
    let mut error = Vec::with_capacity(3);
    for (now, &before) in [overflow, framing, credit.valid].into_iter().zip(&state.error[3 * k..]) {
        let kept = gates.and_not(before, inputs.clear_error);
        error.push(gates.or(now, kept));
    }
    GuardDecision { accepted: gates.and_not(passed, dropped), next: LocalGuard { open, dropping, dropped: credit }, error }
}

/// E1, bit 2, for a head at local port `k`: the destination is the terminal of this port, or no terminal of the network, or its routing
/// bits lead to port 0 if they give the route.
fn misdirected<G: Gates>(router: &Router, gates: &mut G, node: &[G::Bit], data: &[G::Bit], k: usize) -> G::Bit {
    let parameters = router.parameters();
    let destination = &data[parameters.destination()];
    let own = router.terminal(gates, node, k);
    let here = vector::equal(gates, destination, &own);
    let a_terminal = vector::below(gates, destination, parameters.nodes as usize);
    let nowhere = gates.not(a_terminal);
    let bad = gates.or(here, nowhere);
    if !parameters.rewrites {
        return bad;
    }
    let route = router.route(gates, node, data, 0);
    gates.or(bad, route.candidates[0].port[0])
}
