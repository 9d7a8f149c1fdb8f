//! What either side takes from the other network (docs/axi4_interface.md, TK1 and TK2).

use std::collections::VecDeque;

use crate::config::RouterConfig;
use crate::reference::router::Routed;

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

    /// The clock passes in which the links carried these flits: the flit that leaves a buffer, one that is `accepted`.
    pub fn step(&mut self, accepted: impl Fn(&F) -> bool, flits: [Option<(usize, F)>; 2]) -> Option<F> {
        let vcs = self.buffers.len();
        let leaves = |vc: &usize| self.buffers[*vc].front().is_some_and(&accepted);
        let vc = match self.open {
            Some(vc) => Some(vc).filter(leaves),
            None => (self.pointer..vcs).chain(0..self.pointer).find(leaves),
        };
        let flit = vc.and_then(|vc| self.buffers[vc].pop_front());
        if let Some((vc, flit)) = vc.zip(flit) {
            if flit.head() {
                self.pointer = (vc + 1) % vcs;
            }
            self.open = (!flit.tail()).then_some(vc);
        }
        self.credit = vc;
        for (vc, flit) in flits.into_iter().flatten() {
            self.buffers[vc].push_back(flit);
            let depth = self.config.depth;
            assert!(self.buffers[vc].len() <= depth, "more than {depth} flits on VC {vc}");
        }
        flit
    }
}
