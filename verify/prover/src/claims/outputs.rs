//! Outputs of the router are those of the contract (L1, L4): all that means something.

use torusmith_contract::Gates;

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let own = scene.shape.parameters.own();
    let hop = if scene.shape.ahead { scene.shape.link_hop() } else { own.end..own.end };
    let flits = scene.shown.flits.iter().zip(&scene.owed.flits);
    for (o, (shown, owed)) in flits.enumerate() {
        let of_body = claims.aig.and(owed.valid, !owed.head);
        let of_head = claims.aig.and(owed.valid, owed.head);
        for (group, given, found, expected) in [
            ("out.valid", Edge::TRUE, &[shown.valid][..], &[owed.valid][..]),
            ("out.head", owed.valid, &[shown.head], &[owed.head]),
            ("out.tail", owed.valid, &[shown.tail], &[owed.tail]),
            ("out.vc", owed.valid, &shown.vc, &owed.vc),
            ("out.data", owed.valid, &shown.data[..own.start], &owed.data[..own.start]),
            ("out.own_bits", of_body, &shown.data[own.clone()], &owed.data[own.clone()]),
            ("out.next_hop", of_head, &shown.data[hop.clone()], &owed.data[hop.clone()]),
        ] {
            if found.is_empty() || (group == "out.next_hop" && scene.shape.parameters.is_local(o)) {
                continue;
            }
            let same = claims.equal(found, expected);
            claims.push_output(group, &[o], given, same);
        }
    }
    for (i, (shown, owed)) in scene.shown.credits.iter().zip(&scene.owed.credits).enumerate() {
        let same = claims.equal(&[shown.valid], &[owed.valid]);
        claims.push_output("in.credit_valid", &[i], Edge::TRUE, same);
        let same = claims.equal(&shown.vc, &owed.vc);
        claims.push_output("in.credit_vc", &[i], owed.valid, same);
    }
    for (bit, (shown, owed)) in scene.shown.error.iter().zip(&scene.owed.error).enumerate() {
        let same = claims.equal(&[*shown], &[*owed]);
        claims.push_output("error", &[bit], Edge::TRUE, same);
    }
}
