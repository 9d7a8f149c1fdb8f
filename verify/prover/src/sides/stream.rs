//! The AXI4-Stream interface (docs/axi_interface.md, T1 to T10, M1 to M8).

use torusmith_contract::vector;
use torusmith_sim::generated::GeneratedDesign as Design;

use crate::aig::Edge;
use crate::sides::axi4::{Channel, claim_quiet};
use crate::sides::links::{Given, Link};
use crate::sides::scene::{Scene, Side};

/// An interface with its parameters.
pub struct Stream {
    address_bits: usize,
    route_bits: usize,
    flit: usize,
    /// Bits of `tdata`, `tuser`; there is a `tkeep`.
    width: usize,
    user: usize,
    tkeep: bool,
    vcs: usize,
    depth: usize,
    order: bool,
}

impl Stream {
    pub fn of(design: &Design) -> Self {
        let manifest = &design.manifest;
        let flit = manifest.flit_width.unwrap_or_default() as usize;
        Self {
            address_bits: manifest.address_bits as usize,
            route_bits: manifest.route_bits as usize,
            flit,
            width: manifest.stream_width.map_or(flit, |width| width as usize),
            user: manifest.user_width.unwrap_or_default() as usize,
            tkeep: manifest.tkeep == Some(true),
            vcs: manifest.vcs as usize,
            depth: manifest.buffer_depth as usize,
            order: manifest.order == torusmith_design::Order::Pair,
        }
    }

    fn link(&self, name: &'static str, instance: &'static str) -> Link {
        Link { name, vcs: self.vcs, own: false, depth: self.depth, instance }
    }

    fn inward(&self) -> Link {
        self.link("local_in", "u_packetizer.")
    }

    fn outward(&self) -> Link {
        self.link("local_out", "u_depacketizer.")
    }

    fn stream(&self, name: &'static str) -> Channel {
        let into = name == "s_axis_t";
        let mut signals = vec![("data", self.width), ("last", 1), ("dest", self.address_bits)];
        signals.extend((!into).then_some(("id", self.address_bits)));
        signals.extend(self.tkeep.then_some(("keep", self.width / 8)));
        signals.extend((self.user > 0).then_some(("user", self.user)));
        Channel { name, signals }
    }
}

impl Stream {
    /// Each beat is a flit (*Widths*).
    fn even(&self) -> bool {
        let bits = |count: usize| (count + 1).next_power_of_two().trailing_zeros() as usize;
        let most = (1..).take_while(|count| 8 * count + bits(*count) <= self.flit).last().unwrap_or(0);
        !self.tkeep && self.width <= self.flit && 2 * (self.width / 8) > most
    }

    /// Beats that are taken are on the link in the next clock, after a head with the first one's destination.
    fn claim_beats_in(&self, scene: &mut Scene, given: &Given, data: &[Edge], waits: Edge) {
        let stream = self.stream("s_axis_t");
        let taken = stream.handshake(scene);
        let [valid, last] = ["s_axis_tvalid", "s_axis_tlast"].map(|name| scene.bit(name));
        let (bits, to) = (scene.port("s_axis_tdata", self.width), scene.port("s_axis_tdest", self.address_bits));
        let inside = scene.watched("a packet's first beat was taken", 1)[0];
        let next = scene.choose(taken, !last, inside);
        scene.remember("a packet's first beat was taken", 0, &[next]);
        let waits = scene.implies(waits, !inside);
        scene.helper("u_packetizer.idle before a packet's first beat", waits);
        let sent = scene.and(taken, given.open);
        let first = scene.all([valid, !taken, !inside]);
        let now = [&bits[..], &[last, sent], &to, &[first]].concat();
        let before = scene.watched("s_axis before", now.len());
        scene.remember("s_axis before", 0, &now);

        let on_link = scene.some(given.ways.iter().copied());
        let body = scene.and(on_link, !given.head);
        let beat = [&data[..self.width], &[given.tail]].concat();
        let same = scene.equal(&beat, &before[..beat.len()]);
        let same = scene.implies(body, same);
        let once = scene.same(body, before[beat.len()]);
        let right = scene.and(same, once);
        scene.rule("T6", "local_in: a beat of a packet that is sent is on the link in the next clock, tlast as the tail", right);
        let head = scene.and(on_link, given.head);
        let at = beat.len() + 1;
        let same = scene.equal(&data[..self.address_bits], &before[at..at + self.address_bits]);
        let right = scene.and(same, before[at + self.address_bits]);
        let right = scene.implies(head, right);
        scene.rule("T5", "local_in: a head has the tdest that shows with the packet's first beat, before it is taken", right);
    }

