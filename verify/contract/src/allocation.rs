//! VC allocation of `PIPELINE` = 3 (VA1 to VA5), and the pick for the switch (VA7).

use crate::credits::PerOutputVc;
use crate::fronts::{Front, Fronts, mid};
use crate::state::{InputPort, InputVc, VcChoice};
use crate::switch::{SwitchGrants, arbitrate, members};
use crate::{Gates, Parameters, State, vector};

/// Output VCs that heads are given in a clock, at most one for each input.
pub struct VcGrants<Bit> {
    /// `[i][v]`: the head at the front of this input VC is given an output VC.
    pub head: Vec<Vec<Bit>>,
    /// `[i][o]`: output port of the given VC; arbitrary if no head of the input is given one.
    pub port: Vec<Vec<Bit>>,
    /// `[i][w]`: number of the given VC; arbitrary if no head of the input is given one.
    pub vc: Vec<Vec<Bit>>,
    /// Pointers in the next clock, `[o][m][c]`.
    pub allocators: Vec<Vec<Vec<Vec<Bit>>>>,
}

/// Called heads ask for an output port (VA2), the port's arbiters grant (VA3), and a granted head takes the lowest ok VC (VA4).
pub fn allocate<G: Gates>(gates: &mut G, parameters: &Parameters, state: &State<G::Bit>, fronts: &Fronts<G::Bit>) -> VcGrants<G::Bit> {
    let ports = parameters.ports;
    let (mut called, mut asked, mut ok) = (Vec::new(), Vec::new(), Vec::new());
    for (input, fronts) in state.inputs.iter().zip(fronts) {
        let one = members(gates, parameters, input.called.as_ref());
        asked.push(vector::select(gates, &one, fronts.iter().map(|front| &front.port[..])));
        ok.push(vector::select(gates, &one, fronts.iter().map(|front| &front.ok[..])));
        called.push(one);
    }
    let nothing = gates.constant(false);
    let mut port = vec![vec![nothing; ports]; ports];
    let mut allocators = Vec::with_capacity(ports);
    for (o, output) in state.outputs.iter().enumerate() {
        let mut of_port = output.allocators.clone();
        for (m, c) in (0..parameters.message_classes).flat_map(|m| (0..parameters.arbiters(o)).map(move |c| (m, c))) {
            let mut requests = vec![nothing; ports];
            for i in (0..ports).filter(|&i| parameters.has_turn(i, o)) {
                let of_class = |w: &usize| parameters.message_class(*w) == m && parameters.arbiter_of(o, *w) == c;
                let wanted = vector::any(gates, (0..parameters.vcs).filter(of_class).map(|w| ok[i][w]));
                requests[i] = gates.and(asked[i][o], wanted);
            }
            let (grants, pointer) = arbitrate(gates, parameters, &requests, &of_port[m][c]);
            (0..ports).for_each(|i| port[i][o] = gates.or(port[i][o], grants[i]));
            of_port[m][c] = pointer;
        }
        allocators.push(of_port);
    }
    let mut head = Vec::with_capacity(ports);
    for (called, port) in called.iter().zip(&port) {
        let granted = vector::any(gates, port.iter().copied());
        head.push(vector::when(gates, granted, called));
    }
    let vc = ok.iter().map(|ok| vector::lowest(gates, ok)).collect();
    VcGrants { head, port, vc, allocators }
}

/// Flits that enter and leave the buffers of an input, by VC.
pub struct FlitMoves<'a, Bit> {
    /// A flit on the link enters this buffer.
    pub came: &'a [Bit],
    /// The front leaves.
    pub left: &'a [Bit],
    /// The front is given an output VC.
    pub given: &'a [Bit],
}

