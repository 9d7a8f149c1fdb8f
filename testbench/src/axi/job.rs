//! Packets of beats as a user sends them, and as a slave receives them at the destination.

use torusmith_sim::engine::Packet;

use crate::flits::Format;
use crate::stream_shape::{StreamShape, class_bits, ones};

/// Format of beats.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// A.
    pub address_bits: u32,
    pub streams: StreamShape,
    class_bits: u32,
}

/// A packet of a user: beat k has the data that flit k + 1 of the packet with its number would have (rule N6), were flits as wide.
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    pub packet: Packet,
    /// `tdest`.
    pub destination: u32,
    pub tuser: u64,
    /// It goes where its pattern says, in its class.
    pub valid: bool,
    /// Valid bytes of its last beat; of a null beat 0.
    pub last_bytes: usize,
    /// The beat that is not proper, if one is, and its `tkeep`.
    pub broken: Option<(usize, u64)>,
}

/// A beat as a slave is given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReceivedBeat {
    pub tkeep: u64,
    pub data: Vec<u32>,
}

impl Job {
    pub fn beats(&self) -> usize {
        usize::from(self.packet.flits) - 1
    }

    /// Valid bytes of a beat.
    pub fn bytes(&self, beat: usize, streams: StreamShape) -> usize {
        if beat + 1 < self.beats() { streams.bytes() } else { self.last_bytes }
    }
}

impl Shape {
    pub fn new(address_bits: u32, streams: StreamShape, classes: usize) -> Self {
        Self { address_bits, streams, class_bits: class_bits(classes) }
    }

    /// The bits of `tuser` that are the message class.
    pub fn class_mask(self) -> u64 {
        ones(self.class_bits)
    }

    pub fn has_more_user_bits(self) -> bool {
        self.streams.user_width > self.class_bits
    }

    /// Data of beat `index` - 1 of a packet, all of its bytes.
    pub fn payload(self, packet: &Packet, index: usize) -> Vec<u32> {
        let format = Format { width: self.streams.width, address_bits: self.address_bits, route_bits: 0, rewritten: false };
        format.data(packet, index, 0)
    }

    /// `tdata` of a beat, valid or not.
    pub fn data(self, job: &Job, beat: usize) -> Vec<u32> {
        self.payload(&job.packet, beat + 1)
    }

    /// A beat at the other end: bytes that are not valid are 0 there.
    fn expected(self, job: &Job, beat: usize) -> ReceivedBeat {
        let mut data = self.data(job, beat);
        if !self.streams.tkeep {
            return ReceivedBeat { tkeep: 0, data };
        }
        let bytes = job.bytes(beat, self.streams);
        for (j, word) in data.iter_mut().enumerate() {
            *word &= ones(8 * bytes.saturating_sub(4 * j).min(4) as u32) as u32;
        }
        ReceivedBeat { tkeep: ones(bytes as u32), data }
    }

    /// Whether these are all beats of a packet; of one that is cut short those before, as far as no flit of `flit_bytes` bytes held them back, and the
    /// end that tells of it (rules T10, M7).
    pub fn is_of(self, job: &Job, beats: &[ReceivedBeat], flit_bytes: usize) -> bool {
        let same = |beats: &[ReceivedBeat]| beats.iter().enumerate().all(|(k, beat)| *beat == self.expected(job, k));
        let Some((broken, _)) = job.broken else { return beats.len() == job.beats() && same(beats) };
        let Some((end, before)) = beats.split_last() else { return false };
        let marked = end.tkeep == 0 && end.data.iter().enumerate().all(|(j, &word)| word == u32::from(j == 0));
        let held_back = broken.checked_sub(before.len()).map(|lost| lost * self.streams.bytes());
        marked && held_back.is_some_and(|bytes| bytes <= flit_bytes) && same(before)
    }
}

#[cfg(test)]
mod tests {
    use torusmith_topology::TerminalId;

    use super::*;

    /// A packet of three beats of 32 bits with two valid bytes in the last.
    #[test]
    fn packets_are_known_by_their_bytes() {
        let shape = Shape::new(4, StreamShape { width: 32, tkeep: true, user_width: 0 }, 1);
        let packet = Packet { number: 5, source: TerminalId(3), destination: TerminalId(7), bits: 0, flits: 4, created: 0 };
        let whole = Job { packet, destination: 7, tuser: 0, valid: true, last_bytes: 2, broken: None };
        let data = |beat: usize| shape.data(&whole, beat)[0];
        let given = |tkeep, word| ReceivedBeat { tkeep, data: vec![word] };
        let [one, two, last] = [given(15, data(0)), given(15, data(1)), given(3, data(2) & 0xffff)];
        let (null, end) = (given(0, 0), given(0, 1));
        let is = |job: &Job, beats: &[&ReceivedBeat]| {
            let beats: Vec<ReceivedBeat> = beats.iter().map(|&beat| beat.clone()).collect();
            shape.is_of(job, &beats, 4)
        };
        assert!(is(&whole, &[&one, &two, &last]));
        assert!(!is(&whole, &[&one, &two, &given(7, data(2) & 0xffff)]) && !is(&whole, &[&one, &two, &given(3, data(2))]));
        assert!(!is(&whole, &[&one, &last]) && !is(&whole, &[&two, &one, &last]) && !is(&whole, &[&one, &two, &end]));

        // Ended with a null beat.
        let ended = Job { last_bytes: 0, ..whole };
        assert!(is(&ended, &[&one, &two, &null]) && is(&Job { packet: Packet { flits: 2, ..packet }, ..ended }, &[&null]));
        assert!(!is(&ended, &[&one, &two]) && !is(&ended, &[&one, &null]) && !is(&ended, &[&one, &two, &end]));

        // Cut short at the last beat: the one before may have been held back, the first may not.
        let cut = Job { broken: Some((2, 0b1110)), ..whole };
        assert!(is(&cut, &[&one, &two, &end]) && is(&cut, &[&one, &end]));
        assert!(!is(&cut, &[&one, &two, &null]) && !is(&cut, &[&one, &null]));
        assert!(!is(&cut, &[&end]) && !is(&cut, &[&one, &two, &last]) && !is(&cut, &[&one, &two, &last, &end]) && !is(&cut, &[]));
    }
}