    /// A flit that leaves its buffer is a beat, as it came; a head is none.
    fn claim_beats_out(&self, scene: &mut Scene) {
        let link = self.outward();
        let open: Vec<Edge> = (0..self.vcs).map(|vc| scene.watched(&format!("local_out open {vc}"), 1)[0]).collect();
        let marked = link.follow(scene, self.flit, &open, "u_depacketizer.open");
        let back = link.credits_back(scene);
        let credit = scene.some(back);
        let [valid, last] = ["m_axis_tvalid", "m_axis_tlast"].map(|name| scene.bit(name));
        let held = scene.watched("m_axis_t held", 1)[0];
        let new = scene.and(valid, !held);
        let data = scene.port("m_axis_tdata", self.width);
        let same = [scene.equal(&data, &marked.data[..self.width]), scene.same(last, marked.tail)];
        let same = scene.all(same.into_iter().chain([new]));
        let right = scene.choose(marked.head, !new, same);
        let right = scene.implies(marked.leaves, right);
        let asked = scene.implies(new, credit);
        let right = scene.and(right, asked);
        scene.rule("M4", "m_axis: any one flit is a beat as it came, with its credit, in its VC's order, tlast with the tail", right);
    }
}

impl Side for Stream {
    fn drive(&self, scene: &mut Scene) {
        let node = scene.constant("node", self.address_bits);
        scene.drive("node", node.clone());
        self.stream("s_axis_t").drive(scene, Edge::TRUE, &mut |_, _| None);
        self.stream("m_axis_t").drive_ready(scene);
        self.inward().drive_credits(scene);
        let link = self.outward();
        let open: Vec<Edge> = (0..self.vcs).map(|vc| scene.watched(&format!("local_out open {vc}"), 1)[0]).collect();
        link.drive_flits(scene, &vec![Edge::TRUE; self.vcs]);
        let came = link.arriving(scene);
        // Heads are never tails (T5).
        let inside: Vec<Edge> = open.iter().zip(&came).map(|(open, came)| scene.and(*open, *came)).collect();
        let inside = scene.some(inside);
        let last = scene.any(1)[0];
        let tail = scene.and(last, inside);
        scene.drive("local_out_tail", vec![tail]);
        let flit = scene.any(self.flit);
        let head: Vec<Edge> = node.iter().copied().chain(flit[self.address_bits..].iter().copied()).collect();
        let data = scene.mux(inside, &flit, &head);
        scene.drive("local_out_data", data);
        for (vc, came) in came.into_iter().enumerate() {
            let next = scene.choose(came, !tail, open[vc]);
            scene.remember(&format!("local_out open {vc}"), 0, &[next]);
        }
    }

