//! `flit_buffer`, `front_buffer`: the flits of an input port, with the hop of a head in its own bits or beside it.

use torusmith_contract::{Flit, Gates, RouteBits, vector};

use super::Claims;
use super::context::has_other;
use super::fifo_pointers::places;
use crate::ahead::encoded;
use crate::aig::Edge;

pub fn claim(claims: &mut Claims<'_>) {
    let scene = claims.scene;
    let depth = scene.shape.parameters.depth;
    for (i, rank, v) in scene.input_vcs() {
        let front = places(claims, i, rank, "front_slot");
        let words: Vec<Word> = (0..depth).map(|place| word(claims, i, rank, place)).collect();
        for k in 0..depth {
            let flit = &scene.spec.inputs[i].vcs[v].buffer[k];
            let there = claims.at_least(&scene.spec.inputs[i].vcs[v].count, k + 1);
            let route = &scene.uncut[i][rank][k];
            for (at, &first) in front.iter().enumerate() {
                let word = &words[(at + k) % depth];
                let there = claims.aig.and(there, first);
                let expected = carried(claims, flit, route);
                let same = claims.equal(&word.data, &expected[..word.data.len()]);
                claims.push_if("data", &[i, v], there, same);
                let same = claims.equal(&[word.tail], &[flit.tail]);
                claims.push_if("tails", &[i, v], there, same);
                let (head, body) = (claims.aig.and(there, flit.head), claims.aig.and(there, !flit.head));
                let hop = hop_is(claims, i, v, route, &word.hop);
                claims.push_if("hops", &[i, v], head, hop);
                if word.inside {
                    let same = claims.equal_there(&word.hop, &flit.data[word.data.len()..]);
                    claims.push_if("data", &[i, v], body, same);
                }
            }
        }
    }
}

/// The data of a flit as it waits: a head that goes on has the routing bits that it carries on (RC7).
fn carried(claims: &mut Claims<'_>, flit: &Flit<Edge>, route: &RouteBits<Edge>) -> Vec<Edge> {
    let p = &claims.scene.shape.parameters;
    let mut data = flit.data.clone();
    if p.rewrites {
        let goes_on = claims.aig.and(flit.head, !route.candidates[0].port[0]);
        let bits = vector::mux(claims.aig, goes_on, &route.onward, &data[p.routing()]);
        data.splice(p.routing(), bits);
    }
    data
}

/// A word of a buffer, in its parts.
struct Word {
    data: Vec<Edge>,
    hop: Vec<Option<Edge>>,
    tail: Edge,
    /// The hop is in the place of the highest data bits.
    inside: bool,
}

fn word(claims: &mut Claims<'_>, i: usize, rank: usize, place: usize) -> Word {
    let (scene, shape) = (claims.scene, claims.scene.shape);
    let (p, hop_bits) = (&shape.parameters, shape.hop_bits());
    let address = (rank << shape.pointer_bits()) + place;
    let memory = |buffer: &str, address: usize| {
        let names = [format!("{buffer}.words[{address}]"), format!("{buffer}.g_slot[{address}].word")];
        names.map(|name| scene.of_input(i, &name)).into_iter().find(|name| scene.register(name).is_some())
    };
    let name = |buffer: &str, address: usize| memory(buffer, address).unwrap_or_else(|| scene.of_input(i, &format!("{buffer}[{address}]")));
    let inside = memory("u_fronts", address).is_some();
    let (hops, bits) = if inside { ("u_fronts", p.flit_width - hop_bits) } else { ("u_routes", p.flit_width) };
    // What routing a hop ahead needs of a head is apart, by VC.
    let apart = if shape.ahead && shape.own_vcs(i).len() > 1 { p.routing().end } else { 0 };
    let mut data = match apart {
        0 => Vec::new(),
        apart => claims.register(&name(&format!("g_header[{rank}].u_headers"), place), apart),
    };
    data.extend(claims.register(&name("u_flits", address), bits - apart));
    let hop = claims.bits_there(&name(hops, address), 0, hop_bits);
    let tail = claims.bits_there(&name(hops, address), hop_bits, 1)[0].unwrap_or(Edge::FALSE);
    Word { data, hop, tail, inside }
}

/// The hop is that of a route from input VC (i, v): which of the turns, the classes, and whether there is another candidate; at local ports classes mean nothing.
pub fn hop_is(claims: &mut Claims<'_>, i: usize, v: usize, route: &RouteBits<Edge>, hop: &[Option<Edge>]) -> Edge {
    let shape = claims.scene.shape;
    let (turn, class) = encoded(claims.aig, shape, i, v, route);
    let same_turn = claims.equal_there(&hop[..turn.len()], &turn);
    let same_class = claims.equal_there(&hop[turn.len()..turn.len() + class.len()], &class);
    let home = shape.home(claims.aig, route);
    let same_class = claims.aig.or(home, same_class);
    let same_way = if shape.chooses(i) {
        let has_other = has_other(claims.aig, route);
        claims.equal_there(&hop[hop.len() - 1..], &[has_other])
    } else {
        Edge::TRUE
    };
    vector::all(claims.aig, [same_turn, same_class, same_way])
}
