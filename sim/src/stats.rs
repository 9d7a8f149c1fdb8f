//! Statistics of a run.

use std::collections::HashMap;
use std::ops::Range;

use torusmith_topology::TerminalId;

use crate::engine::{Delivery, Packet};
use crate::histogram::Histogram;

/// Spans of equal length that the measured window is divided into, at least half of them: the batches of confidence intervals are made of these.
const SPANS: u64 = 40;

/// The clocks in which packets are created, in spans. The first spans may be left out of the measured window: they are, or may be, warm-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spans {
    /// Beginning of each span, ascending, and the end of the last one.
    bounds: Vec<u64>,
    /// Number of spans that the warm-up may leave out.
    optional: usize,
}

impl Spans {
    /// The window begins after a warm-up of a known length, which is one span.
    pub fn after(warm_up: u64, cycles: u64) -> Self {
        let bounds = [0].into_iter().filter(|_| warm_up > 0).chain(divide(warm_up..cycles)).collect();
        Self { bounds, optional: usize::from(warm_up > 0) }
    }

    /// The window can begin with each span of the first half.
    pub fn with_any_warm_up(cycles: u64) -> Self {
        Self { bounds: divide(0..cycles).collect(), optional: SPANS as usize / 2 }
    }

    /// The clocks in which the window can begin after a warm-up of at least `least` clocks, ascending; the last one if none is as late.
    pub fn begins(&self, least: u64) -> &[u64] {
        let all = &self.bounds[..=self.optional];
        &all[all.partition_point(|&bound| bound < least).min(self.optional)..]
    }

    /// The span of a clock; the number of spans if the clock is after the last one.
    #[inline]
    fn of(&self, clock: u64) -> usize {
        self.bounds.partition_point(|&bound| bound <= clock) - 1
    }

    fn len(&self) -> usize {
        self.bounds.len() - 1
    }
}

/// The bounds of [`SPANS`] equal parts of a range.
fn divide(range: Range<u64>) -> impl Iterator<Item = u64> {
    let length = u128::from(range.end - range.start);
    (0..=SPANS).map(move |i| range.start + (length * u128::from(i) / u128::from(SPANS)) as u64)
}

/// Sums over a span of clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Clocks of the span that were run.
    pub clocks: u64,
    /// Flits of the packets that were created in the span.
    pub offered: u64,
    /// Flits of the packets that arrived in the span.
    pub accepted: u64,
    /// Packets that were created in the span.
    pub created: u64,
    /// Packets of these that arrived, in the span or later: the latencies are about these.
    pub packets: u64,
    /// Arrived packets that came after a later packet of their pair ([`Overtaking`]).
    pub overtaken: u64,
    /// Sum of the network latencies.
    pub network: u64,
    /// Sum of the total latencies.
    pub total: u64,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        let Self { clocks, offered, accepted, created, packets, overtaken, network, total } = other;
        self.clocks += clocks;
        self.offered += offered;
        self.accepted += accepted;
        self.created += created;
        self.packets += packets;
        self.overtaken += overtaken;
        self.network += network;
        self.total += total;
    }
}

/// Latencies of packets: from the head on the source's local link to the tail on the destination's local output (rule N8), and from the creation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Latencies {
    /// Network latency.
    pub network: Histogram,
    /// Total latency.
    pub total: Histogram,
}

impl Latencies {
    /// Counts a packet that has arrived.
    #[inline]
    pub fn add(&mut self, delivery: &Delivery) {
        self.network.add(delivery.delivered - delivery.injected);
        self.total.add(delivery.delivered - delivery.packet.created);
    }

    /// Counts all packets of other ones as well.
    fn merge(&mut self, other: &Self) {
        self.network.merge(&other.network);
        self.total.merge(&other.total);
    }
}

/// Counts over the clocks in which packets are created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    spans: Spans,
    sums: Vec<Sums>,
    /// Latencies of the packets created in each optional span, then of those created in all other spans together.
    latencies: Vec<Latencies>,
}

impl Statistics {
    /// Statistics over these clocks.
    pub fn new(spans: Spans) -> Self {
        Self { sums: vec![Sums::default(); spans.len()], latencies: vec![Latencies::default(); spans.optional + 1], spans }
    }

