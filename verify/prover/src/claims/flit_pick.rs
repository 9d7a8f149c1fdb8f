//! `flit_pick`: the flit of an input port that asks for the switch (VA6). `PIPELINE` = 3.

use torusmith_contract::{Gates, vector};

use super::Claims;
use super::input_vc::mid;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let p = &scene.shape.parameters;
    for (i, input) in scene.spec.inputs.iter().enumerate() {
        let Some(picked) = &input.picked else { continue };
        let own = scene.shape.own_vcs(i);
        let vcs = vector::decode(claims.aig, &picked.vc, p.vcs);
        let mut picks = Vec::new();
        let mut ports = Vec::new();
        for &v in &own {
            let is_picked = claims.aig.and(picked.some, vcs[v]);
            let mid = mid(claims, i, v);
            claims.push_if("picked_mid", &[i, v], is_picked, mid);
            picks.push(is_picked);
            ports.push(vector::decode(claims.aig, &input.vcs[v].port, p.ports));
        }
        let in_range = vector::any(claims.aig, picks.iter().copied());
        claims.push_if("picked_range", &[i], picked.some, in_range);
        if own.is_empty() {
            continue;
        }
        let found = claims.register(&scene.of_input(i, "u_pick.picked"), own.len());
        claims.define("picked", &[i], &found, &picks);
        if own.len() <= 2 {
            let asks = claims.bits_there(&scene.of_input(i, "u_pick.asks"), 0, p.ports);
            let held: Vec<Edge> = vector::select(claims.aig, &picks, ports.iter().map(Vec::as_slice));
            claims.define_there("picked_port", &[i], &asks, &held);
        }
    }
}
