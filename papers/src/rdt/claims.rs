//! The claims of section IV-B and of the abstract about the figures.

use serde::Serialize;
use torusmith_sim::traffic::Pattern;

use super::loads::LinkLoads;
use super::{LOW_LOAD, Scenario, Series, high_load};
use crate::claims::Claim;
use crate::estimate::Estimate;
use crate::sweep::{self, Point};

/// A claim, its place in the paper, and the rate of its test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RdtClaim {
    /// The scenario.
    pub scenario: &'static str,
    /// The paper's section or figure.
    pub source: &'static str,
    /// The offered load at which latencies are compared; `None` for throughputs and loads of links.
    pub rate: Option<f64>,
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
}

/// By seed: accepted load at the last rate before a network is saturated.
pub(super) fn saturation(series: &Series) -> Vec<f64> {
    // The few packets of the low load say nothing about saturation.
    let loaded = |points: &'_ [Point]| points.iter().position(|point| point.rate > LOW_LOAD).unwrap_or(0);
    series.seeds.iter().map(|points| sweep::last_unsaturated(&points[loaded(points)..]).accepted).collect()
}

/// Comparison of the networks of a scenario.
struct ScenarioClaims<'a> {
    scenario: Scenario,
    series: &'a [Series],
}

impl<'a> ScenarioClaims<'a> {
    fn series(&self, label: &str) -> &'a Series {
        self.series.iter().find(|series| series.competitor.label == label).expect("a network of the study")
    }

    fn new_claim(&self, source: &'static str, rate: Option<f64>, claim: String, margin: Estimate) -> RdtClaim {
        RdtClaim { scenario: self.scenario.name, source, rate, claim: Claim::new(claim, margin) }
    }

    /// (name of the load, rate) of low and high load, for two networks.
    fn loads(&self, one: &str, other: &str) -> [(&'static str, f64); 2] {
        [("low", LOW_LOAD), ("high", high_load(self.series(one).knee, self.series(other).knee))]
    }

    fn latencies(&self, label: &str, rate: f64) -> Vec<f64> {
        self.series(label).at(rate).map(|point| point.latency_mean).collect()
    }

    /// Claims that `lower` has the lower latency at a load, 0 for low or 1 for high.
    fn lower_at(&self, source: &'static str, load: usize, lower: &str, higher: &str) -> RdtClaim {
        let (name, rate) = self.loads(lower, higher)[load];
        let margin = Estimate::of_reductions(&self.latencies(higher, rate), &self.latencies(lower, rate));
        self.new_claim(source, Some(rate), format!("latency at {name} load {lower} <= {higher}"), margin)
    }

    /// Claims that `better` has the lower latency at low and high load, and at least the throughput of `than`.
    fn better(&self, source: &'static str, better: &str, than: &str) -> Vec<RdtClaim> {
        let throughput = Estimate::of_changes(&saturation(self.series(than)), &saturation(self.series(better)));
        vec![
            self.lower_at(source, 0, better, than),
            self.lower_at(source, 1, better, than),
            self.new_claim(source, None, format!("saturation throughput {better} >= {than}"), throughput),
        ]
    }

    /// Claims that the latency of `label` is above the highest of all others, at low load and at the high load of the network that
    /// saturates first.
    fn largest(&self, source: &'static str, label: &str) -> Vec<RdtClaim> {
        let knee = self.series.iter().map(|series| series.knee).fold(f64::INFINITY, f64::min);
        let others = || self.series.iter().map(|series| series.competitor.label).filter(|other| *other != label);
        let of_load = |(name, rate): (&str, f64)| {
            let mut highest = vec![0.0; self.series[0].seeds.len()];
            for other in others() {
                highest.iter_mut().zip(self.latencies(other, rate)).for_each(|(highest, latency)| *highest = latency.max(*highest));
            }
            let margin = Estimate::of_changes(&highest, &self.latencies(label, rate));
            self.new_claim(source, Some(rate), format!("latency at {name} load {label} >= all others"), margin)
        };
        [("low", LOW_LOAD), ("high", high_load(knee, knee))].map(of_load).into()
    }
}

/// The claims, in the order of the scenarios and of the text. `series` has all networks of each scenario, scenario by scenario.
pub(super) fn claims(series: &[Series], networks: usize, loads: &[LinkLoads]) -> Vec<RdtClaim> {
    series.chunks(networks).flat_map(|series| scenario_claims(&ScenarioClaims { scenario: series[0].scenario, series }, loads)).collect()
}

fn scenario_claims(compared: &ScenarioClaims, loads: &[LinkLoads]) -> Vec<RdtClaim> {
    let (rdt, two, three, four, cube) = ("RDT", "2D torus", "3D torus", "4D torus", "hypercube");
    match (compared.scenario.pattern, compared.scenario.flits) {
        (Pattern::Uniform, 16) => {
            let mut all = compared.largest("IV-B, Figure 9", two);
            for low in [cube, four] {
                all.extend((0..2).map(|load| compared.lower_at("IV-B, Figure 9", load, low, three)));
            }
            all.push(compared.lower_at("IV-B, Figure 9", 0, rdt, three));
            all.push(compared.lower_at("IV-B, Figure 9", 1, three, rdt));
            all.extend(upper_ranks(compared, loads));
            all.extend(compared.better("abstract, IV-B", rdt, two));
            all
        }
        (Pattern::Uniform, _) => {
            let mut all = compared.better("IV-B, Figure 10", rdt, three);
            all.extend(compared.better("abstract, IV-B", rdt, two));
            all
        }
        _ => {
            let mut all = compared.better("IV-B, Figure 11", rdt, four);
            all.extend(compared.better("abstract", rdt, three));
            all.extend(compared.better("abstract", rdt, two));
            all
        }
    }
}

