//! The comparisons of the TTN paper, tested on the points. Its maximum throughput is by section 5.1 the load at which the network saturates;
//! beside it stands what the highest accepted load says.

use std::cell::RefCell;
use std::fmt;

use serde::Serialize;
use torusmith_sim::traffic::Pattern;
use torusmith_topology::Network;

use super::bound;
use super::statements::{self, Said, Statement};
use super::{Competitor, Scenario, Series};
use crate::claim::Claim;
use crate::estimate::Estimate;

/// Throughputs that differ by no more, in percent, look the same in a figure.
pub const EQUAL: f64 = 5.0;
/// The percentages of the hot spot.
const HOT_SPOTS: [u8; 4] = [2, 5, 10, 20];

/// Whether a claim is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is, and the confidence interval leaves out the contrary (with a single seed: by the mean alone).
    Holds,
    /// It is not.
    DoesNotHold,
    /// The seeds do not tell.
    WithinInterval,
}

impl Verdict {
    fn of(claim: &Claim) -> Self {
        match claim.holds {
            _ if !claim.resolved && claim.margin.half_width.is_some() => Self::WithinInterval,
            true => Self::Holds,
            false => Self::DoesNotHold,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::WithinInterval => "within the interval",
        })
    }
}

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Latency at the zero load, in clocks.
    ZeroLoadLatency,
    /// Latency at the highest common rate of two networks that are not saturated.
    LoadedLatency,
    /// Throughput, in flits a node and clock.
    Throughput,
    /// How much one network's throughput is above another's, in percent.
    Lead,
}

/// A claim, where it is made, and ours beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PaperClaim {
    /// The paper's section and figure.
    pub source: &'static str,
    /// The scenario; `hot-spot` if it is about all four percentages, `all` if about all patterns, with q = 1.
    pub scenario: String,
    /// How much, in the paper's words; empty if it does not say.
    pub words: &'static str,
    /// What is compared.
    pub measure: Measure,
    /// The offered load at which latencies are compared.
    pub rate: Option<f64>,
    /// Means of what is compared, in the order of the claim; empty where there are more than a few.
    pub values: Vec<f64>,
    /// The claim, its margin in percent (a lead: in percentage points).
    #[serde(flatten)]
    pub claim: Claim,
    /// Throughputs: the margin by the highest accepted load.
    pub margin_at_max: Option<Estimate>,
    /// A throughput that is to be above another: the most that the first network can have, by any routing, where that is known.
    pub bound: Option<f64>,
    /// No routing can meet the claim: the bound of some network is below what the other network does, its confidence interval left out.
    pub ruled_out: bool,
    /// The verdict.
    pub verdict: Verdict,
}

/// All claims about networks that were run.
pub fn claims(series: &[Series]) -> Vec<PaperClaim> {
    let judge = Judge(series, RefCell::default());
    statements::all().flat_map(|said| judge.of(&said)).collect()
}

/// A throughput by seed.
type Throughput = fn(&Series) -> Vec<f64>;

/// The series, and the most that networks can accept, as far as it is known.
struct Judge<'a>(&'a [Series], RefCell<Vec<(Network, Pattern, Option<f64>)>>);

