//! `other_direction`: which of two candidates a head asks for (RC5, RQ3, VA2).

use torusmith_contract::Gates;

use super::Claims;
use super::context::has_other;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    for (i, rank, v) in scene.input_vcs() {
        let (vc, of) = (&scene.spec.inputs[i].vcs[v], [i, v]);
        let some = scene.some(claims.aig, i, v);
        let waits = claims.aig.and(some, !vc.act);
        let Some(&candidate) = vc.candidate.first() else { continue };
        let has_other = has_other(claims.aig, &scene.routes[i][rank][0]);
        let sane = claims.aig.or(!candidate, has_other);
        claims.push_if("candidate_sane", &of, waits, sane);
        if !scene.shape.vc_chooses(i, v) {
            continue;
        }
        let register = |name: &str| scene.of_vc(i, rank, &format!("g_two_choices.u_other.{name}"));
        let (either, second) = (claims.bit(&register("has_second")), claims.bit(&register("asks_second")));
        let same = claims.equal(&[either], &[has_other]);
        claims.push_if("front_either", &of, waits, same);
        let same = claims.equal(&[second], &[candidate]);
        claims.push_if("front_candidate", &of, waits, same);
        // What a body holds is in the place of the first one.
        claims.push_if("held_candidate", &of, vc.act, !second);
    }
}
