//! The links of a node's sides: the giver sends on one network (docs/axi4_interface.md, G1 to G4), the taker receives from the other (TK1, TK2).

use std::collections::VecDeque;

use torusmith_design::Order;

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
    /// G3: the VC of the packet that is being sent.
    sending: Option<usize>,
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
        self.sending.filter(|&vc| self.credits[vc] > 0)
    }

    /// G2: the VC that a head of this packet takes.
    fn vc_for(&self, Packet { destination, flits }: Packet) -> Option<usize> {
        let Self { config, credits, .. } = self;
        let has_credit = |vc: &usize| credits[*vc] > 0;
        if destination == self.node {
            return Some(config.vcs).filter(has_credit);
        }
        match config.order {
            Order::Pair => Some(config.vc_of_pair(0, destination)).filter(has_credit),
            Order::None => {
                let room = |vc: usize| if config.reuse_empty >> vc & 1 == 1 { config.depth } else { flits.min(config.depth) };
                (0..config.vcs).rev().filter(|&vc| credits[vc] >= room(vc)).max_by_key(|&vc| credits[vc])
            }
        }
    }

    /// G4: which head is given, of those that ask, and on which VC.
    pub fn choose(&self, read: Option<Packet>, write: Option<Packet>) -> Option<(Access, usize)> {
        if !self.is_idle() {
            return None;
        }
        let asks = |kind, packet: Option<Packet>| packet.and_then(|packet| self.vc_for(packet)).map(|vc| (kind, vc));
        let (read, write) = (asks(Access::Read, read), asks(Access::Write, write));
        match self.last {
            Access::Write => read.or(write),
            Access::Read => write.or(read),
        }
    }

    /// The clock passes in which a flit was `given`, a head with its kind, and these credits were on the links.
    pub fn step(&mut self, given: Option<(usize, F)>, kind: Option<Access>, credits: [Option<usize>; 2]) {
        if let Some((vc, flit)) = given {
            self.credits[vc] -= 1;
            self.sending = (!flit.tail()).then_some(vc);
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
        Self { config, buffers: vec![VecDeque::new(); vcs], open: None, pointer: 0, credit: None }
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
        let vcs = self.buffers.len();
        let leaves = |vc: &usize| self.buffers[*vc].front().is_some_and(&accepted);
        let passes = |vc: usize| router.filter(|(on, flit)| *on == vc && self.buffers[vc].is_empty() && accepted(flit)).map(|_| vc);
        let vc = match self.open {
            Some(vc) => Some(vc).filter(leaves).or(passes(vc)),
            None if self.buffers.iter().all(VecDeque::is_empty) => router.and_then(|(vc, _)| passes(vc)),
            None => {
                let picked = (self.pointer..vcs).chain(0..self.pointer).find(leaves);
                self.pointer = picked.map_or(self.pointer, |vc| (vc + 1) % vcs);
                picked
            }
        };
        // A flit that passes is the only one of its VC.
        for (vc, flit) in router.into_iter().chain(own) {
            self.buffers[vc].push_back(flit);
        }
        let flit = vc.and_then(|vc| self.buffers[vc].pop_front());
        if let Some((vc, flit)) = vc.zip(flit) {
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
