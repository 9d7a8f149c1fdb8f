//! `rr_arbiter`: pointers, kept as the set of requesters that the pointer has not passed (SA4).

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let (shape, p) = (scene.shape, &scene.shape.parameters);
    for i in 0..p.ports {
        if !shape.three() {
            let (name, own) = (scene.of_input(i, "u_pick.above_last"), shape.own_vcs(i));
            let ranks: Vec<usize> = (0..own.len()).collect();
            pointer(claims, "input_pointer", &[i], (&name, &ranks), &scene.spec.inputs[i].pointer, &own, p.vcs);
        }
    }
    for o in 0..p.ports {
        let name = format!("u_switch.g_output[{o}].u_arbiter.above_last");
        let inputs = shape.inputs_of(o);
        pointer(claims, "output_pointer", &[o], (&name, &inputs), &scene.spec.outputs[o].pointer, &inputs, p.ports);
        for (m, of_class) in scene.spec.outputs[o].allocators.iter().enumerate() {
            for (c, number) in of_class.iter().enumerate() {
                let group = m * of_class.len() + c;
                let name = scene.of_output(o, &format!("u_arbiter_{group}.above_last"));
                let askers = shape.askers(o, m, c);
                pointer(claims, "allocator_pointer", &[o, group], (&name, &askers), number, &askers, p.ports);
            }
        }
    }
}

/// A pointer over `all`, of whom only `askers` ever ask: the arbiter numbers them by `places`.
fn pointer(
    claims: &mut Claims<'_>,
    group: &'static str,
    of: &[usize],
    (name, places): (&str, &[usize]),
    number: &[Edge],
    askers: &[usize],
    all: usize,
) {
    let behind_some: Vec<Edge> = askers.iter().map(|asker| vector::is(claims.aig, number, (asker + 1) % all)).collect();
    let behind_some = vector::any(claims.aig, behind_some);
    let zero = vector::is(claims.aig, number, 0);
    let in_range = claims.aig.or(zero, behind_some);
    claims.push("pointer_range", of, in_range);
    if askers.len() > 1 {
        let behind: Vec<Option<Edge>> = places.iter().map(|place| claims.scene.register_bit(name, *place)).collect();
        let expected: Vec<Edge> = askers.iter().map(|asker| vector::below(claims.aig, number, asker + 1)).collect();
        let expected = vector::when(claims.aig, !zero, &expected);
        claims.define_there(group, of, &behind, &expected);
    }
}
