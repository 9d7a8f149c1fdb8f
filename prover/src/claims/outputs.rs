//! What the router shows is what the contract says (L1, L4): all that means something.

use torusmith_proof::Gates;

use super::Claims;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let own = scene.shape.parameters.own();
    for (o, (shown, owed)) in scene.shown.flits.iter().zip(&scene.owed.flits).enumerate() {
        let same = claims.equal(&[shown.valid], &[owed.valid]);
        claims.push_output("out_valid", &[o], same);
        let bits = |flit: &torusmith_proof::FlitLink<_>| [&[flit.head, flit.tail], &flit.vc[..]].concat();
        let same = claims.equal(&bits(shown), &bits(owed));
        let same = claims.aig.or(!owed.valid, same);
        claims.push_output("out_flit", &[o], same);
        let same = claims.equal(&shown.data[..own.start], &owed.data[..own.start]);
        let same = claims.aig.or(!owed.valid, same);
        claims.push_output("out_data", &[o], same);
        let same = claims.equal(&shown.data[own.clone()], &owed.data[own.clone()]);
        let matters = claims.aig.and(owed.valid, !owed.head);
        let same = claims.aig.or(!matters, same);
        claims.push_output("out_own_bits", &[o], same);
    }
    for (i, (shown, owed)) in scene.shown.credits.iter().zip(&scene.owed.credits).enumerate() {
        let same = claims.equal(&[shown.valid], &[owed.valid]);
        claims.push_output("in_credit_valid", &[i], same);
        let same = claims.equal(&shown.vc, &owed.vc);
        let same = claims.aig.or(!owed.valid, same);
        claims.push_output("in_credit_vc", &[i], same);
    }
    let same = claims.equal(&scene.shown.error, &scene.owed.error);
    claims.push_output("error", &[], same);
}
