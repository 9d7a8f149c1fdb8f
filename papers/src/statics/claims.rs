//! A paper's claims in words, and their test.

use serde::Serialize;

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
    Below,
    Equal,
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
        let told = |value: Option<f64>| {
            value.map_or("-".to_owned(), |value| if value.fract() == 0.0 { value.to_string() } else { format!("{value:.3}") })
        };
        let finding = format!("{} and {}", told(one.1), told(other.1));
        Self { source, claim, holds: one.1.zip(other.1).map(|(a, b)| holds(a, b)), finding }
    }
}
