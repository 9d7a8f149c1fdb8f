//! The manager side (docs/axi4_interface.md, I1 to I5, RS1 to RS5).

use torusmith_contract::vector;

use crate::aig::Edge;
use crate::sides::axi4::{Axi4, Channel, chosen_len, claim_quiet, fifo_flag};
use crate::sides::links::Link;
use crate::sides::scene::{Scene, Side};

/// Bits of a counter of requests: more than the stages hold.
const COUNT: usize = 4;

/// A manager side with its parameters.
pub struct Manager {
    pub axi4: Axi4,
}

/// Requests of a direction that wait for a response, by slot.
struct Waiting {
    /// The request has left, and its response has not begun.
    waits: Vec<Edge>,
    /// Where it went, and how many beats less one it asked for.
    to: Vec<Vec<Edge>>,
    len: Vec<Vec<Edge>>,
    /// By slot, those that left before and waited then.
    older: Vec<Vec<Edge>>,
}

impl Manager {
    fn requests(&self) -> Link {
        self.axi4.link("request", "u_giver.")
    }

    fn responses(&self) -> Link {
        self.axi4.link("response", "u_taker.")
    }

    fn address(&self, name: &'static str) -> Channel {
        let about = [("id", self.axi4.id), ("addr", self.axi4.addr)].into_iter().chain(self.axi4.about()).collect();
        Channel { name, signals: about }
    }

    fn write_data(&self) -> Channel {
        let data = self.axi4.data;
        Channel { name: "s_axi_w", signals: self.axi4.with_user(vec![("data", data), ("strb", data / 8), ("last", 1)]) }
    }

    fn answers(&self, write: bool) -> Channel {
        let Axi4 { id, data, .. } = self.axi4;
        let (name, signals) = match write {
            true => ("s_axi_b", vec![("id", id), ("resp", 2)]),
            false => ("s_axi_r", vec![("id", id), ("data", data), ("resp", 2), ("last", 1)]),
        };
        Channel { name, signals: self.axi4.with_user(signals) }
    }

    fn waiting(&self, scene: &mut Scene, write: bool) -> Waiting {
        let slots = if write { self.axi4.write_slots } else { self.axi4.read_slots };
        let kind = if write { "write" } else { "read" };
        let mut of = |what: &str, width| (0..slots).map(|s| scene.watched(&format!("{kind} {s} {what}"), width)).collect::<Vec<_>>();
        let waits = of("waits", 1).concat();
        Waiting { waits, to: of("to", self.axi4.address_bits), len: of("len", 8), older: of("older", slots) }
    }

    /// An address of some range, or any.
    fn drawn_address(&self, scene: &mut Scene) -> Vec<Edge> {
        let (any, pick) = (scene.any(self.axi4.addr), scene.any(3));
        let mut bits = any.clone();
        for (n, base) in self.axi4.ranges.iter().take(7).enumerate() {
            let mut of_range = vector::number(scene.aig, *base as usize, self.axi4.addr);
            of_range[..8].copy_from_slice(&any[..8]);
            let picked = scene.is(&pick, n);
            bits = scene.mux(picked, &of_range, &bits);
        }
        // Bursts of up to 256 bytes that begin here stay within 4096.
        bits.iter_mut().take(12).skip(8).for_each(|bit| *bit = Edge::FALSE);
        bits
    }

    fn drive_request(&self, scene: &mut Scene, channel: &Channel, len: &str) {
        let strict = scene.strict;
        channel.drive(scene, Edge::TRUE, &mut |scene, signal| match signal {
            _ if !strict => None,
            "addr" => Some(self.drawn_address(scene)),
            "len" => Some(chosen_len(scene, len)),
            "size" => Some(vec![Edge::FALSE; 3]),
            "burst" => Some(vec![Edge::TRUE, Edge::FALSE]),
            _ => None,
        });
    }

    /// Which slots' responses may begin on each way: in order of requests to one node, from where they went to.
    fn may_begin(&self, scene: &mut Scene, node: &[Edge], write: bool) -> Vec<Vec<Edge>> {
        let Waiting { waits, to, older, .. } = self.waiting(scene, write);
        let vcs = self.axi4.vcs_for(scene, node, Edge::constant(write));
        let mut by_way = vec![Vec::new(); self.responses().ways()];
        for slot in 0..waits.len() {
            let here = scene.equal(&to[slot], node);
            let mut first = waits[slot];
            if self.axi4.order {
                for other in 0..waits.len() {
                    let same = scene.equal(&to[other], &to[slot]);
                    let before = scene.all([waits[other], older[slot][other], same]);
                    first = scene.and(first, !before);
                }
            }
            for (way, slots) in by_way.iter_mut().enumerate() {
                let right = if way == self.axi4.vcs { here } else { scene.and(!here, vcs[way]) };
                slots.push(scene.and(first, right));
            }
        }
        by_way
    }

