//! What a paper says in words, and whether it is so.

use serde::Serialize;

/// A claim about figures that have no chance in them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StaticClaim {
    /// The paper's section.
    pub source: &'static str,
    /// In words.
    pub claim: String,
    /// Whether it is so; `None` if a network that it needs is not built.
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
    /// A claim that was tested.
    pub fn new(source: &'static str, claim: impl Into<String>, holds: bool, finding: impl Into<String>) -> Self {
        Self { source, claim: claim.into(), holds: Some(holds), finding: finding.into() }
    }

    /// `what` of one network against that of another, each with its name; `None` is a network that is not built.
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
