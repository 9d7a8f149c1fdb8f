//! `input_vc`: what is known of the front flit.

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let three = scene.shape.three();
    for (i, rank, v) in scene.input_vcs() {
        let (vc, of) = (&scene.spec.inputs[i].vcs[v], [i, v]);
        let some = scene.some(claims.aig, i, v);
        let front = &vc.buffer[0];
        let holds = claims.bit(&scene.of_vc(i, rank, "holds_vc"));
        claims.define("act", &of, &[holds], &[vc.act]);
        if three {
            let head = claims.bit(&scene.of_vc(i, rank, "front_is_head"));
            let is_head = claims.aig.mux(some, front.head, !vc.act);
            claims.define("head", &of, &[head], &[is_head]);
        }
        let tail = claims.bit(&scene.of_vc(i, rank, "front_is_tail"));
        let same = claims.equal(&[tail], &[front.tail]);
        claims.push_if("front_tail", &of, some, same);
        let asks = claims.bit(&scene.of_vc(i, rank, "head_request"));
        let part = if three { Edge::TRUE } else { takes_part(claims, i) };
        let asked = claims.aig.and(vc.hreq, part);
        claims.define("head_request", &of, &[asks], &[asked]);
        let waits = claims.aig.and(some, !vc.act);
        claims.push_if("head_request_sane", &of, vc.hreq, waits);
        if !three {
            let asks = claims.bit(&scene.of_vc(i, rank, "body_request"));
            let mid = mid(claims, i, v);
            let asked = claims.aig.and(mid, part);
            claims.define("body_request", &of, &[asks], &[asked]);
        }
        let (port, vcs) = (registers_of_port(claims, i, rank), registers_of_vcs(claims, i, rank));
        let (route, asked) = (&scene.routes[i][rank][0].candidates[0], scene.asked(claims.aig, i, rank));
        let same_port = claims.equal_there(&port, &asked.port);
        claims.push_if("front_port", &of, waits, same_port);
        let first = scene.shape.parameters.message_class(v) * scene.shape.share();
        let same_vcs = claims.equal_there(&vcs, &route.vcs[first..first + vcs.len()]);
        // At a local port a head has all of its message class (RC2): what stands there means nothing, except where one of them is kept (RC9).
        let home = scene.shape.home(claims.aig, &scene.routes[i][rank][0]);
        let told = if scene.shape.parameters.order { waits } else { claims.aig.and(waits, !home) };
        claims.push_if("front_vcs", &of, told, same_vcs);
        // At a local port they may be any that it asks for at some port.
        let asked = scene.shape.reached(i, v).fold(0u8, |set, (_, w)| set | 1 << w);
        let strays: Vec<Edge> = (0..vcs.len()).filter(|w| asked >> (first + w) & 1 == 0).filter_map(|w| vcs[w]).collect();
        let strays = vector::any(claims.aig, strays);
        claims.push_if("front_vcs_range", &of, waits, !strays);
        let mut reached = Vec::new();
        for to in scene.shape.reached(i, v) {
            let (holds, can) = (scene.holds(claims.aig, (i, v), to), scene.filter.lets_hold(claims.aig, &scene.spec.node, (i, v), to));
            reached.push(claims.aig.and(holds, can));
        }
        let holds = vector::any(claims.aig, reached);
        claims.push_if("held_range", &of, vc.act, holds);
        let held_port = vector::decode(claims.aig, &vc.port, scene.shape.parameters.ports);
        let held_vc = vector::decode(claims.aig, &vc.vc, scene.shape.parameters.vcs);
        let same = claims.equal_there(&port, &held_port);
        claims.push_if("held_port", &of, vc.act, same);
        let same = claims.equal_there(&vcs, &held_vc[first..first + vcs.len()]);
        claims.push_if("held_vc", &of, vc.act, same);
        if three && scene.shape.parameters.rewrites {
            // A head that has its VC is still there: it waits with the routing bits for that way (RC7).
            let held = vector::all(claims.aig, [some, vc.act, front.head]);
            let same = claims.equal(&held_port, &route.port);
            claims.push_if("held_way", &of, held, same);
        }
    }
}

/// The input takes part in switch allocation (E5).
pub fn takes_part(claims: &Claims<'_>, i: usize) -> Edge {
    claims.scene.spec.guards.get(i).map_or(Edge::TRUE, |guard| !guard.dropped.valid)
}

/// RQ2.
pub fn mid(claims: &mut Claims<'_>, i: usize, v: usize) -> Edge {
    let scene = claims.scene;
    let mut credit = Vec::new();
    for (o, w) in scene.shape.reached(i, v) {
        let holds = scene.holds(claims.aig, (i, v), (o, w));
        let some = vector::any(claims.aig, scene.spec.outputs[o].vcs[w].credit.iter().copied());
        credit.push(claims.aig.and(holds, some));
    }
    let credit = vector::any(claims.aig, credit);
    let some = scene.some(claims.aig, i, v);
    claims.aig.and(credit, some)
}

/// The port asked for or held.
pub fn registers_of_port(claims: &mut Claims<'_>, i: usize, rank: usize) -> Vec<Option<Edge>> {
    let ports = claims.scene.shape.parameters.ports;
    claims.bits_there(&claims.scene.of_vc(i, rank, "output_port"), 0, ports)
}

/// The VCs asked for or held, of those of the message class; none, if that has one.
fn registers_of_vcs(claims: &mut Claims<'_>, i: usize, rank: usize) -> Vec<Option<Edge>> {
    let shape = claims.scene.shape;
    match shape.share() {
        1 => Vec::new(),
        2 if shape.classes == 2 && !shape.mixed => {
            let vc = claims.bit(&claims.scene.of_vc(i, rank, "output_vc"));
            vec![Some(!vc), Some(vc)]
        }
        share => claims.bits_there(&claims.scene.of_vc(i, rank, "output_vcs"), 0, share),
    }
}
