//! What a run is summed up to.

use crate::engine::{Delivery, Packet};

/// How often each latency occurred: exact, however many packets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Histogram {
    counts: Vec<u64>,
    packets: u64,
    sum: u64,
}

impl Histogram {
    /// Counts a latency, in clocks.
    #[inline]
    pub fn add(&mut self, latency: u64) {
        let at = latency as usize;
        if at >= self.counts.len() {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
        self.packets += 1;
        self.sum += latency;
    }

    /// All of both.
    fn with(mut self, other: &Self) -> Self {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.packets += other.packets;
        self.sum += other.sum;
        self
    }

    /// Packets counted.
    pub fn packets(&self) -> u64 {
        self.packets
    }

    /// The least latency that at least the share `share` (0..=1) of the packets do not exceed; 0 if there is no packet.
    pub fn percentile(&self, share: f64) -> u64 {
        let wanted = ((share * self.packets as f64).ceil() as u64).max(1);
        let mut below = 0;
        let reaches = |count: &u64| {
            below += count;
            below >= wanted
        };
        self.counts.iter().position(reaches).unwrap_or(0) as u64
    }

    /// Mean, percentiles and maximum.
    pub fn latency(&self) -> Latency {
        Latency {
            mean: if self.packets == 0 { 0.0 } else { self.sum as f64 / self.packets as f64 },
            p50: self.percentile(0.5),
            p99: self.percentile(0.99),
            max: self.counts.len().saturating_sub(1) as u64,
        }
    }
}

/// A latency over many packets, in clocks; all 0 if there were none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Latency {
    /// Mean.
    pub mean: f64,
    /// Half of the packets take no longer.
    pub p50: u64,
    /// 99 % of the packets take no longer.
    pub p99: u64,
    /// The longest.
    pub max: u64,
}

/// Counts over the measured window, from the end of the warm-up to the last clock in which packets are created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    window: std::ops::Range<u64>,
    offered: u64,
    accepted: u64,
    created: u64,
    overtaken: u64,
    network: Histogram,
    total: Histogram,
}

impl Statistics {
    /// Statistics over a window of clocks.
    pub fn new(window: std::ops::Range<u64>) -> Self {
        Self { window, offered: 0, accepted: 0, created: 0, overtaken: 0, network: Histogram::default(), total: Histogram::default() }
    }

    /// All of both, which are of the same window.
    pub fn with(self, other: &Self) -> Self {
        Self {
            window: self.window,
            offered: self.offered + other.offered,
            accepted: self.accepted + other.accepted,
            created: self.created + other.created,
            overtaken: self.overtaken + other.overtaken,
            network: self.network.with(&other.network),
            total: self.total.with(&other.total),
        }
    }

    /// The window ends with the clock before this one, if not earlier.
    pub fn end(&mut self, clock: u64) {
        self.window.end = self.window.end.min(clock);
    }

    /// A packet is created.
    #[inline]
    pub fn create(&mut self, packet: &Packet) {
        if self.window.contains(&packet.created) {
            self.offered += u64::from(packet.flits);
            self.created += 1;
        }
    }

    /// A packet has arrived. Its flits count if it arrives within the window, its latency if it was created there.
    #[inline]
    pub fn deliver(&mut self, delivery: &Delivery) {
        let Delivery { packet, injected, delivered } = delivery;
        if self.window.contains(delivered) {
            self.accepted += u64::from(packet.flits);
        }
        if self.window.contains(&packet.created) {
            self.network.add(delivered - injected);
            self.total.add(delivered - packet.created);
        }
    }

    /// A packet has arrived behind a later one of its pair ([`crate::overtaking`]). It counts as its latency does.
    pub fn overtake(&mut self, packet: &Packet) {
        self.overtaken += u64::from(self.window.contains(&packet.created));
    }

    /// Packets that were overtaken, of those whose latencies count.
    pub fn overtaken(&self) -> u64 {
        self.overtaken
    }

    /// Offered load, in flits a node and clock.
    pub fn offered(&self, nodes: usize) -> f64 {
        self.per_node_and_clock(self.offered, nodes)
    }

    /// Accepted load: flits of the packets that arrive, a node and clock.
    pub fn accepted(&self, nodes: usize) -> f64 {
        self.per_node_and_clock(self.accepted, nodes)
    }

    fn per_node_and_clock(&self, flits: u64, nodes: usize) -> f64 {
        let clocks = self.window.end.saturating_sub(self.window.start);
        if clocks == 0 { 0.0 } else { flits as f64 / clocks as f64 / nodes as f64 }
    }

    /// Packets created within the window.
    pub fn created(&self) -> u64 {
        self.created
    }

    /// From the head on the source's local link to the tail on the destination's local output (rule N8).
    pub fn network(&self) -> &Histogram {
        &self.network
    }

    /// From the creation to the same.
    pub fn total(&self) -> &Histogram {
        &self.total
    }
}
