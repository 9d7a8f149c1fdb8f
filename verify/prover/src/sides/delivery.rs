//! Any one flit that a receiver takes in, followed from its arrival to its credit: what the interface then shows must be that flit.

use torusmith_contract::vector;

use crate::aig::Edge;
use crate::sides::links::Link;
use crate::sides::scene::{Scene, padded};

/// A flit, chosen freely among those that arrive on one way.
pub struct Marked {
    /// Its credit is on the link in this clock: it left its buffer in the clock before, or passed.
    pub leaves: Edge,
    pub head: Edge,
    pub tail: Edge,
    pub data: Vec<Edge>,
}

impl Link {
    /// Follows a flit of `width` bits; `open`: by way, a packet is open on the link; `taken`: the register that says whose packet is open
    /// in the receiver.
    pub fn follow(&self, scene: &mut Scene, width: usize, open: &[Edge], taken: &str) -> Marked {
        let ways = self.ways();
        let number = scene.constant(&format!("{}: way of the marked flit", self.name), ways.next_power_of_two().trailing_zeros() as usize);
        let its_way = vector::decode(scene.aig, &number, ways);
        let name = |what: &str| format!("{}: marked {what}", self.name);
        let (there, ahead) = (scene.watched(&name("there"), 1)[0], scene.watched(&name("ahead"), self.bits()));
        let (head, word) = (scene.watched(&name("head"), 1)[0], scene.watched(&name("word"), width + 1));
        let came = self.arriving(scene);
        let back = self.credits_back(scene);
        let [here, back] = [&came, &back].map(|ways| vector::select_bit(scene.aig, &its_way, ways));
        let first = scene.is(&ahead, 0);
        let leaves = scene.all([there, back, first]);

        // The word and its place when it arrives.
        let wish = scene.any(1)[0];
        let marks = scene.all([here, !there, wish]);
        let mut data = scene.port(&format!("{}_data", self.name), width);
        let mut tail = scene.bit(&format!("{}_tail", self.name));
        if self.own {
            let own = its_way[self.vcs];
            let (own_data, own_tail) =
                (scene.port(&format!("own_{}_data", self.name), width), scene.bit(&format!("own_{}_tail", self.name)));
            data = scene.mux(own, &own_data, &data);
            tail = scene.choose(own, own_tail, tail);
        }
        let fresh: Vec<Edge> = data.into_iter().chain([tail]).collect();
        let inside = vector::select_bit(scene.aig, &its_way, open);
        let free: Vec<Vec<Edge>> = (0..ways).map(|way| self.free(scene, way)).collect();
        let free = vector::select(scene.aig, &its_way, free.iter().map(|free| &free[..]));
        let all = vector::number(scene.aig, self.depth, self.bits());
        let (before, _) = vector::subtract(scene.aig, &all, &free);
        let before = scene.counted(&before, Edge::FALSE, back);
        let later = scene.counted(&ahead, Edge::FALSE, back);
        let later = scene.mux(marks, &before, &later);
        scene.remember(&name("ahead"), 0, &later);
        let stays = scene.and(there, !leaves);
        let stays = scene.or(stays, marks);
        scene.remember(&name("there"), 0, &[stays]);
        for (what, fresh, old) in [("head", &[!inside][..], &[head][..]), ("word", &fresh, &word)] {
            let next = scene.mux(marks, fresh, old);
            scene.remember(&name(what), 0, &next);
        }

        // In its buffer, behind as many flits as are ahead of it and have no credit on the link.
        let place = scene.counted(&ahead, Edge::FALSE, back);
        let mut helpers = Vec::new();
        let taken = padded(&scene.register(taken), ways);
        for way in 0..ways {
            let (count, words, front) = self.contents(scene, way, width + 1);
            if front.is_empty() {
                return Marked { leaves, head, tail: word[width], data: word[..width].to_vec() };
            }
            let at = |scene: &mut Scene, place: &[Edge]| entry(scene, &words, &front, place);
            let (within, found) = (below(scene, &place, &count), at(scene, &place));
            let same = scene.equal(&found, &word);
            // A flit follows the tail before it, or what the receiver has taken.
            let previous = vector::decrement(scene.aig, &place);
            let previous = at(scene, &previous)[width];
            let at_front = scene.is(&place, 0);
            let begins = scene.choose(at_front, !taken[way], previous);
            let framed = scene.same(begins, head);
            let right = scene.all([within, same, framed]);
            let waits = scene.all([there, its_way[way], !leaves]);
            helpers.push(scene.implies(waits, right));
            let last = vector::decrement(scene.aig, &count);
            let last = at(scene, &last)[width];
            let empty = scene.is(&count, 0);
            let ends = scene.choose(empty, taken[way], !last);
            helpers.push(scene.same(ends, open[way]));
        }
        let right = scene.all(helpers);
        scene.helper(&format!("{}words of the marked flit's buffer", self.instance), right);
        Marked { leaves, head, tail: word[width], data: word[..width].to_vec() }
    }

    /// Flits in a way's buffer, the buffer's words, and the place of the first.
    pub fn contents(&self, scene: &mut Scene, way: usize, width: usize) -> (Vec<Edge>, Vec<Vec<Edge>>, Vec<Edge>) {
        let at = self.instance;
        let bits = self.depth.next_power_of_two().trailing_zeros() as usize;
        let (pointers, words, base) = if self.own && way == self.vcs {
            let fifo = format!("{at}g_own_link.u_own_buffer.g_many.");
            (format!("{fifo}u_pointers."), format!("{fifo}u_words.words"), 0)
        } else if self.vcs > 1 {
            (format!("{at}u_buffers.g_vc[{way}].u_pointers."), format!("{at}u_buffers.u_buffer.words"), way << bits)
        } else if scene.has_register(&format!("{at}u_pointers.not_empty")) {
            (format!("{at}u_pointers."), format!("{at}u_buffer.words"), 0)
        } else {
            (format!("{at}u_buffer.g_many.u_pointers."), format!("{at}u_buffer.g_many.u_words.words"), 0)
        };
        let words: Vec<Vec<Edge>> = (base..base + self.depth).map(|n| padded(&scene.register(&format!("{words}[{n}]")), width)).collect();
        let (count, _) = super::links::fifo_count(scene, &pointers, self.depth);
        (count, words, scene.register(&format!("{pointers}front_slot")))
    }
}

/// A number is below another.
pub fn below(scene: &mut Scene, a: &[Edge], b: &[Edge]) -> Edge {
    let width = a.len().max(b.len());
    vector::subtract(scene.aig, &padded(a, width), &padded(b, width)).1
}

/// The word that many places behind the front of a FIFO.
pub fn entry(scene: &mut Scene, words: &[Vec<Edge>], front: &[Edge], place: &[Edge]) -> Vec<Edge> {
    let depth = words.len();
    let mut found = vec![Edge::FALSE; words[0].len()];
    let fronts = vector::decode(scene.aig, front, depth);
    let places = vector::decode(scene.aig, place, depth);
    for (n, word) in words.iter().enumerate() {
        let pairs: Vec<Edge> = (0..depth).map(|place| scene.and(places[place], fronts[(n + depth - place) % depth])).collect();
        let here = scene.some(pairs);
        let here = vector::when(scene.aig, here, word);
        found = found.iter().zip(&here).map(|(a, b)| scene.or(*a, *b)).collect();
    }
    found
}
