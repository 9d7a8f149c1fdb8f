//! The results of all points in one table, in the order of the plan.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use anyhow::Context;
use serde::Serialize;
use serde_json::{Map, Value, json};
use torusmith_papers::figures::Figures;
use torusmith_papers::files::{self, Files};
use torusmith_sim::simulation::Simulation;

use super::figures;
use super::folder::Folder;
use super::found::Found;
use super::plan::{Plan, told};
use super::point::{Point, Task, is_bad};
use crate::exit::Verdict;
use crate::simulate::{Counted, counted};
use crate::study;
use crate::{output, outputs};

/// As many missing points are named.
const NAMED: usize = 10;

/// Columns that come first, of those that there are; the others by name.
const FIRST: [&str; 9] = ["pattern", "rate", "driver", "offered", "accepted", "latency_mean", "latency_p99", "total_latency_mean", "dead"];

/// Result of a merge.
#[derive(Serialize)]
struct MergedSweep {
    points: usize,
    missing: usize,
    bad: usize,
    /// Searches that found no knee.
    without_knee: usize,
    /// The first that are missing.
    first_missing: Vec<String>,
    files: Vec<String>,
}

/// How it is merged and told.
pub struct Options {
    /// Though points are missing.
    pub partial: bool,
    pub json: bool,
}

/// Merges what is there; nothing, unless all is or `partial` says so.
pub fn run(
    plan: &Plan,
    study: Option<study::Args>,
    points: &[Point],
    folder: &Folder,
    Options { partial, json }: Options,
) -> anyhow::Result<Verdict> {
    let mut found = Vec::new();
    let mut first_missing = Vec::new();
    let mut missing = 0;
    for point in points {
        match folder.known(point) {
            Some(result) => found.push(Found { point, result }),
            None => {
                missing += 1;
                if first_missing.len() < NAMED {
                    let error = folder.error(point).map_or(String::new(), |error| format!(": {error}"));
                    first_missing.push(format!("{}{error}", told(&point.settings)));
                }
            }
        }
    }
    if let Some(study) = study {
        if missing > 0 {
            return MergedSweep { points: points.len(), missing, bad: 0, without_knee: 0, first_missing, files: Vec::new() }
                .tell(folder, json);
        }
        // The study's own report and files.
        let verdict = study::run(&study.within(&folder.dir, json))?;
        folder.tidy(points);
        return Ok(verdict);
    }
    let bad = found.iter().filter(|found| is_bad(&found.result)).count();
    let without_knee = found.iter().filter(|found| found.result["knee_note"].is_string()).count();
    let mut written = Files::new();
    if missing == 0 || partial {
        with_counted(&mut found)?;
        written.push(("sweep.csv".to_owned(), table(&found)?));
        written.push(("sweep.json".to_owned(), serde_json::to_string_pretty(&whole(plan, &found, missing))? + "\n"));
        written.extend(figures::files(plan, &found)?);
        outputs::refuse_inputs(&folder.dir, &written)?;
        files::write(&folder.dir, &written)?;
    }
    if missing == 0 {
        folder.tidy(points);
    }
    let files = written.into_iter().map(|(name, _)| name).collect();
    MergedSweep { points: points.len(), missing, bad, without_knee, first_missing, files }.tell(folder, json)
}

impl MergedSweep {
    /// Tells it; good if nothing is missing or bad.
    fn tell(&self, folder: &Folder, json: bool) -> anyhow::Result<Verdict> {
        if json {
            output::json(self)?
        } else {
            output::text(&self.text(&folder.dir.display().to_string()))?
        }
        Ok(if self.missing == 0 && self.bad == 0 { Verdict::Good } else { Verdict::Bad })
    }

    fn text(&self, dir: &str) -> String {
        let mut text = String::new();
        if self.missing > 0 {
            text += &format!("{} of {} points are missing:\n", self.missing, self.points);
            self.first_missing.iter().for_each(|point| text += &format!("  {point}\n"));
            if self.missing > self.first_missing.len() {
                text += "  ..\n";
            }
        }
        if self.bad > 0 {
            text += &format!("{} points found a dead network or a mismatch\n", self.bad);
        }
        if self.without_knee > 0 {
            text += &format!("{} points have no knee: knee_note says why\n", self.without_knee);
        }
        if self.files.is_empty() {
            return text + "Nothing is merged; --partial merges what is there\n";
        }
        text + &format!("{} points written to {dir}: {}\n", self.points - self.missing, self.files.join(", "))
    }
}

