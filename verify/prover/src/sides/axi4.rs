//! What both sides of AXI4 have in common: widths, channels, the giver's registers.

use torusmith_contract::vector;
use torusmith_design::Order;
use torusmith_sim::generated::GeneratedDesign as Design;

use crate::aig::Edge;
use crate::sides::links::{Given, Link};
use crate::sides::scene::Scene;

/// Parameters of AXI4 interfaces (docs/axi4_interface.md).
#[derive(Debug, Clone)]
pub struct Axi4 {
    pub address_bits: usize,
    pub route_bits: usize,
    pub slot_bits: usize,
    pub addr: usize,
    pub data: usize,
    pub id: usize,
    pub user: usize,
    pub exclusive: bool,
    pub read_slots: usize,
    pub write_slots: usize,
    pub read_beats: usize,
    pub reads_held: usize,
    pub writes_held: usize,
    pub request: usize,
    pub response: usize,
    pub vcs: usize,
    pub classes: usize,
    pub depth: usize,
    /// Packets of a pair of nodes stay in order (`ORDER` = 1).
    pub order: bool,
    /// The side has an own link.
    pub own: bool,
    /// Base addresses of the map.
    pub ranges: Vec<u64>,
}

impl Axi4 {
    /// Those of a design; none if it has no AXI4.
    pub fn of(design: &Design, own: bool) -> Option<Self> {
        let manifest = &design.manifest;
        let axi4 = manifest.axi4.as_ref()?;
        let most = axi4.read_slots.max(axi4.write_slots) as usize;
        let hexadecimal = |text: &String| u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or_default();
        Some(Self {
            address_bits: manifest.address_bits as usize,
            route_bits: manifest.route_bits as usize,
            slot_bits: (most.next_power_of_two().trailing_zeros() as usize).max(1),
            addr: axi4.addr_width as usize,
            data: axi4.data_width as usize,
            id: axi4.id_width as usize,
            user: axi4.user_width as usize,
            exclusive: axi4.exclusive == 1,
            read_slots: axi4.read_slots as usize,
            write_slots: axi4.write_slots as usize,
            read_beats: axi4.read_beats as usize,
            reads_held: axi4.reads_held as usize,
            writes_held: axi4.writes_held as usize,
            request: axi4.request_width as usize,
            response: axi4.response_width as usize,
            vcs: manifest.vcs as usize,
            classes: manifest.message_classes as usize,
            depth: manifest.buffer_depth as usize,
            order: manifest.order == Order::Pair,
            own,
            ranges: manifest.ranges.iter().map(|range| hexadecimal(&range.base)).collect(),
        })
    }

    pub fn link(&self, name: &'static str, instance: &'static str) -> Link {
        Link { name, vcs: self.vcs, own: self.own, depth: self.depth, instance }
    }

    /// Bit of a request's head that tells a write from a read; of a response's head that less A.
    pub fn request_kind(&self) -> usize {
        2 * self.address_bits + self.route_bits
    }

    pub fn response_kind(&self) -> usize {
        self.address_bits + self.route_bits
    }

    /// Signals of an address channel without id, addr, valid and ready: names and bits.
    pub fn about(&self) -> Vec<(&'static str, usize)> {
        let all = [("len", 8), ("size", 3), ("burst", 2), ("lock", 1), ("cache", 4), ("prot", 3), ("qos", 4), ("region", 4)];
        all.into_iter().chain((self.user > 0).then_some(("user", self.user))).collect()
    }

    /// Signals of a channel without valid and ready.
    pub fn with_user(&self, mut signals: Vec<(&'static str, usize)>) -> Vec<(&'static str, usize)> {
        signals.extend((self.user > 0).then_some(("user", self.user)));
        signals
    }

    /// VCs on which a packet for `to` may go, of writes or reads (G2, N3); none of the own link.
    pub fn vcs_for(&self, scene: &mut Scene, to: &[Edge], write: Edge) -> Vec<Edge> {
        let share = self.vcs / self.classes;
        let low = share.ilog2() as usize;
        let chosen = vector::decode(scene.aig, &to[..low.min(to.len())], share);
        let of_class = |v: usize| if self.classes == 1 { Edge::TRUE } else { write.xor(v < share) };
        (0..self.vcs).map(|v| if self.order { scene.and(of_class(v), chosen[v % share]) } else { of_class(v) }).collect()
    }

    /// A head for the own node goes over the own link, all others by a VC that G2 allows.
    pub fn claim_ways(&self, scene: &mut Scene, link: &Link, given: &Given, to: &[Edge], write: Edge) {
        let node = scene.port("node", self.address_bits);
        let own = scene.equal(to, &node);
        let vcs = self.vcs_for(scene, to, write);
        let wrong: Vec<Edge> = (0..self.vcs).map(|v| scene.and(given.ways[v], !vcs[v])).collect();
        let wrong = scene.some(wrong);
        let by_router = scene.some(given.ways[..self.vcs].iter().copied());
        let astray = if self.own { scene.choose(own, by_router, given.ways[self.vcs]) } else { Edge::FALSE };
        let wrong = scene.or(wrong, astray);
        let right = scene.implies(given.head, !wrong);
        scene.rule("G2", &format!("{}: VC, or own link, by the destination", link.name), right);
    }

    /// The registers of the giver.
    pub fn giver(&self, scene: &mut Scene, link: &Link, given: &Given) {
        let (sending, ready) = given.claim_sender(scene, link.instance);
        let room = scene.flag("u_giver.room");
        let both = scene.and(sending, ready);
        let right = scene.same(room, both);
        scene.helper("u_giver.room", right);
        let mut credit = if scene.has_register("u_giver.has_credit") || self.order {
            scene.register("u_giver.has_credit")
        } else {
            given.available[..self.vcs].to_vec()
        };
        if self.own {
            credit.push(scene.flag("u_giver.g_own_link.some"));
        }
        let same = scene.equal(&credit, &given.available);
        scene.helper(&format!("u_giver.has_credit ({})", link.name), same);
    }

    /// At most one VC is open in the taker.
    pub fn taker(&self, scene: &mut Scene) {
        let open = scene.register("u_taker.open");
        let one = scene.at_most_one(&open);
        scene.helper("u_taker.open", one);
    }
}

/// A channel of AXI4 or AXI4-Stream, its signals without `valid` and `ready`.
#[derive(Debug, Clone)]
pub struct Channel {
    /// What the names of its signals begin with.
    pub name: &'static str,
    pub signals: Vec<(&'static str, usize)>,
}

impl Channel {
    pub fn signal(&self, end: &str) -> String {
        format!("{}{end}", self.name)
    }

