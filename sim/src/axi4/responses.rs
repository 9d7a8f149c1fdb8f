//! Responses to a manager (docs/axi4_interface.md, RS1 to RS5).

use std::collections::VecDeque;

use super::flits::ResponseFlit;
use super::signals::{Data, ReadBeat, WriteResponse};
use super::stages::{RequestError, Slots};

/// `B`: the buffer and the register.
#[derive(Debug, Clone, Default)]
pub(super) struct WriteResponses {
    /// Slot, resp, user.
    buffer: VecDeque<(u8, u8, u64)>,
    /// Response in the output register, with its slot.
    register: Option<(u8, WriteResponse)>,
}

impl WriteResponses {
    pub fn shown(&self) -> Option<WriteResponse> {
        self.register.map(|(_, response)| response)
    }

    /// RS2. The clock passes in which slot, resp and user of a response `enter`: the slot of the one that was handshaken.
    pub fn step(&mut self, bready: bool, enter: Option<(u8, u8, u64)>, slots: &Slots) -> Option<u8> {
        let freed = self.register.filter(|_| bready).map(|(slot, _)| slot);
        // Past an empty buffer, or behind what it holds.
        self.buffer.extend(enter);
        if self.register.is_none() || bready {
            self.register = self.buffer.pop_front().map(|(slot, resp, user)| (slot, WriteResponse { id: slots.id(slot), resp, user }));
        }
        freed
    }
}

/// Source of a burst.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BurstSource {
    Buffer,
    Errors,
}

/// A beat without its ID.
#[derive(Debug, Clone, Copy)]
struct SlotBeat {
    slot: u8,
    data: Data,
    resp: u8,
    last: bool,
    user: u64,
}

/// RS4: a slot, a resp and the beats left.
#[derive(Debug, Clone, Copy)]
struct ErrorReader {
    slot: u8,
    resp: u8,
    left: usize,
}

/// `R`: the buffer, the error reader and the register.
#[derive(Debug, Clone)]
pub(super) struct ReadResponses {
    buffer: VecDeque<SlotBeat>,
    /// f of RS3.
    free_places: usize,
    /// The slot of the head that was taken last (RS1).
    slot: u8,
    errors: Option<ErrorReader>,
    under_way: Option<BurstSource>,
    /// Which gave the last burst (RS5).
    last: BurstSource,
    register: Option<(u8, ReadBeat)>,
}

/// Events of reads in a clock.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReadEvents {
    /// Beats of a read that was issued and is not wrong.
    pub reserved: usize,
    /// Slot and beats of a wrong read that was issued.
    pub wrong: Option<(u8, RequestError, usize)>,
    /// A flit of a read's response from the taker.
    pub flit: Option<ResponseFlit>,
}

impl ReadResponses {
    pub fn new(places: usize) -> Self {
        Self {
            buffer: VecDeque::new(),
            free_places: places,
            slot: 0,
            errors: None,
            under_way: None,
            last: BurstSource::Errors,
            register: None,
        }
    }

    pub fn shown(&self) -> Option<ReadBeat> {
        self.register.map(|(_, beat)| beat)
    }

    /// f.
    pub fn free_places(&self) -> usize {
        self.free_places
    }

    /// I3: a wrong read can be issued.
    pub fn can_answer_wrong(&self) -> bool {
        self.errors.is_none()
    }

    /// The clock passes: the slot of the burst whose last beat was handshaken.
    pub fn step(&mut self, rready: bool, events: ReadEvents, slots: &Slots) -> Option<u8> {
        let freed = self.register.filter(|(_, beat)| rready && beat.last).map(|(slot, _)| slot);
        // RS1: past an empty buffer, or behind what it holds.
        if let Some(ResponseFlit { header, data, resp, user, last }) = events.flit {
            self.slot = header.map_or(self.slot, |header| header.slot);
            self.buffer.push_back(SlotBeat { slot: self.slot, data, resp, last, user });
        }
        if self.register.is_none() || rready {
            self.register = self.next().map(|SlotBeat { slot, data, resp, last, user }| {
                (slot, ReadBeat { id: slots.id(slot), data, resp, last, user }) //
            });
        }
        self.free_places -= events.reserved;
        if let Some((slot, wrong, left)) = events.wrong {
            self.errors = Some(ErrorReader { slot, resp: wrong.resp(), left });
        }
        freed
    }

    /// RS5: the beat that goes into the register.
    fn next(&mut self) -> Option<SlotBeat> {
        let source = self.under_way.or_else(|| match (self.buffer.is_empty(), self.errors.is_none()) {
            (false, false) => Some(if self.last == BurstSource::Buffer { BurstSource::Errors } else { BurstSource::Buffer }),
            (false, true) => Some(BurstSource::Buffer),
            (true, false) => Some(BurstSource::Errors),
            (true, true) => None,
        })?;
        let beat = match source {
            BurstSource::Buffer => {
                let beat = self.buffer.pop_front()?;
                self.free_places += 1; // RS3
                beat
            }
            BurstSource::Errors => {
                let reader = self.errors.as_mut()?;
                reader.left -= 1;
                let beat = SlotBeat { slot: reader.slot, data: Data::default(), resp: reader.resp, last: reader.left == 0, user: 0 };
                self.errors = self.errors.filter(|reader| reader.left > 0);
                beat
            }
        };
        self.last = source;
        self.under_way = (!beat.last).then_some(source);
        Some(beat)
    }
}
