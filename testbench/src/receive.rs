//! The Verilog's own deliveries: every packet at its destination, in order, whole and unchanged.

use std::collections::{HashMap, VecDeque};

use torusmith_sim::engine::Packet;

use crate::binding::Wires;
use crate::flits::Format;

/// What is wrong is told this many times at most.
const TOLD: usize = 8;

/// The packets under way, and the sinks that put them together again from the flits at the local outputs.
pub(crate) struct Receiver {
    format: Format,
    vcs: usize,
    /// Packets created and not arrived, by (source, destination), in the order of creation.
    awaited: HashMap<(u32, u32), VecDeque<Packet>>,
    /// Flits of the packet that is arriving, by `node * vcs + vc`.
    open: Vec<Vec<Vec<u32>>>,
    pub delivered: u64,
    pub violations: Vec<String>,
}

impl Receiver {
    pub(crate) fn new(format: Format, nodes: usize, vcs: usize) -> Self {
        Self { format, vcs, awaited: HashMap::new(), open: vec![Vec::new(); nodes * vcs], delivered: 0, violations: Vec::new() }
    }

    pub(crate) fn expect(&mut self, packet: Packet) {
        self.awaited.entry((packet.source, packet.destination)).or_default().push_back(packet);
    }

    /// The local output of a node in a clock.
    pub(crate) fn flit(&mut self, clock: u64, node: usize, wires: Wires<'_>) {
        if wires.control & 1 == 0 {
            return;
        }
        let (head, tail, vc) = (wires.control & 2 != 0, wires.control & 4 != 0, (wires.control >> 4 & 15) as usize);
        if vc >= self.vcs {
            return self.violation(clock, node, format!("a flit on VC {vc}"));
        }
        let open = &mut self.open[node * self.vcs + vc];
        if head != open.is_empty() {
            let what = if head { "a head flit inside a packet" } else { "a body flit outside of a packet" };
            return self.violation(clock, node, format!("{what} on VC {vc}"));
        }
        open.push(wires.data.to_vec());
        if tail {
            let flits = std::mem::take(open);
            if let Err(message) = self.packet(node, &flits) {
                self.violation(clock, node, message);
            }
        }
    }

    fn packet(&mut self, node: usize, flits: &[Vec<u32>]) -> Result<(), String> {
        let header = u64::from(flits[0][0]) | flits[0].get(1).map_or(0, |&high| u64::from(high) << 32);
        let (destination, bits, source) = self.format.fields(header);
        if destination as usize != node {
            return Err(format!("a packet from {source} to {destination}"));
        }
        let format = self.format;
        let same = |p: &Packet| {
            p.bits == bits && p.flits as usize == flits.len() && flits.iter().enumerate().rev().all(|(k, flit)| *flit == format.data(p, k))
        };
        let queue = self.awaited.get_mut(&(source, destination));
        let found = queue.and_then(|queue| queue.remove(queue.iter().position(same)?));
        found.map(|_| self.delivered += 1).ok_or_else(|| format!("a packet of {} flits from {source} that was not sent so", flits.len()))
    }

    fn violation(&mut self, clock: u64, node: usize, what: String) {
        if self.violations.len() < TOLD {
            self.violations.push(format!("clock {clock}: at the local output of node {node}: {what}"));
        }
    }
}
