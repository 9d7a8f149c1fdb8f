//! A paper's claims about direction or order, and their test.

use serde::Serialize;

use crate::estimate::Estimate;

/// A claim of a paper about direction or order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Claim {
    /// Text of the claim.
    pub claim: String,
    /// Margin by which the first is above (latency: below) the second, in percent.
    pub margin: Estimate,
    /// The mean of the margin is not below 0.
    pub holds: bool,
    /// The confidence interval of the margin leaves out 0.
    pub resolved: bool,
}

impl Claim {
    /// A claim that holds if the mean of `margin` is not below 0.
    pub fn new(claim: impl Into<String>, margin: Estimate) -> Self {
        Self { claim: claim.into(), holds: margin.mean >= 0.0, resolved: margin.is_resolved(), margin }
    }
}
