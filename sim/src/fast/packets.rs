//! The packets in flight, and the places of their heads.
//!
//! A packet sits in one table from its first flit to its last; routers pass its index along, once a hop.

use torusmith_topology::TerminalId;

use super::address::Address;
use super::word::Word;
use crate::engine::Packet;
use crate::routing::{Candidates, Routing};

/// Index of a packet in flight.
pub(super) type Slot = u32;

/// A packet in flight.
#[derive(Debug, Clone, Copy)]
pub(super) struct PacketInFlight {
    pub packet: Packet,
    /// Clock in which its head was on the source's local link.
    pub injected: u64,
}

/// A packet whose head is on its way to another part of the network.
#[derive(Debug, Clone, Copy)]
pub(super) struct DepartingHead {
    /// The VC that it enters.
    pub to: Address,
    pub flight: PacketInFlight,
    /// Routing bits of the head: see [`PacketTable::carried`].
    pub carried: Option<u64>,
}

/// Fields that every router on the path reads, apart from the rest so that they stay in the cache.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    pub destination: TerminalId,
    /// The next packet in its [`Queue`]; after the newest packet, the oldest.
    behind: Slot,
    /// Routing bits, where they are never rewritten; there are at most eight then.
    pub bits: u8,
    pub flits: u8,
}

/// The packets whose heads follow the front packet of an input VC or are on the way there, first in first out (rule L3): the newest of them.
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

/// All packets in flight.
pub(super) struct PacketTable {
    headers: Vec<Header>,
    all: Vec<PacketInFlight>,
    free: Vec<Slot>,
    /// By input VC: the packets that follow the front packet.
    queues: Vec<Queue>,
    /// Where routers rewrite heads (rule RC7): the routing bits of each packet's head. From the clock in which the head reaches the front of a
    /// buffer, these are the bits that it leaves with.
    carried: Option<Vec<u64>>,
}

impl PacketTable {
    /// An empty table, in a network of so many input VCs.
    pub fn new(rewrites: bool, vcs: usize) -> Self {
        Self {
            headers: Vec::new(),
            all: Vec::new(),
            free: Vec::new(),
            queues: vec![Queue::default(); vcs],
            carried: rewrites.then(Vec::new),
        }
    }

    pub fn start(&mut self, flight: PacketInFlight) -> Slot {
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

    /// Routes a packet whose head has reached the front of a buffer of `node`. The head carries on the routing bits that the routing function returns
    /// (rule RC7).
    #[inline(always)]
    pub fn route(&mut self, routing: &dyn Routing, node: u32, slot: Slot) -> Candidates {
        let head = &self.headers[slot as usize];
        let Some(carried) = &mut self.carried else { return routing.route(node, head.destination, head.bits.into()) };
        let carried = &mut carried[slot as usize];
        let (candidates, onward) = routing.route_onward(node, head.destination, *carried);
        // Not at the destination; such networks have one local port (RC7).
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
    pub fn get(&self, slot: Slot) -> &PacketInFlight {
        &self.all[slot as usize]
    }

    /// A packet as its head leaves this part of the network for another; the rest of it follows as bits.
    pub fn announce(&self, slot: Slot, to: Address) -> DepartingHead {
        DepartingHead { to, flight: self.all[slot as usize], carried: self.carried(slot) }
    }

    /// A packet that comes from another part of the network.
    pub fn take(&mut self, departing: &DepartingHead) -> Slot {
        let slot = self.start(departing.flight);
        if let (Some(all), Some(bits)) = (&mut self.carried, departing.carried) {
            all[slot as usize] = bits;
        }
        slot
    }

    pub fn end(&mut self, slot: Slot) -> PacketInFlight {
        self.free.push(slot);
        self.all[slot as usize]
    }

    /// Appends a packet whose head follows the front packet of an input VC, or is on the way there.
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
    /// By input VC; empty until the first head of several candidates.
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
