//! Subordinates: memories with byte lanes, written from AXI4's own rules on addresses.

use std::collections::{HashMap, VecDeque};

use torusmith_sim::axi4::{ReadBeat, Request, SubordinateInputs, SubordinateOutputs, WriteBeat, WriteResponse};

use super::bench::{Draw, Pace};

/// The address of beat `n` of a burst (AXI4, A3.4.1).
pub fn beat_address(request: &Request, n: u64) -> u64 {
    let bytes = 1u64 << request.size;
    let aligned = request.addr / bytes * bytes;
    match request.burst {
        0 => request.addr,
        1 if n == 0 => request.addr,
        1 => aligned + n * bytes,
        _ => {
            let whole = bytes * (u64::from(request.len) + 1);
            let low = request.addr / whole * whole;
            low + (request.addr - low + n * bytes) % whole
        }
    }
}

/// The addresses of the bytes that beat `n` may carry; byte lane = address mod the bytes of the bus.
pub fn beat_bytes(request: &Request, n: u64) -> std::ops::Range<u64> {
    let (bytes, first) = (1u64 << request.size, beat_address(request, n));
    first..first / bytes * bytes + bytes
}

/// Condition under which a memory takes a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    AsItComes,
    /// Only when both are shown.
    AddressAndDataTogether,
    /// Data first.
    AddressAfterData,
    /// No data before all reads that it has taken are answered.
    WritesAfterReads,
    /// Addresses, and no data.
    NoData,
    Nothing,
}

pub struct Memory {
    /// Clocks from an address that is shown to the first beat that is shown.
    pub latency: u64,
    pub takes: Takes,
    pub pace: Pace,
    pub bus: u64,
    pub bytes: HashMap<u64, u8>,
    /// Transfers that it has taken, in order.
    pub reads: Vec<Request>,
    pub writes: Vec<(Request, Vec<WriteBeat>)>,
    /// No response to a write is shown.
    pub hold_b: bool,
    /// Clocks of handshakes.
    pub ar_at: Vec<u64>,
    pub r_at: Vec<u64>,
    pub b_at: Vec<u64>,
    /// Reads that are open: request, clock from which on it is answered, and beats.
    reading: VecDeque<(Request, u64, u64)>,
    addresses: VecDeque<Request>,
    beats: VecDeque<WriteBeat>,
    responses: VecDeque<WriteResponse>,
    shown: SubordinateInputs,
    /// Transfers shown to the memory that it did not take.
    before: Option<SubordinateOutputs>,
}

impl Memory {
    pub fn new(bus: u64) -> Self {
        Self {
            latency: 1,
            takes: Takes::AsItComes,
            pace: Pace::Full,
            bus,
            bytes: HashMap::new(),
            reads: Vec::new(),
            writes: Vec::new(),
            hold_b: false,
            ar_at: Vec::new(),
            r_at: Vec::new(),
            b_at: Vec::new(),
            reading: VecDeque::new(),
            addresses: VecDeque::new(),
            beats: VecDeque::new(),
            responses: VecDeque::new(),
            shown: SubordinateInputs::default(),
            before: None,
        }
    }

    fn data(&self, request: &Request, n: u64) -> ReadBeat {
        let mut beat = ReadBeat { last: n == u64::from(request.len), ..ReadBeat::default() };
        for address in beat_bytes(request, n) {
            let (lane, byte) = (address % self.bus, self.bytes.get(&address).copied().unwrap_or(0));
            beat.data[lane as usize / 4] |= u32::from(byte) << (8 * (lane % 4));
        }
        beat
    }

    /// Signals that the memory drives in a clock in which it sees `seen`.
    pub fn drive(&mut self, clock: u64, seen: &SubordinateOutputs, draw: &mut Draw) -> SubordinateInputs {
        let (aw, w) = (seen.aw.is_some(), seen.w.is_some());
        let reads_first = self.takes == Takes::WritesAfterReads && !self.reading.is_empty();
        let (awready, wready) = match self.takes {
            Takes::AsItComes => (draw.goes(self.pace), draw.goes(self.pace)),
            Takes::WritesAfterReads => (true, !reads_first),
            Takes::NoData => (true, false),
            Takes::AddressAndDataTogether => (aw && w, w && (aw || !self.addresses.is_empty())),
            Takes::AddressAfterData => (aw && !self.beats.is_empty(), true),
            Takes::Nothing => (false, false),
        };
        let arready = self.takes != Takes::Nothing && draw.goes(self.pace);
        let due = self.reading.front().filter(|(_, from, _)| *from <= clock).map(|(request, _, n)| self.data(request, *n));
        // A response that was shown and not taken stays.
        let r = self.shown.r.or(due.filter(|_| draw.goes(self.pace)));
        let b = self.shown.b.or(self.responses.front().copied().filter(|_| !self.hold_b && draw.goes(self.pace)));
        self.shown = SubordinateInputs { awready, wready, b, arready, r };
        self.shown
    }

    /// Ends the clock: records the handshakes.
    pub fn note(&mut self, clock: u64, seen: &SubordinateOutputs) {
        let SubordinateInputs { awready, wready, arready, .. } = self.shown;
        if let Some(before) = self.before {
            assert!(before.aw.is_none() || before.aw == seen.aw, "AW changed in clock {clock}");
            assert!(before.w.is_none() || before.w == seen.w, "W changed in clock {clock}");
            assert!(before.ar.is_none() || before.ar == seen.ar, "AR changed in clock {clock}");
        }
        let (aw, w, ar) = (seen.aw.filter(|_| !awready), seen.w.filter(|_| !wready), seen.ar.filter(|_| !arready));
        self.before = Some(SubordinateOutputs { aw, w, ar, ..*seen });
        if let Some(ar) = seen.ar.filter(|_| arready) {
            self.reads.push(ar);
            self.ar_at.push(clock);
            self.reading.push_back((ar, clock + self.latency, 0));
        }
        self.addresses.extend(seen.aw.filter(|_| awready));
        self.beats.extend(seen.w.filter(|_| wready));
        if seen.rready && self.shown.r.take().is_some() {
            self.r_at.push(clock);
            let (request, _, n) = self.reading.front_mut().unwrap();
            *n += 1;
            if *n > u64::from(request.len) {
                self.reading.pop_front();
            }
        }
        if seen.bready && self.shown.b.take().is_some() {
            self.responses.pop_front();
            self.b_at.push(clock);
        }
        if let Some(end) = self.beats.iter().position(|beat| beat.last).filter(|_| !self.addresses.is_empty()) {
            let (request, beats) = (self.addresses.pop_front().unwrap(), self.beats.drain(..=end).collect::<Vec<_>>());
            assert_eq!(beats.len(), usize::from(request.len) + 1, "beats of {request:?}");
            for (n, beat) in (0..).zip(&beats) {
                self.write(&request, n, beat);
            }
            self.writes.push((request, beats));
            self.responses.push_back(WriteResponse::default());
        }
    }

    fn write(&mut self, request: &Request, n: u64, beat: &WriteBeat) {
        for address in beat_bytes(request, n) {
            let lane = address % self.bus;
            if beat.strb >> lane & 1 == 1 {
                self.bytes.insert(address, (beat.data[lane as usize / 4] >> (8 * (lane % 4))) as u8);
            }
        }
    }
}
