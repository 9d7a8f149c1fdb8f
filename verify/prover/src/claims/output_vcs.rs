//! `output_vcs`: who has an output VC, and whether it can be had (VC1, VC3).

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let p = &scene.shape.parameters;
    for o in (0..p.ports).filter(|o| (0..p.vcs).any(|w| scene.shape.is_used(*o, w))) {
        let held = claims.bits_there(&scene.of_output(o, "vc_held"), 0, p.vcs);
        let free = claims.bits_there(&scene.of_output(o, "vc_free"), 0, p.vcs);
        for w in 0..p.vcs {
            let (vc, of) = (&scene.spec.outputs[o].vcs[w], [o, w]);
            if scene.shape.is_used(o, w) {
                claims.define_there("owned", &of, &held[w..=w], &[vc.owned]);
                let credit = match p.reused_empty(w) {
                    true => vector::is(claims.aig, &vc.credit, p.depth),
                    false => vector::any(claims.aig, vc.credit.iter().copied()),
                };
                let ok = claims.aig.and(credit, !vc.owned);
                claims.define_there("ok", &of, &free[w..=w], &[ok]);
            }
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