/// The VC called in the next clock (VA5).
pub fn call_next<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    input: &InputPort<G::Bit>,
    fronts: &[Front<G::Bit>],
    traffic: &FlitMoves<G::Bit>,
) -> VcChoice<G::Bit> {
    let called = members(gates, parameters, input.called.as_ref());
    let void: Vec<_> = fronts.iter().map(|front| front.void).collect();
    let void = vector::select_bit(gates, &called, &void);
    let granted = vector::any(gates, traffic.given.iter().copied());
    let served = gates.or(void, granted);
    let asks_on = gates.not(served);
    let stays = vector::when(gates, asks_on, &called);
    let (mut others, mut arrived, mut behind_tail) = (Vec::new(), Vec::new(), Vec::new());
    for (v, (vc, front)) in input.vcs.iter().zip(fronts).enumerate() {
        others.push(gates.and_not(vc.hreq, called[v]));
        let nobody = gates.or(front.occupied, vc.act);
        arrived.push(gates.and_not(traffic.came[v], nobody));
        let tail_leaves = gates.and(traffic.left[v], vc.buffer[0].tail);
        let alone = vector::below(gates, &vc.count, 2);
        let more = gates.not(alone);
        let next = gates.or(more, traffic.came[v]);
        behind_tail.push(gates.and(tail_leaves, next));
    }
    let pointer = vector::behind(gates, &called, parameters.vc_bits());
    let first_other = vector::round_robin(gates, &others, &pointer);
    let void_one = vector::when(gates, void, &called);
    first_nonempty(gates, parameters, &[&stays, &first_other, &arrived, &void_one, &behind_tail])
}

/// The VC picked in the next clock (VA7). `next` are the input's VCs in the next clock, and `has_credit` is for the output VCs in the next
/// clock.
pub fn pick_next<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    (input, next): (&InputPort<G::Bit>, &[InputVc<G::Bit>]),
    has_credit: &PerOutputVc<G::Bit>,
    traffic: &FlitMoves<G::Bit>,
) -> VcChoice<G::Bit> {
    let picked = members(gates, parameters, input.picked.as_ref());
    let granted = vector::any(gates, traffic.left.iter().copied());
    let asks_on = gates.not(granted);
    let stays = vector::when(gates, asks_on, &picked);
    let mid: Vec<_> = next.iter().map(|vc| mid(gates, parameters, vc, has_credit)).collect();
    let mut others = Vec::with_capacity(mid.len());
    for (v, vc) in input.vcs.iter().enumerate() {
        let active = gates.and(vc.act, mid[v]);
        others.push(gates.and_not(active, picked[v]));
    }
    let pointer = vector::behind(gates, &picked, parameters.vc_bits());
    let first_other = vector::round_robin(gates, &others, &pointer);
    let again = vector::and(gates, &picked, &mid);
    first_nonempty(gates, parameters, &[&stays, &first_other, traffic.given, &again])
}

/// The first nonempty set; each set has at most one VC.
fn first_nonempty<G: Gates>(gates: &mut G, parameters: &Parameters, sets: &[&[G::Bit]]) -> VcChoice<G::Bit> {
    let nothing = gates.constant(false);
    let (mut some, mut vc) = (nothing, vec![nothing; parameters.vcs]);
    for set in sets {
        let free = gates.not(some);
        let here = vector::when(gates, free, set);
        vc = vc.iter().zip(&here).map(|(&a, &b)| gates.or(a, b)).collect();
        let any = vector::any(gates, set.iter().copied());
        some = gates.or(some, any);
    }
    VcChoice { some, vc: vector::encode(gates, &vc, parameters.vc_bits()) }
}

/// In `PIPELINE` = 1 and 2, a head that leaves without being a tail is given the VC by which it leaves (SA5).
pub fn take_vcs<G: Gates>(gates: &mut G, state: &State<G::Bit>, switched: &SwitchGrants<G::Bit>) -> VcGrants<G::Bit> {
    let mut head = Vec::with_capacity(state.inputs.len());
    for (input, left) in state.inputs.iter().zip(&switched.left) {
        let mut of_input = Vec::with_capacity(left.len());
        for (vc, &left) in input.vcs.iter().zip(left) {
            let held_or_one_flit = gates.or(vc.act, vc.buffer[0].tail);
            of_input.push(gates.and_not(left, held_or_one_flit));
        }
        head.push(of_input);
    }
    let allocators = state.outputs.iter().map(|output| output.allocators.clone()).collect();
    VcGrants { head, port: switched.port.clone(), vc: switched.vc.clone(), allocators }
}