/// Puts what is counted from paths beside the figures of simulations: once for all points that have the same.
fn with_counted(found: &mut [Found]) -> anyhow::Result<()> {
    let mut known: HashMap<String, Counted> = HashMap::new();
    for found in found {
        let (Task::Simulate(simulation) | Task::Knee(simulation)) = &found.point.task else { continue };
        let Simulation { network, routing, router, slices, traffic, .. } = &**simulation;
        let of = format!("{network:?} {routing:?} {router:?} {slices:?} {:?} {:?}", traffic.pattern, traffic.lengths);
        let counted = match known.entry(of) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(counted(network, std::slice::from_ref(&**simulation))?[0]),
        };
        let put = |figures: &mut Value| -> anyhow::Result<()> {
            let all: Figures = serde_json::from_value(figures.take())?;
            *figures = serde_json::to_value(all.with_counted(counted.bound, counted.zero_load).with_source_limit(counted.source_limit))?;
            Ok(())
        };
        match found.result.get_mut("points").and_then(Value::as_array_mut) {
            Some(tried) => tried.iter_mut().try_for_each(put)?,
            None => put(&mut found.result)?,
        }
    }
    Ok(())
}

fn whole(plan: &Plan, found: &[Found], missing: usize) -> Value {
    let point = |found: &Found| {
        let settings: Map<String, Value> =
            found.point.settings.iter().map(|setting| (setting.key.clone(), Value::from(setting.value.clone()))).collect();
        json!({ "settings": settings, "point": found.point.name, "result": found.result })
    };
    json!({ "command": plan.command, "missing": missing, "points": found.iter().map(point).collect::<Vec<_>>() })
}

/// Settings, then all that is a number, a word, or yes and no.
fn table(found: &[Found]) -> anyhow::Result<String> {
    let mut columns: Vec<String> = Vec::new();
    let mut settings: Vec<&str> = Vec::new();
    for found in found {
        for setting in &found.point.settings {
            if !settings.contains(&setting.key.as_str()) {
                settings.push(&setting.key);
            }
        }
        for row in found.rows() {
            let names = row.as_object().into_iter().flatten().filter(|(name, value)| plain(name, value).is_some()).map(|(name, _)| name);
            for name in names {
                if !columns.contains(name) {
                    columns.push(name.clone());
                }
            }
        }
    }
    columns.sort_by_key(|name| (FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()), name.clone()));
    // What was asked for is what came of it, except where it was to be found.
    settings.retain(|key| !columns.iter().any(|name| name == key));
    let knee = ["knee", "knee_note"].into_iter().filter(|key| found.iter().any(|found| !found.result[key].is_null()));
    let knee: Vec<&str> = knee.collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(settings.iter().chain(&knee).copied().chain(columns.iter().map(String::as_str)).chain(["point"]))?;
    for found in found {
        let value = |key: &&str| found.point.settings.iter().find(|setting| setting.key == *key).map_or("", |setting| &setting.value);
        for row in found.rows() {
            let own = settings.iter().map(|key| value(key).to_owned());
            let knee = knee.iter().map(|key| plain(key, &found.result[key]).unwrap_or_default());
            let figures = columns.iter().map(|name| plain(name, &row[name]).unwrap_or_default());
            writer.write_record(own.chain(knee).chain(figures).chain([found.point.name.clone()]))?;
        }
    }
    String::from_utf8(writer.into_inner().context("table")?).context("table")
}

/// A value as a cell; lists and objects are none, except whether a network is dead.
fn plain(name: &str, value: &Value) -> Option<String> {
    match value {
        _ if name == "dead" => Some((!value.is_null()).to_string()),
        Value::Null => Some(String::new()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(_) | Value::Object(_) => None,
    }
}
