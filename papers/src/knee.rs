//! The search for the rate at which a network becomes saturated.

use std::fmt;

use crate::verdict::Verdict;

/// The offered load that the search for the knee tries first, in flits a node and clock.
const FIRST: f64 = 0.01;
/// The least offered load that the search tries.
const LEAST: f64 = 0.0001;
/// Number of halvings of the interval around the knee, which is then known to a sixteenth.
const HALVINGS: usize = 4;

/// Result of a search for the knee.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Knee {
    /// The network is saturated at this rate; a rate at most a sixteenth below passes.
    At(f64),
    /// The network is not saturated at rate 1.
    Beyond,
    /// No rate passes, so there is no knee.
    None(NoKnee),
}

/// Reason for a missing knee.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoKnee {
    /// The network is saturated at this rate, the least that was judged.
    SaturatedFrom(f64),
    /// No rate has enough packets to be judged.
    FewPackets,
}

impl fmt::Display for NoKnee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SaturatedFrom(rate) => {
                write!(
                    f,
                    "no rate passes: at {rate} less than 95 % of the offered load are accepted, and below are too few packets to tell"
                )
            }
            Self::FewPackets => write!(f, "no rate passes: too few packets to tell at any"),
        }
    }
}

/// Searches for the rate at which a network becomes saturated. First the search finds a rate that passes and one that is saturated: from
/// 0.01 on, the rate is doubled until the network is saturated; if the first rate is saturated, it is halved until one passes. Then the
/// interval between them is halved four times.
///
/// # Errors
/// Errors of `judge`.
pub fn knee<E>(mut judge: impl FnMut(f64) -> Result<Verdict, E>) -> Result<Knee, E> {
    let (mut passed, mut low, mut high) = (false, 0.0, FIRST);
    loop {
        match judge(high)? {
            Verdict::Saturated => break,
            verdict => passed |= verdict == Verdict::Passes,
        }
        if high >= 1.0 {
            return Ok(if passed { Knee::Beyond } else { Knee::None(NoKnee::FewPackets) });
        }
        low = high;
        high = (2.0 * high).min(1.0);
    }
    while low == 0.0 && high > LEAST {
        let half = round(high / 2.0);
        match judge(half)? {
            Verdict::Saturated => high = half,
            Verdict::Passes => (passed, low) = (true, half),
            Verdict::Open => return Ok(Knee::None(NoKnee::SaturatedFrom(high))),
        }
    }
    for _ in 0..HALVINGS {
        let middle = round((low + high) / 2.0);
        if low == 0.0 || middle <= low || middle >= high {
            break;
        }
        match judge(middle)? {
            Verdict::Saturated => high = middle,
            verdict => (passed, low) = (passed || verdict == Verdict::Passes, middle),
        }
    }
    Ok(if passed { Knee::At(high) } else { Knee::None(NoKnee::SaturatedFrom(high)) })
}

/// Rounds a rate to four decimals.
pub(crate) fn round(rate: f64) -> f64 {
    (rate * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn the_knee_is_found_to_a_sixteenth() {
        for truth in [0.004, 0.0101, 0.037, 0.04, 0.3, 0.99] {
            let mut asked = 0;
            let found = knee(|rate| {
                asked += 1;
                Ok::<_, Infallible>(if rate >= truth { Verdict::Saturated } else { Verdict::Passes })
            });
            let Knee::At(found) = found.unwrap() else { panic!("{truth}: {found:?}") };
            assert!(found >= truth && found <= truth * 1.07 + 1e-4, "{found} for {truth}");
            assert!(asked <= 12);
        }
    }

    /// The knee of a network whose rates are open below `open`, and saturated from `saturated` on.
    fn found(open: f64, saturated: f64) -> Knee {
        let judge = |rate| match () {
            () if rate < open => Verdict::Open,
            () if rate < saturated => Verdict::Passes,
            () => Verdict::Saturated,
        };
        knee(|rate| Ok::<_, Infallible>(judge(rate))).unwrap()
    }

    #[test]
    fn without_a_rate_that_passes_there_is_no_knee() {
        assert_eq!(found(0.0, 2.0), Knee::Beyond);
        assert_eq!(found(0.0, 0.0), Knee::None(NoKnee::SaturatedFrom(1e-4)));
        assert_eq!(found(0.006, 0.006), Knee::None(NoKnee::SaturatedFrom(0.01)));
        assert_eq!(found(2.0, 2.0), Knee::None(NoKnee::FewPackets));
        // 0.01 to 0.04 have too few packets, 0.08 is saturated; 0.06 passes, 0.07 is saturated, 0.065 is, 0.0625 passes.
        assert_eq!(found(0.05, 0.064), Knee::At(0.065));
        // With the same limits, and no rate between them that passes.
        assert!(matches!(found(0.05, 0.05), Knee::None(NoKnee::SaturatedFrom(rate)) if rate <= 0.0525));
    }
}
