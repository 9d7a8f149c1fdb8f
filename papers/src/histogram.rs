//! Histograms of latencies, in bins for tables and pictures.

use serde::{Deserialize, Serialize};
use torusmith_sim::histogram::Histogram;

/// Most bins of a histogram.
pub const BINS: u64 = 20;

/// The packets of some latencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bin {
    /// The least of the latencies, in clocks.
    pub from: u64,
    /// The greatest of them.
    pub to: u64,
    /// Packets with one of them.
    pub packets: u64,
}

/// Bins of equal width, [`BINS`] at most, in ascending order: from the least latency to the greatest, without gaps. The last bin is wider if more than
/// [`BINS`] are needed to reach the greatest latency; 99 % of the packets are in the bins before it then.
pub fn bins(histogram: &Histogram) -> Vec<Bin> {
    let (Some(range), Some(high)) = (histogram.range(), histogram.percentile(0.99)) else { return Vec::new() };
    let (least, most) = range.into_inner();
    let fits = |width: &u64| high / width - least / width + 1 < BINS || most / width - least / width < BINS;
    let widths = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let width = widths.into_iter().find(fits).unwrap_or(u64::MAX);
    let first = least / width;
    let count = (most / width - first + 1).min(BINS);
    let bin = |i: u64| {
        let from = (first + i) * width;
        let to = if i + 1 == count { most.max(from + width - 1) } else { from + width - 1 };
        Bin { from, to, packets: histogram.packets_in(from..=to) }
    };
    (0..count).map(bin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(latencies: impl IntoIterator<Item = u64>) -> Histogram {
        let mut histogram = Histogram::default();
        latencies.into_iter().for_each(|latency| histogram.add(latency));
        histogram
    }

    fn told(latencies: impl IntoIterator<Item = u64>) -> Vec<(u64, u64, u64)> {
        super::bins(&of(latencies)).iter().map(|bin| (bin.from, bin.to, bin.packets)).collect()
    }

    #[test]
    fn bins_have_the_least_round_width_that_fits() {
        assert_eq!(told([]), []);
        assert_eq!(told([7, 7, 9]), [(7, 7, 2), (8, 8, 0), (9, 9, 1)]);
        // 20 latencies have a bin each, 21 share bins of two.
        assert_eq!(told(10..30), (10..30).map(|latency| (latency, latency, 1)).collect::<Vec<_>>());
        let pairs: Vec<_> = (0..10).map(|i| (10 + 2 * i, 11 + 2 * i, 2)).chain([(30, 31, 1)]).collect();
        assert_eq!(told(10..31), pairs);
        // Bins begin at multiples of their width: 13 to 96 takes 18 of five.
        let fives = told(13..97);
        assert_eq!((fives[0], fives[17], fives.len()), ((10, 14, 2), (95, 99, 2), 18));
    }

    /// One packet in 200 does not decide the width.
    #[test]
    fn the_last_bin_takes_what_is_far() {
        let all = told((0..199).map(|i| 20 + i % 4).chain([5000]));
        assert_eq!(all.len(), 20);
        assert_eq!((all[0], all[3], all[4], all[19]), ((20, 20, 50), (23, 23, 49), (24, 24, 0), (39, 5000, 1)));
        assert_eq!(all.iter().map(|bin| bin.2).sum::<u64>(), 200);
    }
}
