//! Links of an interface to its router and to itself: credits and whole packets (G1, G3, TK1; of streams T1, T5, T6, M6).

use torusmith_contract::vector;

use crate::aig::Edge;
use crate::sides::scene::{Scene, padded};

/// A link, and the own link as one more way.
#[derive(Debug, Clone)]
pub struct Link {
    /// What the names of its signals begin with.
    pub name: &'static str,
    pub vcs: usize,
    /// There is an own link, too: its way is the last one.
    pub own: bool,
    pub depth: usize,
    /// Path of the instance that sends or receives, with a dot.
    pub instance: &'static str,
}

impl Link {
    pub fn ways(&self) -> usize {
        self.vcs + usize::from(self.own)
    }

    /// Bits that count up to twice the depth.
    pub fn bits(&self) -> usize {
        (2 * self.depth).ilog2() as usize + 1
    }

    fn vc_bits(&self) -> usize {
        (self.vcs.max(2) - 1).ilog2() as usize + 1
    }

    fn port(&self, end: &str) -> String {
        format!("{}_{end}", self.name)
    }

    fn own_port(&self, end: &str) -> String {
        format!("own_{}_{end}", self.name)
    }

    /// On which way a flit, or a credit, is on the link.
    fn on(&self, scene: &mut Scene, valid: &str, vc: &str, own: &str) -> Vec<Edge> {
        let here = scene.bit(&self.port(valid));
        let mut ways = if self.vcs > 1 {
            let number = scene.port(&self.port(vc), self.vc_bits());
            vector::decode(scene.aig, &number, self.vcs)
        } else {
            vec![Edge::TRUE]
        };
        ways.iter_mut().for_each(|way| *way = scene.and(*way, here));
        if self.own {
            ways.push(scene.bit(&self.own_port(own)));
        }
        ways
    }

    /// Drives `valid` and `vc` of the router's link and `valid` of the own link, where `may` allows a way.
    fn drive(&self, scene: &mut Scene, (valid, vc, own): (&str, &str, &str), may: &[Edge]) {
        let wish = scene.may_arrive();
        let number = scene.any(self.vc_bits());
        let ways = if self.vcs > 1 { vector::decode(scene.aig, &number, self.vcs) } else { vec![Edge::TRUE] };
        let may_on: Vec<Edge> = ways.iter().zip(may).map(|(way, may)| scene.and(*way, *may)).collect();
        let may_any = scene.some(may_on);
        let here = scene.and(wish, may_any);
        scene.drive(&self.port(valid), vec![here]);
        if self.vcs > 1 {
            scene.drive(&self.port(vc), number);
        }
        if self.own {
            let wish = scene.may_arrive();
            let here = scene.and(wish, may[self.vcs]);
            scene.drive(&self.own_port(own), vec![here]);
        }
    }

    /// Credits come back for flits that were given.
    pub fn drive_credits(&self, scene: &mut Scene) {
        let owed: Vec<Edge> = self.each(scene, Self::owed);
        self.drive(scene, ("credit_valid", "credit_vc", "credit"), &owed);
    }

    /// By way, a number is not 0.
    fn each(&self, scene: &mut Scene, number: fn(&Self, &mut Scene, usize) -> Vec<Edge>) -> Vec<Edge> {
        let one = |way| {
            let bits = number(self, scene, way);
            scene.some(bits)
        };
        (0..self.ways()).map(one).collect()
    }

    /// Flits that were on the link before this clock, less their credits.
    fn owed(&self, scene: &mut Scene, way: usize) -> Vec<Edge> {
        let name = format!("{}: flits without credit, way {way}", self.name);
        scene.watched(&name, self.bits())
    }

    /// Ways on which a flit that is given is on the link.
    pub fn given(&self, scene: &mut Scene) -> Vec<Edge> {
        self.on(scene, "valid", "vc", "valid")
    }

