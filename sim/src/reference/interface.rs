//! The network interface's source side (docs/router.md, section 9).

use std::collections::VecDeque;

use crate::config::RouterConfig;
use crate::engine::Packet;

use super::router::{Flit, Routed};

/// The source of a node.
#[derive(Debug, Clone)]
pub(super) struct Interface {
    /// N1: the source queue.
    pub queue: VecDeque<Packet>,
    /// N2: free places in each VC of the router's local input.
    pub credits: Vec<usize>,
    /// The packet being sent: its next flit and its VC.
    sending: Option<(Flit, usize)>,
    depth: usize,
    /// No packet starts any more.
    pub closed: bool,
}

impl Interface {
    pub fn new(config: RouterConfig) -> Self {
        Self { queue: VecDeque::new(), credits: vec![config.depth; config.vcs], sending: None, depth: config.depth, closed: false }
    }

    /// The flit on the local link in this clock, with its VC.
    pub fn send(&mut self) -> Option<(usize, Flit)> {
        // N3
        if self.sending.is_none()
            && !self.closed
            && let Some(vc) = self.credits.iter().position(|&credit| credit == self.depth)
            && let Some(packet) = self.queue.pop_front()
        {
            self.sending = Some((Flit { packet, index: 0, bits: packet.bits }, vc));
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