    fn held(&self, scene: &mut Scene) -> Edge {
        scene.watched(&format!("{} held", self.name), 1)[0]
    }

    fn was(&self, scene: &mut Scene, (signal, width): (&str, usize)) -> Vec<Edge> {
        scene.watched(&format!("{}{signal} before", self.name), width)
    }

    /// Users show what they show until it is taken; `may`: something new may show; `fresh` gives a new signal's bits, or none for any.
    pub fn drive(&self, scene: &mut Scene, may: Edge, fresh: &mut dyn FnMut(&mut Scene, &str) -> Option<Vec<Edge>>) {
        let held = self.held(scene);
        let wish = scene.may_arrive();
        let new = scene.and(wish, may);
        let valid = scene.or(held, new);
        scene.drive(&self.signal("valid"), vec![valid]);
        for (signal, width) in &self.signals {
            let was = self.was(scene, (signal, *width));
            let other = fresh(scene, signal).unwrap_or_else(|| scene.any(*width));
            let bits = scene.mux(held, &was, &other);
            scene.drive(&self.signal(signal), bits);
        }
    }

    /// A user who takes what is shown, or stalls.
    pub fn drive_ready(&self, scene: &mut Scene) {
        let stalls = scene.may_arrive();
        scene.drive(&self.signal("ready"), vec![!stalls]);
    }

    /// `valid` and `ready`.
    pub fn handshake(&self, scene: &mut Scene) -> Edge {
        let [valid, ready] = ["valid", "ready"].map(|end| scene.bit(&self.signal(end)));
        scene.and(valid, ready)
    }

    /// Remembers what is shown and not taken.
    pub fn watch(&self, scene: &mut Scene) {
        let [valid, ready] = ["valid", "ready"].map(|end| scene.bit(&self.signal(end)));
        let held = scene.and(valid, !ready);
        scene.remember(&format!("{} held", self.name), 0, &[held]);
        for (signal, width) in &self.signals {
            let bits = scene.port(&self.signal(signal), *width);
            scene.remember(&format!("{}{signal} before", self.name), 0, &bits);
        }
    }

    /// An output channel: VALID and payload stay until READY.
    pub fn claim_stays(&self, scene: &mut Scene, rule: &'static str) {
        let held = self.held(scene);
        let mut same = vec![scene.bit(&self.signal("valid"))];
        for (signal, width) in &self.signals {
            let (was, bits) = (self.was(scene, (signal, *width)), scene.port(&self.signal(signal), *width));
            same.push(scene.equal(&was, &bits));
        }
        let same = scene.all(same);
        let stays = scene.implies(held, same);
        let name = self.name.trim_end_matches("_t");
        scene.rule(rule, &format!("{name}: valid and payload stay until ready"), stays);
        self.watch(scene);
    }
}

/// The beats less one of all bursts of a run, few in most runs.
pub fn chosen_len(scene: &mut Scene, name: &str) -> Vec<Edge> {
    let bits = scene.constant(name, 11);
    let long = scene.all(bits[8..].iter().copied());
    let high = vector::when(scene.aig, long, &bits[2..8]);
    [&bits[..2], &high].concat()
}

/// Registers that are 0 as long as nothing was asked for.
pub fn claim_quiet(scene: &mut Scene, asked: Edge, registers: &[String]) {
    for path in registers {
        let bits = scene.register(path);
        let some = scene.some(bits);
        let quiet = scene.or(asked, !some);
        scene.helper(&format!("{path} before the first request"), quiet);
    }
}

/// The register that says whether an `axi4_fifo` of that path is empty.
pub fn fifo_flag(path: &str, depth: usize) -> String {
    if depth == 1 { format!("{path}.g_one.there") } else { format!("{path}.g_many.u_pointers.not_empty") }
}
