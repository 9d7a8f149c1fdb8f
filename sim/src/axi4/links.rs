//! The links of a node's sides: the giver sends on one network (docs/axi4_interface.md, G1 to G4), the taker receives from the other (TK1, TK2).

use std::collections::VecDeque;
use std::ops::Range;

use torusmith_topology::TerminalId;

use crate::config::RouterConfig;
use crate::reference::router::{Routed, Wires};

/// A link in a clock (rule L1): the flit on it with its VC, and the credit that goes back. An own link (P4) is VC V.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<F> {
    /// VC and flit.
    pub flit: Option<(usize, F)>,
    /// VC of the credit.
    pub credit: Option<usize>,
}

impl<F> Default for Link<F> {
    fn default() -> Self {
        Self { flit: None, credit: None }
    }
}

impl<F> From<Wires<F>> for Link<F> {
    fn from(Wires { flit, credit }: Wires<F>) -> Self {
        Self { flit, credit }
    }
}

/// Inputs of a side in a clock, from its routers and over the own links.
pub(super) struct SideInputs<F> {
    /// Credits of the network that the side sends on.
    pub credits: [Option<usize>; 2],
    /// Flits of the network that the side takes from.
    pub flits: [Option<(usize, F)>; 2],
}

/// Outputs of a node's sides to the router of one network.
pub(super) fn to_router<F: Routed>(giver: Option<&Giver<F>>, taker: Option<&Taker<F>>) -> Wires<F> {
    Wires { flit: giver.and_then(Giver::to_router), credit: taker.and_then(Taker::to_router) }
}

/// The own link of one network.
pub(super) fn own<F: Routed>(giver: Option<&Giver<F>>, taker: Option<&Taker<F>>) -> Wires<F> {
    Wires { flit: giver.and_then(Giver::to_own), credit: taker.and_then(Taker::to_own) }
}

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// A packet that asks for the giver.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub destination: u32,
    /// n of G2.
    pub flits: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Giver<F> {
    node: u32,
    config: RouterConfig,
    /// G1: by VC of the router's local input; the last is VC V, the own link.
    credits: Vec<usize>,
    /// G3: the VC of the packet that is being sent, and its kind.
    sending: Option<(usize, Access)>,
    /// G4.
    last: Access,
    /// The flit on the link, with its VC.
    flit: Option<(usize, F)>,
}

impl<F: Routed> Giver<F> {
    pub fn new(node: u32, config: RouterConfig) -> Self {
        Self { node, config, credits: vec![config.depth; config.vcs + 1], sending: None, last: Access::Write, flit: None }
    }

    /// The flit on the link to the router.
    pub fn to_router(&self) -> Option<(usize, F)> {
        self.flit.filter(|(vc, _)| *vc < self.config.vcs)
    }

    /// The flit on the own link (P4).
    pub fn to_own(&self) -> Option<(usize, F)> {
        self.flit.filter(|(vc, _)| *vc == self.config.vcs)
    }

    /// G3.
    pub fn is_idle(&self) -> bool {
        self.sending.is_none()
    }

    /// The VC of the packet that is being sent, if a flit of it can be given.
    pub fn open(&self) -> Option<usize> {
        self.sending.map(|(vc, _)| vc).filter(|&vc| self.credits[vc] > 0)
    }

    /// G2: the VC that a head of this packet takes.
    fn vc_for(&self, kind: Access, Packet { destination, flits }: Packet) -> Option<usize> {
        let Self { config, credits, .. } = self;
        let class = if kind == Access::Write { config.message_classes - 1 } else { 0 };
        if destination == self.node {
            return Some(config.vcs).filter(|&own| credits[own] > 0);
        }
        config.entry_vc(class, TerminalId(destination), flits, credits)
    }

    /// G4: which head is given, of those that ask, and on which VC.
    pub fn choose(&self, read: Option<Packet>, write: Option<Packet>) -> Option<(Access, usize)> {
        if !self.is_idle() {
            return None;
        }
        let asks = |kind, packet: Option<Packet>| packet.and_then(|packet| self.vc_for(kind, packet)).map(|vc| (kind, vc));
        let (read, write) = (asks(Access::Read, read), asks(Access::Write, write));
        match self.last {
            Access::Write => read.or(write),
            Access::Read => write.or(read),
        }
    }

    /// G3: which read is given while a write is being sent of which no flit is given, and on which VC.
    pub fn choose_within_write(&self, read: Option<Packet>) -> Option<(Access, usize)> {
        let waits = self.config.message_classes > 1 && matches!(self.sending, Some((_, Access::Write)));
        read.filter(|_| waits).and_then(|read| self.vc_for(Access::Read, read)).map(|vc| (Access::Read, vc))
    }

