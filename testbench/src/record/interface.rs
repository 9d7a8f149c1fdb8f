//! A node's network interface beside the model: what is on the local link in each clock (docs/router.md, section 9).

use std::collections::VecDeque;

use torusmith_sim::engine::{Packet, PortWord};

/// Source and sink of a node.
pub(super) struct Interface {
    /// N1
    queue: VecDeque<Packet>,
    /// N2: D after reset.
    credits: Vec<usize>,
    depth: usize,
    /// The packet that is being sent, its VC and its next flit.
    sending: Option<(Packet, usize, usize)>,
    /// N5: VC of the flit that was on the local output a clock ago.
    sunk: Option<usize>,
}

/// A flit on its way into a router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sent {
    pub packet: Packet,
    pub vc: usize,
    pub index: usize,
}

impl Interface {
    pub fn new(vcs: usize, depth: usize) -> Self {
        Self { queue: VecDeque::new(), credits: vec![depth; vcs], depth, sending: None, sunk: None }
    }

    /// A packet created in this clock.
    pub fn offer(&mut self, packet: Packet) {
        self.queue.push_back(packet);
    }

    /// The flit and the credit (its VC) that the router gets in a clock in which it shows `local` at port 0; no packet starts unless `open`.
    pub fn step(&mut self, local: PortWord, open: bool) -> (Option<Sent>, Option<usize>) {
        if self.sending.is_none() && open {
            // N3
            let free = self.credits.iter().position(|&credits| credits == self.depth);
            if let (Some(vc), Some(&packet)) = (free, self.queue.front()) {
                self.queue.pop_front();
                self.sending = Some((packet, vc, 0));
            }
        }
        // N4
        let sent = self.sending.filter(|&(_, vc, _)| self.credits[vc] > 0).map(|(packet, vc, index)| Sent { packet, vc, index });
        if let Some(Sent { packet, vc, index }) = sent {
            self.credits[vc] -= 1;
            self.sending = (index + 1 < usize::from(packet.flits)).then_some((packet, vc, index + 1));
        }
        if let Some(vc) = local.credit() {
            self.credits[vc] += 1;
        }
        let credit = self.sunk;
        self.sunk = local.valid().then(|| local.vc());
        (sent, credit)
    }
}
