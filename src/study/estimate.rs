//! Estimates as text.

use torusmith_papers::estimate::Estimate;

/// The mean, and half the width of its confidence interval where it has one.
pub fn with_width(estimate: &Estimate, decimals: usize) -> String {
    let mean = format!("{:.decimals$}", estimate.mean);
    estimate.half_width.map_or(mean.clone(), |half_width| format!("{mean} ±{half_width:.decimals$}"))
}
