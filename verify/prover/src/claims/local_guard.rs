//! `local_guard`, and the addresses of the router and of its terminals (E1 to E3, E5, Z2).

use torusmith_contract::vector;

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let (p, spec) = (&scene.shape.parameters, scene.spec);
    if p.apart.is_some() {
        // Where nothing depends on bits of the addresses, the registers are not there.
        let node: Vec<_> = (0..p.router_bits()).map(|b| scene.register_bit("here", b)).collect();
        claims.define_there("node", &[], &node, &spec.node);
    } else {
        let node = claims.register("here", p.address_bits);
        claims.define("node", &[], &node, &spec.node);
    }
    let known = vector::below(claims.aig, &spec.node, p.routers() as usize);
    claims.push("node_range", &[], known);
    for k in 0..p.locals() {
        terminal(claims, k);
        guard(claims, k);
    }
}

/// The register with the address of the terminal at local port `k`, where terminals are apart.
fn terminal(claims: &mut Claims<'_>, k: usize) {
    let scene = claims.scene;
    let (p, node) = (&scene.shape.parameters, &scene.spec.node);
    if p.apart.is_none() {
        return;
    }
    let own = scene.router.terminal(claims.aig, node, k);
    let found: Vec<_> = (0..p.address_bits).map(|b| scene.register_bit("terminals", k * p.address_bits + b)).collect();
    let there = scene.router.has_terminal(claims.aig, node, k);
    if there == Edge::TRUE {
        claims.define_there("terminal", &[k], &found, &own);
    } else {
        let same = claims.equal_there(&found, &own);
        claims.push_if("terminal", &[k], there, same);
    }
}

fn guard(claims: &mut Claims<'_>, k: usize) {
    let scene = claims.scene;
    let (p, spec) = (&scene.shape.parameters, &scene.spec.guards[k]);
    // The claims of the one local port of most routers have no number of it.
    let (unit, of) = match p.locals() {
        1 => ("u_guard".to_owned(), Vec::new()),
        _ => (format!("g_accept[{k}].g_local.u_guard"), vec![k]),
    };
    let dropped = claims.bit(&format!("{unit}.dropped"));
    claims.define("dropped", &of, &[dropped], &[spec.dropped.valid]);
    let vc = match p.vcs {
        1 => vec![Edge::FALSE; p.vc_bits()],
        _ => claims.register(&format!("{unit}.dropped_vc"), p.vc_bits()),
    };
    let same = claims.equal(&vc, &spec.dropped.vc);
    claims.push_if("dropped_vc", &of, spec.dropped.valid, same);
    let open = claims.register(&format!("{unit}.packet_open"), p.vcs);
    let dropping = claims.register(&format!("{unit}.packet_lost"), p.vcs);
    for v in 0..p.vcs {
        let of = [&of[..], &[v]].concat();
        claims.define("local_packets", &of, &[open[v]], &[spec.open[v]]);
        let same = claims.equal(&[dropping[v]], &[spec.dropping[v]]);
        claims.push_if("local_dropping", &of, spec.open[v], same);
        claims.push_if("dropping_open", &of, spec.dropping[v], spec.open[v]);
    }
}
