//! The ack table, the slots of messages, and the arbiters between them (docs/multicast_router.md, section 6).

use super::geometry::PORTS;
use super::header::Phase;
use super::wires::round_robin;

/// Bits of an index of the table below the way number.
const CLASS_BITS: u32 = 5;

/// The class of a multicast as it arrives (A1): 5 bits.
#[inline]
pub fn class(stage: u8, phase: Phase) -> u8 {
    stage << 2 | phase as u8
}

/// An entry (A1).
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    port: u8,
    parent: u8,
    count: u8,
    failed: bool,
    number: u32,
}

/// A multicast that asks for an entry (A2).
#[derive(Debug, Clone, Copy)]
pub(super) struct EntryRequest {
    /// The tag that it carried.
    pub parent: u8,
    /// Number of its branches.
    pub count: u8,
    pub number: u32,
}

/// An ack that is sent (A5).
#[derive(Debug, Clone, Copy)]
pub(super) struct SentAck {
    pub port: u8,
    pub tag: u8,
    pub failed: bool,
    pub number: u32,
}

/// The table, with the pointers of its arbiters.
#[derive(Debug, Clone)]
pub(super) struct AckTable {
    ways: u8,
    used: u128,
    /// Used, and nothing is counted any more.
    done: u128,
    entries: [Entry; 128],
    /// Bit i: the slot of port i holds a message.
    pub slots: u16,
    message: [(u8, bool); PORTS],
    entry_pointer: u8,
    slot_pointer: u8,
    done_pointer: u8,
}

impl AckTable {
    pub fn new(ways: u8) -> Self {
        Self {
            ways,
            used: 0,
            done: 0,
            entries: [Entry::default(); 128],
            slots: 0,
            message: [(0, false); PORTS],
            entry_pointer: 0,
            slot_pointer: 0,
            done_pointer: 0,
        }
    }

    /// The table has work to do even if nothing arrives.
    pub fn busy(&self) -> bool {
        self.slots != 0 || self.done != 0
    }

    /// No entry is used.
    pub fn empty(&self) -> bool {
        self.used == 0
    }

    /// The lowest unused way of a class, as an entry's index.
    #[inline]
    pub fn unused(&self, class: u8) -> Option<u8> {
        (0..self.ways).map(|way| way << CLASS_BITS | class).find(|&tag| self.used >> tag & 1 == 0)
    }

    /// A2: which of the ports in `ports`, all of which ask, is taken.
    #[inline]
    pub fn pick(&self, ports: u16) -> Option<u8> {
        round_robin(ports.into(), self.entry_pointer)
    }

    /// A2: `port` gets the entry `tag`.
    pub fn enter(&mut self, port: u8, tag: u8, asking: EntryRequest) {
        let EntryRequest { parent, count, number } = asking;
        self.entry_pointer = (port + 1) % PORTS as u8;
        self.used |= 1 << tag;
        self.done |= u128::from(count == 0) << tag;
        self.entries[tag as usize] = Entry { port, parent, count, failed: false, number };
    }

    /// A5: one done entry whose port is in `free` is sent.
    #[inline]
    pub fn send(&mut self, free: u16) -> Option<SentAck> {
        let mut later = self.done.rotate_right(self.done_pointer.into());
        let tag = loop {
            let tag = (later.trailing_zeros() as u8).wrapping_add(self.done_pointer) & 127;
            if later == 0 {
                return None;
            }
            if free >> self.entries[tag as usize].port & 1 == 1 {
                break tag;
            }
            later &= later - 1;
        };
        let Entry { port, parent, failed, number, .. } = self.entries[tag as usize];
        self.used &= !(1 << tag);
        self.done &= !(1 << tag);
        self.done_pointer = (tag + 1) & 127;
        Some(SentAck { port, tag: parent, failed, number })
    }

    /// A4: one slot, or one of the nacks from within that the ports in `nacks` offer. The port, and whether it was a slot.
    #[inline]
    pub fn take(&mut self, nacks: u16, nack_tag: impl Fn(u8) -> u8) -> Option<(u8, bool)> {
        let port = round_robin((self.slots | nacks & !self.slots).into(), self.slot_pointer)?;
        self.slot_pointer = (port + 1) % PORTS as u8;
        let from_slot = self.slots >> port & 1 == 1;
        let (tag, failed) = if from_slot { self.message[port as usize] } else { (nack_tag(port), true) };
        self.slots &= !(1 << port);
        let entry = &mut self.entries[tag as usize];
        // A tag of no used entry can come only from a PE that makes one up; it counts for nothing.
        if self.used >> tag & 1 == 1 && entry.count > 0 {
            entry.count -= 1;
            entry.failed |= failed;
            self.done |= u128::from(entry.count == 0) << tag;
        }
        Some((port, from_slot))
    }

    /// A message on the link of a port.
    pub fn arrive(&mut self, port: usize, tag: u8, failed: bool) {
        self.slots |= 1 << port;
        // The bits of a tag that are not used are not looked at.
        let used_bits = (u16::from(self.ways) << CLASS_BITS) - 1;
        self.message[port] = (tag & used_bits as u8, failed);
    }

    /// (tag, port, parent's tag, branches without an ack, failed) of the entries in use.
    pub fn entries(&self) -> impl Iterator<Item = (u8, u8, u8, u8, bool)> + '_ {
        let used = self.entries.iter().zip(0u8..).filter(|&(_, tag)| self.used >> tag & 1 == 1);
        used.map(|(&Entry { port, parent, count, failed, .. }, tag)| (tag, port, parent, count, failed))
    }
}