    /// Responses of both links.
    fn drive_responses(&self, scene: &mut Scene, node: &[Edge]) {
        let link = self.responses();
        let reads = self.may_begin(scene, node, false);
        let writes = self.may_begin(scene, node, true);
        let read_len = self.waiting(scene, false).len;
        let open: Vec<Edge> = (0..link.ways()).map(|way| scene.watched(&format!("response open {way}"), 1)[0]).collect();
        let left: Vec<Vec<Edge>> = (0..link.ways()).map(|way| scene.watched(&format!("response left {way}"), 8)).collect();
        let links = [&(0..self.axi4.vcs).collect::<Vec<_>>()[..], &(self.axi4.vcs..link.ways()).collect::<Vec<_>>()];
        let wishes: Vec<(Vec<Edge>, Edge)> = links.map(|_| (scene.any(self.axi4.slot_bits), scene.any(1)[0])).to_vec();
        let mut may = Vec::new();
        for (wish, ways) in wishes.iter().zip(links) {
            for &way in ways {
                let [read, write] = [&reads[way], &writes[way]].map(|slots| {
                    let picked = vector::decode(scene.aig, &wish.0, slots.len());
                    vector::select_bit(scene.aig, &picked, slots)
                });
                let begins = scene.choose(wish.1, write, read);
                may.push(scene.or(open[way], begins));
            }
        }
        link.drive_flits(scene, &may);
        let came = link.arriving(scene);
        for ((slot, write), (ways, begin)) in wishes.iter().zip(links.iter().zip(["response", "own_response"])) {
            if ways.is_empty() {
                continue;
            }
            let picked = vector::decode(scene.aig, slot, read_len.len());
            let len = vector::select(scene.aig, &picked, read_len.iter().map(|len| &len[..]));
            let on: Vec<Edge> = ways.iter().map(|way| came[*way]).collect();
            let inside: Vec<Edge> = ways.iter().map(|way| open[*way]).collect();
            let inside = vector::select_bit(scene.aig, &on, &inside);
            let rest = vector::select(scene.aig, &on, ways.iter().map(|way| &left[*way][..]));
            let (alone, last) = (scene.is(&len, 0), scene.is(&rest, 1));
            let alone = scene.or(*write, alone);
            let tail = scene.choose(inside, last, alone);
            let of_write = scene.and(*write, !inside);
            // In order of the bits of a head; those of a following flit are 0 up to the data.
            let mut head = node.to_vec();
            head.extend(scene.any(self.axi4.route_bits));
            head.push(*write);
            head.extend(slot);
            head.iter_mut().for_each(|bit| *bit = scene.and(*bit, !inside));
            let data = scene.any(self.axi4.data);
            head.extend(vector::when(scene.aig, !of_write, &data));
            head.extend(scene.any(2 + self.axi4.user));
            head.resize(self.axi4.response, Edge::FALSE);
            scene.drive(&format!("{begin}_data"), head);
            scene.drive(&format!("{begin}_tail"), vec![tail]);
            for &way in *ways {
                let fewer = vector::decrement(scene.aig, &left[way]);
                let next = scene.mux(open[way], &fewer, &len);
                let next = scene.mux(came[way], &next, &left[way]);
                scene.remember(&format!("response left {way}"), 0, &next);
                let next = scene.choose(came[way], !tail, open[way]);
                scene.remember(&format!("response open {way}"), 0, &[next]);
                let begins = scene.and(came[way], !open[way]);
                for (kind, of) in [("read", !*write), ("write", *write)] {
                    let starts = scene.and(begins, of);
                    scene.notes.insert(format!("{kind} begins {way}"), vec![starts]);
                }
            }
            scene.notes.insert(format!("{begin} slot"), slot.clone());
        }
    }

