//! `vc_allocator`: who has an output VC, and whether it can be had (VC1, VC3).

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let p = &scene.shape.parameters;
    for o in (0..p.ports).filter(|o| (0..p.vcs).any(|w| scene.shape.is_used(*o, w))) {
        let owned = claims.register(&scene.of_output(o, "owned"), p.vcs);
        let ok = claims.register(&scene.of_output(o, "ok"), p.vcs);
        for w in 0..p.vcs {
            let (vc, of) = (&scene.spec.outputs[o].vcs[w], [o, w]);
            claims.define("owned", &of, &[owned[w]], &[vc.owned]);
            let credit = match scene.shape.is_used(o, w) {
                false => Edge::FALSE,
                true if p.reused_empty(w) => vector::is(claims.aig, &vc.credit, p.depth),
                true => vector::any(claims.aig, vc.credit.iter().copied()),
            };
            let free = claims.aig.and(credit, !vc.owned);
            claims.define("ok", &of, &[ok[w]], &[free]);
            one_holder(claims, o, w);
        }
    }
}

/// A VC is owned if one packet holds it, and no two do.
fn one_holder(claims: &mut Claims<'_>, o: usize, w: usize) {
    let scene = claims.scene;
    let (mut some, mut alone) = (Edge::FALSE, Edge::TRUE);
    for (i, _, v) in scene.input_vcs().into_iter().filter(|(i, _, v)| scene.shape.reach(*i, *v, o) >> w & 1 == 1) {
        let holds = scene.holds(claims.aig, (i, v), (o, w));
        let second = claims.aig.and(some, holds);
        alone = claims.aig.and(alone, !second);
        some = claims.aig.or(some, holds);
    }
    let same = claims.equal(&[scene.spec.outputs[o].vcs[w].owned], &[some]);
    let holds = claims.aig.and(same, alone);
    claims.push("one_holder", &[o, w], holds);
}
