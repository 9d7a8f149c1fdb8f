//! The buffer of an input VC: a whole packet, and its pending work (docs/multicast_router.md, B3; R1, R2).

use super::Shared;
use super::ack;
use super::branches::{Arrival, Branch, Branches, branches};
use super::geometry::{LOCAL1, PORTS, UNIT};
use super::header::{self, MAX_FLITS, Phase, Type};
use super::wires::Flit;

/// Progress of the packet in a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The deciding flit has not come.
    Unrouted,
    /// A multicast without an entry of the ack table (A2).
    Asking,
    /// The packet's branches are pending or have been granted.
    Routed,
}

/// A buffer.
#[derive(Debug, Clone)]
pub(super) struct Buffer {
    pub data: [u128; MAX_FLITS],
    /// Flits that have come.
    pub len: u8,
    /// The tail is among them.
    pub tail: bool,
    pub kind: Type,
    pub stage: Stage,
    /// B3: outputs of the branches that have not been granted.
    pub pending: u16,
    /// By output, up to the unit's; bit w: the branch may take VC w.
    pub vcs: [u8; PORTS + 1],
    /// By output: the (stage, phase) that a multicast carries on.
    step: [(u8, u8); PORTS],
    /// Branches of a multicast that asks.
    branches: u16,
    /// Class of its entry.
    pub class: u8,
    /// Tag of its entry, once it has one.
    pub tag: u8,
    /// Flit 0 of a unicast or report as it goes on.
    onward: u128,
    /// S1.
    pub age: u8,
    /// S2.
    pub shot: bool,
    pub number: u32,
}

impl Buffer {
    pub fn new() -> Self {
        Self {
            data: [0; MAX_FLITS],
            len: 0,
            tail: false,
            kind: Type::Unicast,
            stage: Stage::Unrouted,
            pending: 0,
            vcs: [0; PORTS + 1],
            step: [(0, 0); PORTS],
            branches: 0,
            class: 0,
            tag: 0,
            onward: 0,
            age: 0,
            shot: false,
            number: 0,
        }
    }

    /// A flit that is in the buffer from the next clock on (L2). True if the packet is routed from then on (R1).
    pub fn write(&mut self, shared: &Shared, node: u32, vc: u8, flit: Flit) -> bool {
        if flit.head {
            (self.len, self.tail, self.stage, self.pending) = (0, false, Stage::Unrouted, 0);
            (self.age, self.shot, self.number) = (0, false, flit.number);
            self.kind = header::kind(flit.data);
        }
        let index = self.len;
        self.data[index as usize] = flit.data;
        self.len += 1;
        self.tail = flit.tail;
        let decides = index == u8::from(self.kind == Type::Multicast);
        if decides {
            self.route(shared, node, vc);
        }
        decides
    }

    fn route(&mut self, shared: &Shared, node: u32, vc: u8) {
        let flit0 = self.data[0];
        let local = header::local_port(flit0);
        self.stage = Stage::Routed;
        match self.kind {
            Type::Unicast | Type::Report => {
                // R2, F2.
                let bits = header::routing_bits(flit0, shared.route_bits);
                let hop = shared.unicast.hop(node, bits);
                let (port, vcs) = if hop.port == 0 { (local, 0b11) } else { (hop.port, 1 << hop.class) };
                self.onward = if hop.port == 0 { flit0 } else { header::with_routing_bits(flit0, shared.route_bits, hop.onward) };
                self.one_branch(port, vcs);
            }
            Type::SetUp => self.divert(),
            Type::Multicast => {
                let (stage, phase) = header::step(flit0);
                let maps = header::maps(flit0, self.data[1]);
                let Branches { outputs, at } = branches(&shared.geometry, node, Arrival { stage, phase, vc, local }, &maps);
                for (output, Branch { vcs, stage, phase }) in at.into_iter().enumerate() {
                    self.vcs[output] = vcs;
                    self.step[output] = (stage, phase);
                }
                self.branches = outputs;
                self.class = ack::class(stage, phase);
                self.stage = Stage::Asking;
            }
        }
    }

