//! The network interface of a node (docs/router.md, section 9), and the data of its packets' flits.

use std::collections::VecDeque;

use torusmith_contract::Parameters;
use torusmith_sim::engine::Packet;

/// A flit as packet and index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentFlit {
    pub vc: usize,
    pub packet: Packet,
    pub index: usize,
}

impl SentFlit {
    pub fn head(&self) -> bool {
        self.index == 0
    }

    pub fn tail(&self) -> bool {
        self.index + 1 == self.packet.flits as usize
    }
}

/// The data of a flit (N6); a head carries routing bits `bits`.
pub fn data(parameters: &Parameters, packet: &Packet, index: usize, bits: u64) -> Vec<bool> {
    let width = parameters.flit_width;
    if index == 0 {
        let (a, r) = (parameters.address_bits, parameters.routing_bits);
        let header = u128::from(packet.destination.0) | u128::from(bits) << a | u128::from(packet.source.0) << (a + r);
        return (0..width).map(|b| b < 128 && header >> b & 1 == 1).collect();
    }
    let word = |j: u64| mix((u64::from(packet.number) << 16) + ((index as u64) << 4) + j + 1);
    (0..width).map(|b| word(b as u64 / 64) >> (b % 64) & 1 == 1).collect()
}

fn mix(x: u64) -> u64 {
    let z = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Source and sink of a node.
pub struct Interface {
    depth: usize,
    class_vcs: usize,
    /// `REUSE_EMPTY`, bit w for VC w.
    reuse_empty: u8,
    /// `ORDER` = 1.
    order: bool,
    queues: Vec<VecDeque<Packet>>,
    credits: Vec<usize>,
    sending: Option<SentFlit>,
    last_class: usize,
    /// VC of the flit that the sink took in the previous clock.
    taken: Option<usize>,
}

impl Interface {
    pub fn new(parameters: &Parameters) -> Self {
        Self {
            depth: parameters.depth,
            class_vcs: parameters.class_vcs(),
            reuse_empty: parameters.reuse_empty,
            order: parameters.order,
            queues: vec![VecDeque::new(); parameters.message_classes],
            credits: vec![parameters.depth; parameters.vcs],
            sending: None,
            last_class: parameters.message_classes - 1,
            taken: None,
        }
    }

    /// N1.
    pub fn offer(&mut self, packet: Packet) {
        let classes = self.queues.len();
        self.queues[packet.number as usize % classes].push_back(packet);
    }

    /// Runs a clock. Returns the flit on the local link (N3, N4), and the VC of the sink's credit (N5). `credit` comes back; `ejected` is
    /// the VC of a flit on the local output.
    pub fn clock(&mut self, credit: Option<usize>, ejected: Option<usize>) -> (Option<SentFlit>, Option<usize>) {
        if self.sending.is_none() {
            self.start();
        }
        let sent = self.sending.filter(|sent| self.credits[sent.vc] > 0);
        if let Some(sent) = sent {
            self.credits[sent.vc] -= 1;
            self.sending = (!sent.tail()).then_some(SentFlit { index: sent.index + 1, ..sent });
        }
        if let Some(vc) = credit {
            self.credits[vc] += 1;
        }
        (sent, std::mem::replace(&mut self.taken, ejected))
    }

    fn start(&mut self) {
        let classes = self.queues.len();
        for class in (1..=classes).map(|n| (self.last_class + n) % classes) {
            let Some(&packet) = self.queues[class].front() else { continue };
            let Some(vc) = self.start_on(class, &packet) else { continue };
            self.queues[class].pop_front();
            self.sending = Some(SentFlit { vc, packet, index: 0 });
            self.last_class = class;
            return;
        }
    }

    /// The VC on which the oldest packet of a class may start in this clock.
    fn start_on(&self, class: usize, packet: &Packet) -> Option<usize> {
        let first = class * self.class_vcs;
        if self.order {
            let vc = first + (packet.destination.0 & ((1 << self.class_vcs.ilog2()) - 1)) as usize;
            return (self.credits[vc] > 0).then_some(vc);
        }
        let few = self.depth.min(packet.flits as usize);
        let mut best = None;
        for vc in first..first + self.class_vcs {
            let enough = if self.reuse_empty & 1 << vc == 0 { few } else { self.depth };
            if self.credits[vc] >= enough && best.is_none_or(|best| self.credits[vc] > self.credits[best]) {
                best = Some(vc);
            }
        }
        best
    }
}
