//! Means with confidence intervals, over runs that differ in their seed alone.

use serde::Serialize;

/// Most samples that [`Estimate::of`] takes: the table of t ends at 30 degrees of freedom.
pub const MAX_SAMPLES: usize = 31;

/// Student's t for a two-sided confidence of 95 %, by degrees of freedom from 1 on.
const T_95: [f64; MAX_SAMPLES - 1] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093,
    2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// Student's t for a two-sided confidence of 95 %.
///
/// # Panics
/// Unless there are 1..=30 degrees of freedom.
pub(crate) fn t_95(degrees: usize) -> f64 {
    T_95[degrees - 1]
}

/// A mean with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// Mean of the samples.
    pub mean: f64,
    /// Half the width of the 95 % confidence interval; `None` with a single sample.
    pub half_width: Option<f64>,
}

impl Estimate {
    /// The mean of independent samples, and t s / sqrt(n) with their standard deviation s.
    ///
    /// # Panics
    /// Unless there are 1..=[`MAX_SAMPLES`].
    pub fn of(samples: &[f64]) -> Self {
        let n = samples.len() as f64;
        assert!((1..=MAX_SAMPLES).contains(&samples.len()), "{n} samples");
        let mean = samples.iter().sum::<f64>() / n;
        let half_width = (samples.len() > 1).then(|| {
            let variance = samples.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
            t_95(samples.len() - 1) * (variance / n).sqrt()
        });
        Self { mean, half_width }
    }

    /// Estimates the changes from `before` to `after` in percent, pair by pair.
    pub fn of_changes(before: &[f64], after: &[f64]) -> Self {
        let changes: Vec<f64> = before.iter().zip(after).map(|(before, after)| 100.0 * (after / before - 1.0)).collect();
        Self::of(&changes)
    }

    /// Estimates the reductions from `before` to `after` in percent, pair by pair.
    pub fn of_reductions(before: &[f64], after: &[f64]) -> Self {
        let changes = Self::of_changes(before, after);
        // Avoids -0 if there is no change.
        Self { mean: 0.0 - changes.mean, ..changes }
    }

    /// The lower end of the confidence interval; the mean for a single sample.
    pub fn least(&self) -> f64 {
        self.mean - self.half_width.unwrap_or(0.0)
    }

    /// Whether zero is outside the confidence interval.
    pub fn is_resolved(&self) -> bool {
        self.half_width.is_some_and(|half_width| self.mean.abs() > half_width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() <= within, "{a} for {b}");
    }

    #[test]
    fn three_samples_by_hand() {
        // Mean 4; deviations -2, 0, 2; s^2 = 8 / 2 = 4; t(2) = 4.303; 4.303 * 2 / sqrt(3) = 4.9687.
        let estimate = Estimate::of(&[2.0, 4.0, 6.0]);
        assert_eq!(estimate.mean, 4.0);
        near(estimate.half_width.unwrap(), 4.9687, 1e-4);
        assert!(!estimate.is_resolved());
        // s^2 = 2, t(1) = 12.706: 12.706 * sqrt(2 / 2) = 12.706.
        near(Estimate::of(&[100.0, 102.0]).half_width.unwrap(), 12.706, 1e-9);
        assert!(Estimate::of(&[100.0, 102.0]).is_resolved());
    }

    #[test]
    fn one_sample_has_no_width() {
        assert_eq!(Estimate::of(&[7.0]), Estimate { mean: 7.0, half_width: None });
        assert!(!Estimate::of(&[7.0]).is_resolved());
    }

    #[test]
    fn changes_are_paired() {
        // +10 % and +20 % of different bases: 15 % with s = 7.0711, t(1) s / sqrt(2) = 63.53.
        let changes = Estimate::of_changes(&[1.0, 50.0], &[1.1, 60.0]);
        near(changes.mean, 15.0, 1e-9);
        near(changes.half_width.unwrap(), 63.53, 1e-2);
        let reductions = Estimate::of_reductions(&[200.0, 100.0], &[150.0, 100.0]);
        near(reductions.mean, 12.5, 1e-9);
    }

    /// Integrates the density of Student's t from -t to t by Simpson's rule: 0.95 for every entry of the table.
    #[test]
    fn the_table_holds_95_percent() {
        for (i, &t) in T_95.iter().enumerate() {
            let df = i as f64 + 1.0;
            // Gamma((df + 1) / 2) / Gamma(df / 2) by the recurrence g(df + 2) = g(df) (df + 1) / df, g(1) = 1 / sqrt(pi), g(2) = sqrt(pi) / 2.
            let root_pi = std::f64::consts::PI.sqrt();
            let (mut k, mut gamma) = if i % 2 == 0 { (1.0, 1.0 / root_pi) } else { (2.0, root_pi / 2.0) };
            while k < df {
                gamma *= (k + 1.0) / k;
                k += 2.0;
            }
            let density = |x: f64| gamma / (df * std::f64::consts::PI).sqrt() * (1.0 + x * x / df).powf(-(df + 1.0) / 2.0);
            let steps = 2000;
            let h = t / steps as f64;
            let weight = |i: usize| if i == 0 || i == steps { 1.0 } else { 2.0 + 2.0 * (i % 2) as f64 };
            let inside = 2.0 * h / 3.0 * (0..=steps).map(|i| weight(i) * density(i as f64 * h)).sum::<f64>();
            near(inside, 0.95, 6e-5);
        }
    }
}