    fn claim(&self, scene: &mut Scene) {
        self.stream("m_axis_t").claim_stays(scene, "M5");
        self.stream("s_axis_t").watch(scene);
        let link = self.inward();
        let given = link.sender(scene, ["T1", "T6"], false);
        let valid = scene.some(given.ways.iter().copied());
        let head = scene.and(valid, given.head);
        let not_tail = scene.implies(head, !given.tail);
        scene.rule("T5", "local_in: a head is not a tail", not_tail);
        let data = scene.port("local_in_data", self.flit);
        let (node, at) = (scene.constant("node", self.address_bits), self.address_bits + self.route_bits);
        let from_here = scene.equal(&data[at..at + self.address_bits], &node);
        let astray = scene.equal(&data[..self.address_bits], &node);
        let right = scene.and(from_here, !astray);
        let right = scene.implies(head, right);
        scene.rule("T4", "local_in: a head is from the own node, and not for it", right);
        let node_q = scene.register("node_q");
        let same = scene.equal(&node_q, &node);
        scene.helper("node_q", same);

        // The states of T1 exclude one another; a beat is taken while sending with a credit, or dropping.
        let path = |name: &str| format!("u_packetizer.{name}");
        let [idle, sending, flow] = ["idle", "sending", "flow"].map(|name| scene.flag(&path(name)));
        let prepares: Vec<Edge> =
            if self.route_bits > 0 { ["preparing", "ready"].map(|name| scene.flag(&path(name))).to_vec() } else { vec![] };
        let waits = scene.some(prepares.iter().copied().chain([idle]));
        let states: Vec<Edge> = [idle, sending].into_iter().chain(prepares.iter().copied()).collect();
        let one = scene.at_most_one(&states);
        scene.helper("states of u_packetizer", one);
        let (_, ready) = given.claim_sender(scene, link.instance);
        let right = scene.implies(sending, ready);
        let right = scene.and(right, !waits);
        let right = scene.implies(flow, right);
        scene.helper("u_packetizer.flow", right);
        if self.order {
            let credit = scene.register("u_packetizer.has_credit");
            let same = scene.equal(&credit, &given.available);
            scene.helper("u_packetizer.has_credit", same);
        } else {
            let empty = scene.register("u_packetizer.empty");
            let right: Vec<Edge> = empty.iter().zip(&given.all).map(|(empty, all)| scene.implies(*empty, *all)).collect();
            let right = scene.all(right);
            scene.helper("u_packetizer.empty", right);
        }
        if self.route_bits > 0 {
            let shown = scene.watched("s_axis_tdest before", self.address_bits);
            let held = scene.watched("s_axis_t held", 1)[0];
            let to = scene.register("u_packetizer.destination");
            let same = scene.equal(&shown, &to);
            let same = scene.and(held, same);
            let prepares = scene.some(prepares.iter().copied());
            let right = scene.implies(prepares, same);
            scene.helper("u_packetizer.destination of the beat that shows", right);
        }
        if self.route_bits > 0 {
            let to = scene.register("u_packetizer.destination");
            let own = scene.equal(&to, &node);
            let right = scene.implies(prepares[1], !own);
            scene.helper("u_packetizer.destination", right);
        }
        if self.vcs > 1 {
            let number = scene.port("local_in_vc", (self.vcs - 1).ilog2() as usize + 1);
            let ways = vector::decode(scene.aig, &number, self.vcs);
            let same = scene.equal(&ways, &given.way);
            let right = scene.implies(sending, same);
            scene.helper("u_packetizer.out_vc", right);
        }
        let waiting = self.outward().receiver(scene, "M6");
        if self.even() {
            self.claim_beats_in(scene, &given, &data, waits);
            self.claim_beats_out(scene);
        }
        let open = scene.register("u_depacketizer.open");
        let one = scene.at_most_one(&open);
        scene.helper("u_depacketizer.open", one);

        // After a reset nothing is given before a beat shows, or a flit comes.
        let [beat, m_valid] = ["s_axis_tvalid", "m_axis_tvalid"].map(|name| scene.bit(name));
        let came = self.outward().arriving(scene);
        let came = scene.some(came);
        let busy = path(if self.route_bits > 0 { "preparing" } else { "flow" });
        let first = [("beat", "T2", "local_in: no flit after reset before a beat shows", valid, beat, vec![path("sending"), busy])];
        let open = "u_depacketizer.open".to_owned();
        let second = ("flit", "M3", "m_axis: no beat after reset before a flit came", m_valid, came, vec![open]);
        for (what, rule, name, shown, now, registers) in first.into_iter().chain([second]) {
            let asked = scene.watched(what, 1)[0];
            let next = scene.or(asked, now);
            scene.remember(what, 0, &[next]);
            let quiet = scene.or(asked, !shown);
            scene.rule(rule, name, quiet);
            claim_quiet(scene, asked, &registers);
            let others = if what == "beat" { prepares.clone() } else { waiting.clone() };
            let some = scene.some(others);
            let quiet = scene.or(asked, !some);
            scene.helper(&format!("before the first {what}"), quiet);
        }
    }
}
