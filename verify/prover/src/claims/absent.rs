//! Parts that the router leaves out because no packet goes there: in the contract they never change either.

use torusmith_contract::vector;

use super::Claims;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let p = &scene.shape.parameters;
    for i in 0..p.ports {
        let own = scene.shape.own_vcs(i);
        for v in (0..p.vcs).filter(|v| !own.contains(v)) {
            let vc = &scene.spec.inputs[i].vcs[v];
            let busy = vector::any(claims.aig, vc.count.iter().copied().chain([vc.act, vc.hreq]));
            claims.push("absent_input_vc", &[i, v], !busy);
        }
        for w in (0..p.vcs).filter(|w| !scene.shape.is_used(i, *w)) {
            claims.push("absent_output_vc", &[i, w], !scene.spec.outputs[i].vcs[w].owned);
        }
    }
}