    /// The sender keeps the credits, and its packets whole. `between`: with two message classes a read may stand between flits of a write.
    pub fn sender(&self, scene: &mut Scene, [credits_rule, whole_rule]: [&'static str; 2], between: bool) -> Given {
        let given = self.given(scene);
        let credits = self.on(scene, "credit_valid", "credit_vc", "credit");
        let (mut available, mut all) = (Vec::new(), Vec::new());
        for way in 0..self.ways() {
            let owed = self.owed(scene, way);
            let fits = vector::below(scene.aig, &owed, self.depth);
            let kept = scene.implies(given[way], fits);
            scene.rule(credits_rule, &format!("{}: at most {} flits without credit, {}", self.name, self.depth, self.way(way)), kept);
            let next = scene.counted(&owed, given[way], credits[way]);
            scene.remember(&format!("{}: flits without credit, way {way}", self.name), 0, &next);

            let has = self.credits(scene, way);
            let sum = scene.sum(self.bits() + 1, &[&has, &owed, &[given[way]]]);
            let sum = scene.is(&sum, self.depth);
            scene.helper(&format!("{}credits and flits, way {way}", self.instance), sum);
            all.push(scene.is(&has, self.depth));
            available.push(scene.some(has));
        }
        // Packets.
        let (head, tail) = (scene.bit(&self.port("head")), scene.bit(&self.port("tail")));
        let valid = scene.some(given.iter().copied());
        let name = |what: &str| format!("{}: {what}", self.name);
        let open = scene.watched(&name("open"), 1)[0];
        let its_way = scene.watched(&name("way"), self.ways());
        let alone = scene.and(head, tail);
        let apart = if between { scene.and(open, alone) } else { Edge::FALSE };
        let framed = scene.same(head, !open);
        let framed = scene.or(framed, apart);
        let framed = scene.implies(valid, framed);
        scene.rule(whole_rule, &name("a head where no packet is open, and no other"), framed);
        let (of_packet, single) = (scene.equal(&given, &its_way), scene.at_most_one(&given));
        let follows = scene.and(valid, !head);
        let one_way = scene.implies(follows, of_packet);
        scene.rule(whole_rule, &name("flits of a packet on one VC"), one_way);
        if self.own {
            scene.rule(whole_rule, &name("one flit in a clock, by one link"), single);
        }
        let moves = scene.and(valid, !apart);
        let open_next = scene.choose(moves, !tail, open);
        let begins = scene.and(moves, head);
        let way_next = scene.mux(begins, &given, &its_way);
        scene.remember(&name("open"), 0, &[open_next]);
        scene.remember(&name("way"), 0, &way_next);
        let at_most_one = scene.at_most_one(&its_way);
        let one = scene.some(its_way.iter().copied());
        let one = scene.and(at_most_one, one);
        let one = scene.implies(open, one);
        scene.helper(&name("way of the open packet"), one);
        Given { ways: given, head, tail, open: open_next, way: way_next, available, all }
    }

    /// The credits that the sender has for a way, as a number.
    fn credits(&self, scene: &mut Scene, way: usize) -> Vec<Edge> {
        let at = self.instance;
        let (counter, bar) = (format!("{at}g_vc[{way}].u_credit.credits"), format!("{at}credits_{way}"));
        let path = if self.own && way == self.vcs {
            format!("{at}g_own_link.u_credit.credits")
        } else if scene.has_register(&bar) {
            bar
        } else if self.vcs == 1 && scene.has_register(&format!("{at}u_credit.credits")) {
            format!("{at}u_credit.credits")
        } else {
            counter
        };
        let bits = scene.register(&path);
        if bits.len() != self.depth {
            return bits;
        }
        let ordered: Vec<Edge> = bits.windows(2).map(|pair| scene.implies(pair[1], pair[0])).collect();
        let ordered = scene.all(ordered);
        scene.helper(&format!("{path} is a bar"), ordered);
        scene.count(self.bits(), &bits)
    }

    /// Flits come where a place is free; `may` of each way says more, and `came` is called before they count.
    pub fn drive_flits(&self, scene: &mut Scene, may: &[Edge]) {
        let free: Vec<Edge> = self.each(scene, Self::free);
        let may: Vec<Edge> = free.iter().zip(may).map(|(free, may)| scene.and(*free, *may)).collect();
        self.drive(scene, ("valid", "vc", "valid"), &may);
    }

    /// Places of the receiver that the router knows to be free.
    pub fn free(&self, scene: &mut Scene, way: usize) -> Vec<Edge> {
        scene.watched(&format!("{}: places free, way {way}", self.name), self.bits())
    }

    /// Ways on which a flit arrives.
    pub fn arriving(&self, scene: &mut Scene) -> Vec<Edge> {
        self.on(scene, "valid", "vc", "valid")
    }

    /// Ways of which a credit is on the link.
    pub fn credits_back(&self, scene: &mut Scene) -> Vec<Edge> {
        self.on(scene, "credit_valid", "credit_vc", "credit")
    }

    /// The receiver gives no credit but for flits that came.
    pub fn receiver(&self, scene: &mut Scene, rule: &'static str) -> Vec<Edge> {
        let came = self.arriving(scene);
        let back = self.credits_back(scene);
        let mut waiting = Vec::new();
        for way in 0..self.ways() {
            let free = self.free(scene, way);
            let some_owed = vector::below(scene.aig, &free, self.depth);
            let earned = scene.implies(back[way], some_owed);
            scene.rule(rule, &format!("{}: a credit for a flit that came, {}", self.name, self.way(way)), earned);
            let next = scene.counted(&free, back[way], came[way]);
            scene.remember(&format!("{}: places free, way {way}", self.name), self.depth, &next);
            let (count, some) = self.buffered(scene, way);
            let all = scene.sum(self.bits() + 1, &[&free, &count, &[back[way]]]);
            let sum = scene.is(&all, self.depth);
            scene.helper(&format!("{}places, way {way}", self.instance), sum);
            waiting.push(some);
        }
        waiting
    }

    /// Flits in the receiver's buffer of a way, and whether there is one.
    fn buffered(&self, scene: &mut Scene, way: usize) -> (Vec<Edge>, Edge) {
        let at = self.instance;
        let all = if self.own && way == self.vcs {
            vec![format!("{at}g_own_link.u_own_buffer.g_many.u_pointers.")]
        } else {
            let of_vc = format!("{at}u_buffers.g_vc[{way}].u_pointers.");
            vec![of_vc, format!("{at}u_buffer.g_many.u_pointers."), format!("{at}u_pointers.")]
        };
        let path = all.iter().find(|path| scene.has_register(&format!("{path}not_empty"))).unwrap_or(&all[0]).clone();
        fifo(scene, &path, self.depth)
    }

    /// A way in words.
    fn way(&self, way: usize) -> String {
        if way < self.vcs { format!("VC {way}") } else { "own link".into() }
    }
}

/// What a sender gives in a clock.
pub struct Given {
    /// By way.
    pub ways: Vec<Edge>,
    pub head: Edge,
    pub tail: Edge,
    /// A packet is open after this clock.
    pub open: Edge,
    /// Its way.
    pub way: Vec<Edge>,
    /// By way, the sender has a credit.
    pub available: Vec<Edge>,
    /// By way, it has all of them.
    pub all: Vec<Edge>,
}

impl Given {
    /// The sender's registers `sending` and `chosen`, in the instance at a path with a dot, are those of the open packet. Returns `sending`, and
    /// whether the packet's way has a credit.
    pub fn claim_sender(&self, scene: &mut Scene, at: &str) -> (Edge, Edge) {
        let sending = scene.flag(&format!("{at}sending"));
        let same = scene.same(sending, self.open);
        scene.helper(&format!("{at}sending"), same);
        if scene.has_register(&format!("{at}chosen")) {
            let chosen = scene.register(&format!("{at}chosen"));
            let same = scene.equal(&chosen, &self.way);
            let right = scene.implies(sending, same);
            scene.helper(&format!("{at}chosen"), right);
        }
        let ready: Vec<Edge> = self.way.iter().zip(&self.available).map(|(way, some)| scene.and(*way, *some)).collect();
        (sending, scene.some(ready))
    }
}

/// Words in a FIFO whose pointers are at that path, and whether there is one. That the pointers are in range is a helper.
pub fn fifo(scene: &mut Scene, path: &str, depth: usize) -> (Vec<Edge>, Edge) {
    let (count, right) = fifo_count(scene, path, depth);
    scene.helper(&format!("{path}*_slot"), right);
    (count, scene.flag(&format!("{path}not_empty")))
}

/// Words in a FIFO whose pointers are at that path, if these are in range, and that they are.
pub fn fifo_count(scene: &mut Scene, path: &str, depth: usize) -> (Vec<Edge>, Edge) {
    let [write, front, some] = ["write_slot", "front_slot", "not_empty"].map(|end| scene.register(&format!("{path}{end}")));
    let some = some.first().copied().unwrap_or(Edge::FALSE);
    let width = (2 * depth).ilog2() as usize + 1;
    let [write, front] = [write, front].map(|pointer| padded(&pointer, width));
    let within = [&write, &front].map(|pointer| vector::below(scene.aig, pointer, depth));
    let level = scene.equal(&write, &front);
    let empty = scene.implies(!some, level);
    let right = scene.all(within.into_iter().chain([empty]));
    // write - front, and depth more where the one is not above the other.
    let (difference, below) = vector::subtract(scene.aig, &write, &front);
    let turn = scene.or(below, level);
    let turn = scene.and(turn, some);
    let more = vector::number(scene.aig, depth, width);
    let more = vector::when(scene.aig, turn, &more);
    (vector::add(scene.aig, &difference, &more), right)
}
