//! The subordinate side (docs/axi4_interface.md, S1 to S4).

use torusmith_contract::vector;

use crate::aig::Edge;
use crate::sides::axi4::{Axi4, Channel, chosen_len, claim_quiet, fifo_flag};
use crate::sides::links::Link;
use crate::sides::scene::{Scene, Side};

/// A subordinate side with its parameters.
pub struct Subordinate {
    pub axi4: Axi4,
}

/// Bits of a counter of requests: more than are held.
const COUNT: usize = 6;

impl Subordinate {
    fn requests(&self) -> Link {
        self.axi4.link("request", "u_taker.")
    }

    fn responses(&self) -> Link {
        self.axi4.link("response", "u_giver.")
    }

    fn address(&self, name: &'static str) -> Channel {
        let Axi4 { address_bits, id, user, exclusive, .. } = self.axi4;
        let user = user + if exclusive { address_bits + id } else { 0 };
        let about = self.axi4.about().into_iter().filter(|(signal, _)| *signal != "user");
        let signals = [("addr", self.axi4.addr)].into_iter().chain(about).chain((user > 0).then_some(("user", user))).collect();
        Channel { name, signals }
    }

    fn write_data(&self) -> Channel {
        let data = self.axi4.data;
        Channel { name: "m_axi_w", signals: self.axi4.with_user(vec![("data", data), ("strb", data / 8), ("last", 1)]) }
    }

    fn answers(&self, write: bool) -> Channel {
        let (name, signals) = match write {
            true => ("m_axi_b", vec![("resp", 2)]),
            false => ("m_axi_r", vec![("data", self.axi4.data), ("resp", 2), ("last", 1)]),
        };
        Channel { name, signals: self.axi4.with_user(signals) }
    }

    /// Request packets of both links: whole, a write with as many flits as its head says.
    fn drive_requests(&self, scene: &mut Scene, node: &[Edge]) {
        let link = self.requests();
        let open: Vec<Edge> = (0..link.ways()).map(|way| scene.watched(&format!("request open {way}"), 1)[0]).collect();
        let links = [(0..self.axi4.vcs, "request"), (self.axi4.vcs..link.ways(), "own_request")];
        let kinds = [scene.any(1)[0], scene.any(1)[0]];
        let mut may = Vec::new();
        for ((ways, _), write) in links.iter().zip(kinds) {
            let vcs = self.axi4.vcs_for(scene, node, write);
            may.extend(ways.clone().map(|way| if way == self.axi4.vcs { Edge::TRUE } else { scene.or(open[way], vcs[way]) }));
        }
        link.drive_flits(scene, &may);
        let came = link.arriving(scene);
        for ((ways, begin), write) in links.into_iter().zip(kinds).filter(|((ways, _), _)| !ways.is_empty()) {
            let on = &came[ways.clone()];
            let inside = vector::select_bit(scene.aig, on, &open[ways.clone()]);
            let left: Vec<Vec<Edge>> = ways.clone().map(|way| scene.watched(&format!("request left {way}"), 9)).collect();
            let rest = vector::select(scene.aig, on, left.iter().map(|left| &left[..]));
            let last = scene.is(&rest, 1);
            let tail = scene.choose(inside, last, !write);
            // A head's source is another node, or over the own link this one.
            let other = scene.any(self.axi4.address_bits);
            let same = scene.equal(&other, node);
            let flipped: Vec<Edge> = std::iter::once(!other[0]).chain(other[1..].iter().copied()).collect();
            let other = scene.mux(same, &flipped, &other);
            let source = if begin == "request" { other } else { node.to_vec() };
            let [reads, writes] = ["beats of reads", "beats of writes"].map(|name| chosen_len(scene, name));
            let strict_len = scene.mux(write, &writes, &reads);
            let len = if scene.strict { strict_len } else { scene.any(8) };
            let mut head = node.to_vec();
            head.extend(scene.any(self.axi4.route_bits));
            head.extend(source);
            head.push(write);
            head.extend(scene.any(self.axi4.slot_bits + self.axi4.addr));
            head.extend(&len);
            let rest = scene.any(self.axi4.request - head.len());
            head.extend(rest);
            let flit = scene.any(self.axi4.request);
            let data = scene.mux(inside, &flit, &head);
            scene.drive(&format!("{begin}_data"), data);
            scene.drive(&format!("{begin}_tail"), vec![tail]);
            let all = super::scene::padded(&len, 9);
            let all = vector::increment(scene.aig, &all);
            for way in ways.clone() {
                let before = &left[way - ways.start];
                let fewer = vector::decrement(scene.aig, before);
                let next = scene.mux(open[way], &fewer, &all);
                let next = scene.mux(came[way], &next, before);
                scene.remember(&format!("request left {way}"), 0, &next);
                let next = scene.choose(came[way], !tail, open[way]);
                scene.remember(&format!("request open {way}"), 0, &[next]);
            }
        }
    }

    fn counter(&self, scene: &mut Scene, name: &str) -> Vec<Edge> {
        scene.watched(name, COUNT)
    }

    fn count(&self, scene: &mut Scene, name: &str, up: Edge, down: Edge) {
        let now = self.counter(scene, name);
        let next = scene.counted(&now, up, down);
        scene.remember(name, 0, &next);
    }
}

/// Writes whose address was taken, whose last beat was taken, reads: without a response.
const OPEN: [&str; 3] = ["addresses of writes", "bursts of writes", "reads"];

