//! A manager: shows requests and data with pauses, takes answers with pauses.

use std::collections::VecDeque;

use super::draw::Draw;
use super::job::{Job, JobNumber, WriteBeat};
use super::options::Axi4Options;
use super::request::Request;

/// Clocks in which a user keeps to pausing, or not.
const SPAN: u64 = 64;

/// Outputs of a manager in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ManagerDrives {
    pub aw: Option<Request>,
    /// A beat, and whether it is the last.
    pub w: Option<(WriteBeat, bool)>,
    pub b_ready: bool,
    pub ar: Option<Request>,
    pub r_ready: bool,
}

/// A request or a burst that waits to be shown.
struct Waiting<T> {
    what: T,
    /// First clock in which it may be shown.
    from: u64,
}

/// One of the five channels' pauses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pauses {
    reluctant: bool,
}

impl Pauses {
    /// Whether it pauses in a clock.
    pub fn pause(&mut self, clock: u64, p: f64, draw: &mut Draw) -> bool {
        if clock.is_multiple_of(SPAN) {
            self.reluctant = draw.chance(0.5);
        }
        self.reluctant && draw.chance(p)
    }
}

pub struct Manager {
    options: Axi4Options,
    draw: Draw,
    aw: VecDeque<Waiting<(Request, JobNumber)>>,
    ar: VecDeque<Waiting<(Request, JobNumber)>>,
    /// The beats of a burst, and the next of them.
    w: VecDeque<Waiting<(Vec<WriteBeat>, usize)>>,
    pauses: [Pauses; 5],
    shown: ManagerDrives,
    /// Clocks up to this one in which it takes no response, and no beat.
    pub stalled: [u64; 2],
}

impl Manager {
    pub fn new(node: u32, options: Axi4Options, seed: u64) -> Self {
        Self {
            options,
            draw: Draw::new(seed, 2 << 34 | u64::from(node)),
            aw: VecDeque::new(),
            ar: VecDeque::new(),
            w: VecDeque::new(),
            pauses: [Pauses::default(); 5],
            shown: ManagerDrives::default(),
            stalled: [0; 2],
        }
    }

    /// The first clocks in which address and data of a write may be shown that begins in a clock.
    pub fn apart(&mut self, clock: u64, write: bool) -> [u64; 2] {
        let mut from = [clock; 2];
        if write && self.draw.chance(self.options.apart) {
            from[self.draw.below(2) as usize] += self.draw.below(64);
        }
        from
    }

    /// Takes a job, of which address and data may be shown from these clocks on.
    pub fn add(&mut self, job: &Job, number: JobNumber, from: [u64; 2]) {
        let request = Waiting { what: (job.request, number), from: from[0] };
        if job.write {
            self.aw.push_back(request);
            self.w.push_back(Waiting { what: (job.beats.clone(), 0), from: from[1] });
        } else {
            self.ar.push_back(request);
        }
    }

    /// Forgets all that it has begun.
    pub fn reset(&mut self) {
        self.aw.clear();
        self.ar.clear();
        self.w.clear();
        self.shown = ManagerDrives::default();
    }

    /// Drives a clock; nothing is valid in a `quiet` one, the first after a reset.
    pub fn drive(&mut self, clock: u64, quiet: bool) -> ManagerDrives {
        let Self { options, draw, aw, ar, w, pauses, shown, stalled } = self;
        let mut pause = |channel: usize, p: f64| pauses[channel].pause(clock, p, draw) || quiet;
        let [aw_pause, w_pause, ar_pause] = [0, 1, 2].map(|channel| pause(channel, options.valid_pause));
        let first =
            |queue: &VecDeque<Waiting<(Request, JobNumber)>>| queue.front().filter(|first| first.from <= clock).map(|first| first.what.0);
        if shown.aw.is_none() && !aw_pause {
            shown.aw = first(aw);
        }
        if shown.ar.is_none() && !ar_pause {
            shown.ar = first(ar);
        }
        if shown.w.is_none() && !w_pause {
            let front = w.front().filter(|front| front.from <= clock);
            shown.w = front.map(|Waiting { what: (beats, k), .. }| (beats[*k], k + 1 == beats.len()));
        }
        shown.b_ready = !pause(3, options.ready_pause) && clock >= stalled[0];
        shown.r_ready = !pause(4, options.ready_pause) && clock >= stalled[1];
        *shown
    }

    /// The clock is over; AW, W, AR were ready or not. Returns the write and the read that were taken, and whether a beat was.
    pub fn see(&mut self, aw_ready: bool, w_ready: bool, ar_ready: bool) -> ([Option<JobNumber>; 2], bool) {
        let mut asked = [None; 2];
        if aw_ready && self.shown.aw.take().is_some() {
            asked[0] = self.aw.pop_front().map(|write| write.what.1);
        }
        if ar_ready && self.shown.ar.take().is_some() {
            asked[1] = self.ar.pop_front().map(|read| read.what.1);
        }
        let mut beat = false;
        if w_ready && let Some((_, last)) = self.shown.w.take() {
            beat = true;
            if last {
                self.w.pop_front();
            } else {
                self.w.front_mut().expect("a burst").what.1 += 1;
            }
        }
        (asked, beat)
    }
}
