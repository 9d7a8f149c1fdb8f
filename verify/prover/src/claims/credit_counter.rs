//! `credit_counter`: free places at the other end (VC2).

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let p = &scene.shape.parameters;
    for (o, w) in (0..p.ports).flat_map(|o| (0..p.vcs).map(move |w| (o, w))) {
        let credit = &scene.spec.outputs[o].vcs[w].credit;
        let most = vector::below(claims.aig, credit, p.depth + 1);
        claims.push("credit_range", &[o, w], most);
        if !scene.shape.is_used(o, w) {
            continue;
        }
        let counter = if p.vcs == 1 { "u_credits.credits".to_owned() } else { format!("g_vc[{w}].u_credits.credits") };
        let name = scene.of_output(o, &counter);
        let (register, bits) = if p.depth <= 4 {
            let expected: Vec<Edge> = (1..=p.depth).map(|least| claims.at_least(credit, least)).collect();
            (claims.register(&name, p.depth), expected)
        } else {
            (claims.register(&name, p.count_bits()), credit.clone())
        };
        claims.define("credit", &[o, w], &register, &bits);
        if p.depth <= 4 {
            // What is above the lowest 0 says nothing.
            claims.push_weaker("credit_lowest_zero", &[o, w], |claims| {
                let mut holds = Edge::TRUE;
                for (level, least) in register.iter().zip(1..) {
                    let (more, here) = (claims.at_least(credit, least), vector::is(claims.aig, credit, least - 1));
                    let wrong = claims.aig.mux(*level, here, more);
                    holds = claims.aig.and(holds, !wrong);
                }
                holds
            });
        }
    }
}
