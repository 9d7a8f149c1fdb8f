//! Every place of a buffer is held by a flit, or is a credit on its way or with the sender (VC2, ST2).

use super::Claims;
use crate::aig::{Aig, Edge};
use torusmith_contract::{Gates, vector};

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let (p, environment) = (&scene.shape.parameters, scene.environment);
    for (i, _, v) in scene.input_vcs().into_iter().filter(|(i, ..)| !p.is_local(*i)) {
        let back = scene.credited(claims.aig, i, v);
        let holds = sum_is(claims.aig, &environment.credits[i][v], &scene.spec.inputs[i].vcs[v].count, back, p.depth);
        claims.push("sender_credit", &[i, v], holds);
    }
    for (o, w) in (0..p.ports).flat_map(|o| (0..p.vcs).map(move |w| (o, w))) {
        let leaves = scene.leaves(claims.aig, o, w);
        let holds = sum_is(claims.aig, &environment.owes[o][w], &scene.spec.outputs[o].vcs[w].credit, leaves, p.depth);
        claims.push("receiver_credit", &[o, w], holds);
    }
}

/// Two numbers and a bit are `sum` together.
fn sum_is(aig: &mut Aig, a: &[Edge], b: &[Edge], one: Edge, sum: usize) -> Edge {
    let mut carry = one;
    let mut digits = Vec::new();
    for (&x, &y) in a.iter().zip(b) {
        let half = aig.xor(x, y);
        digits.push(aig.xor(half, carry));
        let (both, passed) = (aig.and(x, y), aig.and(half, carry));
        carry = aig.or(both, passed);
    }
    digits.push(carry);
    vector::is(aig, &digits, sum)
}
