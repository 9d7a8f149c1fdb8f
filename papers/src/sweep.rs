//! Sweeps: one network and traffic pattern at many offered loads.

use rayon::prelude::*;
use torusmith_sim::simulation::Simulation;

use crate::figures::{Figures, Latencies};
use crate::knee::{Knee, NoKnee, knee, round};
use crate::verdict::SATURATED;
use crate::{Error, Progress, Work};

/// A simulation's figures. Loads in flits a node and clock, latencies in clocks (docs/router.md, N8).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Requested rate.
    pub rate: f64,
    /// Offered load.
    pub offered: f64,
    /// Accepted load.
    pub accepted: f64,
    /// Mean network latency.
    pub latency_mean: f64,
    /// 99th percentile of the network latency.
    pub latency_p99: u64,
    /// The network died.
    pub dead: bool,
}

impl Point {
    /// Whether less than 95 % of the offered load is accepted.
    pub fn is_saturated(&self) -> bool {
        self.accepted < SATURATED * self.offered
    }

    /// Selects the figures that studies need; `None` if no packet was measured.
    pub fn new(rate: f64, figures: &Figures) -> Option<Self> {
        let Figures { offered, accepted, latencies: Latencies { latency_mean, latency_p99, .. }, .. } = *figures;
        Some(Self {
            rate,
            offered: offered?,
            accepted: accepted?,
            latency_mean: latency_mean?,
            latency_p99: latency_p99?,
            dead: figures.dead.is_some(),
        })
    }
}

/// Simulates points in parallel; results are in the given order, for any number of threads.
///
/// # Errors
/// A setting that the model refuses.
pub fn points(simulations: &[Simulation], work: &Work) -> Result<Vec<Point>, Error> {
    let run = |simulation| work.cache.point(simulation).inspect(|_| (work.progress)(Progress::Step));
    // One simulation per task, as their lengths differ.
    simulations.par_iter().with_max_len(1).map(run).collect()
}

/// Finds the knees of simulations in parallel: the least rates known to be saturated, and 1 if none is.
///
/// # Errors
/// A setting that the model refuses.
pub fn knees(simulations: &[Simulation], work: &Work) -> Result<Vec<f64>, Error> {
    (work.progress)(Progress::Stage("knees", simulations.len() as u64));
    let knee = |simulation: &Simulation| {
        let zero_load = simulation.zero_load_latency()?;
        let knee = match knee(|rate| Ok::<_, Error>(work.cache.judged(&at_rate(simulation, rate), zero_load)?.1))? {
            Knee::At(rate) | Knee::None(NoKnee::SaturatedFrom(rate)) => rate,
            Knee::Beyond | Knee::None(NoKnee::FewPackets) => 1.0,
        };
        (work.progress)(Progress::Step);
        Ok(knee)
    };
    // One search per task, as their lengths differ.
    simulations.par_iter().with_max_len(1).map(knee).collect()
}

/// Points by simulation, seed and rate.
pub type Points = Vec<Vec<Vec<Point>>>;

/// Runs simulations at the given rates, with seeds 1 to `seeds`.
///
/// # Errors
/// A setting that the model refuses.
pub fn by_seed(plans: &[(Simulation, Vec<f64>)], seeds: usize, work: &Work) -> Result<Points, Error> {
    let of_plan = |(simulation, rates): &(Simulation, Vec<f64>)| {
        let pairs = (1..=seeds as u64).flat_map(|seed| rates.iter().map(move |&rate| (rate, seed)));
        pairs.map(|(rate, seed)| with_seed(simulation, rate, seed)).collect::<Vec<_>>()
    };
    let simulations: Vec<Simulation> = plans.iter().flat_map(of_plan).collect();
    (work.progress)(Progress::Stage("points", simulations.len() as u64));
    let mut points = points(&simulations, work)?.into_iter();
    Ok(plans.iter().map(|(_, rates)| (0..seeds).map(|_| points.by_ref().take(rates.len()).collect()).collect()).collect())
}

/// The simulation at another rate.
pub fn at_rate(simulation: &Simulation, rate: f64) -> Simulation {
    let mut simulation = simulation.clone();
    simulation.traffic.rate = rate;
    simulation
}

/// The simulation at another rate and with another seed.
pub(crate) fn with_seed(simulation: &Simulation, rate: f64, seed: u64) -> Simulation {
    let mut simulation = at_rate(simulation, rate);
    simulation.traffic.seed = seed;
    simulation
}

/// Equidistant rates from `from` to `to` times the knee, rounded to four decimals, none above 1 and without duplicates.
pub fn grid(knee: f64, from: f64, to: f64, count: usize) -> Vec<f64> {
    let rate = |i: usize| round(knee * (from + (to - from) * i as f64 / (count - 1).max(1) as f64)).clamp(1e-4, 1.0);
    let mut rates: Vec<f64> = (0..count).map(rate).collect();
    rates.dedup();
    rates
}

/// Sorts rates, and removes duplicates.
pub fn merge(rates: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut rates: Vec<f64> = rates.into_iter().collect();
    rates.sort_by(f64::total_cmp);
    rates.dedup();
    rates
}

/// The mean over the seeds of a value, rate by rate.
pub fn means(seeds: &[Vec<Point>], value: fn(&Point) -> f64) -> Vec<f64> {
    let mean = |i: usize| seeds.iter().map(|points| value(&points[i])).sum::<f64>() / seeds.len() as f64;
    (0..seeds[0].len()).map(mean).collect()
}

