//! The order of a subordinate side: requests as they came, and responses to the requests that they answer (S1 to S4).

use torusmith_contract::{Gates, vector};

use crate::aig::Edge;
use crate::sides::axi4::{Axi4, Channel};
use crate::sides::delivery::{Marked, below, entry};
use crate::sides::links::{Given, Link, fifo_count};
use crate::sides::scene::{Scene, padded};

/// Bits of a counter of requests: more than are held.
const COUNT: usize = 6;

/// A channel's payload in the order of a flit's bits.
fn payload(scene: &mut Scene, channel: &Channel, order: &[&str]) -> Vec<Edge> {
    let all: Vec<(&str, usize)> =
        order.iter().flat_map(|name| channel.signals.iter().copied().find(|(signal, _)| signal == name)).collect();
    all.into_iter().flat_map(|(signal, width)| scene.port(&channel.signal(signal), width)).collect()
}

/// Something shows that did not in the clock before.
fn new(scene: &mut Scene, channel: &Channel) -> Edge {
    let (held, valid) = (scene.watched(&format!("{} held", channel.name), 1)[0], scene.bit(&channel.signal("valid")));
    scene.and(valid, !held)
}

impl Axi4 {
    /// What the taker keeps of the flits in its buffers: which heads are of writes. With two message classes VCs of reads have nothing else.
    pub fn kinds(&self, scene: &mut Scene, link: &Link) {
        let reads = if self.classes > 1 { self.vcs / self.classes } else { 0 };
        for vc in (0..self.vcs).filter(|_| self.vcs > 1) {
            let (count, words, front) = link.contents(scene, vc, self.request + 1);
            let fronts = vector::decode(scene.aig, &front, self.depth);
            let mut all = Vec::new();
            for (n, word) in words.iter().enumerate() {
                let mut occupied = Vec::new();
                for place in 0..self.depth {
                    let within = !vector::below(scene.aig, &count, place + 1);
                    occupied.push(scene.and(within, fronts[(n + self.depth - place) % self.depth]));
                }
                let occupied = scene.some(occupied);
                let kind = scene.flag(&format!("u_taker.g_vc[{vc}].u_kind.words[{n}]"));
                let same = scene.same(kind, word[self.request_kind()]);
                let read = scene.and(!kind, word[self.request]);
                let right = if vc < reads { scene.and(same, read) } else { same };
                all.push(scene.implies(occupied, right));
            }
            if vc < reads {
                let taken = padded(&scene.register("u_taker.open"), self.vcs);
                all.extend([!scene.watched(&format!("request open {vc}"), 1)[0], !taken[vc]]);
            }
            let right = scene.all(all);
            scene.helper(&format!("u_taker.g_vc[{vc}].u_kind"), right);
        }
    }

    /// What shows on AW, AR and W is the flit whose credit is on the link, once and unchanged.
    pub fn claim_requests(&self, scene: &mut Scene, [aw, ar, w]: [&Channel; 3], marked: &Marked, credits: &[Edge]) -> [Edge; 2] {
        let shown = [aw, ar, w].map(|channel| new(scene, channel));
        let (some, single) = (scene.some(shown), scene.at_most_one(&shown));
        let credit = scene.some(credits.iter().copied());
        let same = scene.same(some, credit);
        let once = scene.and(same, single);
        scene.rule("S1", "m_axi: a request or beat shows with the credit of its flit, one in a clock", once);
        let first = self.request_kind() + 1 + self.slot_bits;
        let write = marked.data[self.request_kind()];
        let about = ["addr", "len", "size", "burst", "lock", "cache", "prot", "qos", "region"];
        let address = [aw, ar].map(|channel| {
            let mut bits = payload(scene, channel, &about);
            if self.user > 0 {
                // With EXCLUSIVE = 1 the source and the ID stand above the user bits (P3).
                bits.extend(
                    scene.port(&channel.signal("user"), channel.signals.last().map_or(0, |(_, width)| *width)).into_iter().take(self.user),
                );
            }
            bits
        });
        let expected = marked.data[first..first + address[0].len()].to_vec();
        let right = address.map(|bits| scene.equal(&bits, &expected));
        let beat = payload(scene, w, &["data", "strb", "user"]);
        let beat_right = scene.equal(&beat, &marked.data[..beat.len()]);
        let last = scene.bit(&w.signal("last"));
        let last_right = scene.same(last, marked.tail);
        let beat_right = scene.and(beat_right, last_right);
        let of_read = scene.and(shown[1], right[1]);
        let of_write = scene.and(shown[0], right[0]);
        let of_head = scene.choose(write, of_write, of_read);
        let of_beat = scene.and(shown[2], beat_right);
        let arrives = scene.choose(marked.head, of_head, of_beat);
        let arrives = scene.implies(marked.leaves, arrives);
        scene.rule("S1", "m_axi: any one flit shows as it came, in its VC's order, wlast with the tail", arrives);
        [shown[0], shown[1]]
    }