    fn one_branch(&mut self, output: u8, vcs: u8) {
        self.pending = 1 << output;
        self.vcs[output as usize] = vcs;
    }

    /// The branch of a set-up packet, and of a unicast or report that is shot down (S2). Output 10 has one VC, 0.
    pub fn divert(&mut self) {
        self.one_branch(UNIT, 1);
        self.age = 0;
    }

    /// The tag that a multicast carried.
    pub fn parent(&self) -> u8 {
        header::tag(self.data[0])
    }

    /// Branches that a multicast will have.
    pub fn branch_count(&self) -> u8 {
        self.branches.count_ones() as u8
    }

    /// A2: the entry is there from the next clock on.
    pub fn enter(&mut self, tag: u8) {
        self.tag = tag;
        self.pending = self.branches;
        self.stage = Stage::Routed;
    }

    /// F2: flit `index` as it goes out by `output`.
    pub fn flit(&self, index: u8, output: usize) -> u128 {
        match (index, self.kind) {
            (0, Type::Multicast) => {
                let (stage, phase) = self.step[output];
                header::with_step(self.data[0], stage, Phase::of(phase), self.tag)
            }
            (0, Type::Unicast | Type::Report) => self.onward,
            _ => self.data[index as usize],
        }
    }
}

/// E1: open packets of a local port.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LocalInput {
    open: [bool; 2],
    dropping: [bool; 2],
    /// Flits of the open packet that were written.
    written: [u8; 2],
}

/// Outcome of a flit at a local port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LocalFlitOutcome {
    /// The flit is written.
    Written,
    /// The flit is written as the tail, and the error bit is set.
    Cut(u8),
    /// The flit is dropped, and the error bit, if any, is set.
    Dropped(Option<u8>),
}

impl LocalInput {
    /// E1, in this order. `occupied`: the buffer of the VC holds flits in this clock.
    pub fn check(&mut self, shared: &Shared, node: u32, flit: Flit, occupied: bool) -> LocalFlitOutcome {
        let Flit { head, tail, data, .. } = flit;
        let multicast = header::kind(data) == Type::Multicast;
        let v = flit.vc as usize;
        if v >= 2 {
            return LocalFlitOutcome::Dropped(Some(1));
        }
        if head && !self.open[v] && occupied {
            (self.open[v], self.dropping[v]) = (!tail, !tail);
            return LocalFlitOutcome::Dropped(Some(0));
        }
        if head == self.open[v] || head && tail && multicast {
            return LocalFlitOutcome::Dropped(Some(1));
        }
        if head && self.misled(shared, node, data) {
            (self.open[v], self.dropping[v]) = (!tail, !tail);
            return LocalFlitOutcome::Dropped(Some(2));
        }
        if head {
            (self.open[v], self.dropping[v], self.written[v]) = (true, false, 0);
        }
        let dropped = self.dropping[v];
        if tail {
            (self.open[v], self.dropping[v]) = (false, false);
        }
        if dropped {
            return LocalFlitOutcome::Dropped(None);
        }
        self.written[v] += 1;
        if self.written[v] == MAX_FLITS as u8 && !tail {
            self.dropping[v] = true;
            return LocalFlitOutcome::Cut(3);
        }
        LocalFlitOutcome::Written
    }

    /// E1, *destination*.
    fn misled(&self, shared: &Shared, node: u32, flit0: u128) -> bool {
        match header::kind(flit0) {
            Type::Unicast | Type::Report => shared.unicast.hop(node, header::routing_bits(flit0, shared.route_bits)).port == 0,
            Type::Multicast => {
                let (stage, phase) = header::step(flit0);
                phase != Phase::Begin || stage > shared.geometry.max_rank
            }
            Type::SetUp => false,
        }
    }
}

/// The local ports, as an index of the checks.
pub(super) fn local_index(port: usize) -> Option<usize> {
    match port {
        0 => Some(0),
        _ if port == LOCAL1 as usize => Some(1),
        _ => None,
    }
}
