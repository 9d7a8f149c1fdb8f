//! A plan: a command, settings of it, and those that have several values.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::{Command, FromArgMatches};
use rayon::prelude::*;
use toml::Value;

use super::point::{KNEE, Point, Setting, matches};
use super::values::{Entry, entries};
use crate::values::not_allowed;
use crate::{config, flags, study};

/// Commands that a plan can be of.
pub const COMMANDS: [&str; 3] = ["simulate", "cosim", STUDY];
/// One of them, whose points are parts of one study.
const STUDY: &str = "study";
/// Keys of a plan that are no flags.
const OWN: [&str; 4] = ["command", "grid", "figures", "slurm"];
/// Flags that say how something is told, or where: a point has none.
const NOT_OF_POINTS: [&str; 16] = [
    "json",
    "threads",
    "link-use",
    "plot",
    "heatmap",
    "histogram",
    "histogram-plot",
    "packets",
    "coverage",
    "junit",
    "wave",
    "netlist-out",
    "trace",
    "out",
    "cache",
    "plan",
];
/// More is a mistake.
const MOST: usize = 1_000_000;

/// Contents of a plan's file.
pub struct Plan {
    pub file: PathBuf,
    pub command: &'static str,
    /// The keys that split the figures; `None`: as it is by default.
    pub figures: Option<Vec<String>>,
    /// The table `[slurm]`.
    pub slurm: Vec<Entry>,
    grids: Vec<Vec<Axis>>,
}

/// A key and all its values.
#[derive(Debug, Clone)]
struct Axis {
    line: usize,
    values: Vec<Setting>,
}

impl Plan {
    /// Reads a plan and checks its keys.
    pub fn read(file: &Path, command: &Command) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("plan {}", file.display()))?;
        let all = entries(file, &text)?;
        let Some(named) = all.iter().find(|entry| entry.key == "command") else {
            bail!("plan {}: has no key `command`; allowed: {}", file.display(), COMMANDS.join(", "));
        };
        let known = COMMANDS.into_iter().find(|name| named.value.as_str() == Some(name));
        let Some(name) = known else {
            return Err(not_allowed("command", &named.value, COMMANDS.join(", ")).context(at(file, named)));
        };
        Self::of(file, &all, name, &[command.find_subcommand(name).expect("one of the commands")])
    }

    /// The plan of these entries, whose keys are flags of any of some commands.
    pub fn of(file: &Path, all: &[Entry], name: &'static str, subs: &[&Command]) -> anyhow::Result<Self> {
        let at = |entry: &Entry| at(file, entry);
        let axis = |entry: &Entry| axis(subs, entry).with_context(|| at(entry));
        let mut plan = Self { file: file.to_owned(), command: name, figures: None, slurm: Vec::new(), grids: Vec::new() };
        let (mut shared, mut grids) = (Vec::new(), Vec::new());
        for entry in all {
            match (entry.key.as_str(), &entry.value) {
                ("command", _) => {}
                ("slurm", Value::Table(_)) => plan.slurm = entry.tables.concat(),
                ("grid", Value::Array(items)) if items.iter().all(Value::is_table) => {
                    grids = entry.tables.iter().map(|own| own.iter().map(axis).collect()).collect::<Result<_, _>>()?;
                }
                ("figures", Value::Array(keys)) => {
                    let key = |key: &Value| key.as_str().filter(|key| has(all, key)).map(str::to_owned);
                    let keys: Option<Vec<String>> = keys.iter().map(key).collect();
                    let Some(keys) = keys else {
                        return Err(not_allowed("figures", &entry.value, "keys of this plan").context(at(entry)));
                    };
                    plan.figures = Some(keys);
                }
                (key, value) if OWN.contains(&key) => return Err(not_allowed(key, value, form(key)).context(at(entry))),
                _ => shared.push(axis(entry)?),
            }
        }
        if name == STUDY && !grids.is_empty() {
            bail!("plan {}: [[grid]] is not allowed, as a plan is of one study", file.display());
        }
        if grids.is_empty() {
            grids.push(Vec::new());
        }
        plan.grids = grids.into_iter().map(|own| joined(&shared, own)).collect();
        let count = plan.grids.iter().map(|axes| axes.iter().map(|axis| axis.values.len()).fold(1, usize::saturating_mul));
        let count = count.fold(0, usize::saturating_add);
        if !(1..=MOST).contains(&count) {
            bail!("plan {}: {count} points are not allowed; allowed: 1 to {MOST}", file.display());
        }
        Ok(plan)
    }

    /// The values of all keys.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.grids.iter().flatten().flat_map(|axis| &axis.values).map(|setting| setting.value.as_str())
    }

    /// All points, the last key changing first; checked, and each named by what decides its result.
    pub fn points(&self, command: &Command) -> anyhow::Result<Vec<Point>> {
        let sub = command.find_subcommand(self.command).expect("one of the commands");
        if self.command == STUDY {
            let axes = &self.grids[0];
            let settings: Vec<Setting> = product(axes).concat();
            let told = |e| self.told(axes, &settings, &e);
            return Point::parts(&self.study(command)?.expect("a study"), &settings).map_err(told);
        }
        let all: Vec<(&Vec<Axis>, Vec<Setting>)> =
            self.grids.iter().flat_map(|axes| product(axes).into_iter().map(move |settings| (axes, settings))).collect();
        let point = |(axes, settings): (&Vec<Axis>, Vec<Setting>)| {
            Point::new(sub, settings).map_err(|(settings, e)| self.told(axes, &settings, &e))
        };
        all.into_par_iter().map(point).collect()
    }

    /// The settings of all points, the last key changing first.
    pub fn settings(&self) -> impl Iterator<Item = Vec<Setting>> {
        self.grids.iter().flat_map(|axes| product(axes))
    }

    /// The study that the plan is of, if it is of one.
    pub fn study(&self, command: &Command) -> anyhow::Result<Option<study::Args>> {
        if self.command != STUDY {
            return Ok(None);
        }
        let (sub, axes) = (command.find_subcommand(STUDY).expect("one of the commands"), &self.grids[0]);
        let settings = product(axes).concat();
        let matches = matches(sub, &settings).map_err(|e| self.told(axes, &settings, &e))?;
        Ok(Some(study::Args::from_arg_matches(&matches)?))
    }

    /// An error of a point, with the line of the key that it is about.
    fn told(&self, axes: &[Axis], settings: &[Setting], e: &anyhow::Error) -> anyhow::Error {
        let text = crate::exit::line(e);
        // Errors name the field with its value, or quote the value.
        let named = |setting: &&Setting| text.starts_with(&format!("{} = ", setting.key));
        let quoted = |setting: &&Setting| text.contains(&format!("`{}`", setting.value));
        let about = settings.iter().find(named).or_else(|| settings.iter().find(quoted));
        let about = about.and_then(|setting| axes.iter().find(|axis| axis.values[0].key == setting.key));
        match about {
            Some(axis) => anyhow!("plan {}, line {}: {text}", self.file.display(), axis.line),
            None => anyhow!("plan {}, point {}: {text}", self.file.display(), told(settings)),
        }
    }
}