/// Claims that the links of the upper ranks fill up first; exact, from the paths of all pairs.
fn upper_ranks(compared: &ScenarioClaims, loads: &[LinkLoads]) -> Option<RdtClaim> {
    let ranks = &loads.iter().find(|loads| !loads.ranks.is_empty())?.ranks;
    let upper = ranks[1..].iter().map(|rank| rank.highest).fold(0.0, f64::max);
    let margin = Estimate { mean: 100.0 * (upper / ranks[0].highest - 1.0), half_width: Some(0.0) };
    Some(compared.new_claim("IV-B, Figure 9", None, "load of the busiest link: upper ranks >= rank 0".to_owned(), margin))
}

#[cfg(test)]
mod tests {
    use super::super::{COMPETITORS, SCENARIOS};
    use super::*;

    /// Five networks that saturate at `knees`, with latencies of 1000 x `low` at low load and 1000 x `high` at every other.
    fn series(scenario: usize, knees: [f64; 5], low: [f64; 5], high: [f64; 5]) -> Vec<Series> {
        let of = |i: usize| {
            let point = |rate: f64, latency: f64| Point {
                rate,
                offered: rate,
                accepted: if rate >= knees[i] { 0.5 * rate } else { rate },
                latency_mean: 1000.0 * latency,
                latency_p99: 0,
                dead: false,
            };
            let mut rates: Vec<f64> = knees.iter().map(|&other| high_load(knees[i], other)).chain([knees[i]]).collect();
            rates.sort_by(f64::total_cmp);
            let points = [point(LOW_LOAD, low[i])].into_iter().chain(rates.into_iter().map(|rate| point(rate, high[i])));
            let points: Vec<Point> = points.collect();
            Series { scenario: SCENARIOS[scenario], competitor: COMPETITORS[i], knee: knees[i], seeds: vec![points.clone(), points] }
        };
        (0..5).map(of).collect()
    }

    fn loads(ranks: &[f64]) -> Vec<LinkLoads> {
        let of = |(rank, &highest): (u32, &f64)| super::super::loads::RankLoad { rank, links: 1, mean: highest, highest };
        let ranks = (0..).zip(ranks).map(of).collect();
        vec![LinkLoads { network: "RDT", links: 1, mean: 1.0, highest: 1.0, capacity: 1.0, ranks }]
    }

    fn told(claims: &[RdtClaim]) -> Vec<(&str, bool, Option<f64>, f64)> {
        claims.iter().map(|c| (c.claim.claim.as_str(), c.claim.holds, c.rate, (c.claim.margin.mean * 100.0).round() / 100.0)).collect()
    }

    #[test]
    fn uniform_traffic_by_hand() {
        // 2D, 3D, 4D torus, hypercube, RDT.
        let series = series(0, [0.1, 0.2, 0.4, 0.8, 0.3], [100.0, 50.0, 40.0, 30.0, 60.0], [200.0, 80.0, 60.0, 50.0, 160.0]);
        assert_eq!(
            told(&claims(&series, 5, &loads(&[2.0, 3.0, 1.0]))),
            [
                ("latency at low load 2D torus >= all others", true, Some(0.002), 66.67),
                ("latency at high load 2D torus >= all others", true, Some(0.09), 25.0),
                ("latency at low load hypercube <= 3D torus", true, Some(0.002), 40.0),
                ("latency at high load hypercube <= 3D torus", true, Some(0.18), 37.5),
                ("latency at low load 4D torus <= 3D torus", true, Some(0.002), 20.0),
                ("latency at high load 4D torus <= 3D torus", true, Some(0.18), 25.0),
                ("latency at low load RDT <= 3D torus", false, Some(0.002), -20.0),
                ("latency at high load 3D torus <= RDT", true, Some(0.18), 50.0),
                ("load of the busiest link: upper ranks >= rank 0", true, None, 50.0),
                ("latency at low load RDT <= 2D torus", true, Some(0.002), 40.0),
                ("latency at high load RDT <= 2D torus", true, Some(0.09), 20.0),
                // 0.27 = 0.9 x 0.3 against 0.09.
                ("saturation throughput RDT >= 2D torus", true, None, 200.0),
            ]
        );
    }

    #[test]
    fn other_scenarios_by_hand() {
        let (knees, low, high) = ([0.1, 0.2, 0.4, 0.8, 0.3], [100.0, 50.0, 40.0, 30.0, 60.0], [200.0, 80.0, 60.0, 50.0, 160.0]);
        let long = claims(&series(1, knees, low, high), 5, &[]);
        assert_eq!(long.len(), 6);
        assert_eq!(told(&long)[1], ("latency at high load RDT <= 3D torus", false, Some(0.18), -100.0));
        let hot = claims(&series(2, knees, low, high), 5, &[]);
        assert_eq!(hot.len(), 9);
        assert_eq!(
            told(&hot)[..3],
            [
                ("latency at low load RDT <= 4D torus", false, Some(0.002), -50.0),
                ("latency at high load RDT <= 4D torus", false, Some(0.27), -166.67),
                ("saturation throughput RDT >= 4D torus", false, None, -25.0),
            ]
        );
        assert!(hot.iter().all(|claim| claim.scenario == "hot-nodes-16" && claim.claim.resolved));
    }

    #[test]
    fn what_the_low_load_accepts_is_no_saturation() {
        let mut series = series(0, [0.1; 5], [1.0; 5], [1.0; 5]);
        for points in &mut series[0].seeds {
            points[0].accepted = 0.0;
        }
        assert_eq!(saturation(&series[0]), [0.09, 0.09]);
    }
}
