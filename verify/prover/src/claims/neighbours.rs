//! The router's `next`: the addresses of its neighbours, where routing is a hop ahead.

use super::Claims;
use crate::ahead::NEXT;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let Some(ahead) = scene.ahead else { return };
    let p = &scene.shape.parameters;
    let next = claims.register(NEXT, (p.ports - 1) * p.address_bits);
    for o in 1..p.ports {
        let Some((there, address)) = ahead.neighbour(claims.aig, &scene.spec.node, o) else { continue };
        let same = claims.equal(&next[(o - 1) * p.address_bits..o * p.address_bits], &address);
        claims.push_if("neighbours", &[o], there, same);
    }
}
