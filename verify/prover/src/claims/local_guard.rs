//! `local_guard`, and the router's address (E1 to E3, E5, Z2).

use torusmith_contract::vector;

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let (p, spec) = (&scene.shape.parameters, scene.spec);
    let node = claims.register("here", p.address_bits);
    claims.define("node", &[], &node, &spec.node);
    let known = vector::below(claims.aig, &spec.node, p.nodes as usize);
    claims.push("node_range", &[], known);
    let dropped = claims.bit("u_guard.dropped");
    claims.define("dropped", &[], &[dropped], &[spec.dropped.valid]);
    let vc = match p.vcs {
        1 => vec![Edge::FALSE; p.vc_bits()],
        _ => claims.register("u_guard.dropped_vc", p.vc_bits()),
    };
    let same = claims.equal(&vc, &spec.dropped.vc);
    claims.push_if("dropped_vc", &[], spec.dropped.valid, same);
    let open = claims.register("u_guard.packet_open", p.vcs);
    let dropping = claims.register("u_guard.packet_lost", p.vcs);
    for v in 0..p.vcs {
        claims.define("local_packets", &[v], &[open[v]], &[spec.open[v]]);
        let same = claims.equal(&[dropping[v]], &[spec.dropping[v]]);
        claims.push_if("local_dropping", &[v], spec.open[v], same);
        claims.push_if("dropping_open", &[v], spec.dropping[v], spec.open[v]);
    }
}