    /// Counts all that another one counted over the same clocks as well.
    pub fn merge(&mut self, other: &Self) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sums, more)| sums.add(more));
        for (latencies, more) in self.latencies.iter_mut().zip(&other.latencies) {
            latencies.merge(more);
        }
    }

    /// A packet is created.
    #[inline]
    pub fn create(&mut self, packet: &Packet) {
        if let Some(sums) = self.sums.get_mut(self.spans.of(packet.created)) {
            sums.offered += u64::from(packet.flits);
            sums.created += 1;
        }
    }

    /// A packet has arrived. Its flits count where it arrives, its latency where it was created.
    #[inline]
    pub fn deliver(&mut self, delivery: &Delivery) {
        let Delivery { packet, injected, delivered } = delivery;
        if let Some(sums) = self.sums.get_mut(self.spans.of(*delivered)) {
            sums.accepted += u64::from(packet.flits);
        }
        let created = self.spans.of(packet.created);
        if let Some(sums) = self.sums.get_mut(created) {
            sums.packets += 1;
            sums.network += delivered - injected;
            sums.total += delivered - packet.created;
            self.latencies[created.min(self.spans.optional)].add(delivery);
        }
    }

    /// Counts a packet that arrived after a later one of its pair ([`Overtaking`]), in the span in which it was created.
    pub fn overtake(&mut self, packet: &Packet) {
        if let Some(sums) = self.sums.get_mut(self.spans.of(packet.created)) {
            sums.overtaken += 1;
        }
    }

    /// Figures from clock `begin` on, at which a span begins, in a run of `clocks` clocks.
    pub fn measured(&self, begin: u64, clocks: u64) -> WindowStatistics {
        let first = self.spans.of(begin);
        let span = |i: usize| {
            let [from, to] = [i, i + 1].map(|bound| self.spans.bounds[bound].min(clocks));
            Sums { clocks: to - from, ..self.sums[i] }
        };
        let spans: Vec<Sums> = (first..self.sums.len()).map(span).collect();
        let mut all = Sums::default();
        spans.iter().for_each(|span| all.add(span));
        let mut latencies = Latencies::default();
        for more in &self.latencies[first.min(self.spans.optional)..] {
            latencies.merge(more);
        }
        let whole = self.spans.bounds.last().is_some_and(|&end| end <= clocks);
        WindowStatistics { all, latencies, spans: if whole { spans } else { Vec::new() } }
    }
}

/// Figures of the measured window, from the end of the warm-up to the last clock in which packets are created, or to the end of the run.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowStatistics {
    /// Sums over the window.
    pub all: Sums,
    /// Latencies of the packets that were created in the window.
    pub latencies: Latencies,
    /// Sums over spans of equal length; none if the run ended early.
    pub spans: Vec<Sums>,
}

impl WindowStatistics {
    /// Offered load, in flits a node and clock; `None` if no clock was measured.
    pub fn offered(&self, nodes: usize) -> Option<f64> {
        self.load(self.all.offered, nodes)
    }

    /// Accepted load: flits of the packets that arrive, a node and clock; `None` if no clock was measured.
    pub fn accepted(&self, nodes: usize) -> Option<f64> {
        self.load(self.all.accepted, nodes)
    }

    fn load(&self, flits: u64, nodes: usize) -> Option<f64> {
        (self.all.clocks > 0).then(|| flits as f64 / self.all.clocks as f64 / nodes as f64)
    }
}

/// Highest packet number that has arrived of each source and destination, for the packets of one message class.
#[derive(Debug, Clone, Default)]
pub struct Overtaking {
    latest: HashMap<(TerminalId, TerminalId), u32>,
}

impl Overtaking {
    /// A packet arrives: one of the same source and destination that was created later has arrived before.
    pub fn overtaken(&mut self, packet: &Packet) -> bool {
        let latest = self.latest.entry((packet.source, packet.destination)).or_insert(packet.number);
        let overtaken = packet.number < *latest;
        *latest = packet.number.max(*latest);
        overtaken
    }
}