    /// Requests that leave begin to wait; responses that begin end it.
    fn watch_slots(&self, scene: &mut Scene, write: bool, (new, slot): (Edge, &[Edge]), to: &[Edge], len: &[Edge]) {
        let kind = if write { "write" } else { "read" };
        let Waiting { waits, to: went, len: asked, older } = self.waiting(scene, write);
        let ways = self.responses().ways();
        let mut begun = Vec::new();
        for (begin, ways) in [("response", 0..self.axi4.vcs), ("own_response", self.axi4.vcs..ways)] {
            let starts: Vec<Edge> = ways.map(|way| scene.notes[&format!("{kind} begins {way}")][0]).collect();
            if !starts.is_empty() {
                let (starts, slot) = (scene.some(starts), scene.notes[&format!("{begin} slot")].clone());
                begun.push((starts, slot));
            }
        }
        let mut left = Vec::new();
        for (s, waits) in waits.iter().enumerate() {
            let mut ends = Edge::FALSE;
            for (starts, slot) in &begun {
                let here = scene.is(slot, s);
                let here = scene.and(here, *starts);
                ends = scene.or(ends, here);
            }
            left.push(scene.and(*waits, !ends));
        }
        for s in 0..waits.len() {
            let here = scene.is(slot, s);
            let here = scene.and(here, new);
            let next = scene.or(left[s], here);
            scene.remember(&format!("{kind} {s} waits"), 0, &[next]);
            for (what, fresh, old) in [("to", to, &went[s]), ("len", len, &asked[s]), ("older", &left, &older[s])] {
                let next = scene.mux(here, fresh, old);
                scene.remember(&format!("{kind} {s} {what}"), 0, &next);
            }
        }
    }
}

impl Side for Manager {
    fn drive(&self, scene: &mut Scene) {
        let node = scene.constant("node", self.axi4.address_bits);
        scene.drive("node", node.clone());
        self.drive_request(scene, &self.address("s_axi_aw"), "beats of writes");
        self.drive_request(scene, &self.address("s_axi_ar"), "beats of reads");
        let (at, len) = (scene.watched("beat", 8), chosen_len(scene, "beats of writes"));
        let strict = scene.strict;
        let last = scene.equal(&at, &len);
        self.write_data().drive(scene, Edge::TRUE, &mut |_, signal| (strict && signal == "last").then(|| vec![last]));
        [false, true].iter().for_each(|write| self.answers(*write).drive_ready(scene));
        self.requests().drive_credits(scene);
        self.drive_responses(scene, &node);
    }

    fn claim(&self, scene: &mut Scene) {
        let Axi4 { address_bits, slot_bits, .. } = self.axi4;
        self.answers(true).claim_stays(scene, "RS2");
        self.answers(false).claim_stays(scene, "RS5");
        let channels = [self.address("s_axi_aw"), self.address("s_axi_ar"), self.write_data()];
        channels.iter().for_each(|channel| channel.watch(scene));
        let (shown, last) = (channels[2].handshake(scene), scene.bit("s_axi_wlast"));
        let at = scene.watched("beat", 8);
        let next = scene.counted(&at, shown, Edge::FALSE);
        let over = scene.and(shown, last);
        let next = vector::when(scene.aig, !over, &next);
        scene.remember("beat", 0, &next);

        let link = self.requests();
        let given = link.sender(scene, ["G1", "G3"], self.axi4.classes > 1);
        self.axi4.giver(scene, &link, &given);
        let waiting = self.responses().receiver(scene, "TK1");
        self.axi4.taker(scene);

        // The head on the link.
        let data = scene.port("request_data", self.axi4.request);
        let kind = self.axi4.request_kind();
        let (to, source, write) = (&data[..address_bits], &data[kind - address_bits..kind], data[kind]);
        let slot = &data[kind + 1..kind + 1 + slot_bits];
        let len = &data[kind + 1 + slot_bits + self.axi4.addr..][..8];
        let valid = scene.some(given.ways.iter().copied());
        let head = scene.and(valid, given.head);
        let node = scene.port("node", address_bits);
        let whole = scene.same(write, !given.tail);
        let whole = scene.implies(head, whole);
        scene.rule("P1", "request: a read is its head alone, a write has flits", whole);
        let from_here = scene.equal(source, &node);
        let from_here = scene.implies(head, from_here);
        scene.rule("P1", "request: the source is the own node", from_here);
        self.axi4.claim_ways(scene, &link, &given, to, write);
        for name in ["u_reads", "u_writes"] {
            if !self.axi4.own || !scene.has_register(&format!("{name}.own")) {
                continue;
            }
            let [full, wrong, own] = ["full", "wrong", "own"].map(|end| scene.flag(&format!("{name}.{end}")));
            let to = scene.register(&format!("{name}.to"));
            let here = scene.equal(&to, &node);
            let right = scene.same(own, here);
            let matters = scene.and(full, !wrong);
            let right = scene.implies(matters, right);
            scene.helper(&format!("{name}.own"), right);
        }

        // Slots that wait for responses.
        let read = scene.and(head, !write);
        self.watch_slots(scene, false, (read, slot), to, len);
        let opens = scene.and(head, write);
        let [open_slot, open_to] = [("slot", slot), ("to", to)].map(|(what, bits)| {
            let name = format!("{what} of the write on the link");
            let before = scene.watched(&name, bits.len());
            let next = scene.mux(opens, bits, &before);
            scene.remember(&name, 0, &next);
            before
        });
        let ends = scene.all([valid, !given.head, given.tail]);
        let no_len = vec![Edge::FALSE; 8];
        self.watch_slots(scene, true, (ends, &open_slot), &open_to, &no_len);
        self.claim_counts(scene, [(read, "s_axi_ar", "u_reads"), (opens, "s_axi_aw", "u_writes")]);
        self.claim_asked(scene, valid, waiting);
    }
}

