//! Output VCs: which can be given away, which wake a head, and their credits (section 4).

use crate::state::OutputVc;
use crate::wires::CreditLink;
use crate::{Gates, Parameters, State, vector};

/// A value for each output VC, `[o][w]`.
pub type PerOutputVc<Bit> = Vec<Vec<Bit>>;

/// `ok(o,w)` (VC3).
pub fn ok<G: Gates>(gates: &mut G, parameters: &Parameters, state: &State<G::Bit>) -> PerOutputVc<G::Bit> {
    let mut of = |w, vc: &OutputVc<G::Bit>| {
        let enough = if parameters.reused_empty(w) {
            vector::is(gates, &vc.credit, parameters.depth)
        } else {
            vector::any(gates, vc.credit.iter().copied())
        };
        gates.and_not(enough, vc.owned)
    };
    state.outputs.iter().map(|output| output.vcs.iter().enumerate().map(|(w, vc)| of(w, vc)).collect()).collect()
}

/// `wake(o,w)` (VC4), including the credits that are on the links.
pub fn wake<G: Gates>(
    gates: &mut G,
    parameters: &Parameters,
    state: &State<G::Bit>,
    credits: &[CreditLink<G::Bit>],
) -> PerOutputVc<G::Bit> {
    let mut of = |w, vc: &OutputVc<G::Bit>, credit: &CreditLink<G::Bit>| {
        let back = comes_back(gates, credit, w);
        if !parameters.reused_empty(w) {
            let left = vector::any(gates, vc.credit.iter().copied());
            return gates.or(left, back);
        }
        let full = vector::is(gates, &vc.credit, parameters.depth);
        let one_less = vector::is(gates, &vc.credit, parameters.depth - 1);
        gates.mux(back, one_less, full)
    };
    let outputs = state.outputs.iter().zip(credits);
    outputs.map(|(output, credit)| output.vcs.iter().enumerate().map(|(w, vc)| of(w, vc, credit)).collect()).collect()
}

/// Whether each output VC has a credit.
pub fn has_credit<G: Gates>(gates: &mut G, state: &State<G::Bit>) -> PerOutputVc<G::Bit> {
    let mut of = |vc: &OutputVc<G::Bit>| vector::any(gates, vc.credit.iter().copied());
    state.outputs.iter().map(|output| output.vcs.iter().map(&mut of).collect()).collect()
}

/// The credits of output VC w in the next clock (VC2); `sent`: a flit won the switch to it.
pub fn count_credits<G: Gates>(gates: &mut G, vc: &OutputVc<G::Bit>, w: usize, sent: G::Bit, credit: &CreditLink<G::Bit>) -> Vec<G::Bit> {
    let back = comes_back(gates, credit, w);
    let (less, more) = (gates.and_not(sent, back), gates.and_not(back, sent));
    let (decremented, incremented) = (vector::decrement(gates, &vc.credit), vector::increment(gates, &vc.credit));
    let kept = vector::mux(gates, less, &decremented, &vc.credit);
    vector::mux(gates, more, &incremented, &kept)
}

/// Whether a credit for VC w is on the link.
fn comes_back<G: Gates>(gates: &mut G, credit: &CreditLink<G::Bit>, w: usize) -> G::Bit {
    let of_w = vector::is(gates, &credit.vc, w);
    gates.and(credit.valid, of_w)
}
