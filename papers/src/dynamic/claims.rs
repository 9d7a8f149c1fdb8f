//! The comparisons of the TTN paper, tested on the points. By its section 5.1, maximum throughput is the load at which the network
//! saturates; the margin by the highest accepted load is given in addition.

use std::cell::RefCell;
use std::fmt;

use serde::Serialize;
use torusmith_sim::traffic::Pattern;
use torusmith_topology::Network;

use super::bound;
use super::statements::{self, Comparison, PaperStatement};
use super::{Competitor, Scenario, Series};
use crate::claims::Claim;
use crate::estimate::Estimate;

/// Throughputs that differ by at most this, in percent, look equal in a figure.
pub const EQUAL: f64 = 5.0;
/// The percentages of the hot spot.
const HOT_SPOTS: [u8; 4] = [2, 5, 10, 20];

/// Verdict on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The claim holds, and the confidence interval excludes the contrary (with a single seed: by the mean alone).
    Holds,
    /// The claim does not hold.
    DoesNotHold,
    /// The seeds do not decide.
    WithinInterval,
}

impl ClaimVerdict {
    fn of(claim: &Claim) -> Self {
        match claim.holds {
            _ if !claim.resolved && claim.margin.half_width.is_some() => Self::WithinInterval,
            true => Self::Holds,
            false => Self::DoesNotHold,
        }
    }
}

impl fmt::Display for ClaimVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold",
            Self::WithinInterval => "within the interval",
        })
    }
}

/// Quantity that a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Latency at the zero load, in clocks.
    ZeroLoadLatency,
    /// Latency at the highest common rate of two networks that are not saturated.
    LoadedLatency,
    /// Throughput, in flits a node and clock.
    Throughput,
    /// Lead of one network's throughput over another's, in percent.
    Lead,
}

/// A claim, its place in the paper, and the computed figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PaperClaim {
    /// The paper's section and figure.
    pub source: &'static str,
    /// The scenario; `hot-spot` for a claim about all four percentages, `all` for one about all patterns, with q = 1.
    pub scenario: String,
    /// Degree in the paper's words; empty if it gives none.
    pub words: &'static str,
    /// Quantity compared.
    pub measure: Measure,
    /// The offered load at which latencies are compared.
    pub rate: Option<f64>,
    /// Means of the compared quantities, in the order of the claim; empty if there are more than a few.
    pub values: Vec<f64>,
    /// The claim, with its margin in percent (a lead: in percentage points).
    #[serde(flatten)]
    pub claim: Claim,
    /// Margin by the highest accepted load, for throughputs.
    pub margin_at_max: Option<Estimate>,
    /// For a throughput claimed to be above another: the most that the first network can have, by any routing, if known.
    pub bound: Option<f64>,
    /// No routing can satisfy the claim: the bound of some network is below the other network's confidence interval.
    pub ruled_out: bool,
    /// The verdict.
    pub verdict: ClaimVerdict,
}

/// All claims about networks that were simulated.
pub fn claims(series: &[Series]) -> Vec<PaperClaim> {
    let tests = ClaimTests(series, RefCell::default());
    statements::all().flat_map(|statement| tests.of(&statement)).collect()
}

/// Function from a series to a throughput for each seed.
type Throughput = fn(&Series) -> Vec<f64>;

/// The series, and the bounds on throughput computed so far.
struct ClaimTests<'a>(&'a [Series], RefCell<Vec<(Network, Pattern, Option<f64>)>>);

