//! Streams out of the network (docs/axi_interface.md, M1 to M8).

use std::collections::VecDeque;

use super::format::{BeatLayout, CUT_MARK, Streams, copy};
use super::signals::{Beat, Data, Flit};
use crate::config::RouterConfig;
use crate::reference::router::Routed;

/// A packet that was cut short came (M7).
const CAME_CUT: u8 = 4;

#[derive(Debug, Clone)]
pub(super) struct Depacketizer {
    config: RouterConfig,
    streams: Streams,
    /// M1: by VC of the router's local output. A flit that passes is in them for the step in which it is on the link.
    buffers: Vec<VecDeque<Flit>>,
    /// M2: the output register.
    register: Option<Beat>,
    open: Option<usize>,
    /// p of M2.
    pointer: usize,
    /// M3: the source and the user bits of the head that was picked last.
    source: u32,
    user: u64,
    /// i of M2: beats of the front flit that were handed over.
    handed: usize,
    /// g of M2, and the bytes of these flits.
    gathered: (usize, Data),
    error: u8,
    /// The VC of the credit on the link.
    credit: Option<usize>,
}

/// A beat without the fields of its packet's head: data, valid bytes, whether it is the last.
type Payload = (Data, usize, bool);

impl Depacketizer {
    pub fn new(config: RouterConfig, streams: Streams) -> Self {
        Self {
            config,
            streams,
            buffers: vec![VecDeque::new(); config.vcs],
            register: None,
            open: None,
            pointer: 0,
            source: 0,
            user: 0,
            handed: 0,
            gathered: (0, Data::default()),
            error: 0,
            credit: None,
        }
    }

    pub fn beat(&self) -> Option<Beat> {
        self.register
    }

    pub fn credit(&self) -> Option<usize> {
        self.credit
    }

    pub fn error(&self) -> u8 {
        self.error
    }

    pub fn idle(&self) -> bool {
        self.register.is_none() && self.credit.is_none() && self.buffers.iter().all(VecDeque::is_empty)
    }

    /// `arriving` is the flit on the link, with its VC.
    pub fn step(&mut self, tready: bool, clear_error: bool, arriving: Option<(usize, Flit)>) {
        let free = self.register.is_none() || tready; // M2
        if free {
            self.register = None; // M5
        }
        if clear_error {
            self.error = 0; // E6
        }
        let (passing, late) = match arriving {
            Some((vc, _)) if self.passes(vc) => (arriving, None),
            _ => (None, arriving),
        };
        self.store(passing);
        self.credit = match self.open {
            None => self.pick(passing.is_some()),
            Some(vc) => self.hand_over(vc, free),
        }; // M6
        self.store(late);
    }

    /// M1: whether a flit on the link is the front of its VC already.
    fn passes(&self, vc: usize) -> bool {
        match self.open {
            None => self.buffers.iter().all(VecDeque::is_empty),
            Some(open) => vc == open && self.buffers[vc].is_empty(),
        }
    }

    /// M1.
    fn store(&mut self, arriving: Option<(usize, Flit)>) {
        let Some((vc, flit)) = arriving else { return };
        self.buffers[vc].push_back(flit);
        let depth = self.config.depth;
        assert!(self.buffers[vc].len() <= depth, "more than {depth} flits on VC {vc}");
    }

    /// M3: the VC whose head leaves, from the link where it `passes`.
    fn pick(&mut self, passes: bool) -> Option<usize> {
        let vcs = self.buffers.len();
        let vc = (self.pointer..vcs).chain(0..self.pointer).find(|&vc| !self.buffers[vc].is_empty())?;
        let head = self.buffers[vc].pop_front();
        if let Some(Flit::Head { source, user, .. }) = head {
            (self.source, self.user) = (source, user);
        }
        self.open = head.filter(|head| !head.tail()).map(|_| vc);
        if !passes {
            self.pointer = (vc + 1) % vcs;
        }
        Some(vc)
    }

    /// M4, M7, M8: the VC whose front leaves, `vc` or none.
    fn hand_over(&mut self, vc: usize, free: bool) -> Option<usize> {
        let Some(&Flit::Beat { data, last }) = self.buffers[vc].front() else { return None };
        let (payload, leaves) = match self.streams.layout() {
            BeatLayout::Even if free => (Some((data, self.streams.beat_bytes(), last)), true), // M4
            BeatLayout::Packed { beats } if free => self.unpack(&data, last, beats),
            BeatLayout::Split { bytes, flits } if !last && self.gathered.0 + 1 < flits => {
                self.gather(&data, bytes);
                (None, true)
            }
            BeatLayout::Split { bytes, .. } if free => (Some(self.join(&data, last, bytes)), true),
            _ => (None, false),
        };
        if let Some((tdata, bytes, tlast)) = payload {
            let tuser = self.streams.join_user(self.config.message_class(vc), self.user);
            self.register = Some(Beat { tdata, tkeep: self.streams.keep(bytes), tlast, tid: self.source, tuser });
        }
        if !leaves {
            return None;
        }
        self.buffers[vc].pop_front();
        self.open = (!last).then_some(vc);
        Some(vc)
    }

    /// M7: a beat of the front flit, and whether it is that flit's last.
    fn unpack(&mut self, flit: &Data, tail: bool, beats: usize) -> (Option<Payload>, bool) {
        let each = self.streams.beat_bytes();
        let (count, beats) = match self.streams.count_of(flit).filter(|_| tail) {
            Some(count) => (count, count.div_ceil(each) + usize::from(self.streams.ends_with_null(flit, count))),
            None => (beats * each, beats),
        };
        let before = self.handed * each;
        let last = self.handed + 1 == beats;
        let bytes = if last { count - before } else { each };
        let mut data = Data::default();
        copy(flit, before, bytes, &mut data, 0);
        if count == 0 {
            data = self.null_beat(flit);
        }
        self.handed = if last { 0 } else { self.handed + 1 };
        (Some((data, bytes, tail && last)), last)
    }

    /// M7: the data of the null beat of a tail without valid bytes, which say whether the packet was cut short.
    fn null_beat(&mut self, flit: &Data) -> Data {
        if flit[0] & 1 == 0 {
            return Data::default();
        }
        self.error |= CAME_CUT;
        CUT_MARK
    }

    /// M8: the front flit is one of a beat that is not whole yet.
    fn gather(&mut self, flit: &Data, bytes: usize) {
        let before = self.gathered.0 * bytes;
        copy(flit, 0, bytes, &mut self.gathered.1, before);
        self.gathered.0 += 1;
    }

    /// M8: the beat of the flits gathered and the front one.
    fn join(&mut self, flit: &Data, tail: bool, bytes: usize) -> Payload {
        let (g, mut data) = std::mem::take(&mut self.gathered);
        let whole = self.streams.beat_bytes() - g * bytes;
        let count = match self.streams.count_of(flit).filter(|_| tail) {
            Some(0) => return (self.null_beat(flit), 0, true),
            Some(count) => count,
            None => whole,
        };
        copy(flit, 0, count, &mut data, g * bytes);
        (data, g * bytes + count, tail)
    }
}
