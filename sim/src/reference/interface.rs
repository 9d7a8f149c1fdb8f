//! The network interface's source side (docs/router.md, section 9).

use std::collections::VecDeque;

use crate::config::RouterConfig;
use crate::engine::Packet;

use super::router::{Flit, Routed};

/// The source of a terminal.
#[derive(Debug, Clone)]
pub(super) struct Interface {
    /// N1: the source queues, by message class.
    queues: Vec<VecDeque<Packet>>,
    /// N2: free places in each VC of the router's local input.
    pub credits: Vec<usize>,
    /// The packet being sent: its next flit and its VC.
    sending: Option<(Flit, usize)>,
    /// N3: the message class of the packet sent last.
    last: usize,
    config: RouterConfig,
    /// No packet starts any more.
    pub closed: bool,
}

impl Interface {
    pub fn new(config: RouterConfig) -> Self {
        let classes = config.message_classes;
        Self {
            queues: vec![VecDeque::new(); classes],
            credits: vec![config.depth; config.vcs],
            sending: None,
            last: classes - 1,
            config,
            closed: false,
        }
    }

    /// N1.
    pub fn offer(&mut self, packet: Packet) {
        self.queues[self.config.class_of_packet(packet.number)].push_back(packet);
    }

    /// Packets in the queues.
    pub fn queued(&self) -> usize {
        self.queues.iter().map(VecDeque::len).sum()
    }

    /// N3: the first message class that can start a packet, and the VC for it.
    fn next(&self) -> Option<(usize, usize)> {
        let classes = self.queues.len();
        (1..=classes).map(|k| (self.last + k) % classes).find_map(|m| {
            let oldest = self.queues[m].front()?;
            Some((m, self.config.entry_vc(m, oldest.destination, usize::from(oldest.flits), &self.credits)?))
        })
    }

    /// The flit on the local link in this clock, with its VC.
    pub fn send(&mut self) -> Option<(usize, Flit)> {
        // N3
        if self.sending.is_none()
            && !self.closed
            && let Some((m, vc)) = self.next()
            && let Some(packet) = self.queues[m].pop_front()
        {
            self.sending = Some((Flit { packet, index: 0, bits: packet.bits }, vc));
            self.last = m;
        }
        // N4
        let (flit, vc) = self.sending?;
        if self.credits[vc] == 0 {
            return None;
        }
        self.credits[vc] -= 1;
        self.sending = (!flit.tail()).then_some((Flit { index: flit.index + 1, ..flit }, vc));
        Some((vc, flit))
    }
}
