//! `local_guard`, and the router's address (E1 to E3, Z2).

use torusmith_proof::vector;

use super::Claims;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let (p, spec) = (&scene.shape.parameters, scene.spec);
    let node = claims.register("node_q", p.address_bits);
    claims.define("node", &[], &node, &spec.node);
    let known = vector::below(claims.aig, &spec.node, p.nodes as usize);
    claims.push("node_range", &[], known);
    let open = claims.register("u_guard.open", p.vcs);
    let dropping = claims.register("u_guard.dropping", p.vcs);
    for v in 0..p.vcs {
        claims.define("local_packets", &[v], &[open[v]], &[spec.open[v]]);
        let same = claims.equal(&[dropping[v]], &[spec.dropping[v]]);
        claims.push_if("local_dropping", &[v], spec.open[v], same);
        claims.push_if("dropping_open", &[v], spec.dropping[v], spec.open[v]);
        claims.push_if("dropping_error", &[v], spec.dropping[v], spec.error[2]);
    }
}
