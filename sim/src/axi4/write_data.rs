//! The write data of a manager side (docs/axi4_interface.md, I4 and I5).

use std::collections::VecDeque;

use super::signals::WriteBeat;
use super::stages::RequestError;

/// I5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dropper {
    Idle,
    /// Of a slot.
    Dropping(u8, RequestError),
    Done(u8, RequestError),
}

#[derive(Debug, Clone)]
pub(super) struct WriteData {
    places: usize,
    /// `WRITE_START`.
    start: Option<usize>,
    buffer: VecDeque<WriteBeat>,
    dropper: Dropper,
}

impl WriteData {
    pub fn new(places: usize, start: Option<usize>) -> Self {
        Self { places, start, buffer: VecDeque::new(), dropper: Dropper::Idle }
    }

    pub fn ready(&self) -> bool {
        self.buffer.len() < self.places
    }

    /// I3: a write of so many beats has enough of them, and none is being dropped.
    pub fn can_start(&self, beats: usize) -> bool {
        let enough = self.start.is_some_and(|start| self.buffer.len() >= start.min(beats));
        !matches!(self.dropper, Dropper::Dropping(..)) && (enough || self.buffer.iter().any(|beat| beat.last))
    }

    /// I3: a wrong write can be issued.
    pub fn can_drop(&self) -> bool {
        self.dropper == Dropper::Idle
    }

    /// The beat in front, for the giver.
    pub fn front(&self) -> Option<WriteBeat> {
        self.buffer.front().copied()
    }

    /// I5: slot and resp of the response that waits for the B buffer.
    pub fn response(&self) -> Option<(u8, u8)> {
        if let Dropper::Done(slot, wrong) = self.dropper { Some((slot, wrong.resp())) } else { None }
    }

    /// The clock passes: the front was `given`, the response has `entered` the B buffer, a wrong write was `issued`, a beat `comes`.
    pub fn step(&mut self, given: bool, entered: bool, issued: Option<(u8, RequestError)>, comes: Option<WriteBeat>) {
        let ready = self.ready();
        self.dropper = match self.dropper {
            Dropper::Idle => issued.map_or(Dropper::Idle, |(slot, wrong)| Dropper::Dropping(slot, wrong)),
            Dropper::Dropping(slot, wrong) => match self.buffer.pop_front() {
                Some(WriteBeat { last: true, .. }) => Dropper::Done(slot, wrong),
                _ => Dropper::Dropping(slot, wrong),
            },
            Dropper::Done(..) if entered => Dropper::Idle,
            done @ Dropper::Done(..) => done,
        };
        if given {
            self.buffer.pop_front();
        }
        self.buffer.extend(comes.filter(|_| ready));
    }
}
