//! Figures of a curve, seed by seed.

use super::Series;
use super::networks::{TTN, TTN_MIN2};
use crate::sweep::{self, Point, saturation};

impl Series {
    /// The network and its VC rule: `TTN(2,3,1)/paper4`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.network, self.rule)
    }

    /// The series in which the TTN with `min2` takes the TTN's place; `None` for the TTN itself.
    pub(super) fn with_min2_for_ttn(&self) -> Option<Self> {
        match self.competitor.label {
            TTN => None,
            TTN_MIN2 => Some(Self { competitor: self.competitor.named(TTN), ..self.clone() }),
            _ => Some(self.clone()),
        }
    }

    /// By seed: mean network latency at the zero load.
    pub fn zero_load(&self) -> Vec<f64> {
        self.seeds.iter().map(|points| points[0].latency_mean).collect()
    }

    /// By seed: the accepted load at which 95 % of the offered load are accepted.
    pub fn saturation(&self) -> Vec<f64> {
        self.loaded().map(saturation).collect()
    }

    /// By seed: the highest accepted load.
    pub fn maximum(&self) -> Vec<f64> {
        self.loaded().map(|points| sweep::maximum(points).accepted).collect()
    }

    /// By seed: mean network latency at a simulated rate.
    ///
    /// # Panics
    /// If the rate was not simulated.
    pub fn latency_at(&self, rate: f64) -> Vec<f64> {
        let at = |points: &Vec<Point>| points.iter().find(|point| point.rate == rate).expect("a rate that was run").latency_mean;
        self.seeds.iter().map(at).collect()
    }

    /// The highest common rate above the zero load at which neither network is saturated with any seed.
    pub fn common_rate(&self, other: &Self) -> Option<f64> {
        let (own, others) = (self.unsaturated(), other.unsaturated());
        own.into_iter().rfind(|rate| others.contains(rate))
    }

    /// Whether the highest accepted load is at the highest rate.
    pub fn still_rising(&self) -> bool {
        let accepted = sweep::means(&self.seeds, |point| point.accepted);
        accepted.last().is_some_and(|last| accepted.iter().all(|load| load <= last))
    }

    /// By seed: the points except for the zero load, whose few packets say nothing about saturation.
    fn loaded(&self) -> impl Iterator<Item = &[Point]> {
        self.seeds.iter().map(|points| &points[1..])
    }

    /// Rising rates, up to the first saturated one.
    fn unsaturated(&self) -> Vec<f64> {
        let saturated = |i: &usize| self.seeds.iter().any(|points| points[*i].is_saturated());
        (1..self.seeds[0].len()).take_while(|i| !saturated(i)).map(|i| self.seeds[0][i].rate).collect()
    }
}