/// (accepted load, mean network latency), the means over the seeds, rate by rate: a curve of a figure.
pub fn curve(seeds: &[Vec<Point>]) -> Vec<(f64, f64)> {
    means(seeds, |point| point.accepted).into_iter().zip(means(seeds, |point| point.latency_mean)).collect()
}

/// Rows of a CSV, one for each point: the columns `own`, then [`COLUMNS`].
pub fn rows(own: Vec<String>, seeds: &[Vec<Point>]) -> impl Iterator<Item = Vec<String>> {
    let points = seeds.iter().zip(1..).flat_map(|(points, seed)| points.iter().map(move |point| (seed, point)));
    points.map(move |(seed, Point { rate, offered, accepted, latency_mean, latency_p99, .. })| {
        let loads = [rate.to_string(), format!("{offered:.6}"), format!("{accepted:.6}")];
        let latencies = [format!("{latency_mean:.3}"), latency_p99.to_string()];
        own.iter().cloned().chain([seed.to_string()]).chain(loads).chain(latencies).collect()
    })
}

/// Columns of [`rows`] after a series' own columns.
pub const COLUMNS: [&str; 6] = ["seed", "rate", "offered", "accepted", "latency_mean", "latency_p99"];

/// Simulations in which the network died.
pub fn dead<'a>(series: impl Iterator<Item = &'a Vec<Vec<Point>>>) -> usize {
    series.flatten().flatten().filter(|point| point.dead).count()
}

/// The point with the highest accepted load, the first of equals.
///
/// # Panics
/// If there is no point.
pub fn maximum(points: &[Point]) -> &Point {
    points.iter().reduce(|best, point| if point.accepted > best.accepted { point } else { best }).expect("a point")
}

/// The last point, by rising rate, before the first saturated one; the first point if it is saturated.
///
/// # Panics
/// If there is no point.
pub fn last_unsaturated(points: &[Point]) -> &Point {
    let saturated = points.iter().position(Point::is_saturated).unwrap_or(points.len());
    &points[saturated.saturating_sub(1)]
}

/// The accepted load at which 95 % of the offered load are accepted: by linear interpolation between the first saturated point and the one before.
/// `None` if no point is saturated, or the first one is.
pub fn knee_load(points: &[Point]) -> Option<f64> {
    let above = points.iter().position(Point::is_saturated)?;
    let (below, above) = (&points[above.checked_sub(1)?], &points[above]);
    let share = |point: &Point| point.accepted / point.offered;
    let way = (share(below) - SATURATED) / (share(below) - share(above));
    Some(SATURATED * (below.offered + way * (above.offered - below.offered)))
}

/// [`knee_load`]; without a saturated point the accepted load of the last point, and of the first one if it is saturated.
///
/// # Panics
/// If there is no point.
pub fn saturation(points: &[Point]) -> f64 {
    let unsaturated = || if points[0].is_saturated() { points[0].accepted } else { points[points.len() - 1].accepted };
    knee_load(points).unwrap_or_else(unsaturated)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points_of(loads: &[(f64, f64)]) -> Vec<Point> {
        let point = |&(rate, accepted)| Point { rate, offered: rate, accepted, latency_mean: 0.0, latency_p99: 0, dead: false };
        loads.iter().map(point).collect()
    }

    #[test]
    fn grids_are_even_rounded_and_within_a_port() {
        assert_eq!(grid(0.04, 0.1, 1.6, 4), [0.004, 0.024, 0.044, 0.064]);
        assert_eq!(grid(0.8, 0.5, 2.0, 4), [0.4, 0.8, 1.0]);
        assert_eq!(merge([0.2, 0.1, 0.2]), [0.1, 0.2]);
    }

    #[test]
    fn maximum_and_saturation_by_hand() {
        let points = points_of(&[(0.01, 0.01), (0.03, 0.0299), (0.04, 0.036), (0.05, 0.034)]);
        assert_eq!(maximum(&points).rate, 0.04);
        assert_eq!(last_unsaturated(&points).rate, 0.03);
        assert_eq!(last_unsaturated(&points[2..]).rate, 0.04);
        assert_eq!(maximum(&points_of(&[(0.1, 0.05), (0.2, 0.05)])).rate, 0.1);
    }

    #[test]
    fn saturation_by_hand() {
        // Shares 1 and 0.9: half way, at 0.025.
        let between = saturation(&points_of(&[(0.01, 0.01), (0.02, 0.02), (0.03, 0.027), (0.04, 0.04)]));
        assert!((between - 0.95 * 0.025).abs() < 1e-12, "{between}");
        // Shares 0.98 and 0.93: three fifths of the way.
        let between = saturation(&points_of(&[(0.1, 0.098), (0.2, 0.186)]));
        assert!((between - 0.95 * 0.16).abs() < 1e-12, "{between}");
        assert_eq!(saturation(&points_of(&[(0.1, 0.1), (0.2, 0.2)])), 0.2);
        assert_eq!(saturation(&points_of(&[(0.1, 0.05), (0.2, 0.04)])), 0.05);
        assert_eq!([&[(0.1, 0.1), (0.2, 0.2)], &[(0.1, 0.05), (0.2, 0.04)]].map(|loads| knee_load(&points_of(loads))), [None; 2]);
    }
}
