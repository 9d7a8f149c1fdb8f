//! The comparisons of the TTN paper, tested on the points. By its section 5.1, maximum throughput is the load at which the network
//! saturates; the margin by the highest accepted load is given in addition.

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

/// Throughputs that differ by at most this, in percent, look equal in a figure.
pub const EQUAL: f64 = 5.0;
/// The percentages of the hot spot.
const HOT_SPOTS: [u8; 4] = [2, 5, 10, 20];

/// Verdict on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds, and the confidence interval excludes the contrary (with a single seed: by the mean alone).
    Holds,
    /// The claim does not hold.
    DoesNotHold,
    /// The seeds do not decide.
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
    pub verdict: Verdict,
}

/// All claims about networks that were simulated.
pub fn claims(series: &[Series]) -> Vec<PaperClaim> {
    let judge = Judge(series, RefCell::default());
    statements::all().flat_map(|said| judge.of(&said)).collect()
}

/// Function from a series to a throughput for each seed.
type Throughput = fn(&Series) -> Vec<f64>;

/// The series, and the bounds on throughput computed so far.
struct Judge<'a>(&'a [Series], RefCell<Vec<(Network, Pattern, Option<f64>)>>);

impl<'a> Judge<'a> {
    fn series(&self, scenario: Scenario, label: &str) -> Option<&'a Series> {
        self.0.iter().find(|series| series.scenario == scenario && series.competitor.label == label)
    }

    /// A network under all patterns with q = 1.
    fn everywhere(&self, label: &'static str) -> impl Iterator<Item = &'a Series> {
        self.0.iter().filter(move |series| series.scenario.q == 1 && series.competitor.label == label)
    }

    /// Claims of a statement: none if a network is missing, two for a latency.
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

    /// The bound on a network's throughput at saturation in its scenario.
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

    /// Pairs of networks of a statement, the one with the higher throughput first.
    fn above(&self, said: &Said) -> Vec<(&'a Series, &'a Series)> {
        match said.statement {
            Statement::Throughput { higher, lower } => {
                self.series(said.scenario, higher).zip(self.series(said.scenario, lower)).into_iter().collect()
            }
            Statement::ThroughputEverywhere { higher, lower } => self.everywhere(higher).zip(self.everywhere(lower)).collect(),
            _ => Vec::new(),
        }
    }

    /// Text of the claim, compared values, and by seed the margin in percent.
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
