//! `head_call`: the head of an input port that asks for a VC (VA1, VA2). `PIPELINE` = 3.

use torusmith_contract::{Gates, vector};

use super::Claims;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let p = &scene.shape.parameters;
    for (i, input) in scene.spec.inputs.iter().enumerate() {
        let Some(called) = &input.called else { continue };
        let own = scene.shape.own_vcs(i);
        let vcs = vector::decode(claims.aig, &called.vc, p.vcs);
        let mut calls = Vec::new();
        for &v in &own {
            let (vc, some) = (&input.vcs[v], scene.some(claims.aig, i, v));
            let is_called = claims.aig.and(called.some, vcs[v]);
            let waits = claims.aig.and(some, !vc.act);
            claims.push_if("called_waits", &[i, v], is_called, waits);
            calls.push(is_called);
        }
        for &v in &own {
            // Where packets come by one VC alone, its head is called as soon as it waits.
            claims.push_weaker("called_alone", &[i, v], |claims| {
                let vc = &input.vcs[v];
                let some = scene.some(claims.aig, i, v);
                let waits = claims.aig.and(some, !vc.act);
                let others =
                    own.iter().filter(|u| **u != v).flat_map(|u| scene.shape.reached(i, *u).map(|to| (*u, to))).collect::<Vec<_>>();
                let others: Vec<Edge> =
                    others.into_iter().map(|(u, to)| scene.filter.lets_hold(claims.aig, &scene.spec.node, (i, u), to)).collect();
                let others = vector::any(claims.aig, others);
                vector::any(claims.aig, [!waits, called.some, others])
            });
        }
        let in_range = vector::any(claims.aig, calls.iter().copied());
        claims.push_if("called_range", &[i], called.some, in_range);
        if own.is_empty() {
            continue;
        }
        let register = |name: &str| scene.of_input(i, &format!("u_call.{name}"));
        let found = claims.register(&register("called"), own.len());
        claims.define("called", &[i], &found, &calls);
        let port = claims.bits_there(&register("port"), 0, p.ports);
        let share = scene.shape.share();
        let asked: Vec<_> = (0..own.len()).map(|rank| scene.asked(claims.aig, i, rank)).collect();
        let ports: Vec<&[Edge]> = asked.iter().map(|candidate| &candidate.port[..]).collect();
        let expected = vector::select(claims.aig, &calls, ports);
        claims.define_there("called_port", &[i], &port, &expected);
        let of_class: Vec<&[Edge]> = asked.iter().map(|candidate| &candidate.vcs[..]).collect();
        let wanted = vector::select(claims.aig, &calls, of_class);
        if share == 1 {
            continue;
        }
        // The register has the VCs of the head's message class alone.
        let found = claims.bits_there(&register("vcs"), 0, share);
        let of_share: Vec<Edge> = (0..share)
            .map(|w| vector::any(claims.aig, (0..p.message_classes).map(|m| wanted[m * share + w]).collect::<Vec<_>>()))
            .collect();
        let same = claims.equal_there(&found, &of_share);
        let told = if p.order {
            called.some
        } else {
            {
                let home = vector::any(claims.aig, expected[..p.locals()].iter().copied());
                claims.aig.and(called.some, !home)
            }
        };
        claims.push_if("called_vcs", &[i], told, same);
    }
}