impl<'a> ClaimTests<'a> {
    fn series(&self, scenario: Scenario, label: &str) -> Option<&'a Series> {
        self.0.iter().find(|series| series.scenario == scenario && series.competitor.label == label)
    }

    /// A network under all patterns with q = 1.
    fn everywhere(&self, label: &'static str) -> impl Iterator<Item = &'a Series> {
        self.0.iter().filter(move |series| series.scenario.q == 1 && series.competitor.label == label)
    }

    /// Claims of a statement: none if a network is missing, two for a latency.
    fn of(&self, statement: &PaperStatement) -> Vec<PaperClaim> {
        match statement.comparison {
            Comparison::Latency { lower, higher } => self.latencies(statement, lower, higher).unwrap_or_default(),
            Comparison::LatencyEverywhere { lower, higher } => self.latency_everywhere(statement, lower, higher).into_iter().collect(),
            _ => self.throughputs(statement).into_iter().collect(),
        }
    }

    fn latencies(&self, statement: &PaperStatement, lower: &str, higher: &str) -> Option<Vec<PaperClaim>> {
        let (low, high) = (self.series(statement.scenario, lower)?, self.series(statement.scenario, higher)?);
        let claim_of = |measure, rate, name: String, low: Vec<f64>, high: Vec<f64>| {
            let claim = Claim::new(format!("latency {name}: {lower} <= {higher}"), Estimate::of_reductions(&high, &low));
            PaperClaim { rate, values: vec![mean(&low), mean(&high)], ..new_claim(statement, measure, claim) }
        };
        let zero = claim_of(Measure::ZeroLoadLatency, None, "at zero load".to_owned(), low.zero_load(), high.zero_load());
        let loaded = low
            .common_rate(high)
            .map(|rate| claim_of(Measure::LoadedLatency, Some(rate), format!("at {rate}"), low.latency_at(rate), high.latency_at(rate)));
        Some([zero].into_iter().chain(loaded).collect())
    }

    fn latency_everywhere(&self, statement: &PaperStatement, lower: &'static str, higher: &'static str) -> Option<PaperClaim> {
        let reductions = |(low, high): (&Series, &Series)| ratios(&low.zero_load(), &high.zero_load()).iter().map(|rise| -rise).collect();
        let margins = least(self.everywhere(lower).zip(self.everywhere(higher)).map(reductions))?;
        let claim = Claim::new(format!("latency at zero load, every pattern: {lower} <= {higher}"), Estimate::of(&margins));
        Some(PaperClaim { scenario: "all".to_owned(), ..new_claim(statement, Measure::ZeroLoadLatency, claim) })
    }

    fn throughputs(&self, statement: &PaperStatement) -> Option<PaperClaim> {
        let (text, values, margins) = self.margins(statement, Series::saturation)?;
        let (_, _, at_max) = self.margins(statement, Series::maximum)?;
        let (margin, margin_at_max) = (Estimate::of(&margins), Some(Estimate::of(&at_max)));
        let measure = match statement.comparison {
            Comparison::Grows { .. } | Comparison::Shrinks { .. } => Measure::Lead,
            _ => Measure::Throughput,
        };
        let mut claim = Claim::new(text, margin);
        if let Comparison::Equal { .. } = statement.comparison {
            claim.holds = margin.mean.abs() <= EQUAL;
            claim.resolved = margin.half_width.is_some_and(|half_width| (margin.mean.abs() - EQUAL).abs() > half_width);
        }
        let scenario = match statement.comparison {
            Comparison::ThroughputEverywhere { .. } => "all".to_owned(),
            Comparison::Grows { .. } | Comparison::Shrinks { .. } => "hot-spot".to_owned(),
            _ => statement.scenario.name(),
        };
        let pairs = self.above(statement);
        let bound = if let [(above, _)] = pairs[..] { self.bound(above) } else { None };
        let least = |of: &Series| Estimate::of(&of.saturation()).least();
        let ruled_out = pairs.iter().any(|(above, below)| self.bound(above).is_some_and(|most| most < least(below)));
        Some(PaperClaim { scenario, values, margin_at_max, bound, ruled_out, ..new_claim(statement, measure, claim) })
    }

    /// The bound on a network's throughput at saturation in its scenario.
    fn bound(&self, of: &Series) -> Option<f64> {
        let mut known = self.1.borrow_mut();
        let is_it = |(network, pattern, _): &&(Network, Pattern, _)| *network == of.network && *pattern == of.scenario.pattern;
        if let Some((.., most)) = known.iter().find(is_it) {
            return *most;
        }
        let most = bound::saturation(&of.network, of.scenario.pattern).expect("a pattern that was run");
        known.push((of.network.clone(), of.scenario.pattern, most));
        most
    }

    /// Pairs of networks of a statement, the one with the higher throughput first.
    fn above(&self, statement: &PaperStatement) -> Vec<(&'a Series, &'a Series)> {
        match statement.comparison {
            Comparison::Throughput { higher, lower } => {
                self.series(statement.scenario, higher).zip(self.series(statement.scenario, lower)).into_iter().collect()
            }
            Comparison::ThroughputEverywhere { higher, lower } => self.everywhere(higher).zip(self.everywhere(lower)).collect(),
            _ => Vec::new(),
        }
    }

    /// Text of the claim, compared values, and by seed the margin in percent.
    fn margins(&self, statement: &PaperStatement, of: Throughput) -> Option<(String, Vec<f64>, Vec<f64>)> {
        let here = |label: &str| self.series(statement.scenario, label).map(of);
        let two = |text: String, above: Vec<f64>, below: Vec<f64>| {
            let margins = ratios(&above, &below);
            (text, vec![mean(&above), mean(&below)], margins)
        };
        Some(match statement.comparison {
            Comparison::Throughput { higher, lower } => two(format!("throughput {higher} >= {lower}"), here(higher)?, here(lower)?),
            Comparison::Equal { one, other } => two(format!("throughput {one} = {other}, within {EQUAL} %"), here(one)?, here(other)?),
            Comparison::AboveUniform(label) => {
                two(format!("throughput {label}: complement >= uniform"), here(label)?, of(self.series(UNIFORM, label)?))
            }
            Comparison::BelowUniform(label) => {
                two(format!("throughput {label}: uniform >= complement"), of(self.series(UNIFORM, label)?), here(label)?)
            }
            Comparison::Lowest(label) => {
                let own = here(label)?;
                let is_other = |competitor: &Competitor| competitor.label != label && competitor.drawn && competitor.rule.is_none();
                let others = self.0.iter().filter(|series| series.scenario == statement.scenario && is_other(&series.competitor));
                let margins = least(others.map(|other| ratios(&of(other), &own)))?;
                (format!("throughput {label} <= all others"), vec![mean(&own)], margins)
            }
            Comparison::LowestPattern(label) => {
                let own = here(label)?;
                let others = self.everywhere(label).filter(|series| series.scenario != statement.scenario);
                let margins = least(others.map(|other| ratios(&of(other), &own)))?;
                (format!("throughput {label}: complement <= all other patterns"), vec![mean(&own)], margins)
            }
            Comparison::Grows { above, below } => {
                let leads = self.leads(above, below, of)?;
                let margins = least(leads.windows(2).map(|two| differences(&two[1], &two[0])))?;
                let text = format!("lead of {above} over {below} grows with each hot spot");
                (text, leads.iter().map(|lead| mean(lead)).collect(), margins)
            }
            Comparison::Shrinks { above, below } => {
                let leads = self.leads(above, below, of)?;
                let margins = least(leads.windows(2).map(|two| differences(&two[0], &two[1])))?;
                let text = format!("lead of {above} over {below} shrinks with each hot spot");
                (text, leads.iter().map(|lead| mean(lead)).collect(), margins)
            }
            Comparison::ThroughputEverywhere { higher, lower } => {
                let both = self.everywhere(higher).zip(self.everywhere(lower));
                let margins = least(both.map(|(higher, lower)| ratios(&of(higher), &of(lower))))?;
                (format!("throughput, every pattern: {higher} >= {lower}"), Vec::new(), margins)
            }
            Comparison::Latency { .. } | Comparison::LatencyEverywhere { .. } => return None,
        })
    }

    /// By hot spot and seed: lead of the first over the second, in percent.
    fn leads(&self, above: &str, below: &str, of: Throughput) -> Option<Vec<Vec<f64>>> {
        let at = |percent| {
            let scenario = Scenario { pattern: Pattern::HotSpot(percent), q: 1 };
            Some(ratios(&of(self.series(scenario, above)?), &of(self.series(scenario, below)?)))
        };
        HOT_SPOTS.into_iter().map(at).collect()
    }
}

const UNIFORM: Scenario = Scenario { pattern: Pattern::Uniform, q: 1 };

fn new_claim(statement: &PaperStatement, measure: Measure, claim: Claim) -> PaperClaim {
    let PaperStatement { source, scenario, words, .. } = *statement;
    let verdict = ClaimVerdict::of(&claim);
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

/// By seed: percentage by which the first is above the second.
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
mod tests;
