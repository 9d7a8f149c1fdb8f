//! Managers: the transfers that they are to send, and the responses with their clocks.

use std::collections::VecDeque;

use torusmith_sim::axi4::{ManagerInputs, ManagerOutputs, ReadBeat, Request, WriteBeat, WriteResponse};

use super::bench::{Draw, Pace};

/// A manager that sends the transfers in its queues as soon as it may.
pub struct Manager {
    pub aw: VecDeque<Request>,
    pub w: VecDeque<WriteBeat>,
    pub ar: VecDeque<Request>,
    pub pace: Pace,
    /// Nothing more of this channel is shown, or taken.
    pub hold_aw: bool,
    pub hold_w: bool,
    pub hold_b: bool,
    pub hold_r: bool,
    /// Clocks of handshakes.
    pub aw_at: Vec<u64>,
    pub ar_at: Vec<u64>,
    pub w_at: Vec<u64>,
    pub b: Vec<(u64, WriteResponse)>,
    pub r: Vec<(u64, ReadBeat)>,
    /// The clock in which the response that is shown was shown first.
    pub first_b: Vec<u64>,
    pub first_r: Vec<u64>,
    shown: ManagerInputs,
    before: Option<ManagerOutputs>,
}

impl Manager {
    pub fn new() -> Self {
        Self {
            aw: VecDeque::new(),
            w: VecDeque::new(),
            ar: VecDeque::new(),
            pace: Pace::Full,
            hold_aw: false,
            hold_w: false,
            hold_b: false,
            hold_r: false,
            aw_at: Vec::new(),
            ar_at: Vec::new(),
            w_at: Vec::new(),
            b: Vec::new(),
            r: Vec::new(),
            first_b: Vec::new(),
            first_r: Vec::new(),
            shown: ManagerInputs::default(),
            before: None,
        }
    }

    /// A write whose beats have all bytes; beat n has the words `word` + n.
    pub fn write(&mut self, request: Request, word: u32) {
        self.aw.push_back(request);
        for n in 0..=u32::from(request.len) {
            self.w.push_back(WriteBeat { data: [word + n; 16], strb: u64::MAX, last: n == u32::from(request.len), user: 0 });
        }
    }

    /// Words of the bus alone.
    pub fn cut(&mut self, bus: u64) {
        for beat in &mut self.w {
            beat.data[bus as usize / 4..].fill(0);
            beat.strb &= if bus == 64 { u64::MAX } else { (1 << bus) - 1 };
        }
    }

    pub fn drive(&mut self, draw: &mut Draw) -> ManagerInputs {
        let aw = self.shown.aw.or(self.aw.front().copied().filter(|_| !self.hold_aw && draw.goes(self.pace)));
        let w = self.shown.w.or(self.w.front().copied().filter(|_| !self.hold_w && draw.goes(self.pace)));
        let ar = self.shown.ar.or(self.ar.front().copied().filter(|_| draw.goes(self.pace)));
        let (bready, rready) = (!self.hold_b && draw.goes(self.pace), !self.hold_r && draw.goes(self.pace));
        self.shown = ManagerInputs { aw, w, bready, ar, rready };
        self.shown
    }

    pub fn note(&mut self, clock: u64, seen: &ManagerOutputs) {
        let ManagerInputs { bready, rready, .. } = self.shown;
        if let Some(before) = self.before {
            // A response that was shown and not taken stays unchanged: `before` has those alone.
            assert!(before.b.is_none() || before.b == seen.b, "B changed in clock {clock}");
            assert!(before.r.is_none() || before.r == seen.r, "R changed in clock {clock}");
        }
        let fresh = |before: bool, now: bool| now && !before;
        if fresh(self.before.is_some_and(|before| before.b.is_some()), seen.b.is_some()) {
            self.first_b.push(clock);
        }
        if fresh(self.before.is_some_and(|before| before.r.is_some()), seen.r.is_some()) {
            self.first_r.push(clock);
        }
        if seen.awready && self.shown.aw.take().is_some() {
            self.aw.pop_front();
            self.aw_at.push(clock);
        }
        if seen.wready && self.shown.w.take().is_some() {
            self.w.pop_front();
            self.w_at.push(clock);
        }
        if seen.arready && self.shown.ar.take().is_some() {
            self.ar.pop_front();
            self.ar_at.push(clock);
        }
        self.b.extend(seen.b.filter(|_| bready).map(|b| (clock, b)));
        self.r.extend(seen.r.filter(|_| rready).map(|r| (clock, r)));
        self.before = Some(ManagerOutputs { b: seen.b.filter(|_| !bready), r: seen.r.filter(|_| !rready), ..*seen });
    }

    /// IDs of the bursts that were read, in order; beats of one burst must follow one another.
    pub fn bursts(&self) -> Vec<(u16, usize)> {
        let mut bursts = Vec::new();
        let mut open: Option<(u16, usize)> = None;
        for (_, beat) in &self.r {
            let (id, count) = open.get_or_insert((beat.id, 0));
            assert_eq!(*id, beat.id, "beats of two bursts mixed");
            *count += 1;
            if beat.last {
                bursts.extend(open.take());
            }
        }
        bursts
    }
}
