//! Requests of the front of each input VC (section 5).

use crate::credits::PerOutputVc;
use crate::routing::RouteBits;
use crate::state::InputVc;
use crate::{Gates, Parameters, Router, State, vector};

/// The front of an input VC, from the state alone.
pub struct Front<Bit> {
    /// The buffer is not empty.
    pub occupied: Bit,
    /// Routes of the front, if it is a head.
    pub route: RouteBits<Bit>,
    /// Body request (RQ2).
    pub mid: Bit,
    /// The requested output port, as a set: the held one, or the port of the front's candidate.
    pub port: Vec<Bit>,
    /// The VC of that port, as a set: the held one, or the lowest ok VC of the candidate's set (SA5, VA4).
    pub vc: Vec<Bit>,
    /// The ok VCs of the candidate's set.
    pub ok: Vec<Bit>,
    /// The front is a head, and no VC of its candidate's set is ok (RQ4).
    pub void: Bit,
}

/// All fronts, `[i][v]`.
pub type Fronts<Bit> = Vec<Vec<Front<Bit>>>;

/// Computes all fronts of a state.
pub fn compute_fronts<G: Gates>(
    router: &Router,
    gates: &mut G,
    state: &State<G::Bit>,
    ok: &PerOutputVc<G::Bit>,
    has_credit: &PerOutputVc<G::Bit>,
) -> Fronts<G::Bit> {
    let mut all = Vec::with_capacity(state.inputs.len());
    for input in &state.inputs {
        let vcs = input.vcs.iter().enumerate();
        all.push(vcs.map(|(v, vc)| front(router, gates, &state.node, (v, vc), ok, has_credit)).collect());
    }
    all
}

fn front<G: Gates>(
    router: &Router,
    gates: &mut G,
    node: &[G::Bit],
    (v, input): (usize, &InputVc<G::Bit>),
    ok: &PerOutputVc<G::Bit>,
    has_credit: &PerOutputVc<G::Bit>,
) -> Front<G::Bit> {
    let parameters = router.parameters();
    let route = router.route(gates, node, &input.buffer[0].data, v);
    let chosen = candidate(gates, parameters, input);
    let asked = vector::select(gates, &chosen, route.candidates.iter().map(|candidate| &candidate.port[..]));
    let set = vector::select(gates, &chosen, route.candidates.iter().map(|candidate| &candidate.vcs[..]));
    let ok_there = vector::select(gates, &asked, ok.iter().map(|vcs| &vcs[..]));
    let ok = vector::and(gates, &set, &ok_there);
    let (held_port, held_vc) = held(gates, parameters, input);
    let lowest = vector::lowest(gates, &ok);
    let any = vector::any(gates, ok.iter().copied());
    let headed = gates.not(input.act);
    Front {
        occupied: vector::any(gates, input.count.iter().copied()),
        mid: mid(gates, parameters, input, has_credit),
        port: vector::mux(gates, input.act, &held_port, &asked),
        vc: vector::mux(gates, input.act, &held_vc, &lowest),
        void: gates.and_not(headed, any),
        route,
        ok,
    }
}

/// `mid` (RQ2): the packet at the front holds an output VC, a flit is there, and the VC has a credit.
pub fn mid<G: Gates>(gates: &mut G, parameters: &Parameters, input: &InputVc<G::Bit>, has_credit: &PerOutputVc<G::Bit>) -> G::Bit {
    let (port, vc) = held(gates, parameters, input);
    let there = vector::select(gates, &port, has_credit.iter().map(|vcs| &vcs[..]));
    let credit = vector::select_bit(gates, &vc, &there);
    let occupied = vector::any(gates, input.count.iter().copied());
    vector::all(gates, [input.act, occupied, credit])
}

/// Port and VC of the held output VC, as sets of one.
fn held<G: Gates>(gates: &mut G, parameters: &Parameters, input: &InputVc<G::Bit>) -> (Vec<G::Bit>, Vec<G::Bit>) {
    (vector::decode(gates, &input.port, parameters.ports), vector::decode(gates, &input.vc, parameters.vcs))
}

/// The number of the candidate, as a set.
fn candidate<G: Gates>(gates: &mut G, parameters: &Parameters, input: &InputVc<G::Bit>) -> Vec<G::Bit> {
    match parameters.candidates {
        1 => vec![gates.constant(true)],
        several => vector::decode(gates, &input.candidate, several),
    }
}

/// Requests that an input VC keeps for the next clock: `hreq`, before masking by the presence of a head, and its candidate (RQ3, VA2).
/// `fresh`: the front of the next clock was not the front in this clock.
pub fn wake_head<G: Gates>(
    gates: &mut G,
    front: &Front<G::Bit>,
    candidate: &[G::Bit],
    wake: &PerOutputVc<G::Bit>,
    fresh: G::Bit,
) -> (G::Bit, Vec<G::Bit>) {
    let mut awake = Vec::with_capacity(front.route.candidates.len());
    for candidate in &front.route.candidates {
        let there = vector::select(gates, &candidate.port, wake.iter().map(|vcs| &vcs[..]));
        awake.push(vector::select_bit(gates, &there, &candidate.vcs));
    }
    let any = vector::any(gates, awake.iter().copied());
    let first = vector::lowest(gates, &awake);
    let first = vector::encode(gates, &first, candidate.len());
    let remembered = vector::mux(gates, any, &first, candidate);
    let old = gates.not(fresh);
    (gates.or(fresh, any), vector::when(gates, old, &remembered))
}
