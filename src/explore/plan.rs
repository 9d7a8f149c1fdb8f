//! The plan of an exploration: goals, limits, and axes whose keys are flags of the commands that measure.

use std::path::Path;

use anyhow::{Context, bail};
use strum::VariantNames;
use toml::Value;

use super::figure::{Figure, Limit, Synthesis};
use crate::sweep::plan::{Plan, at};
use crate::sweep::values::{Entry, entries};
use crate::values::not_allowed;

/// Commands whose flags are keys of a plan.
pub const COMMANDS: [&str; 3] = ["simulate", "area", "asic"];
/// Without `goals`.
const GOALS: [Figure; 3] = [Figure::Accepted, Figure::Latency, Figure::KgePerNode];
/// Keys that mean nothing here, and why.
const REFUSED: [(&str, &str); 7] = [
    ("command", "the commands follow from the goals"),
    ("figures", "there is one picture"),
    ("slurm", "any number of jobs may run torusmith explore with the same --out"),
    ("rate", "the load at which a network is saturated is looked for"),
    ("node", "a router serves every node"),
    ("compare", "designs are compared by goals"),
    ("check", "designs are compared by goals"),
];

/// A plan.
pub struct Exploration {
    pub plan: Plan,
    pub goals: Vec<Figure>,
    pub limits: Vec<Limit>,
}

impl Exploration {
    /// Reads a plan and checks its keys.
    pub fn read(file: &Path, command: &clap::Command) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("plan {}", file.display()))?;
        let (mut goals, mut limits) = (GOALS.to_vec(), Vec::new());
        let mut axes = Vec::new();
        for entry in entries(file, &text)? {
            match entry.key.as_str() {
                "goals" => goals = list(&entry, &Figure::VARIANTS.join(", ")).with_context(|| at(file, &entry))?,
                "limits" => limits = list(&entry, "texts such as kge <= 40").with_context(|| at(file, &entry))?,
                _ => axes.push(entry),
            }
        }
        let keys = || axes.iter().chain(axes.iter().flat_map(|entry| entry.tables.iter().flatten()));
        for entry in keys() {
            if let Some((key, why)) = REFUSED.iter().find(|(key, _)| *key == entry.key) {
                bail!("{}: key `{key}` is not allowed, as {why}", at(file, entry));
            }
        }
        if !keys().any(|entry| entry.key == "network") {
            bail!("plan {}: has no key `network`", file.display());
        }
        let subs = COMMANDS.map(|name| command.find_subcommand(name).expect("one of the commands"));
        let exploration = Self { plan: Plan::of(file, &axes, "explore", &subs)?, goals, limits };
        let without_cells = exploration.figures().find(|figure| figure.measured_by() == Some(Synthesis::Asic));
        if let Some(figure) = without_cells.filter(|_| !keys().any(|entry| ["liberty", "library"].contains(&entry.key.as_str()))) {
            bail!("plan {}: {figure} needs the key liberty or library", file.display());
        }
        Ok(exploration)
    }

    /// The figures that goals and limits are about.
    pub fn figures(&self) -> impl Iterator<Item = Figure> {
        self.goals.iter().copied().chain(self.limits.iter().map(|limit| limit.figure))
    }

    /// A figure needs this command.
    pub fn needs(&self, synthesis: Synthesis) -> bool {
        self.figures().any(|figure| figure.measured_by() == Some(synthesis))
    }
}

/// A list of one text or more.
fn list<T: std::str::FromStr + PartialEq>(entry: &Entry, allowed: &str) -> anyhow::Result<Vec<T>> {
    let Value::Array(items) = &entry.value else { bail!(not_allowed(&entry.key, &entry.value, format!("a list of {allowed}"))) };
    let mut all = Vec::new();
    for item in items {
        match item.as_str().and_then(|text| text.parse().ok()) {
            Some(value) if !all.contains(&value) => all.push(value),
            _ => bail!(not_allowed(&entry.key, item, format!("each once: {allowed}"))),
        }
    }
    if all.is_empty() {
        bail!(not_allowed(&entry.key, "[]", "one value or more"));
    }
    Ok(all)
}
