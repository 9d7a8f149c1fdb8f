//! `fifo_pointers`: where flits are written and read.

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let depth = scene.shape.parameters.depth;
    for (i, rank, v) in scene.input_vcs() {
        let count = &scene.spec.inputs[i].vcs[v].count;
        let most = vector::below(claims.aig, count, depth + 1);
        claims.push("count", &[i, v], most);
        let nonempty = claims.bit(&scene.of_vc(i, rank, "u_pointers.not_empty"));
        let some = scene.some(claims.aig, i, v);
        claims.define("nonempty", &[i, v], &[nonempty], &[some]);
        let (rd, wr) = (places(claims, i, rank, "front_slot"), places(claims, i, rank, "write_slot"));
        for one in [&rd, &wr] {
            let inside = vector::any(claims.aig, one.iter().copied());
            claims.push("pointer_range", &[i, v], inside);
        }
        let counts = vector::decode(claims.aig, count, depth + 1);
        for (at, &front) in rd.iter().enumerate() {
            let next: Vec<_> = (0..depth).map(|place| (place + depth - at) % depth).collect();
            let fits = (0..depth).map(|place| if next[place] == 0 { claims.aig.or(counts[0], counts[depth]) } else { counts[next[place]] });
            let fits: Vec<_> = fits.collect();
            let holds = vector::select_bit(claims.aig, &wr, &fits);
            claims.push_if("place", &[i, v], front, holds);
        }
    }
}

/// The place that a pointer of an input VC stands for, as a set.
pub fn places(claims: &mut Claims<'_>, i: usize, rank: usize, pointer: &str) -> Vec<Edge> {
    let (depth, bits) = (claims.scene.shape.parameters.depth, claims.scene.shape.pointer_bits());
    let pointer = claims.register(&claims.scene.of_vc(i, rank, &format!("u_pointers.{pointer}")), bits);
    (0..depth).map(|place| vector::is(claims.aig, &pointer, place)).collect()
}