    /// The clock passes in which a flit was `given`, a head with its kind, and these credits were on the links.
    pub fn step(&mut self, given: Option<(usize, F)>, kind: Option<Access>, credits: [Option<usize>; 2]) {
        if let Some((vc, flit)) = given {
            self.credits[vc] -= 1;
            self.sending = match (self.sending, kind) {
                (None, kind) => kind.filter(|_| !flit.tail()).map(|kind| (vc, kind)),
                // A read within a write.
                (sending, Some(_)) => sending,
                (sending, None) => sending.filter(|_| !flit.tail()),
            };
        }
        for vc in credits.into_iter().flatten() {
            self.credits[vc] += 1;
        }
        self.last = kind.unwrap_or(self.last);
        self.flit = given;
    }
}

#[derive(Debug, Clone)]
pub(super) struct Taker<F> {
    config: RouterConfig,
    /// TK1: by VC of the router's local output; the last is VC V, the own link, if the node has it.
    buffers: Vec<VecDeque<F>>,
    /// The VCs of class 0, from which reads are taken while a write waits; none if they wait, too.
    reads: Range<usize>,
    /// The VC that is open.
    open: Option<usize>,
    /// p of TK2.
    pointer: usize,
    /// The VC of the credit on a link.
    credit: Option<usize>,
}

impl<F: Routed> Taker<F> {
    pub fn new(config: RouterConfig, own_links: bool) -> Self {
        let vcs = config.vcs + usize::from(own_links);
        Self { config, buffers: vec![VecDeque::new(); vcs], reads: 0..0, open: None, pointer: 0, credit: None }
    }

    /// The taker of requests: with M = 2 reads do not wait for writes (TK2).
    pub fn of_requests(config: RouterConfig, own_links: bool) -> Self {
        let reads = if config.message_classes > 1 { 0..config.vcs_a_class() } else { 0..0 };
        Self { reads, ..Self::new(config, own_links) }
    }

    /// The credit on the link to the router.
    pub fn to_router(&self) -> Option<usize> {
        self.credit.filter(|&vc| vc < self.config.vcs)
    }

    /// The credit on the own link (P4).
    pub fn to_own(&self) -> Option<usize> {
        self.credit.filter(|&vc| vc == self.config.vcs)
    }

    /// The clock passes in which the link of the router and the own link carried these flits: the flit that leaves a buffer or passes, one that is
    /// `accepted`.
    pub fn step(&mut self, accepted: impl Fn(&F) -> bool, [router, own]: [Option<(usize, F)>; 2]) -> Option<F> {
        let all = 0..self.buffers.len();
        let leaves = |vc: &usize| self.buffers[*vc].front().is_some_and(&accepted);
        let passes = router.filter(|(_, flit)| accepted(flit)).map(|(vc, _)| vc);
        let waiting = |vc: &usize| !self.buffers[*vc].is_empty();
        // The VC that gives a flit or lets it pass; else those of which one gives its front in turn.
        let (vc, turn) = match self.open {
            Some(vc) if leaves(&vc) => (Some(vc), 0..0),
            Some(vc) if waiting(&vc) || self.reads.clone().any(|vc| waiting(&vc)) => (None, self.reads.clone()),
            Some(vc) => (passes.filter(|on| *on == vc || self.reads.contains(on)), 0..0),
            None if all.clone().any(|vc| waiting(&vc)) => (None, all.clone()),
            None => (passes, 0..0),
        };
        let picked = (self.pointer..all.end).chain(0..self.pointer).find(|vc| turn.contains(vc) && leaves(vc));
        self.pointer = picked.map_or(self.pointer, |vc| (vc + 1) % all.end);
        let vc = vc.or(picked);
        // A flit that passes is the only one of its VC.
        for (vc, flit) in router.into_iter().chain(own) {
            self.buffers[vc].push_back(flit);
        }
        let flit = vc.and_then(|vc| self.buffers[vc].pop_front());
        if let Some((vc, flit)) = vc.zip(flit)
            && self.open.is_none_or(|open| open == vc)
        {
            self.open = (!flit.tail()).then_some(vc);
        }
        self.credit = vc;
        let depth = self.config.depth;
        for (vc, buffer) in self.buffers.iter().enumerate() {
            assert!(buffer.len() <= depth, "more than {depth} flits on VC {vc}");
        }
        flit
    }
}