    /// Any one request's response has its source and slot, and comes after those of older ones; never more are held than can be.
    pub fn claim_answers(&self, scene: &mut Scene, write: bool, shows: Edge, marked: &Marked, given: &Given, head: &[Edge]) {
        let (kind, held, path) = match write {
            true => ("write", self.writes_held, "u_writes_held"),
            false => ("read", self.reads_held, "u_reads_held"),
        };
        let name = |what: &str| format!("{kind}: {what}");
        let valid = scene.some(given.ways.iter().copied());
        let begins = scene.all([valid, given.head, head[self.response_kind()].xor(!write)]);
        let ends = if write {
            begins
        } else {
            // A read's response may be under way.
            let inside = scene.all([valid, !given.head]);
            let last = scene.or(begins, inside);
            scene.and(last, given.tail)
        };
        // Requests that were shown, less responses that began, and less those that ended.
        let [open, kept] = ["requests without response", "requests held"].map(|what| scene.watched(&name(what), COUNT));
        for (what, now, down) in [("requests without response", &open, begins), ("requests held", &kept, ends)] {
            let next = scene.counted(now, shows, down);
            scene.remember(&name(what), 0, &next);
        }
        let now = scene.sum(COUNT + 1, &[&open, &[shows]]);
        let some = scene.some(now.iter().copied());
        let asked = scene.implies(begins, some);
        scene.rule("S2", &format!("response: that of a {kind} only for a {kind}"), asked);
        let all = scene.sum(COUNT + 1, &[&kept, &[shows]]);
        let most = vector::number(scene.aig, held, COUNT);
        let most = scene.sum(COUNT + 1, &[&most, &[ends]]);
        let over = below(scene, &most, &all);
        scene.rule("S2", &format!("m_axi: at most {held} {kind}s held"), !over);

        // The registers.
        let whose = self.address_bits + self.slot_bits;
        let [prepared, may] = ["prepared", "may_accept"].map(|end| scene.flag(&format!("{path}.{end}")));
        let (queued, words, front) = if held == 1 {
            let queue = format!("{path}.u_queue.g_one");
            (vec![scene.flag(&format!("{queue}.there"))], vec![padded(&scene.register(&format!("{queue}.word")), whose)], vec![Edge::FALSE])
        } else {
            let queue = format!("{path}.u_queue.g_many");
            let (count, right) = fifo_count(scene, &format!("{queue}.u_pointers."), held);
            scene.helper(&format!("{queue}.u_pointers.*_slot"), right);
            let words = (0..held).map(|n| padded(&scene.register(&format!("{queue}.u_words.words[{n}]")), whose)).collect();
            (count, words, scene.register(&format!("{queue}.u_pointers.front_slot")))
        };
        let waiting = scene.sum(COUNT + 1, &[&queued, &[prepared]]);
        let after = scene.sum(COUNT + 1, &[&waiting, &[begins]]);
        let same = scene.equal(&now, &after);
        scene.helper(&format!("{path} and requests without response"), same);
        let counted = scene.register(&format!("{path}.counted"));
        let [accepted, ended] = ["was_accepted", "has_ended"].map(|end| scene.flag(&format!("{path}.{end}")));
        let sending = if write { Edge::FALSE } else { scene.flag("u_giver.sending") };
        let inside = scene.sum(COUNT + 1, &[&waiting, &[sending]]);
        let left = scene.sum(COUNT + 1, &[&inside, &[ended]]);
        let right = scene.sum(COUNT + 1, &[&counted, &[accepted]]);
        let balanced = scene.equal(&left, &right);
        let (full, most) = (scene.is(&inside, held), vector::below(scene.aig, &inside, held + 1));
        let may_right = scene.same(may, !full);
        let now_held = scene.sum(COUNT + 1, &[&inside, &[ends]]);
        let kept_right = scene.equal(&now_held, &all);
        let right = scene.all([balanced, most, may_right, kept_right]);
        scene.helper(&format!("{path}.counted"), right);
        let same = [scene.same(accepted, shows), scene.same(ended, ends)];
        let same = scene.all(same);
        scene.helper(&format!("{path}.was_accepted"), same);

        // The marked flit's request, from when it shows up to its response.
        let at = self.request_kind() + 1;
        let slot = &marked.data[at..at + self.slot_bits];
        let source = &marked.data[self.request_kind() - self.address_bits..self.request_kind()];
        let fresh = [slot, source].concat();
        let kind_right = marked.data[self.request_kind()].xor(!write);
        let (there, its, ahead) =
            (scene.watched(&name("followed"), 1)[0], scene.watched(&name("whose"), whose), scene.watched(&name("older"), COUNT));
        let starts = scene.all([marked.leaves, marked.head, kind_right, !there]);
        let first = scene.is(&ahead, 0);
        let answered = scene.all([there, begins, first]);
        let response = [&head[self.response_kind() + 1..][..self.slot_bits], &head[..self.address_bits]].concat();
        let same = scene.equal(&response, &its);
        let right = scene.implies(answered, same);
        scene.rule("S2", &format!("response: any one {kind}'s, with its source and slot, after those of older {kind}s"), right);
        let goes_on = scene.and(there, !answered);
        let next = scene.or(goes_on, starts);
        scene.remember(&name("followed"), 0, &[next]);
        let next = scene.mux(starts, &fresh, &its);
        scene.remember(&name("whose"), 0, &next);
        let (before, later) = (scene.counted(&open, Edge::FALSE, begins), scene.counted(&ahead, Edge::FALSE, begins));
        let next = scene.mux(starts, &before, &later);
        scene.remember(&name("older"), 0, &next);

        // Where it is: prepared, or in the queue; in the clock in which it shows, the last there.
        let register = [scene.register(&format!("{path}.out_slot")), scene.register(&format!("{path}.to"))].concat();
        let in_register = scene.equal(&register, &its);
        let (place, too_few) = vector::subtract(scene.aig, &later, &padded(&[prepared], COUNT));
        let word = entry(scene, &words, &front, &place)[..whose].to_vec();
        let (within, in_queue) = (below(scene, &place, &queued), scene.equal(&word, &its));
        let in_queue = scene.and(within, in_queue);
        let somewhere = scene.choose(too_few, in_register, in_queue);
        let right = scene.implies(goes_on, somewhere);
        let last = vector::decrement(scene.aig, &queued);
        let newest = entry(scene, &words, &front, &last)[..whose].to_vec();
        let (some, same) = (scene.some(queued.iter().copied()), scene.equal(&newest, &fresh));
        let newest = scene.and(some, same);
        let is_new = scene.all([marked.leaves, marked.head, kind_right]);
        let newest = scene.implies(is_new, newest);
        let right = scene.and(right, newest);
        scene.helper(&format!("{path}: the followed request"), right);
    }

