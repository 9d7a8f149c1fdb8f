//! Latencies of packets, counted one by one, and their percentiles.

use std::ops::RangeInclusive;

/// Number of packets of each latency: exact, however many packets.
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

    /// Counts all latencies of another histogram as well.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.packets += other.packets;
        self.sum += other.sum;
    }

    /// Packets counted.
    pub fn packets(&self) -> u64 {
        self.packets
    }

    /// The least latency that at least the share `share` (0..=1) of the packets do not exceed; `None` without packets.
    pub fn percentile(&self, share: f64) -> Option<u64> {
        let wanted = ((share * self.packets as f64).ceil() as u64).max(1);
        let mut below = 0;
        let reaches = |count: &u64| {
            below += count;
            below >= wanted
        };
        self.counts.iter().position(reaches).map(|latency| latency as u64)
    }

    /// Packets with a latency of this range, in clocks.
    pub fn packets_in(&self, latencies: RangeInclusive<u64>) -> u64 {
        let end = self.counts.len() as u64;
        let (from, to) = ((*latencies.start()).min(end), latencies.end().saturating_add(1).min(end));
        self.counts[from as usize..to.max(from) as usize].iter().sum()
    }

    /// The least and the greatest latency; `None` without packets.
    pub fn range(&self) -> Option<RangeInclusive<u64>> {
        let least = self.counts.iter().position(|&count| count > 0)?;
        Some(least as u64..=self.counts.len() as u64 - 1)
    }

    /// Mean, percentiles and maximum; `None` without packets.
    pub fn latency(&self) -> Option<Latency> {
        Some(Latency {
            mean: self.sum as f64 / self.packets as f64,
            p50: self.percentile(0.5)?,
            p90: self.percentile(0.9)?,
            p99: self.percentile(0.99)?,
            p999: self.percentile(0.999)?,
            max: self.counts.len() as u64 - 1,
        })
    }
}

/// A latency over one packet or more, in clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Latency {
    /// Mean.
    pub mean: f64,
    /// Half of the packets take no longer.
    pub p50: u64,
    /// 90 % of the packets take no longer.
    pub p90: u64,
    /// 99 % of the packets take no longer.
    pub p99: u64,
    /// 99.9 % of the packets take no longer.
    pub p999: u64,
    /// The longest.
    pub max: u64,
}
