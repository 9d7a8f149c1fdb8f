//! The packets under way, and where their heads are.
//!
//! A packet sits in one table from its first flit to its last; routers pass its index along, once a hop.

use super::word::Word;
use crate::engine::Packet;

/// Index of a packet under way.
pub(super) type Slot = u32;

/// A packet under way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flight {
    pub packet: Packet,
    /// Clock in which its head was on the source's local link.
    pub injected: u64,
}

/// All packets under way.
#[derive(Default)]
pub(super) struct Flights {
    all: Vec<Flight>,
    free: Vec<Slot>,
}

impl Flights {
    pub fn start(&mut self, flight: Flight) -> Slot {
        match self.free.pop() {
            Some(slot) => {
                self.all[slot as usize] = flight;
                slot
            }
            None => {
                self.all.push(flight);
                (self.all.len() - 1) as Slot
            }
        }
    }

    #[inline(always)]
    pub fn get(&self, slot: Slot) -> &Flight {
        &self.all[slot as usize]
    }

    pub fn end(&mut self, slot: Slot) -> Flight {
        self.free.push(slot);
        self.all[slot as usize]
    }
}

/// The packets whose heads are in the buffers or on the way there, a queue for every input VC, first in first out (rule L3).
///
/// Each has room for D packets: the sender's credits stop it from having more flits than that between its switch and the end of the buffer.
pub(super) struct Heads {
    slots: Vec<Slot>,
    /// Places to take the next one from and to put the next one in, counted mod 256.
    ends: Vec<[u8; 2]>,
    shift: u32,
}

impl Heads {
    pub fn new(vcs: usize, depth: usize) -> Self {
        let room = depth.next_power_of_two();
        Self { slots: vec![0; vcs * room], ends: vec![[0; 2]; vcs], shift: room.ilog2() }
    }

    #[inline(always)]
    fn place(&self, vc: usize, end: u8) -> usize {
        vc << self.shift | end as usize & ((1 << self.shift) - 1)
    }

    #[inline(always)]
    pub fn push(&mut self, vc: usize, slot: Slot) {
        let place = self.place(vc, self.ends[vc][1]);
        self.slots[place] = slot;
        self.ends[vc][1] = self.ends[vc][1].wrapping_add(1);
    }

    #[inline(always)]
    pub fn pop(&mut self, vc: usize) -> Slot {
        let slot = self.slots[self.place(vc, self.ends[vc][0])];
        self.ends[vc][0] = self.ends[vc][0].wrapping_add(1);
        slot
    }

    /// The packets behind the one that was popped last, oldest first.
    pub fn behind(&self, vc: usize) -> impl Iterator<Item = Slot> + '_ {
        let [next, end] = self.ends[vc];
        (0..end.wrapping_sub(next)).map(move |k| self.slots[self.place(vc, next.wrapping_add(k))])
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
