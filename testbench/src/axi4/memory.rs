//! A subordinate: a memory with byte lanes that answers requests in their order, with pauses.

use std::collections::VecDeque;

use super::draw::Draw;
use super::flat::Bytes;
use super::job::{Answer, JobNumber, WriteBeat};
use super::ledger::Ledger;
use super::manager::Pauses;
use super::options::Axi4Options;
use super::request::{DECERR, EXOKAY, OKAY, Request, SLVERR, put_lane};
use super::shape::Axi4Shape;

/// Outputs of a subordinate in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemoryDrives {
    pub aw_ready: bool,
    pub w_ready: bool,
    pub b: Option<Answer>,
    pub ar_ready: bool,
    /// A beat, and whether it is the last.
    pub r: Option<(Answer, bool)>,
}

/// Inputs of a subordinate in a clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct MemorySees {
    pub aw: Option<Request>,
    pub w: Option<(WriteBeat, bool)>,
    pub b_ready: bool,
    pub ar: Option<Request>,
    pub r_ready: bool,
}

/// Which of a write's two halves it takes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Each as it comes.
    Any,
    /// It waits until both are shown, and takes them in one clock.
    Together,
    /// It takes an address when data is shown.
    DataFirst,
}

struct Write {
    job: JobNumber,
    request: Request,
    /// Beats that it has.
    beats: usize,
}

struct Read {
    job: JobNumber,
    request: Request,
    beat: usize,
    from: u64,
}

pub struct Memory {
    node: u32,
    shape: Axi4Shape,
    options: Axi4Options,
    pub takes: Takes,
    pub bytes: Bytes,
    draw: Draw,
    writes: VecDeque<Write>,
    /// Beats that came before their address.
    early: VecDeque<(WriteBeat, bool)>,
    /// Writes that are whole, with the first clock of their response.
    whole: VecDeque<(JobNumber, bool, u64)>,
    reads: VecDeque<Read>,
    pauses: [Pauses; 5],
    shown: MemoryDrives,
    seen: MemorySees,
    /// It does nothing before this clock: dead for so long.
    pub stalled: u64,
}

impl Memory {
    pub fn new(node: u32, shape: Axi4Shape, options: Axi4Options, seed: u64) -> Self {
        let mut draw = Draw::new(seed, 3 << 34 | u64::from(node));
        let takes = [Takes::Any, Takes::Together, Takes::DataFirst][draw.below(3) as usize];
        Self {
            node,
            shape,
            options,
            takes,
            bytes: Bytes::default(),
            draw,
            writes: VecDeque::new(),
            early: VecDeque::new(),
            whole: VecDeque::new(),
            reads: VecDeque::new(),
            pauses: [Pauses::default(); 5],
            shown: MemoryDrives::default(),
            seen: MemorySees::default(),
            stalled: 0,
        }
    }

    /// Forgets all but its bytes.
    pub fn reset(&mut self) {
        self.writes.clear();
        self.early.clear();
        self.whole.clear();
        self.reads.clear();
        self.shown = MemoryDrives::default();
        self.seen = MemorySees::default();
    }

