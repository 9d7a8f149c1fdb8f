//! Order of flits in a buffer (L3), and routes of heads.

use torusmith_contract::Gates;

use super::Claims;
use crate::cases::by_cases;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let shape = scene.shape;
    for (i, _, v) in scene.input_vcs() {
        let vc = &scene.spec.inputs[i].vcs[v];
        for k in 0..vc.buffer.len() {
            let there = claims.at_least(&vc.count, k + 1);
            let head = vc.buffer[k].head;
            let is_head = claims.aig.and(there, head);
            let data = &vc.buffer[k].data;
            let word = [&scene.spec.node[..], &shape.parameters.header(data)].concat();
            let legal = by_cases(claims.aig, &word, &mut |aig, word| {
                let (node, header) = word.split_at(shape.parameters.router_bits());
                vec![scene.filter.lets_in(aig, shape, scene.router, node, header, (i, v))]
            })[0];
            claims.push_if("legal_heads", &[i, v], is_head, legal);
            let (there, expected) = match k {
                // With three stages a head has its VC before it leaves: it is still at the front then.
                0 if shape.three() => (claims.aig.and(there, !vc.act), crate::aig::Edge::TRUE),
                0 => (there, !vc.act),
                _ => (there, vc.buffer[k - 1].tail),
            };
            let same = claims.equal(&[head], &[expected]);
            claims.push_if("framing", &[i, v], there, same);
        }
        let unended = scene.unended(claims.aig, i, v);
        if let Some(guard) = scene.spec.guards.get(i) {
            let open = claims.aig.and(guard.open[v], !guard.dropping[v]);
            claims.define("local_open", &[i, v], &[open], &[unended]);
        } else {
            claims.define("sender_open", &[i, v], &[scene.environment.open[i][v]], &[unended]);
        }
    }
}