impl<'a> Judge<'a> {
    fn series(&self, scenario: Scenario, label: &str) -> Option<&'a Series> {
        self.0.iter().find(|series| series.scenario == scenario && series.competitor.label == label)
    }

    /// A network under all patterns with q = 1.
    fn everywhere(&self, label: &'static str) -> impl Iterator<Item = &'a Series> {
        self.0.iter().filter(move |series| series.scenario.q == 1 && series.competitor.label == label)
    }

    /// The claims that a statement comes to: none if a network is missing, two for a latency.
    fn of(&self, said: &Said) -> Vec<PaperClaim> {
        match said.statement {
            Statement::Latency { lower, higher } => self.latencies(said, lower, higher).unwrap_or_default(),
            Statement::LatencyEverywhere { lower, higher } => self.latency_everywhere(said, lower, higher).into_iter().collect(),
            _ => self.throughputs(said).into_iter().collect(),
        }
    }

    fn latencies(&self, said: &Said, lower: &str, higher: &str) -> Option<Vec<PaperClaim>> {
        let (low, high) = (self.series(said.scenario, lower)?, self.series(said.scenario, higher)?);
        let made = |measure, rate, name: String, low: Vec<f64>, high: Vec<f64>| {
            let claim = Claim::new(format!("latency {name}: {lower} <= {higher}"), Estimate::of_reductions(&high, &low));
            PaperClaim { rate, values: vec![mean(&low), mean(&high)], ..made(said, measure, claim) }
        };
        let zero = made(Measure::ZeroLoadLatency, None, "at zero load".to_owned(), low.zero_load(), high.zero_load());
        let loaded = low
            .common_rate(high)
            .map(|rate| made(Measure::LoadedLatency, Some(rate), format!("at {rate}"), low.latency_at(rate), high.latency_at(rate)));
        Some([zero].into_iter().chain(loaded).collect())
    }

    fn latency_everywhere(&self, said: &Said, lower: &'static str, higher: &'static str) -> Option<PaperClaim> {
        let reductions = |(low, high): (&Series, &Series)| ratios(&low.zero_load(), &high.zero_load()).iter().map(|rise| -rise).collect();
        let margins = least(self.everywhere(lower).zip(self.everywhere(higher)).map(reductions))?;
        let claim = Claim::new(format!("latency at zero load, every pattern: {lower} <= {higher}"), Estimate::of(&margins));
        Some(PaperClaim { scenario: "all".to_owned(), ..made(said, Measure::ZeroLoadLatency, claim) })
    }

    fn throughputs(&self, said: &Said) -> Option<PaperClaim> {
        let (text, values, margins) = self.margins(said, Series::saturation)?;
        let (_, _, at_max) = self.margins(said, Series::maximum)?;
        let (margin, margin_at_max) = (Estimate::of(&margins), Some(Estimate::of(&at_max)));
        let measure = match said.statement {
            Statement::Grows { .. } | Statement::Shrinks { .. } => Measure::Lead,
            _ => Measure::Throughput,
        };
        let mut claim = Claim::new(text, margin);
        if let Statement::Equal { .. } = said.statement {
            claim.holds = margin.mean.abs() <= EQUAL;
            claim.resolved = margin.half_width.is_some_and(|half_width| (margin.mean.abs() - EQUAL).abs() > half_width);
        }
        let scenario = match said.statement {
            Statement::ThroughputEverywhere { .. } => "all".to_owned(),
            Statement::Grows { .. } | Statement::Shrinks { .. } => "hot-spot".to_owned(),
            _ => said.scenario.name(),
        };
        let pairs = self.above(said);
        let bound = if let [(above, _)] = pairs[..] { self.most(above) } else { None };
        let least = |of: &Series| Estimate::of(&of.saturation()).least();
        let ruled_out = pairs.iter().any(|(above, below)| self.most(above).is_some_and(|most| most < least(below)));
        Some(PaperClaim { scenario, values, margin_at_max, bound, ruled_out, ..made(said, measure, claim) })
    }

    /// The most that a network can accept at saturation in its scenario.
    fn most(&self, of: &Series) -> Option<f64> {
        let mut known = self.1.borrow_mut();
        let is_it = |(network, pattern, _): &&(Network, Pattern, _)| *network == of.network && *pattern == of.scenario.pattern;
        if let Some((.., most)) = known.iter().find(is_it) {
            return *most;
        }
        let most = bound::saturation(&of.network, of.scenario.pattern).expect("a pattern that was run");
        known.push((of.network.clone(), of.scenario.pattern, most));
        most
    }

    /// Which throughputs a statement puts above which.
    fn above(&self, said: &Said) -> Vec<(&'a Series, &'a Series)> {
        match said.statement {
            Statement::Throughput { higher, lower } => {
                self.series(said.scenario, higher).zip(self.series(said.scenario, lower)).into_iter().collect()
            }
            Statement::ThroughputEverywhere { higher, lower } => self.everywhere(higher).zip(self.everywhere(lower)).collect(),
            _ => Vec::new(),
        }
    }

    /// The claim in words, what is compared, and by seed the margin in percent.
    fn margins(&self, said: &Said, of: Throughput) -> Option<(String, Vec<f64>, Vec<f64>)> {
        let here = |label: &str| self.series(said.scenario, label).map(of);
        let two = |text: String, above: Vec<f64>, below: Vec<f64>| {
            let margins = ratios(&above, &below);
            (text, vec![mean(&above), mean(&below)], margins)
        };
        Some(match said.statement {
            Statement::Throughput { higher, lower } => two(format!("throughput {higher} >= {lower}"), here(higher)?, here(lower)?),
            Statement::Equal { one, other } => two(format!("throughput {one} = {other}, within {EQUAL} %"), here(one)?, here(other)?),
            Statement::AboveUniform(label) => {
                two(format!("throughput {label}: complement >= uniform"), here(label)?, of(self.series(UNIFORM, label)?))
            }
            Statement::BelowUniform(label) => {
                two(format!("throughput {label}: uniform >= complement"), of(self.series(UNIFORM, label)?), here(label)?)
            }
            Statement::Lowest(label) => {
                let own = here(label)?;
                let is_other = |competitor: &Competitor| competitor.label != label && competitor.drawn && competitor.rule.is_none();
                let others = self.0.iter().filter(|series| series.scenario == said.scenario && is_other(&series.competitor));
                let margins = least(others.map(|other| ratios(&of(other), &own)))?;
                (format!("throughput {label} <= all others"), vec![mean(&own)], margins)
            }
            Statement::LowestPattern(label) => {
                let own = here(label)?;
                let others = self.everywhere(label).filter(|series| series.scenario != said.scenario);
                let margins = least(others.map(|other| ratios(&of(other), &own)))?;
                (format!("throughput {label}: complement <= all other patterns"), vec![mean(&own)], margins)
            }
            Statement::Grows { above, below } => {
                let leads = self.leads(above, below, of)?;
                let margins = least(leads.windows(2).map(|two| differences(&two[1], &two[0])))?;
                let text = format!("lead of {above} over {below} grows with each hot spot");
                (text, leads.iter().map(|lead| mean(lead)).collect(), margins)
            }
            Statement::Shrinks { above, below } => {
                let leads = self.leads(above, below, of)?;
                let margins = least(leads.windows(2).map(|two| differences(&two[0], &two[1])))?;
                let text = format!("lead of {above} over {below} shrinks with each hot spot");
                (text, leads.iter().map(|lead| mean(lead)).collect(), margins)
            }
            Statement::ThroughputEverywhere { higher, lower } => {
                let both = self.everywhere(higher).zip(self.everywhere(lower));
                let margins = least(both.map(|(higher, lower)| ratios(&of(higher), &of(lower))))?;
                (format!("throughput, every pattern: {higher} >= {lower}"), Vec::new(), margins)
            }
            Statement::Latency { .. } | Statement::LatencyEverywhere { .. } => return None,
        })
    }

    /// By hot spot and seed: how far the first is above the second, in percent.
    fn leads(&self, above: &str, below: &str, of: Throughput) -> Option<Vec<Vec<f64>>> {
        let at = |percent| {
            let scenario = Scenario { pattern: Pattern::HotSpot(percent), q: 1 };
            Some(ratios(&of(self.series(scenario, above)?), &of(self.series(scenario, below)?)))
        };
        HOT_SPOTS.into_iter().map(at).collect()
    }
}

