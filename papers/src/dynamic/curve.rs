//! Rates of a curve: the rates that the search for its knee tries, and a few past the knee.

use super::ZERO_LOAD;
use crate::knee::round;
use crate::sweep::{Point, merge};
use crate::verdict::Verdict;

/// First rate of the search, in flits a node and clock; networks share the rates that are its doublings.
const FIRST: f64 = 0.005;
/// Rates below this are not halved again: the zero load stays the lowest rate.
const LEAST: f64 = 0.0015;
/// Number of halvings of the interval around the knee, which is then known to a sixteenth.
const HALVINGS: usize = 4;
/// Rates past the knee, as multiples of the knee.
const PAST: [f64; 3] = [1.1, 1.3, 1.6];
/// Approximate number of rates of a curve, before it is known.
pub const EXPECTED_RATES: usize = 11;

/// Result of a search.
#[derive(Debug, Clone)]
pub struct KneeSearch {
    /// The lowest rate at which the network is known to be saturated; 1 if it never is.
    pub knee: f64,
    points: Vec<Point>,
}

impl KneeSearch {
    /// The point at a rate that the search tried.
    pub fn tried(&self, rate: f64) -> Option<&Point> {
        self.points.iter().find(|point| point.rate == rate)
    }

    /// The rates of the curve, rising, the zero load first.
    pub fn rates(&self) -> Vec<f64> {
        let past = PAST.map(|over| round(over * self.knee).min(1.0));
        merge([ZERO_LOAD].into_iter().chain(self.points.iter().map(|point| point.rate)).chain(past))
    }
}

/// Searches for the knee: from 0.005 on the rate is doubled until the network is saturated, or halved until it is not; then the interval is
/// halved. A rate with too few packets for a verdict counts as not saturated.
///
/// # Errors
/// Errors of `run`.
pub fn search<E>(mut run: impl FnMut(f64) -> Result<(Point, Verdict), E>) -> Result<KneeSearch, E> {
    let mut points = Vec::new();
    let mut saturated = |rate| {
        let (point, verdict) = run(rate)?;
        points.push(point);
        Ok(verdict == Verdict::Saturated)
    };
    let (mut low, mut high) = (0.0, FIRST);
    if saturated(high)? {
        while low == 0.0 && high > LEAST {
            let half = round(high / 2.0);
            if saturated(half)? {
                high = half;
            } else {
                low = half;
            }
        }
    } else {
        low = high;
        high = 2.0 * low;
        while !saturated(high)? {
            if high >= 1.0 {
                return Ok(KneeSearch { knee: 1.0, points });
            }
            low = high;
            high = (2.0 * high).min(1.0);
        }
    }
    for _ in 0..HALVINGS {
        let middle = round((low + high) / 2.0);
        if low == 0.0 || middle <= low || middle >= high {
            break;
        }
        if saturated(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(KneeSearch { knee: high, points })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(knee: f64) -> impl FnMut(f64) -> Result<(Point, Verdict), std::convert::Infallible> {
        move |rate| {
            let (accepted, verdict) = if rate >= knee { (0.9 * rate, Verdict::Saturated) } else { (rate, Verdict::Passes) };
            Ok((Point { rate, offered: rate, accepted, latency_mean: 0.0, latency_p99: 0, dead: false }, verdict))
        }
    }

    #[test]
    fn the_knee_is_found_from_either_side() {
        for truth in [0.0021, 0.004, 0.0051, 0.019, 0.02, 0.31, 0.99] {
            let found = search(network(truth)).unwrap();
            assert!(found.knee >= truth && found.knee <= 1.07 * truth + 1e-4, "{} for {truth}", found.knee);
            let rates = found.rates();
            assert!(rates.windows(2).all(|two| two[0] < two[1]) && rates[0] == ZERO_LOAD && rates.len() <= 20, "{rates:?}");
            assert!(*rates.last().unwrap() >= (1.6 * found.knee).min(1.0) - 1e-4, "{rates:?}");
            assert!(rates.contains(&FIRST));
        }
    }

    #[test]
    fn curves_by_hand() {
        // 0.005, 0.01, 0.02 saturated; 0.015, 0.0175 saturated, 0.0163 saturated, 0.0156 saturated.
        let found = search(network(0.0155)).unwrap();
        assert_eq!(found.knee, 0.0156);
        assert_eq!(found.rates(), [0.001, 0.005, 0.01, 0.015, 0.0156, 0.0163, 0.0172, 0.0175, 0.02, 0.0203, 0.025]);
        assert!(found.tried(0.0163).is_some() && found.tried(0.001).is_none() && found.tried(0.0204).is_none());
    }

    #[test]
    fn ends_of_the_range() {
        let never = search(network(2.0)).unwrap();
        assert_eq!((never.knee, never.rates().last()), (1.0, Some(&1.0)));
        let always = search(network(0.0)).unwrap();
        assert_eq!((always.knee, always.rates()[0]), (0.0013, ZERO_LOAD));
    }
}
