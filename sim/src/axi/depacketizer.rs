//! Streams out of the network (docs/axi_interface.md, M1 to M6).

use std::collections::VecDeque;

use super::signals::{Beat, Flit};
use crate::config::RouterConfig;
use crate::reference::router::Routed;

#[derive(Debug, Clone)]
pub(super) struct Depacketizer {
    config: RouterConfig,
    /// M1: by VC of the router's local output.
    buffers: Vec<VecDeque<Flit>>,
    /// M2: the output register.
    register: Option<Beat>,
    open: Option<usize>,
    /// p of M2.
    pointer: usize,
    /// M3: the source of the head that was picked last.
    source: u32,
    /// The VC of the credit on the link.
    credit: Option<usize>,
}

impl Depacketizer {
    pub fn new(config: RouterConfig) -> Self {
        Self { config, buffers: vec![VecDeque::new(); config.vcs], register: None, open: None, pointer: 0, source: 0, credit: None }
    }

    pub fn beat(&self) -> Option<Beat> {
        self.register
    }

    pub fn credit(&self) -> Option<usize> {
        self.credit
    }

    pub fn idle(&self) -> bool {
        self.register.is_none() && self.credit.is_none() && self.buffers.iter().all(VecDeque::is_empty)
    }

    /// `arriving` is the flit on the link, with its VC.
    pub fn step(&mut self, tready: bool, arriving: Option<(usize, Flit)>) {
        let free = self.register.is_none() || tready; // M2
        let mut left = None;
        if free {
            self.register = None; // M5
        }
        match self.open {
            None => left = self.pick(),
            Some(vc) if free => {
                if let Some(Flit::Beat { data, last }) = self.buffers[vc].pop_front() {
                    let tuser = self.config.message_class(vc) as u32;
                    self.register = Some(Beat { tdata: data, tlast: last, tid: self.source, tuser }); // M4
                    self.open = (!last).then_some(vc);
                    left = Some(vc);
                }
            }
            Some(_) => {}
        }
        self.credit = left; // M6
        if let Some((vc, flit)) = arriving {
            self.buffers[vc].push_back(flit); // M1
            let depth = self.config.depth;
            assert!(self.buffers[vc].len() <= depth, "more than {depth} flits on VC {vc}");
        }
    }

    /// M3: the VC whose head leaves.
    fn pick(&mut self) -> Option<usize> {
        let vcs = self.buffers.len();
        let vc = (self.pointer..vcs).chain(0..self.pointer).find(|&vc| !self.buffers[vc].is_empty())?;
        let head = self.buffers[vc].pop_front();
        if let Some(Flit::Head { source, .. }) = head {
            self.source = source;
        }
        self.open = head.filter(|head| !head.tail()).map(|_| vc);
        self.pointer = (vc + 1) % vcs;
        Some(vc)
    }
}