/// Place of an entry, for errors.
pub fn at(file: &Path, entry: &Entry) -> String {
    format!("plan {}, line {}", file.display(), entry.line)
}

/// Settings in one line.
pub fn told(settings: &[Setting]) -> String {
    settings.iter().map(|setting| format!("{} = {}", setting.key, setting.value)).collect::<Vec<_>>().join(", ")
}

fn form(key: &str) -> &'static str {
    match key {
        "grid" => "tables [[grid]]",
        "slurm" => "a table [slurm]",
        _ => "a list of keys of this plan",
    }
}

fn has(all: &[Entry], key: &str) -> bool {
    all.iter().any(|entry| entry.key == key && !OWN.contains(&key) || entry.tables.iter().any(|table| has(table, key)))
}

/// A key's values: those of a list, in which a list is one value.
fn axis(subs: &[&Command], entry: &Entry) -> anyhow::Result<Axis> {
    let (key, first) = (&entry.key, subs[0].get_name());
    let allowed = || {
        let mut names: Vec<&str> = Vec::new();
        for name in subs.iter().flat_map(|sub| sub.get_arguments()).filter_map(config::name) {
            if !NOT_OF_POINTS.contains(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
        format!("{}; and {}", names.join(", "), OWN.join(", "))
    };
    if NOT_OF_POINTS.contains(&key.as_str()) {
        bail!("key `{key}` is not allowed, as it does not change what a point finds; allowed: {}", allowed());
    }
    let one = |value: &Value| {
        if key == "rate" && first == "simulate" && value.as_str() == Some(KNEE) {
            return Ok(Setting { key: key.clone(), value: KNEE.to_owned() });
        }
        let setting = subs.iter().find_map(|sub| config::setting(sub, key, value)).transpose()?;
        let Some((_, text)) = setting else {
            let known = subs.iter().find_map(|sub| flags::renamed(sub, key));
            let known = known.map_or_else(|| format!("allowed: {}", allowed()), |now| format!("it is called `{now}`"));
            bail!("unknown key `{key}` for {first}; {known}")
        };
        Ok(Setting { key: key.clone(), value: text })
    };
    let values: Vec<Setting> = match &entry.value {
        Value::Array(items) => items.iter().map(one).collect::<Result<_, _>>()?,
        value => vec![one(value)?],
    };
    if first == STUDY && values.len() != 1 {
        bail!(not_allowed(key, &entry.value, "one value, as a plan is of one study"));
    }
    let mut seen = HashSet::new();
    if let Some(twice) = values.iter().find(|setting| !seen.insert(&setting.value)) {
        bail!(not_allowed(key, &twice.value, "each value of a list once"));
    }
    if values.is_empty() {
        bail!(not_allowed(key, "[]", "one value or more"));
    }
    Ok(Axis { line: entry.line, values })
}

/// The axes that all grids share, those that a grid has itself in their place.
fn joined(shared: &[Axis], own: Vec<Axis>) -> Vec<Axis> {
    let is_own = |axis: &&Axis| !own.iter().any(|own| own.values[0].key == axis.values[0].key);
    shared.iter().filter(is_own).cloned().chain(own.iter().cloned()).collect()
}

fn product(axes: &[Axis]) -> Vec<Vec<Setting>> {
    axes.iter().fold(vec![Vec::new()], |points, axis| {
        let with = |point: Vec<Setting>| axis.values.iter().map(move |value| [&point[..], std::slice::from_ref(value)].concat());
        points.into_iter().flat_map(with).collect()
    })
}