    /// What the subordinate answers is in its response: beats in the next clock, acknowledgements one after the other.
    pub fn claim_beats(&self, scene: &mut Scene, [b, r]: [&Channel; 2], given: &Given, head: &[Edge]) {
        let valid = scene.some(given.ways.iter().copied());
        let of_write = scene.all([valid, given.head, head[self.response_kind()]]);
        let of_read = scene.and(valid, !of_write);
        let at = self.response_kind() + 1 + self.slot_bits;
        let beat = payload(scene, r, &["data", "resp", "user"]);
        let now: Vec<Edge> = beat.iter().copied().chain([scene.bit(&r.signal("last")), r.handshake(scene)]).collect();
        let before = scene.watched("beat before", now.len());
        let flit: Vec<Edge> = head[at..at + beat.len()].iter().copied().chain([given.tail]).collect();
        let same = scene.equal(&before[..flit.len()], &flit);
        let some = scene.same(of_read, before[flit.len()]);
        let right = scene.implies(of_read, same);
        let right = scene.and(right, some);
        scene.rule("S4", "response: a beat that is taken is on the link in the next clock, the last one as the tail", right);
        scene.remember("beat before", 0, &now);

        // Any one acknowledgement; those that wait are in the two places.
        let fresh = payload(scene, b, &["resp", "user"]);
        let (waits, there) = (scene.watched("acknowledgements", COUNT), scene.watched("acknowledgement followed", 1)[0]);
        let (ahead, word) = (scene.watched("acknowledgements ahead", COUNT), scene.watched("acknowledgement", fresh.len()));
        let taken = b.handshake(scene);
        let next = scene.counted(&waits, taken, of_write);
        scene.remember("acknowledgements", 0, &next);
        let first = scene.is(&ahead, 0);
        let leaves = scene.all([there, of_write, first]);
        let resp = self.response_kind() + 1 + self.slot_bits + self.data;
        let same = scene.equal(&head[resp..resp + fresh.len()], &word);
        let right = scene.implies(leaves, same);
        let some = scene.some(waits.iter().copied());
        let asked = scene.implies(of_write, some);
        let right = scene.and(right, asked);
        scene.rule("S4", "response: any one acknowledgement is in its write's response, in their order", right);
        let wish = scene.any(1)[0];
        let marks = scene.all([taken, wish, !there]);
        let goes_on = scene.and(there, !leaves);
        let next = scene.or(goes_on, marks);
        scene.remember("acknowledgement followed", 0, &[next]);
        let (before, later) = (scene.counted(&waits, Edge::FALSE, of_write), scene.counted(&ahead, Edge::FALSE, of_write));
        let next = scene.mux(marks, &before, &later);
        scene.remember("acknowledgements ahead", 0, &next);
        let next = scene.mux(marks, &fresh, &word);
        scene.remember("acknowledgement", 0, &next);
        let [first, second] = ["there", "second_full"].map(|end| scene.flag(&format!("u_acknowledgements.{end}")));
        let sum = scene.sum(COUNT, &[&[first], &[second], &[of_write]]);
        let balanced = scene.equal(&sum, &waits);
        let ordered = scene.implies(second, first);
        let places = ["out", "second"].map(|end| padded(&scene.register(&format!("u_acknowledgements.{end}")), word.len()));
        let at_first = scene.is(&later, 0);
        let place = scene.mux(at_first, &places[0], &places[1]);
        let (same, full) = (scene.equal(&place, &word), scene.aig.mux(at_first, first, second));
        let one = vector::below(scene.aig, &later, 2);
        let placed = scene.all([same, full, one]);
        let placed = scene.implies(goes_on, placed);
        let right = scene.all([balanced, ordered, placed]);
        scene.helper("u_acknowledgements", right);
    }
}
