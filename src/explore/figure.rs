//! Figures of a design, and the goals and limits that are made of them.

use std::str::FromStr;

use serde::Serialize;
use strum::{Display, EnumString, IntoEnumIterator, VariantNames};

use crate::values::Allowed;

/// A figure of a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Display, EnumString, strum::EnumIter, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Figure {
    /// Load at which less than 95 % of what is offered is accepted, in flits a node and clock.
    Accepted,
    /// Mean latency without load, in clocks.
    Latency,
    /// Gates of a router, in thousands of NAND2.
    Kge,
    /// Gates of all routers by nodes.
    KgePerNode,
    /// Area of a router in the library's cells.
    Um2,
    /// Clock in the library's cells.
    Mhz,
    /// `Latency` at that clock.
    Ns,
    /// `Accepted` at that clock, in data bits.
    GbitPerNode,
    /// Wires of all links across the middle, both ways, credits included.
    Wires,
    /// Ports of a router, local ones included.
    Ports,
    /// Routers.
    Routers,
    /// Nodes.
    Nodes,
    /// Most hops between two nodes, on a shortest way.
    Diameter,
}

impl Figure {
    /// More is better.
    pub fn rises(self) -> bool {
        matches!(self, Self::Accepted | Self::Mhz | Self::GbitPerNode | Self::Nodes)
    }

    /// `a` is at least as good as `b`.
    pub fn as_good(self, a: f64, b: f64) -> bool {
        if self.rises() { a >= b } else { a <= b }
    }

    /// The command that measures it, beside simulations and counts.
    pub fn measured_by(self) -> Option<Synthesis> {
        match self {
            Self::Kge | Self::KgePerNode => Some(Synthesis::Area),
            Self::Um2 | Self::Mhz | Self::Ns | Self::GbitPerNode => Some(Synthesis::Asic),
            _ => None,
        }
    }

    /// It is a result of simulations.
    pub fn is_simulated(self) -> bool {
        matches!(self, Self::Accepted | Self::GbitPerNode)
    }

    /// Name with unit, for pictures.
    pub fn title(self) -> &'static str {
        match self {
            Self::Accepted => "accepted load, flits a node and clock",
            Self::Latency => "latency without load, clocks",
            Self::Kge => "gates of a router, kGE",
            Self::KgePerNode => "gates a node, kGE",
            Self::Um2 => "area of a router, um2",
            Self::Mhz => "clock, MHz",
            Self::Ns => "latency without load, ns",
            Self::GbitPerNode => "accepted load, Gbit/s a node",
            Self::Wires => "wires across the middle",
            Self::Ports => "ports of a router",
            Self::Routers => "routers",
            Self::Nodes => "nodes",
            Self::Diameter => "diameter, hops",
        }
    }
}

/// Commands that take seconds to minutes a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Synthesis {
    Area,
    Asic,
}

/// What is known of a figure: it lies between `low` and `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    pub const UNKNOWN: Self = Self { low: 0.0, high: f64::INFINITY };

    pub fn exact(value: f64) -> Self {
        Self { low: value, high: value }
    }

    /// The value, once it is known.
    pub fn value(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What is known of each figure of a design.
#[derive(Debug, Clone)]
pub struct Figures([Range; Figure::VARIANTS.len()]);

impl Default for Figures {
    fn default() -> Self {
        Self([Range::UNKNOWN; Figure::VARIANTS.len()])
    }
}

impl Figures {
    pub fn get(&self, figure: Figure) -> Range {
        self.0[figure as usize]
    }

    pub fn set(&mut self, figure: Figure, range: Range) {
        self.0[figure as usize] = range;
    }

    /// The figures that are known, in the order of their list.
    pub fn known(&self) -> impl Iterator<Item = (Figure, f64)> {
        Figure::iter().filter_map(|figure| Some((figure, self.get(figure).value()?)))
    }

    /// The other design cannot be better in any goal, and is worse in one: it may be left out, whatever it is measured to be.
    pub fn beat(&self, other: &Self, goals: &[Figure]) -> bool {
        let worst = |goal: Figure| if goal.rises() { self.get(goal).low } else { self.get(goal).high };
        let best = |goal: Figure| if goal.rises() { other.get(goal).high } else { other.get(goal).low };
        let all = goals.iter().all(|&goal| goal.as_good(worst(goal), best(goal)));
        all && goals.iter().any(|&goal| !goal.as_good(best(goal), worst(goal)))
    }
}

/// How a limit compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    AtMost,
    AtLeast,
    Equal,
}

