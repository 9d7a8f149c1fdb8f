//! The router's `next`: the addresses of its neighbours, where routing is a hop ahead.

use super::Claims;
use crate::ahead::NEXT;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let Some(ahead) = scene.ahead else { return };
    let p = &scene.shape.parameters;
    let next = claims.register(NEXT, (p.ports - p.locals()) * p.router_bits());
    for (link, o) in (p.locals()..p.ports).enumerate() {
        let Some((there, address)) = ahead.neighbour(claims.aig, &scene.spec.node, o) else { continue };
        let same = claims.equal(&next[link * p.router_bits()..(link + 1) * p.router_bits()], &address);
        claims.push_if("neighbours", &[o], there, same);
    }
}
