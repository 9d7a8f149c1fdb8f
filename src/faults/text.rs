//! The report in words.

use super::measure::{FaultSet, Measured};
use super::{Count, Faults};
use crate::outcome::Outcome;
use crate::output;

/// Most sets that cut nodes off, or are not repaired, that the text names.
const NAMED: usize = 8;

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

pub fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

impl Outcome for Faults {
    fn text(&self) -> String {
        let healthy = &self.healthy;
        let simulated = healthy.accepted.is_some();
        let mut facts = vec![
            ("network", self.network.to_string()),
            ("pairs", healthy.pairs.to_string()),
            ("mean links", format!("{:.4}", healthy.mean_hops)),
            ("classes", healthy.classes.to_string()),
        ];
        facts.extend(healthy.bound.map(|bound| ("bound", format!("{bound:.4} flits a node and clock"))));
        facts.extend(healthy.accepted.map(|load| ("accepted", format!("{load:.4} flits a node and clock"))));
        let mut header = vec![self.of, "sets", "repaired", "pairs", "least", "stretch", "most", "classes", "bound", "least", "ms", "most"];
        if simulated {
            header.extend(["accepted", "least"]);
        }
        let rows = self.counts.iter().map(|count| {
            let sets = format!("{}{}", count.sets.len(), if count.exhaustive { "" } else { " drawn" });
            self.row(vec![count.dead.to_string(), sets], &count.sets)
        });
        let mut text = output::facts(&facts) + "\n" + &output::table(&header, rows);
        for count in &self.counts {
            text += &list(count, "cut nodes off", &|set| !set.cut_off.is_empty());
            text += &list(count, "not repaired", &|set| set.repaired.is_none());
        }
        if !self.worst.is_empty() {
            header[1] = "worst";
            let rows = self.worst.iter().enumerate().map(|(step, set)| {
                let last = set.without.last().cloned().unwrap_or_default();
                self.row(vec![(step + 1).to_string(), last], std::slice::from_ref(set))
            });
            text = text + "\n" + &output::table(&header, rows);
        }
        text
    }
}

impl Faults {
    /// A row of a table: loads and pairs in percent of the whole network.
    fn row(&self, first: Vec<String>, sets: &[FaultSet]) -> Vec<String> {
        let repaired: Vec<&Measured> = sets.iter().filter_map(|set| set.repaired.as_ref()).collect();
        let of = |get: &dyn Fn(&Measured) -> Option<f64>| repaired.iter().filter_map(|of| get(of)).collect::<Vec<f64>>();
        let percent = |value: f64, whole: Option<f64>| {
            whole.filter(|_| value.is_finite()).map_or("-".to_owned(), |whole| format!("{:.1} %", 100.0 * value / whole))
        };
        let pairs: Vec<f64> = sets.iter().map(|set| set.reachable_pairs as f64).collect();
        let (stretch, bound, accepted) = (of(&|of| Some(of.stretch)), of(&|of| of.bound), of(&|of| of.accepted));
        let times: Vec<f64> = sets.iter().map(|set| set.milliseconds).collect();
        let (whole, healthy) = (Some(self.healthy.pairs as f64), &self.healthy);
        let classes = repaired.iter().map(|of| of.classes).max().unwrap_or(0);
        let mut row = first;
        row.extend([
            repaired.len().to_string(),
            percent(mean(&pairs), whole),
            percent(least(&pairs), whole),
            format!("{:.4}", mean(&stretch)),
            format!("{:.4}", most(&stretch)),
            classes.to_string(),
            percent(mean(&bound), healthy.bound),
            percent(least(&bound), healthy.bound),
            format!("{:.1}", mean(&times)),
            format!("{:.1}", most(&times)),
        ]);
        if healthy.accepted.is_some() {
            row.extend([percent(mean(&accepted), healthy.accepted), percent(least(&accepted), healthy.accepted)]);
        }
        row
    }
}

/// Names the first sets of a kind.
fn list(count: &Count, what: &str, which: &dyn Fn(&FaultSet) -> bool) -> String {
    let name = |set: &FaultSet| match &set.cut_off[..] {
        [] => set.without.join("/"),
        cut => format!("{} ({})", set.without.join("/"), cut.join(", ")),
    };
    let all: Vec<String> = count.sets.iter().filter(|set| which(set)).map(name).collect();
    if all.is_empty() {
        return String::new();
    }
    let more = if all.len() > NAMED { format!(", and {} more", all.len() - NAMED) } else { String::new() };
    format!("{} dead, {} {what}: {}{more}\n", count.dead, all.len(), all[..all.len().min(NAMED)].join(", "))
}
