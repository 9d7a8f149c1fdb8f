//! What either side sends on one network (docs/axi4_interface.md, G1 to G4).

use torusmith_design::Order;

use crate::config::RouterConfig;
use crate::reference::router::Routed;

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
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
    last: Kind,
    /// What is on the link, with its VC.
    flit: Option<(usize, F)>,
}

impl<F: Routed> Giver<F> {
    pub fn new(node: u32, config: RouterConfig) -> Self {
        Self { node, config, credits: vec![config.depth; config.vcs + 1], sending: None, last: Kind::Write, flit: None }
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

    /// G2: the VC that a head for this node takes.
    fn vc_for(&self, destination: u32) -> Option<usize> {
        let Self { config, credits, .. } = self;
        let has_credit = |vc: &usize| credits[*vc] > 0;
        if destination == self.node {
            return Some(config.vcs).filter(has_credit);
        }
        match config.order {
            Order::Pair => Some(config.vc_of_pair(0, destination)).filter(has_credit),
            Order::None => (0..config.vcs).find(|&vc| credits[vc] == config.depth),
        }
    }

    /// G4: which head is given of those that would ask, by their destinations, and on which VC.
    pub fn choose(&self, read: Option<u32>, write: Option<u32>) -> Option<(Kind, usize)> {
        if !self.is_idle() {
            return None;
        }
        let asks = |kind, destination: Option<u32>| destination.and_then(|destination| self.vc_for(destination)).map(|vc| (kind, vc));
        let (read, write) = (asks(Kind::Read, read), asks(Kind::Write, write));
        match self.last {
            Kind::Write => read.or(write),
            Kind::Read => write.or(read),
        }
    }

    /// The clock passes in which a flit was `given`, a head with its kind, and these credits were on the links.
    pub fn step(&mut self, given: Option<(usize, F)>, kind: Option<Kind>, credits: [Option<usize>; 2]) {
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
