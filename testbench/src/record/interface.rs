//! A terminal's network interface beside the model: what is on the local link in each clock (docs/router.md, section 9).

use std::collections::VecDeque;

use torusmith_design::Order;
use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::{Packet, PortWord};

/// Source and sink of a terminal.
pub(super) struct Interface {
    /// N1, by message class.
    queues: Vec<VecDeque<Packet>>,
    /// N2: D after reset.
    credits: Vec<usize>,
    config: RouterConfig,
    /// N3: the message class of the packet sent last.
    last: usize,
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
    pub fn new(config: RouterConfig) -> Self {
        let classes = config.message_classes;
        let (queues, credits) = (vec![VecDeque::new(); classes], vec![config.depth; config.vcs]);
        Self { queues, credits, config, last: classes - 1, sending: None, sunk: None }
    }

    /// A packet created in this clock.
    pub fn offer(&mut self, packet: Packet) {
        self.queues[self.config.class_of_packet(packet.number)].push_back(packet);
    }

    /// N3: the VC on which the oldest packet of a message class may start.
    fn vc(&self, class: usize) -> Option<usize> {
        let (first, share) = (self.config.first_vc(class), self.config.vcs_a_class());
        let packet = self.queues[class].front()?;
        if self.config.order == Order::None {
            let RouterConfig { depth, reuse_empty, .. } = self.config;
            let room = |vc: usize| self.credits[vc] == depth || reuse_empty >> vc & 1 == 0 && self.credits[vc] >= packet.flits.into();
            return (first..first + share).rev().filter(|&vc| room(vc)).max_by_key(|&vc| self.credits[vc]);
        }
        let vc = first + packet.destination.index() % (1 << share.ilog2());
        (self.credits[vc] > 0).then_some(vc)
    }

    /// The flit and the credit (its VC) that the router gets in a clock in which it shows `local` at the terminal's local port; no packet starts unless `open`.
    pub fn step(&mut self, local: PortWord, open: bool) -> (Option<Sent>, Option<usize>) {
        if self.sending.is_none() && open {
            // N3
            let classes = self.queues.len();
            for class in (1..=classes).map(|k| (self.last + k) % classes) {
                if let Some(vc) = self.vc(class)
                    && let Some(packet) = self.queues[class].pop_front()
                {
                    (self.sending, self.last) = (Some((packet, vc, 0)), class);
                    break;
                }
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