impl Side for Subordinate {
    fn drive(&self, scene: &mut Scene) {
        let node = scene.constant("node", self.axi4.address_bits);
        scene.drive("node", node.clone());
        ["m_axi_aw", "m_axi_ar"].iter().for_each(|name| self.address(name).drive_ready(scene));
        self.write_data().drive_ready(scene);
        let [addresses, bursts, reads] = OPEN.map(|name| self.counter(scene, name)).map(|count| scene.some(count));
        let both = scene.and(addresses, bursts);
        self.answers(true).drive(scene, both, &mut |_, _| None);
        let (at, len) = (scene.watched("beat", 8), chosen_len(scene, "beats of reads"));
        let strict = scene.strict;
        let last = scene.equal(&at, &len);
        self.answers(false).drive(scene, reads, &mut |_, signal| (strict && signal == "last").then(|| vec![last]));
        self.responses().drive_credits(scene);
        self.drive_requests(scene, &node);
    }

    fn claim(&self, scene: &mut Scene) {
        let Axi4 { address_bits, .. } = self.axi4;
        let shown = [self.address("m_axi_aw"), self.address("m_axi_ar"), self.write_data()];
        shown.iter().for_each(|channel| channel.claim_stays(scene, "S1"));
        let answers = [true, false].map(|write| self.answers(write));
        answers.iter().for_each(|channel| channel.watch(scene));
        let [aw, ar, w, b, r] = [&shown[0], &shown[1], &shown[2], &answers[0], &answers[1]].map(|channel| channel.handshake(scene));
        let [w_last, r_last] = ["m_axi_wlast", "m_axi_rlast"].map(|name| scene.bit(name));
        let (w_ends, r_ends) = (scene.and(w, w_last), scene.and(r, r_last));
        for (name, up, down) in [(OPEN[0], aw, b), (OPEN[1], w_ends, b), (OPEN[2], ar, r_ends)] {
            self.count(scene, name, up, down);
        }
        let at = scene.watched("beat", 8);
        let next = scene.counted(&at, r, Edge::FALSE);
        let next = vector::when(scene.aig, !r_ends, &next);
        scene.remember("beat", 0, &next);

        let link = self.responses();
        let given = link.sender(scene, ["G1", "G3"], false);
        self.axi4.giver(scene, &link, &given);
        let waiting = self.requests().receiver(scene, "TK1");
        self.axi4.taker(scene);

        // The head on the link.
        let data = scene.port("response_data", self.axi4.response);
        let (to, write) = (&data[..address_bits], data[self.axi4.response_kind()]);
        let valid = scene.some(given.ways.iter().copied());
        let head = scene.and(valid, given.head);
        let of_write = scene.and(head, write);
        let alone = scene.implies(of_write, given.tail);
        scene.rule("P1", "response: that of a write is a head alone", alone);
        self.axi4.claim_ways(scene, &link, &given, to, write);
        let node = scene.port("node", address_bits);
        for name in ["u_reads_held", "u_writes_held"] {
            let [prepared, own] = ["prepared", "own"].map(|end| scene.flag(&format!("{name}.{end}")));
            let to = scene.register(&format!("{name}.to"));
            let here = scene.equal(&to, &node);
            let right = scene.same(own, here);
            let right = scene.implies(prepared, right);
            scene.helper(&format!("{name}.own"), right);
        }

        // Order, and contents.
        let requests = self.requests();
        let open: Vec<Edge> = (0..requests.ways()).map(|way| scene.watched(&format!("request open {way}"), 1)[0]).collect();
        self.axi4.kinds(scene, &requests);
        let marked = requests.follow(scene, self.axi4.request, &open, "u_taker.open");
        let back = requests.credits_back(scene);
        let [writes, reads] = self.axi4.claim_requests(scene, [&shown[0], &shown[1], &shown[2]], &marked, &back);
        self.axi4.claim_answers(scene, true, writes, &marked, &given, &data);
        self.axi4.claim_answers(scene, false, reads, &marked, &given, &data);
        self.axi4.claim_beats(scene, [&answers[0], &answers[1]], &given, &data);

        // After a reset nothing is given before a flit came.
        let asked = scene.watched("asked", 1)[0];
        let came = self.requests().arriving(scene);
        let next = scene.some(came.into_iter().chain([asked]));
        scene.remember("asked", 0, &[next]);
        let [aw, ar, w] = ["m_axi_awvalid", "m_axi_arvalid", "m_axi_wvalid"].map(|name| scene.bit(name));
        let shows = scene.some([aw, ar, w]);
        let others = [("S1", "m_axi: no request", shows), ("S4", "response: no flit", valid)];
        for (rule, name, shown) in others {
            let quiet = scene.or(asked, !shown);
            scene.rule(rule, &format!("{name} after reset before a flit came"), quiet);
        }
        let mut registers = vec!["u_giver.sending".to_owned(), "u_taker.open".into(), "u_acknowledgements.there".into()];
        registers.push("u_acknowledgements.second_full".into());
        for (name, held) in [("u_reads_held", self.axi4.reads_held), ("u_writes_held", self.axi4.writes_held)] {
            registers.extend([format!("{name}.prepared"), fifo_flag(&format!("{name}.u_queue"), held)]);
        }
        claim_quiet(scene, asked, &registers);
        let open: Vec<Edge> = OPEN.iter().flat_map(|name| self.counter(scene, name)).collect();
        let held: Vec<Edge> = answers.iter().map(|channel| scene.watched(&format!("{} held", channel.name), 1)[0]).collect();
        let some = scene.some(open.into_iter().chain(waiting).chain(held));
        let quiet = scene.or(asked, !some);
        scene.helper("requests before the first flit", quiet);
    }
}
