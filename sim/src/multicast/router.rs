//! A router, clock by clock (docs/multicast_router.md, sections 3 to 8).

use super::Shared;
use super::ack::{AckTable, EntryRequest};
use super::buffer::{Buffer, LocalFlitOutcome, LocalInput, Stage, local_index};
use super::geometry::{PORTS, UNIT};
use super::header::{MESSAGE_VC, Message, Type};
use super::unit::{PendingReport, Unit};
use super::wires::{Flit, Registers, bits};
use super::wires::{Grants, Stream};

/// VCs with a buffer (P2).
pub(super) const VCS: usize = 3;
pub(super) const OUTPUTS: usize = PORTS + 1;
const INPUTS: u32 = (1 << PORTS) - 1;

/// A packet or message that ends in the router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Consumed {
    /// A set-up packet has been read.
    SetUp(u32),
    /// A shot-down unicast has been dropped; a report waits.
    ShotDown(u32),
    /// A report has been shot down and dropped.
    Report(u32),
}

/// A router.
#[derive(Debug, Clone)]
pub(super) struct Router {
    pub buffers: [[Buffer; VCS]; PORTS],
    /// Bit 3 i + v of these masks stands for buffer (i, v). Not empty:
    pub occupied: u32,
    /// Buffers with branches that can be granted.
    pub ready: u32,
    /// Multicasts without an entry (A2).
    pub asking: u32,
    /// Shot-down multicasts with branches pending (A7).
    pub nacking: u32,
    /// Bit i: input i has a stream.
    pub streaming: u16,
    pub stream: [Stream; PORTS],
    /// Bit o: output o belongs to a stream.
    pub taken: u16,
    pub out_vc: [u8; OUTPUTS],
    /// B1: bit w of `free[o]`.
    pub free: [u8; OUTPUTS],
    pub input_pointer: [u8; PORTS],
    pub output_pointer: [u8; OUTPUTS],
    /// B8: bit v of `owed[i]`.
    owed: [u8; PORTS],
    owing: u16,
    pub acks: AckTable,
    pub unit: Unit,
    local: [LocalInput; 2],
    pub error: u8,
    /// Flits and messages that have gone to output registers.
    pub moved: u64,
}

impl Router {
    pub fn new(shared: &Shared, node: u32) -> Self {
        Self {
            buffers: std::array::from_fn(|_| std::array::from_fn(|_| Buffer::new())),
            occupied: 0,
            ready: 0,
            asking: 0,
            nacking: 0,
            streaming: 0,
            stream: [Stream::default(); PORTS],
            taken: 0,
            out_vc: [0; OUTPUTS],
            free: std::array::from_fn(|o| if o == UNIT as usize { 1 } else { shared.geometry.vcs(o as u8) }),
            input_pointer: [0; PORTS],
            output_pointer: [0; OUTPUTS],
            owed: [0; PORTS],
            owing: 0,
            acks: AckTable::new(shared.ack_ways),
            unit: Unit::new(node),
            local: [LocalInput::default(); 2],
            error: 0,
            moved: 0,
        }
    }

    /// A clock passes even if nothing arrives.
    #[inline]
    pub fn busy(&self) -> bool {
        self.occupied != 0 || self.owing != 0 || self.acks.busy() || self.unit.report.is_some()
    }

    /// Steps the router through clock `t`: `links` are the flits and credits on the links, `out` (cleared by the caller) the output registers in t +
    /// 1. Decisions read the state of clock t, hence the order: each part comes before those that change what it reads.
    pub fn step(&mut self, shared: &Shared, t: u64, links: &Registers, out: &mut Registers, mut consumed: impl FnMut(Consumed)) {
        let node = self.unit.node;
        let (occupied, streaming) = (self.occupied, self.streaming);
        let grants = self.arbitrate();
        self.give_credits(out);
        let left = self.left();
        let entering = self.pick_entry();
        self.send_messages(shared, out);
        self.take_message();
        if self.unit.tick(t) {
            self.grow_older(&grants);
        }
        if let Some((port, vc, tag)) = entering {
            self.enter(port, vc, tag);
        }
        for input in bits(streaming.into()) {
            self.advance(shared, t, input, out, &mut consumed);
        }
        for buffer in bits(left) {
            self.empty(buffer / VCS, buffer % VCS);
        }
        self.grant(&grants);
        self.arrivals(shared, node, occupied, links);
    }

    /// B8: the lowest owed credit of each port.
    fn give_credits(&mut self, out: &mut Registers) {
        for port in bits(self.owing.into()) {
            let owed = self.owed[port];
            out.give(port as u8, owed.trailing_zeros() as u8);
            self.owed[port] = owed & (owed - 1);
            self.owing &= !(u16::from(self.owed[port] == 0) << port);
        }
    }

    /// A2: the port and VC that get an entry, and the entry. The table is read in its state of this clock, before any entry is freed.
    fn pick_entry(&self) -> Option<(usize, usize, u8)> {
        if self.asking == 0 {
            return None;
        }
        let (mut ports, mut asks) = (0u16, [(0, 0); PORTS]);
        let with = (0..PORTS).filter(|port| self.asking >> (VCS * port) & 7 != 0);
        for port in with {
            let entry = |vc: usize| self.acks.unused(self.buffers[port][vc].class).map(|tag| (vc, tag));
            if let Some(lowest) = bits(self.asking >> (VCS * port) & 7).find_map(entry) {
                ports |= 1 << port;
                asks[port] = lowest;
            }
        }
        let port = self.acks.pick(ports)? as usize;
        let (vc, tag) = asks[port];
        Some((port, vc, tag))
    }