const UNIFORM: Scenario = Scenario { pattern: Pattern::Uniform, q: 1 };

fn made(said: &Said, measure: Measure, claim: Claim) -> PaperClaim {
    let Said { source, scenario, words, .. } = *said;
    let verdict = Verdict::of(&claim);
    PaperClaim {
        source,
        scenario: scenario.name(),
        words,
        measure,
        rate: None,
        values: Vec::new(),
        claim,
        margin_at_max: None,
        bound: None,
        ruled_out: false,
        verdict,
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// By seed: by how many percent the first is above the second.
fn ratios(above: &[f64], below: &[f64]) -> Vec<f64> {
    above.iter().zip(below).map(|(above, below)| 100.0 * (above / below - 1.0)).collect()
}

fn differences(above: &[f64], below: &[f64]) -> Vec<f64> {
    above.iter().zip(below).map(|(above, below)| above - below).collect()
}

/// By seed: the least of several margins.
fn least(margins: impl Iterator<Item = Vec<f64>>) -> Option<Vec<f64>> {
    margins.reduce(|least, margins| least.iter().zip(&margins).map(|(a, b)| a.min(*b)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::networks::{MESH, MESH_1, MH3DT, TESH, TORUS, TORUS_2, TTN};
    use super::super::{Study, ZERO_LOAD};
    use super::*;
    use crate::sweep::Point;

    /// A network that accepts all up to `saturation` / 0.95 and 90 % of the next rate, 0.2, the same for all; one seed for each pair of
    /// saturation and latency (at zero load; four times as much at 0.005).
    fn made(pattern: Pattern, q: u32, label: &'static str, seeds: &[(f64, f64)]) -> Series {
        let point = |rate: f64, accepted: f64, latency_mean: f64| Point {
            rate,
            offered: rate,
            accepted,
            latency_mean,
            latency_p99: 0,
            dead: false,
        };
        let seed = |&(saturation, latency): &(f64, f64)| {
            let low = saturation / 0.95;
            // From a share of 0.95 on linear interpolation stays where it is.
            vec![
                point(ZERO_LOAD, ZERO_LOAD, latency),
                point(0.005, 0.005, 4.0 * latency),
                Point { rate: 0.1, ..point(low, saturation, 9.0 * latency) },
                point(0.2, 0.18, 9.0 * latency),
            ]
        };
        Series {
            scenario: Scenario { pattern, q },
            competitor: Competitor::new(label, "", None),
            network: "torus:4,4".parse().unwrap(),
            rule: "dateline",
            knee: 0.1,
            seeds: seeds.iter().map(seed).collect(),
        }
    }

    fn told(claims: &[PaperClaim]) -> Vec<(&str, &str, f64, Verdict)> {
        claims.iter().map(|c| (c.claim.claim.as_str(), c.words, (c.claim.margin.mean * 100.0).round() / 100.0, c.verdict)).collect()
    }

    #[test]
    fn a_figure_by_hand() {
        let at = |label, saturation, latency| made(Pattern::Uniform, 0, label, &[(saturation, latency), (saturation, latency)]);
        let series = [at(MESH, 0.04, 100.0), at(TESH, 0.02, 40.0), at(MH3DT, 0.05, 25.0), at(TTN, 0.03, 50.0)];
        let found = claims(&series);
        use Verdict::{DoesNotHold, Holds};
        assert_eq!(
            told(&found),
            [
                ("latency at zero load: TTN <= mesh", "far", 50.0, Holds),
                ("latency at 0.1: TTN <= mesh", "far", 50.0, Holds),
                ("latency at zero load: TTN <= TESH", "significantly", -25.0, DoesNotHold),
                ("latency at 0.1: TTN <= TESH", "significantly", -25.0, DoesNotHold),
                ("latency at zero load: MH3DT <= TTN", "slightly", 50.0, Holds),
                ("latency at 0.1: MH3DT <= TTN", "slightly", 50.0, Holds),
                ("throughput TTN >= MH3DT", "", -40.0, DoesNotHold),
                ("throughput TTN >= TESH", "", 50.0, Holds),
                ("throughput TTN >= mesh", "", -25.0, DoesNotHold),
            ]
        );
        assert_eq!((found[1].rate, &found[1].values[..]), (Some(0.1), &[450.0, 900.0][..]));
        assert!((found[6].values[0] - 0.03).abs() < 1e-12 && (found[6].values[1] - 0.05).abs() < 1e-12);
        // The highest accepted load is 0.18 for all.
        assert!(found[6].margin_at_max.unwrap().mean.abs() < 1e-9);
        assert!(found.iter().all(|claim| claim.scenario == "uniform-q0" && claim.source == "5.4.1, Fig. 7(a)"));
    }

    /// A TTN(2,2,0) saturates at 0.0438 at most (see `bound`).
    #[test]
    fn what_no_routing_can_do_is_told() {
        let ttn = Series { network: "ttn:2,2,0".parse().unwrap(), ..made(Pattern::Uniform, 0, TTN, &[(0.01, 40.0); 2]) };
        let others = [made(Pattern::Uniform, 0, MESH, &[(0.044, 100.0); 2]), made(Pattern::Uniform, 0, TESH, &[(0.043, 40.0); 2])];
        // 0.05 on average, and the interval reaches down to 0.0438 and further.
        let unsure = made(Pattern::Uniform, 0, MH3DT, &[(0.0495, 40.0), (0.0505, 40.0)]);
        let found = claims(&[others[0].clone(), others[1].clone(), unsure, ttn]);
        let of = |words: &str| found.iter().find(|claim| claim.claim.claim == words).unwrap();
        assert!((of("throughput TTN >= mesh").bound.unwrap() - 0.0438).abs() < 1e-4);
        let ruled_out = ["mesh", "TESH", "MH3DT"].map(|other| of(&format!("throughput TTN >= {other}")).ruled_out);
        assert_eq!(ruled_out, [true, false, false]);
        assert!(found.iter().all(|claim| claim.measure == Measure::Throughput || claim.bound.is_none()));
    }

    #[test]
    fn seeds_that_disagree_decide_nothing() {
        let series = [made(Pattern::Uniform, 0, TESH, &[(0.02, 40.0); 2]), made(Pattern::Uniform, 0, TTN, &[(0.022, 30.0), (0.019, 31.0)])];
        let found = claims(&series);
        // +10 and -5 %: 2.5 %, half width 12.706 x 7.5.
        assert_eq!(told(&found)[2], ("throughput TTN >= TESH", "", 2.5, Verdict::WithinInterval));
        // 25 and 22.5 %: half width 12.706 x 1.25 = 15.9.
        assert_eq!(told(&found)[0], ("latency at zero load: TTN <= TESH", "significantly", 23.75, Verdict::Holds));
        // With a single seed the mean decides.
        let single = [made(Pattern::Uniform, 0, TESH, &[(0.02, 40.0)]), made(Pattern::Uniform, 0, TTN, &[(0.0199, 30.0)])];
        assert_eq!(told(&claims(&single))[2], ("throughput TTN >= TESH", "", -0.5, Verdict::DoesNotHold));
    }

    #[test]
    fn hot_spots_by_hand() {
        // By hot spot: torus, MH3DT, TESH, TTN.
        let at = |percent, saturations: [f64; 4]| {
            let networks = [TORUS, MH3DT, TESH, TTN].into_iter().zip(saturations);
            networks.map(move |(label, saturation)| made(Pattern::HotSpot(percent), 1, label, &[(saturation, 10.0); 2]))
        };
        let series: Vec<Series> = at(2, [0.06, 0.03, 0.04, 0.072])
            .chain(at(5, [0.05, 0.04, 0.025, 0.065]))
            .chain(at(10, [0.04, 0.04, 0.025, 0.06]))
            .chain(at(20, [0.02, 0.04, 0.0388, 0.04]))
            .collect();
        let found = claims(&series);
        let of = |start: &str| told(&found).into_iter().rfind(|claim| claim.0.starts_with(start)).unwrap();
        assert_eq!(of("throughput MH3DT = TESH"), ("throughput MH3DT = TESH, within 5 %", "", 3.09, Verdict::Holds));
        assert_eq!(of("throughput MH3DT >= torus"), ("throughput MH3DT >= torus", "", 100.0, Verdict::Holds));
        // Leads of the torus over MH3DT 100, 25, 0, -50 %: the least step is 25 points.
        assert_eq!(of("lead of torus over MH3DT"), ("lead of torus over MH3DT shrinks with each hot spot", "", 25.0, Verdict::Holds));
        // Over TESH 50, 100, 60, -48: the first step is -50.
        assert_eq!(of("lead of torus over TESH"), ("lead of torus over TESH shrinks with each hot spot", "", -50.0, Verdict::DoesNotHold));
        // Of the TTN over the torus 20, 30, 50, 100.
        assert_eq!(of("lead of TTN"), ("lead of TTN over torus grows with each hot spot", "", 10.0, Verdict::Holds));
        assert!(
            found
                .iter()
                .filter(|claim| claim.measure == Measure::Lead)
                .all(|claim| claim.scenario == "hot-spot" && claim.values.len() == 4)
        );

        let far = [made(Pattern::HotSpot(20), 1, MH3DT, &[(0.03, 1.0); 2]), made(Pattern::HotSpot(20), 1, TESH, &[(0.02, 1.0); 2])];
        assert_eq!(told(&claims(&far)), [("throughput MH3DT = TESH, within 5 %", "", 50.0, Verdict::DoesNotHold)]);
    }

    #[test]
    fn across_patterns_by_hand() {
        let at = |pattern, saturation, latency| made(pattern, 1, TTN, &[(saturation, latency); 2]);
        let other = |label, pattern, saturation, latency| made(pattern, 1, label, &[(saturation, latency); 2]);
        let series = [
            at(Pattern::Uniform, 0.02, 50.0),
            other(MESH, Pattern::Uniform, 0.01, 90.0),
            other(MH3DT, Pattern::Uniform, 0.04, 40.0),
            at(Pattern::Complement, 0.04, 50.0),
            other(MESH, Pattern::Complement, 0.02, 90.0),
            other(MH3DT, Pattern::Complement, 0.02, 45.0),
        ];
        let found = claims(&series);
        let of = |words: &str| told(&found).into_iter().find(|claim| claim.0 == words).unwrap();
        use Verdict::{DoesNotHold, Holds};
        assert_eq!(of("throughput mesh <= all others").2, 100.0);
        assert_eq!(of("throughput mesh: complement <= all other patterns").2, -50.0);
        assert_eq!(of("throughput TTN: complement >= uniform"), ("throughput TTN: complement >= uniform", "", 100.0, Holds));
        assert_eq!(of("throughput MH3DT: complement >= uniform").2, -50.0);
        assert_eq!(of("throughput, every pattern: TTN >= mesh").2, 100.0);
        assert_eq!(of("throughput, every pattern: TTN >= MH3DT"), ("throughput, every pattern: TTN >= MH3DT", "", -50.0, DoesNotHold));
        // 20 % and 10 %.
        assert_eq!(of("latency at zero load, every pattern: MH3DT <= TTN").2, 10.0);
    }

    /// Counted in the text: 42 latencies, at two loads each; 42 throughputs in the figures and 21 comparisons beside them.
    #[test]
    fn every_comparison_of_the_text_is_there() {
        let labels = [MESH, TORUS, TESH, MH3DT, TTN, MESH_1, TORUS_2];
        let scenarios = Study::Ttn.scenarios();
        let series: Vec<Series> =
            scenarios.iter().flat_map(|s| labels.map(|label| made(s.pattern, s.q, label, &[(0.02, 10.0); 2]))).collect();
        let found = claims(&series);
        let count = |measure| found.iter().filter(|claim| claim.measure == measure).count();
        assert_eq!([count(Measure::ZeroLoadLatency), count(Measure::LoadedLatency)], [42 + 1, 42]);
        assert_eq!([count(Measure::Throughput), count(Measure::Lead)], [42 + 4 + 3 + 6 + 4, 3]);
        assert!(claims(&series[..1]).is_empty());
    }
}
