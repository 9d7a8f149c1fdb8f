//! The packets under way, and where their heads are.
//!
//! A packet sits in one table from its first flit to its last; routers pass its index along, once a hop.

use super::address::Address;
use super::word::Word;
use crate::engine::Packet;
use crate::routing::{Candidates, Routing};

/// Index of a packet under way.
pub(super) type Slot = u32;

/// A packet under way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flight {
    pub packet: Packet,
    /// Clock in which its head was on the source's local link.
    pub injected: u64,
}

/// A packet whose head is on its way to another part of the network.
#[derive(Debug, Clone, Copy)]
pub(super) struct Announced {
    /// The VC that it enters.
    pub to: Address,
    pub flight: Flight,
    /// See [`Flights::carried`].
    pub carried: Option<u64>,
}

/// What every router on the way reads, apart from the rest so that it stays in the cache.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    pub destination: u32,
    /// The next packet in its [`Queue`], behind the newest one the oldest.
    behind: Slot,
    /// Routing bits, where they are never rewritten; there are no more then.
    pub bits: u8,
    pub flits: u8,
}

/// The packets whose heads are behind the front packet of an input VC or on the way there, first in first out (rule L3): the newest of them.
///
/// They form a ring, since a packet's head is in one place.
#[derive(Debug, Clone, Copy)]
struct Queue(Slot);

impl Default for Queue {
    fn default() -> Self {
        Self(Self::EMPTY)
    }
}

impl Queue {
    const EMPTY: Slot = Slot::MAX;
}

/// All packets under way.
pub(super) struct Flights {
    headers: Vec<Header>,
    all: Vec<Flight>,
    free: Vec<Slot>,
    /// By input VC: the packets behind the one at its front.
    queues: Vec<Queue>,
    /// Where routers rewrite heads (rule RC7): the routing bits that each packet's head carries, from its coming to the front of a buffer on those
    /// that it leaves with.
    carried: Option<Vec<u64>>,
}

impl Flights {
    /// None under way, in a network of so many input VCs.
    pub fn new(rewrites: bool, vcs: usize) -> Self {
        Self {
            headers: Vec::new(),
            all: Vec::new(),
            free: Vec::new(),
            queues: vec![Queue::default(); vcs],
            carried: rewrites.then(Vec::new),
        }
    }

    pub fn start(&mut self, flight: Flight) -> Slot {
        let Packet { destination, bits, flits, .. } = flight.packet;
        let header = Header { destination, behind: Queue::EMPTY, bits: bits as u8, flits };
        let slot = match self.free.pop() {
            Some(slot) => {
                self.headers[slot as usize] = header;
                self.all[slot as usize] = flight;
                slot
            }
            None => {
                self.headers.push(header);
                self.all.push(flight);
                (self.all.len() - 1) as Slot
            }
        };
        if let Some(carried) = &mut self.carried {
            carried.resize(self.all.len(), 0);
            carried[slot as usize] = bits;
        }
        slot
    }

    /// A packet's head has come to the front of a buffer of `node`: where it may go. It carries on what the routing function says (rule RC7).
    #[inline(always)]
    pub fn route(&mut self, routing: &dyn Routing, node: u32, slot: Slot) -> Candidates {
        let head = &self.headers[slot as usize];
        let Some(carried) = &mut self.carried else { return routing.route(node, head.destination, head.bits.into()) };
        let carried = &mut carried[slot as usize];
        let (candidates, onward) = routing.route_onward(node, head.destination, *carried);
        if candidates[0].port != 0 {
            *carried = onward;
        }
        candidates
    }

    /// The routing bits that the head of a packet leaves a router with, where routers rewrite them.
    #[inline(always)]
    pub fn carried(&self, slot: Slot) -> Option<u64> {
        self.carried.as_ref().map(|carried| carried[slot as usize])
    }

    #[inline(always)]
    pub fn header(&self, slot: Slot) -> &Header {
        &self.headers[slot as usize]
    }

    #[inline(always)]
    pub fn get(&self, slot: Slot) -> &Flight {
        &self.all[slot as usize]
    }

    /// A packet as its head leaves this part of the network for another; the rest of it follows as bits.
    pub fn announce(&self, slot: Slot, to: Address) -> Announced {
        Announced { to, flight: self.all[slot as usize], carried: self.carried(slot) }
    }

    /// A packet that comes from another part of the network.
    pub fn take(&mut self, announced: &Announced) -> Slot {
        let slot = self.start(announced.flight);
        if let (Some(all), Some(bits)) = (&mut self.carried, announced.carried) {
            all[slot as usize] = bits;
        }
        slot
    }

    pub fn end(&mut self, slot: Slot) -> Flight {
        self.free.push(slot);
        self.all[slot as usize]
    }

    /// A packet's head is behind the front packet of an input VC, or on the way there.
    #[inline(always)]
    pub fn push(&mut self, vc: usize, slot: Slot) {
        let queue = &mut self.queues[vc];
        let oldest = match queue.0 {
            Queue::EMPTY => slot,
            newest => std::mem::replace(&mut self.headers[newest as usize].behind, slot),
        };
        self.headers[slot as usize].behind = oldest;
        queue.0 = slot;
    }

    /// The oldest packet of a queue that is not empty comes to the front.
    #[inline(always)]
    pub fn pop(&mut self, vc: usize) -> Slot {
        let queue = &mut self.queues[vc];
        let newest = queue.0;
        let oldest = self.headers[newest as usize].behind;
        if oldest == newest {
            queue.0 = Queue::EMPTY;
        } else {
            self.headers[newest as usize].behind = self.headers[oldest as usize].behind;
        }
        oldest
    }

    /// The packets in a queue, oldest first.
    pub fn queued(&self, vc: usize) -> impl Iterator<Item = Slot> + '_ {
        let (queue, behind) = (self.queues[vc], |slot: Slot| self.headers[slot as usize].behind);
        let oldest = (queue.0 != Queue::EMPTY).then(|| behind(queue.0));
        std::iter::successors(oldest, move |&slot| (slot != queue.0).then(|| behind(slot)))
    }
}

/// The candidates of the heads that have more than one, as masks of output VCs in the order of preference.
pub(super) struct Choices<W> {
    vcs: usize,
    /// By input VC; empty as long as there has been no such head.
    all: Vec<[W; 4]>,
}

impl<W: Word> Choices<W> {
    pub fn new(vcs: usize) -> Self {
        Self { vcs, all: Vec::new() }
    }

    pub fn put(&mut self, vc: usize, candidates: [W; 4]) {
        if self.all.is_empty() {
            self.all.resize(self.vcs, [W::NONE; 4]);
        }
        self.all[vc] = candidates;
    }

    pub fn get(&self, vc: usize) -> [W; 4] {
        self.all[vc]
    }

    /// The first candidate of a head that has a VC in `wake` (rule RQ3 b).
    #[inline]
    pub fn first(&self, vc: usize, wake: W) -> Option<W> {
        self.all[vc].into_iter().find(|&vcs| vcs & wake != W::NONE)
    }
}
