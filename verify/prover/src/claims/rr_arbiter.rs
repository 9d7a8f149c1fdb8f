//! `rr_arbiter`: pointers, kept as the set of requesters that the pointer has not passed (SA4).

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let (shape, p) = (scene.shape, &scene.shape.parameters);
    for i in 0..p.ports {
        if !shape.three() {
            let name = scene.of_input(i, "g_pick.u_pick.g_many.from_pointer");
            pointer(claims, "input_pointer", &[i], &name, &scene.spec.inputs[i].pointer, &shape.own_vcs(i), p.vcs);
        }
    }
    for o in 0..p.ports {
        let name = format!("u_switch.g_output[{o}].g_arbiter.u_arbiter.g_many.from_pointer");
        pointer(claims, "output_pointer", &[o], &name, &scene.spec.outputs[o].pointer, &shape.inputs_of(o), p.ports);
        for (m, of_class) in scene.spec.outputs[o].allocators.iter().enumerate() {
            for (c, number) in of_class.iter().enumerate() {
                let group = m * of_class.len() + c;
                let name = scene.of_output(o, &format!("g_before_switch.g_group[{group}].g_arbiter.u_arbiter.g_many.from_pointer"));
                pointer(claims, "allocator_pointer", &[o, group], &name, number, &shape.askers(o, m, c), p.ports);
            }
        }
    }
}

/// A pointer over `all`, of whom only `askers` ever ask.
fn pointer(claims: &mut Claims<'_>, group: &'static str, of: &[usize], name: &str, number: &[Edge], askers: &[usize], all: usize) {
    let behind_some: Vec<Edge> = askers.iter().map(|asker| vector::is(claims.aig, number, (asker + 1) % all)).collect();
    let behind_some = vector::any(claims.aig, behind_some);
    let zero = vector::is(claims.aig, number, 0);
    let in_range = claims.aig.or(zero, behind_some);
    claims.push("pointer_range", of, in_range);
    if askers.len() > 1 {
        let behind = claims.register(name, askers.len() - 1);
        let expected: Vec<Edge> = askers[1..].iter().map(|asker| vector::below(claims.aig, number, asker + 1)).collect();
        let expected = vector::when(claims.aig, !zero, &expected);
        claims.define(group, of, &behind, &expected);
    }
}
