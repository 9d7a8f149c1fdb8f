//! Confidence intervals within one run, by batch means: the measured window is divided into batches of equal length, whose means are nearly independent
//! if batches are long.
//!
//! Law, *Simulation Modeling and Analysis*, section 9.5.3, with Student's t. Batches are spans of time with different numbers of packets,
//! so a mean latency is a ratio of two sums: its variance is the variance of the deviations S - r N, as in the regenerative method (Law,
//! section 9.5.3). Batches are enlarged until von Neumann's ratio no longer shows correlation of neighbours: Fishman, *Grouping
//! observations in digital simulation*, Management Science 24(5), 1978. The remaining correlation widens the interval by
//! sqrt((1 + c) / (1 - c)): Tafazzoli, Steiger and Wilson, *N-Skart*, IEEE Transactions on Automatic Control 56(2), 2011.

use crate::estimate::{MAX_SAMPLES, t_95};

/// Least number of batches for an interval.
const LEAST: usize = 10;
/// Least number of packets for an interval: ten for each of the least batches.
pub const LEAST_PACKETS: u64 = 100;
/// Least length of a batch, in mean total latencies: the network remembers its load longer than a packet stays in it.
pub const LATENCIES: f64 = 10.0;
/// The 95 % quantile of the normal distribution.
const Z_95: f64 = 1.645;

/// A span of time: a sum over it, and a count (packets, or nodes and clocks).
pub type Span = (f64, f64);

/// Half the width of the 95 % confidence interval of the ratio of both sums, with batches of at least `least` spans. `None` if there are
/// too few spans, or if even the longest batches are correlated.
pub fn half_width(spans: &[Span], least: usize) -> Option<f64> {
    let mut size = spans.len().div_ceil(MAX_SAMPLES).max(least).max(1);
    loop {
        let count = spans.len() / size;
        if count < LEAST {
            return None;
        }
        // If batches do not divide all spans, the first spans are left out: they are nearest to the warm-up.
        let batches: Vec<Span> = spans[spans.len() - count * size..].chunks(size).map(sum).collect();
        let (all, number) = sum(&batches);
        let (ratio, each) = (all / number, number / count as f64);
        if number == 0.0 {
            return None;
        }
        let deviations: Vec<f64> = batches.iter().map(|(sum, number)| (sum - ratio * number) / each).collect();
        let squares: f64 = deviations.iter().map(|deviation| deviation * deviation).sum();
        let like = likeness(&deviations, squares);
        if like <= chance(count as f64) {
            let wider = (1.0 + like.max(0.0)) / (1.0 - like.max(0.0));
            return Some(t_95(count - 1) * (wider * squares / (count - 1) as f64 / count as f64).sqrt());
        }
        size *= 2;
    }
}

fn sum(spans: &[Span]) -> Span {
    spans.iter().fold((0.0, 0.0), |all, span| (all.0 + span.0, all.1 + span.1))
}

/// 1 minus half of von Neumann's ratio: about the correlation of neighbours. `squares` is the sum of the squared deviations, whose mean is
/// 0.
fn likeness(deviations: &[f64], squares: f64) -> f64 {
    let steps: f64 = deviations.windows(2).map(|two| (two[0] - two[1]).powi(2)).sum();
    if squares > 0.0 { 1.0 - steps / (2.0 * squares) } else { 0.0 }
}

/// The limit that `likeness` of independent batches exceeds by chance in 5 % of all cases.
fn chance(count: f64) -> f64 {
    Z_95 * ((count - 2.0) / (count * count - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: Option<f64>, expected: f64) {
        assert!((value.unwrap() - expected).abs() < 1e-3, "{value:?} for {expected}");
    }

    /// Ten batches of equal size with the means 2, 4, 3, 1, 5, 2, 4, 1, 5, 3: their mean is 3, the squares of their deviations add up to
    /// 20, s^2 = 20 / 9; with t(9) = 2.262 (any table) half the width is 2.262 sqrt(20 / 90) = 1.0663.
    #[test]
    fn ten_batches_by_hand() {
        let spans: Vec<Span> = [2.0, 4.0, 3.0, 1.0, 5.0, 2.0, 4.0, 1.0, 5.0, 3.0].map(|mean| (10.0 * mean, 10.0)).into();
        near(half_width(&spans, 1), 1.0663);
        assert_eq!(half_width(&spans[..9], 1), None);
        // Sums over 0 packets.
        assert_eq!(half_width(&[(0.0, 0.0); 40], 1), None);
        assert_eq!(half_width(&[(30.0, 10.0); 40], 1), Some(0.0));
    }

    /// 40 spans are 20 batches of two: t(19) = 2.093.
    #[test]
    fn forty_spans_are_twenty_batches() {
        // Sums of alternately 4 and 8: means 2 and 4 of 2 packets each, s^2 = 20 / 19.
        let spans: Vec<Span> = (0..40).map(|i| (if i / 2 % 2 == 0 { 2.0 } else { 4.0 }, 1.0)).collect();
        near(half_width(&spans, 1), 2.093 * (1.0f64 / 19.0).sqrt());
    }

    /// Batches of alternately 1 and 3 packets, with latencies of 10 and 20: the ratio is 70 / 4 = 17.5, S - r N is -7.5 and 7.5, over 2
    /// packets per batch 3.75; s^2 = 10 x 3.75^2 / 9.
    #[test]
    fn batches_of_several_sizes_are_a_ratio() {
        let spans: Vec<Span> = (0..10).map(|i| if i % 2 == 0 { (10.0, 1.0) } else { (60.0, 3.0) }).collect();
        near(half_width(&spans, 1), 2.262 * (10.0f64 * 3.75 * 3.75 / 90.0).sqrt());
    }

    /// In a rising series neighbours are correlated, for any length of batches.
    #[test]
    fn what_grows_has_no_interval() {
        let spans: Vec<Span> = (0..40).map(|i| (f64::from(i), 1.0)).collect();
        assert_eq!(half_width(&spans, 1), None);
    }

    /// An autoregressive process of mean 0: x = 0.9 x + normal. Of the intervals found, about 95 % must contain the mean. Their width
    /// follows from the process's own formula: the variance of a mean of n values is 1 / (1 - 0.9)^2 / n.
    #[test]
    fn intervals_hold_the_mean() {
        let mut state = 5u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / (1u64 << 31) as f64
        };
        let (mut held, mut made, mut width) = (0, 0, 0.0);
        let (runs, each) = (1000, 200);
        for _ in 0..runs {
            // Sum of 12 uniform numbers less 6: nearly normal, variance 1.
            let mut normal = || (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
            let mut x = normal() / (1.0f64 - 0.81).sqrt();
            let mut value = || {
                x = 0.9 * x + normal();
                x
            };
            let spans: Vec<Span> = (0..40).map(|_| ((0..each).map(|_| value()).sum(), f64::from(each))).collect();
            let Some(half) = half_width(&spans, 1) else { continue };
            made += 1;
            width += half;
            let mean = sum(&spans).0 / sum(&spans).1;
            held += usize::from(mean.abs() <= half);
        }
        assert!(made > runs * 9 / 10, "{made} of {runs}");
        assert!((0.93..0.97).contains(&(held as f64 / made as f64)), "{held} of {made}");
        // t(19) times the standard deviation of the mean of 8000 values.
        let expected = 2.093 * 10.0 / 8000.0f64.sqrt();
        assert!((1.0..1.1).contains(&(width / made as f64 / expected)), "{width} for {expected}");
    }
}
