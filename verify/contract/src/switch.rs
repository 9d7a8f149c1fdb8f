//! Switch allocation (SA1 to SA6, VA6): which flits leave, and to which output.

use crate::fronts::{Front, Fronts};
use crate::state::VcChoice;
use crate::{Gates, Parameters, State, vector};

/// Flits that leave the buffers in a clock: at most one for each input, to one output.
pub struct SwitchGrants<Bit> {
    /// `[i][v]`: the front of this input VC leaves.
    pub left: Vec<Vec<Bit>>,
    /// `[i][o]`: the flit goes to this output port.
    pub port: Vec<Vec<Bit>>,
    /// `[i][w]`: VC of the output port; arbitrary without a grant.
    pub vc: Vec<Vec<Bit>>,
    /// By output port: pointer in the next clock.
    pub output_pointers: Vec<Vec<Bit>>,
    /// By input port: pointer in the next clock.
    pub input_pointers: Vec<Vec<Bit>>,
}

/// The VC that an input picks.
struct InputPick<Bit> {
    /// The picked VC, as a set; empty without one.
    vc: Vec<Bit>,
    /// The front is a void head, which requests nothing (SA2).
    void: Bit,
}

/// The switch of `PIPELINE` = 1 and 2.
pub fn grant_heads_and_bodies<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    state: &State<G::Bit>,
    fronts: &Fronts<G::Bit>,
) -> SwitchGrants<G::Bit> {
    let mut picks = Vec::with_capacity(fronts.len());
    for (i, (input, fronts)) in state.inputs.iter().zip(fronts).enumerate() {
        let mid: Vec<_> = fronts.iter().map(|front| front.mid).collect();
        let hreq: Vec<_> = input.vcs.iter().map(|vc| vc.hreq).collect();
        let body = vector::any(gates, mid.iter().copied());
        let requests = vector::mux(gates, body, &mid, &hreq);
        let takes_part = takes_part(gates, state, i);
        let requests = vector::when(gates, takes_part, &requests);
        let vc = vector::round_robin(gates, &requests, &input.pointer);
        let void: Vec<_> = fronts.iter().map(|front| front.void).collect();
        picks.push(InputPick { void: vector::select_bit(gates, &vc, &void), vc });
    }
    let mut switched = grant(gates, parameters, state, fronts, &picks);
    for (i, pick) in picks.iter().enumerate() {
        let moved = vector::any(gates, switched.left[i].iter().copied());
        let served = gates.or(moved, pick.void);
        let behind = vector::behind(gates, &pick.vc, parameters.vc_bits());
        switched.input_pointers.push(vector::mux(gates, served, &behind, &state.inputs[i].pointer));
    }
    switched
}

/// The switch of `PIPELINE` = 3: picked VCs make the requests (VA6).
pub fn grant_picked<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    state: &State<G::Bit>,
    fronts: &Fronts<G::Bit>,
) -> SwitchGrants<G::Bit> {
    let mut picks = Vec::with_capacity(fronts.len());
    for (i, input) in state.inputs.iter().enumerate() {
        let (picked, takes_part) = (members(gates, parameters, input.picked.as_ref()), takes_part(gates, state, i));
        picks.push(InputPick { vc: vector::when(gates, takes_part, &picked), void: gates.constant(false) });
    }
    let mut switched = grant(gates, parameters, state, fronts, &picks);
    switched.input_pointers = vec![Vec::new(); parameters.ports];
    switched
}

/// Whether input `i` takes part in switch allocation: every input does, except a local one in the clock after bit 2 dropped a flit of it (E5).
fn takes_part<G: Gates>(gates: &mut G, state: &State<G::Bit>, i: usize) -> G::Bit {
    match state.guards.get(i) {
        Some(guard) => gates.not(guard.dropped.valid),
        None => gates.constant(true),
    }
}

/// A chosen VC, as a set; empty without one.
pub fn members<G: Gates>(gates: &mut G, parameters: &Parameters, chosen: Option<&VcChoice<G::Bit>>) -> Vec<G::Bit> {
    let Some(chosen) = chosen else { return Vec::new() };
    let vc = vector::decode(gates, &chosen.vc, parameters.vcs);
    vector::when(gates, chosen.some, &vc)
}

/// Applies SA2, SA3 and SA4 of the outputs.
fn grant<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    state: &State<G::Bit>,
    fronts: &Fronts<G::Bit>,
    picks: &[InputPick<G::Bit>],
) -> SwitchGrants<G::Bit> {
    let ports = parameters.ports;
    let of =
        |gates: &mut G, i: usize, bits: fn(&Front<G::Bit>) -> &[G::Bit]| vector::select(gates, &picks[i].vc, fronts[i].iter().map(bits));
    let (mut asked, mut vc) = (Vec::with_capacity(ports), Vec::with_capacity(ports));
    for (i, pick) in picks.iter().enumerate() {
        let port = of(gates, i, |front| &front.port);
        let asks = gates.not(pick.void);
        asked.push(vector::when(gates, asks, &port));
        vc.push(of(gates, i, |front| &front.vc));
    }
    let nothing = gates.constant(false);
    let mut port = vec![vec![nothing; ports]; ports];
    let mut output_pointers = Vec::with_capacity(ports);
    for (o, output) in state.outputs.iter().enumerate() {
        let requests: Vec<_> = (0..ports).map(|i| if parameters.has_turn(i, o) { asked[i][o] } else { nothing }).collect();
        let (grants, pointer) = arbitrate(gates, parameters, &requests, &output.pointer);
        (0..ports).for_each(|i| port[i][o] = grants[i]);
        output_pointers.push(pointer);
    }
    let mut left = Vec::with_capacity(ports);
    for (pick, port) in picks.iter().zip(&port) {
        let wins = vector::any(gates, port.iter().copied());
        left.push(vector::when(gates, wins, &pick.vc));
    }
    SwitchGrants { left, port, vc, output_pointers, input_pointers: Vec::new() }
}

/// Round robin over the input ports; returns the grants, and the pointer in the next clock (SA4).
pub fn arbitrate<G: Gates>(gates: &mut G, parameters: &Parameters, requests: &[G::Bit], pointer: &[G::Bit]) -> (Vec<G::Bit>, Vec<G::Bit>) {
    let grants = vector::round_robin(gates, requests, pointer);
    let any = vector::any(gates, grants.iter().copied());
    let behind = vector::behind(gates, &grants, parameters.port_bits());
    let next = vector::mux(gates, any, &behind, pointer);
    (grants, next)
}