impl Manager {
    /// A head only for a request that was taken: no more leave than came.
    fn claim_counts(&self, scene: &mut Scene, all: [(Edge, &'static str, &str); 2]) {
        for (head, channel, path) in all {
            let name = format!("{channel} without a head");
            let count = scene.watched(&name, COUNT);
            let taken = self.address(channel).handshake(scene);
            // Requests that are refused have no head: their count stays, and stops at its highest.
            let full = scene.all(count.iter().copied());
            let up = scene.and(taken, !full);
            let next = scene.counted(&count, up, head);
            scene.remember(&name, 0, &next);
            let some = scene.some(count.iter().copied());
            let right = scene.implies(head, some);
            scene.rule("I3", &format!("request: no more heads than {channel} handshakes"), right);
            let mut stages = vec![head];
            let more = if self.axi4.route_bits > 0 { "next_full" } else { "full" };
            for end in ["full", more, "u_places.there", "u_places.second_full"].iter().skip(usize::from(more == "full")) {
                stages.push(scene.flag(&format!("{path}.{end}")));
            }
            let inside = scene.count(COUNT, &stages);
            let fewer = vector::subtract(scene.aig, &count, &inside).1;
            scene.helper(&format!("{path}: requests in its stages"), !fewer);
            let ordered = [format!("{path}.u_places.there"), format!("{path}.u_places.second_full")].map(|path| scene.flag(&path));
            let ordered = scene.implies(ordered[1], ordered[0]);
            scene.helper(&format!("{path}.u_places"), ordered);
        }
    }

    /// After a reset nothing is given before a request was taken.
    fn claim_asked(&self, scene: &mut Scene, given: Edge, waiting: Vec<Edge>) {
        let asked = scene.watched("asked", 1)[0];
        let taken: Vec<Edge> = ["s_axi_aw", "s_axi_ar"].iter().map(|name| self.address(name).handshake(scene)).collect();
        let next = scene.some(taken.into_iter().chain([asked]));
        scene.remember("asked", 0, &[next]);
        let [b, r] = ["s_axi_bvalid", "s_axi_rvalid"].map(|name| scene.bit(name));
        for (rule, name, shown) in [("I3", "request: no flit", given), ("RS2", "s_axi_b: no response", b), ("RS5", "s_axi_r: no beat", r)] {
            let quiet = scene.or(asked, !shown);
            scene.rule(rule, &format!("{name} after reset before a request"), quiet);
        }
        let mut registers: Vec<String> =
            ["u_giver.sending", "u_write_data.dropping", "u_write_data.done", "u_read_data.erring", "u_read_data.in_error", "u_taker.open"]
                .map(str::to_owned)
                .to_vec();
        for name in ["u_reads", "u_writes"] {
            registers.extend(["full", "u_places.there", "u_places.second_full", "u_slots.busy"].map(|end| format!("{name}.{end}")));
            registers.extend((self.axi4.route_bits > 0).then(|| format!("{name}.next_full")));
        }
        registers.push(fifo_flag("u_write_responses.u_responses", self.axi4.write_slots));
        registers.push(fifo_flag("u_read_data.u_beats", self.axi4.read_beats));
        claim_quiet(scene, asked, &registers);
        // Nor does a slot wait for a response, nor is one under way.
        let mut under_way = [self.waiting(scene, false).waits, self.waiting(scene, true).waits, waiting].concat();
        for way in 0..self.responses().ways() {
            under_way.extend(scene.watched(&format!("response open {way}"), 1));
        }
        under_way.extend(scene.watched("request: open", 1));
        let some = scene.some(under_way);
        let quiet = scene.or(asked, !some);
        scene.helper("slots before the first request", quiet);
    }
}
