//! What is read off a curve, seed by seed.

use super::Series;
use super::networks::{TTN, TTN_MIN2};
use crate::sweep::{self, Point, saturation};

impl Series {
    /// The network and its VC rule: `TTN(2,3,1)/paper4`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.network, self.rule)
    }

    /// The series as it is where the TTN by `min2` stands for the TTN: that of the TTN itself is none.
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

    /// By seed: mean network latency at a rate that was run.
    ///
    /// # Panics
    /// If it was not.
    pub fn latency_at(&self, rate: f64) -> Vec<f64> {
        let at = |points: &Vec<Point>| points.iter().find(|point| point.rate == rate).expect("a rate that was run").latency_mean;
        self.seeds.iter().map(at).collect()
    }

    /// The highest rate above the zero load that both were run at and at which neither is saturated with any seed.
    pub fn common_rate(&self, other: &Self) -> Option<f64> {
        let (own, others) = (self.unsaturated(), other.unsaturated());
        own.into_iter().rfind(|rate| others.contains(rate))
    }

    /// The highest accepted load is that of the highest rate.
    pub fn still_rising(&self) -> bool {
        let accepted = sweep::means(&self.seeds, |point| point.accepted);
        accepted.last().is_some_and(|last| accepted.iter().all(|load| load <= last))
    }

    /// By seed: the points but for the zero load, whose few packets say nothing on saturation.
    fn loaded(&self) -> impl Iterator<Item = &[Point]> {
        self.seeds.iter().map(|points| &points[1..])
    }

    /// Rising; no rate that is above a saturated one.
    fn unsaturated(&self) -> Vec<f64> {
        let saturated = |i: &usize| self.seeds.iter().any(|points| points[*i].is_saturated());
        (1..self.seeds[0].len()).take_while(|i| !saturated(i)).map(|i| self.seeds[0][i].rate).collect()
    }
}