    /// A5, S3.
    fn send_messages(&mut self, shared: &Shared, out: &mut Registers) {
        let mut free = bits(INPUTS).fold(0u16, |all, o| all | u16::from(self.free[o] >> MESSAGE_VC & 1) << o);
        let message = |message: Message, number| Flit { data: message.pack(shared.width), number, vc: MESSAGE_VC, head: true, tail: true };
        if free & 1 == 1
            && let Some(PendingReport { flit1, number }) = self.unit.report.take()
        {
            out.show(0, message(Message::Report(flit1), number));
            self.free[0] &= !(1 << MESSAGE_VC);
            self.moved += 1;
            free &= !1;
        }
        if let Some(sent) = self.acks.send(free) {
            out.show(sent.port, message(Message::Ack { tag: sent.tag, failed: sent.failed }, sent.number));
            self.free[sent.port as usize] &= !(1 << MESSAGE_VC);
            self.moved += 1;
        }
    }

    /// A4, A7.
    fn take_message(&mut self) {
        let nacks = bits(self.nacking).fold(0u16, |all, b| all | 1 << (b / VCS));
        if self.acks.slots | nacks == 0 {
            return;
        }
        let lowest = |port: u8| (self.nacking >> (VCS * port as usize) & 7).trailing_zeros() as usize;
        let tag = |port: u8| self.buffers[port as usize][lowest(port)].tag;
        let Some((port, from_slot)) = self.acks.take(nacks, tag) else { return };
        if from_slot {
            self.owe(port as usize, MESSAGE_VC);
            return;
        }
        let vc = lowest(port);
        let buffer = &mut self.buffers[port as usize][vc];
        buffer.pending &= !(1 << buffer.pending.ilog2());
        if buffer.pending == 0 {
            self.nacking &= !(1 << (VCS * port as usize + vc));
        }
    }

    /// A2: from the next clock on.
    fn enter(&mut self, port: usize, vc: usize, tag: u8) {
        let bit = 1 << (VCS * port + vc);
        let buffer = &mut self.buffers[port][vc];
        let asking = EntryRequest { parent: buffer.parent(), count: buffer.branch_count(), number: buffer.number };
        self.acks.enter(port as u8, tag, asking);
        buffer.enter(tag);
        self.asking &= !bit;
        if buffer.pending != 0 {
            self.ready |= bit;
        }
    }

    /// S1, S2: a tick.
    fn grow_older(&mut self, grants: &Grants) {
        for b in bits(self.ready) {
            let (input, vc) = (b / VCS, b % VCS);
            let read = self.streaming >> input & 1 == 1 && self.stream[input].vc as usize == vc;
            let granted = grants.inputs >> input & 1 == 1 && grants.picked[input] as usize == vc;
            let buffer = &mut self.buffers[input][vc];
            if read || granted || buffer.shot || buffer.kind == Type::SetUp {
                continue;
            }
            if buffer.age < 3 {
                buffer.age += 1;
                continue;
            }
            buffer.shot = true;
            if buffer.kind == Type::Multicast {
                self.ready &= !(1 << b);
                self.nacking |= 1 << b;
            } else {
                buffer.divert();
            }
        }
    }

    /// B7: empty from the next clock on, and owed a credit.
    pub(super) fn empty(&mut self, input: usize, vc: usize) {
        self.occupied &= !(1 << (VCS * input + vc));
        self.owe(input, vc as u8);
    }

    fn owe(&mut self, port: usize, vc: u8) {
        self.owed[port] |= 1 << vc;
        self.owing |= 1 << port;
    }

    /// Takes in the flits and credits on the links in this clock: E1, A4, L2, B1. `occupied` is the state of this clock.
    fn arrivals(&mut self, shared: &Shared, node: u32, occupied: u32, links: &Registers) {
        for port in bits(links.credits.into()) {
            self.free[port] |= 1 << links.credit[port];
        }
        for port in bits(links.flits.into()) {
            let mut flit = links.flit[port];
            if flit.vc == MESSAGE_VC {
                if let Message::Ack { tag, failed } = Message::unpack(flit.data) {
                    self.acks.arrive(port, tag, failed);
                }
                continue;
            }
            let vc = flit.vc as usize;
            let bit = 1 << (VCS * port + vc);
            if let Some(local) = local_index(port) {
                match self.local[local].check(shared, node, flit, occupied & bit != 0) {
                    LocalFlitOutcome::Written => {}
                    LocalFlitOutcome::Cut(error) => {
                        self.error |= 1 << error;
                        flit.tail = true;
                    }
                    LocalFlitOutcome::Dropped(error) => {
                        self.error |= error.map_or(0, |error| 1 << error);
                        continue;
                    }
                }
            } else {
                debug_assert!(!flit.head || occupied & bit == 0, "a copy starts into a buffer that is not empty");
            }
            self.occupied |= bit;
            let buffer = &mut self.buffers[port][vc];
            if buffer.write(shared, node, flit.vc, flit) {
                match buffer.stage {
                    Stage::Asking => self.asking |= bit,
                    _ => self.ready |= bit,
                }
            }
        }
    }
}
