//! A paper's claims, their tests, and totals over them.

use serde::Serialize;

use crate::estimate::Estimate;
use crate::options::Options;

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

/// A claim about deterministic figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StaticClaim {
    /// The paper's section.
    pub source: &'static str,
    /// Text of the claim.
    pub claim: String,
    /// Whether the claim holds; `None` if a network that it needs is not built.
    pub holds: Option<bool>,
    /// The figures.
    pub finding: String,
}

/// An order between two figures.
#[derive(Debug, Clone, Copy)]
pub enum Order {
    /// The first is less than the second.
    Below,
    /// Both are the same.
    Equal,
    /// The first is more than the second.
    Above,
}

impl StaticClaim {
    /// A tested claim.
    pub fn new(source: &'static str, claim: impl Into<String>, holds: bool, finding: impl Into<String>) -> Self {
        Self { source, claim: claim.into(), holds: Some(holds), finding: finding.into() }
    }

    /// Compares `what` of two networks, each with its name; `None` for a network that is not built.
    pub fn order(source: &'static str, what: &str, one: (&str, Option<f64>), order: Order, other: (&str, Option<f64>)) -> Self {
        let (sign, holds): (_, fn(f64, f64) -> bool) = match order {
            Order::Below => ("<", |a, b| a < b),
            Order::Equal => ("=", |a, b| a == b),
            Order::Above => (">", |a, b| a > b),
        };
        let claim = format!("{what}: {} {sign} {}", one.0, other.0);
        let shown = |value: Option<f64>| {
            value.map_or("-".to_owned(), |value| if value.fract() == 0.0 { value.to_string() } else { format!("{value:.3}") })
        };
        let finding = format!("{} and {}", shown(one.1), shown(other.1));
        Self { source, claim, holds: one.1.zip(other.1).map(|(a, b)| holds(a, b)), finding }
    }
}

/// Settings and totals of a study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Clocks in which packets are created.
    pub cycles: u64,
    /// Clocks of warm-up, which do not count.
    pub warmup: u64,
    /// Flits an input VC's buffer holds.
    pub buffer_depth: usize,
    /// `plus`, the papers' text, or `balanced`.
    pub ties: &'static str,
    /// Clocks a hop of a head flit.
    pub pipeline: u32,
    /// Seeds 1 to this.
    pub seeds: usize,
    /// Claims that hold.
    pub claims_held: usize,
    /// Number of claims.
    pub claims_made: usize,
    /// Simulations in which the network died.
    pub dead: usize,
}

impl Summary {
    pub(crate) fn new<'a>(options: &Options, pipeline: u32, claims: impl Iterator<Item = &'a Claim> + Clone, dead: usize) -> Self {
        Self {
            cycles: options.cycles,
            warmup: options.warm_up(),
            buffer_depth: options.buffer_depth,
            ties: options.ties.name(),
            pipeline,
            seeds: options.seeds,
            claims_held: claims.clone().filter(|claim| claim.holds).count(),
            claims_made: claims.count(),
            dead,
        }
    }
}