/// `kge <= 40`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit {
    pub figure: Figure,
    comparison: Comparison,
    bound: f64,
}

impl FromStr for Limit {
    type Err = Allowed;

    fn from_str(text: &str) -> Result<Self, Allowed> {
        let signs = [("<=", Comparison::AtMost), (">=", Comparison::AtLeast), ("=", Comparison::Equal)];
        let read = || {
            let (sign, comparison) = signs.iter().find(|(sign, _)| text.contains(sign))?;
            let (figure, bound) = text.split_once(sign)?;
            let bound = bound.trim().parse().ok().filter(|bound: &f64| bound.is_finite())?;
            Some(Self { figure: figure.trim().parse().ok()?, comparison: *comparison, bound })
        };
        read().ok_or_else(|| Allowed(format!("FIGURE <= N, FIGURE >= N, FIGURE = N, with a figure of {}", Figure::VARIANTS.join(", "))))
    }
}

impl Limit {
    /// Some value of the range keeps to it.
    pub fn may_hold(&self, Range { low, high }: Range) -> bool {
        match self.comparison {
            Comparison::AtMost => low <= self.bound,
            Comparison::AtLeast => high >= self.bound,
            Comparison::Equal => low <= self.bound && self.bound <= high,
        }
    }

    /// Every value of the range keeps to it.
    pub fn holds(&self, Range { low, high }: Range) -> bool {
        match self.comparison {
            Comparison::AtMost => high <= self.bound,
            Comparison::AtLeast => low >= self.bound,
            Comparison::Equal => low == self.bound && high == self.bound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(accepted: (f64, f64), kge: (f64, f64)) -> Figures {
        let mut figures = Figures::default();
        figures.set(Figure::Accepted, Range { low: accepted.0, high: accepted.1 });
        figures.set(Figure::Kge, Range { low: kge.0, high: kge.1 });
        figures
    }

    #[test]
    fn a_design_is_left_out_only_if_it_cannot_win() {
        let goals = [Figure::Accepted, Figure::Kge];
        let known = figures((0.4, 0.4), (20.0, 20.0));
        assert!(known.beat(&figures((0.2, 0.39), (20.0, f64::INFINITY)), &goals));
        assert!(!known.beat(&figures((0.2, 0.41), (20.0, f64::INFINITY)), &goals), "it may accept more");
        assert!(!known.beat(&figures((0.2, 0.39), (19.0, f64::INFINITY)), &goals), "it may have fewer gates");
        assert!(!known.beat(&known, &goals), "equal ones stay");
        assert!(!figures((0.4, 0.4), (20.0, f64::INFINITY)).beat(&figures((0.2, 0.2), (30.0, 30.0)), &goals), "its own gates are unknown");
    }

    #[test]
    fn limits_are_read_and_kept() {
        let limit: Limit = "kge <= 40".parse().unwrap();
        assert!(limit.may_hold(Range { low: 30.0, high: f64::INFINITY }) && !limit.holds(Range { low: 30.0, high: f64::INFINITY }));
        assert!(!limit.may_hold(Range { low: 40.5, high: f64::INFINITY }));
        assert!("nodes=64".parse::<Limit>().unwrap().holds(Range::exact(64.0)));
        assert!("accepted >= 0.3".parse::<Limit>().unwrap().holds(Range { low: 0.3, high: 0.4 }));
        for wrong in ["kge < 40", "gates <= 40", "kge <= x", "kge", "kge <= inf"] {
            assert!(wrong.parse::<Limit>().is_err(), "{wrong}");
        }
    }
}