    /// Drives a clock from all that the subordinate has seen before it; nothing is valid in a `quiet` one, the first after a reset.
    pub fn drive(&mut self, clock: u64, quiet: bool, ledger: &mut Ledger) -> MemoryDrives {
        let Self { options, draw, pauses, .. } = self;
        let mut pause = |channel: usize, p: f64| pauses[channel].pause(clock, p, draw);
        let [aw, w, ar] = [0, 1, 2].map(|channel| !pause(channel, options.take_pause) && clock >= self.stalled);
        let [b, r] = [3, 4].map(|channel| !pause(channel, options.answer_pause) && clock >= self.stalled && !quiet);
        // What is shown stays until it is taken: what was shown and not taken in the clock before is there in this one.
        let (address, data) = (self.seen.aw.is_some() && !self.shown.aw_ready, self.seen.w.is_some() && !self.shown.w_ready);
        // Within a burst whose address it has it takes data alone.
        let inside = self.writes.iter().any(|write| write.beats < write.request.beats());
        (self.shown.aw_ready, self.shown.w_ready) = match self.takes {
            Takes::Any => (aw, w && self.early.len() < 512),
            Takes::Together if inside => (false, w),
            Takes::Together => (aw && address && data, aw && address && data),
            Takes::DataFirst if inside => (aw && data, w),
            Takes::DataFirst => (aw && address && data, false),
        };
        self.shown.ar_ready = ar;
        if self.shown.b.is_none() && b && self.whole.front().is_some_and(|front| front.2 <= clock) {
            let (job, lock, _) = self.whole.pop_front().expect("a write");
            let answer = self.answer(lock);
            ledger.answer(job, answer);
            self.shown.b = Some(answer);
        }
        if self.shown.r.is_none() && r && self.reads.front().is_some_and(|front| front.from <= clock) {
            self.shown.r = Some(self.read(ledger));
        }
        self.shown
    }

    /// Without data.
    fn answer(&mut self, lock: bool) -> Answer {
        let resp = match self.draw.chance(self.options.errors) {
            true => [SLVERR, DECERR][self.draw.below(2) as usize],
            false if lock && self.draw.chance(0.5) => EXOKAY,
            false => OKAY,
        };
        Answer { resp, user: self.draw.wide(self.shape.user_width), ..Answer::default() }
    }

    /// The next beat of the oldest read: its bytes, and anything in the other lanes.
    fn read(&mut self, ledger: &mut Ledger) -> (Answer, bool) {
        let Read { job, request, beat, .. } = *self.reads.front().expect("a read");
        let mut answer = self.answer(request.lock);
        let lanes = request.lanes(beat, self.shape.bytes());
        for at in 0..self.shape.bytes() {
            if lanes >> at & 1 == 0 {
                put_lane(&mut answer.data, at, self.draw.bits(8) as u8);
            }
        }
        for address in request.beat(beat) {
            put_lane(&mut answer.data, (address % self.shape.bytes() as u64) as usize, self.bytes.get(self.node, address));
        }
        ledger.answer(job, answer);
        let last = beat + 1 == request.beats();
        if last {
            self.reads.pop_front();
        } else {
            self.reads.front_mut().expect("a read").beat += 1;
        }
        (answer, last)
    }

    /// The clock is over in which it was shown this. Returns what moved.
    pub fn see(&mut self, clock: u64, sees: MemorySees, ledger: &mut Ledger) -> u64 {
        self.seen = sees;
        let MemoryDrives { aw_ready, w_ready, ar_ready, .. } = self.shown;
        let latency = self.options.latency;
        let mut moved = 0;
        if aw_ready && let Some(request) = sees.aw {
            moved += 1;
            if let Some(job) = ledger.arrive(clock, self.node, true, &request) {
                self.writes.push_back(Write { job, request, beats: 0 });
            }
        }
        if w_ready && let Some(beat) = sees.w {
            moved += 1;
            self.early.push_back(beat);
        }
        if ar_ready && let Some(request) = sees.ar {
            moved += 1;
            if let Some(job) = ledger.arrive(clock, self.node, false, &request) {
                self.reads.push_back(Read { job, request, beat: 0, from: clock + latency });
            }
        }
        while let Some(write) = self.writes.front_mut()
            && let Some((beat, last)) = self.early.pop_front()
        {
            let k = write.beats;
            write.beats += 1;
            ledger.data(clock, self.node, write.job, k, last, &beat);
            self.bytes.write(self.node, &write.request, k, &beat, self.shape.bytes(), |_, _| {});
            if write.beats == write.request.beats() {
                self.whole.push_back((write.job, write.request.lock, clock + latency));
                self.writes.pop_front();
            }
        }
        if self.shown.b.is_some() && sees.b_ready {
            self.shown.b = None;
            moved += 1;
        }
        if self.shown.r.is_some() && sees.r_ready {
            self.shown.r = None;
            moved += 1;
        }
        moved
    }
}
