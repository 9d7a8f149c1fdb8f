//! What an exploration found: the front, all designs in a table, and a picture.

use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use serde_json::{Map, Value, json};
use strum::IntoEnumIterator;
use torusmith_papers::figure::{Curve, scatter};
use torusmith_papers::files::{self, Files};
use torusmith_topology::significant;

use super::candidate::{Candidate, Candidates, Out};
use super::figure::Figure;
use super::plan::Exploration;
use crate::exit::Verdict;
use crate::outcome::{Outcome, verdict};
use crate::outputs;
use crate::shell::quoted;
use crate::sweep::folder::Folder;
use crate::sweep::plan::told;
use crate::sweep::point::Setting;

/// Result of an exploration (docs/cli.md, explore).
#[derive(Serialize)]
pub struct Explored {
    goals: Vec<Figure>,
    /// Designs of the plan, and combinations of its keys that torusmith refuses.
    designs: usize,
    refused: usize,
    /// The first that was refused, with the reason.
    first_refused: Option<String>,
    /// Designs that break a limit, that another one beats, of which a measurement failed.
    beyond_limits: usize,
    beaten: usize,
    failed: usize,
    first_failed: Option<String>,
    /// Measurements that were made, of all that the plan could need.
    measured: usize,
    measurements: usize,
    /// The designs that are left, by the first goal.
    front: Vec<FrontDesign>,
    #[serde(skip)]
    files: Files,
    #[serde(skip)]
    dir: String,
}

/// A design that no other one beats.
#[derive(Serialize)]
struct FrontDesign {
    settings: Map<String, Value>,
    figures: Map<String, Value>,
    /// The command that generates it.
    command: String,
}

impl Explored {
    pub fn new(exploration: &Exploration, candidates: &Candidates, folder: &Folder) -> anyhow::Result<Self> {
        let Candidates { all, refused, points } = candidates;
        let goals = exploration.goals.clone();
        let mut front: Vec<&Candidate> = all.iter().filter(|candidate| candidate.alive()).collect();
        let first = goals[0];
        let of = |candidate: &Candidate| candidate.figures.get(first).low;
        front.sort_by(|a, b| if first.rises() { of(b).total_cmp(&of(a)) } else { of(a).total_cmp(&of(b)) });
        let count = |of: fn(&Out) -> bool| all.iter().filter(|candidate| candidate.out.as_ref().is_some_and(of)).count();
        let failed = all.iter().find_map(|candidate| match &candidate.out {
            Some(Out::Failed(why)) => Some(format!("{}: {why}", told(&candidate.settings))),
            _ => None,
        });
        let mut explored = Self {
            goals,
            designs: all.len(),
            refused: refused.len(),
            first_refused: refused.first().map(|(settings, why)| format!("{}: {why}", told(settings))),
            beyond_limits: count(|out| matches!(out, Out::Limit(_))),
            beaten: count(|out| *out == Out::Beaten),
            failed: count(|out| matches!(out, Out::Failed(_))),
            first_failed: failed,
            measured: points.iter().filter(|point| folder.known(point).is_some()).count(),
            measurements: points.len(),
            front: front.iter().map(|candidate| design(candidate)).collect(),
            files: Files::new(),
            dir: folder.dir.display().to_string(),
        };
        explored.files = vec![
            ("explore.csv".to_owned(), table(candidates)?),
            ("explore.json".to_owned(), serde_json::to_string_pretty(&explored)? + "\n"),
            ("explore.svg".to_owned(), picture(exploration, all)?),
        ];
        Ok(explored)
    }

    /// Writes the results into the folder.
    pub fn write(&self, dir: &Path) -> anyhow::Result<()> {
        outputs::refuse_inputs(dir, &self.files)?;
        Ok(files::write(dir, &self.files)?)
    }
}

impl Outcome for Explored {
    fn verdict(&self) -> Verdict {
        verdict(!self.front.is_empty())
    }

    fn text(&self) -> String {
        let figures: Vec<Figure> = self.goals.clone();
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header(figures.iter().map(ToString::to_string).chain(["design".to_owned()]));
        for design in &self.front {
            let number = |figure: &Figure| design.figures[&figure.to_string()].as_f64().map_or(String::new(), number);
            table.add_row(figures.iter().map(number).chain([design.command.clone()]));
        }
        table.column_iter_mut().take(figures.len()).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        let mut text = format!("{table}\n\n{} designs: {} on the front, {} beaten", self.designs, self.front.len(), self.beaten);
        for (count, what) in [(self.beyond_limits, "beyond a limit"), (self.failed, "failed")] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        text += &format!("; {} of {} measurements made\n", self.measured, self.measurements);
        for (count, what, first) in
            [(self.refused, "combinations are refused", &self.first_refused), (self.failed, "failed", &self.first_failed)]
        {
            if let Some(first) = first {
                text += &format!("{count} {what}, the first: {first}\n");
            }
        }
        text + &format!("written to {}: {}\n", self.dir, self.files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "))
    }
}

fn design(candidate: &Candidate) -> FrontDesign {
    FrontDesign {
        settings: candidate.settings.iter().map(|Setting { key, value }| (key.clone(), json!(value))).collect(),
        figures: candidate.figures.known().map(|(figure, value)| (figure.to_string(), json!(value))).collect(),
        command: generate(&candidate.settings),
    }
}

/// Flags of the measurements alone.
const NOT_OF_DESIGNS: [&str; 6] = ["liberty", "library", "clock-slew", "wire-pf-per-mm", "link-mm", "cache"];

/// The command that generates a design.
fn generate(settings: &[Setting]) -> String {
    let mut words = vec!["torusmith".to_owned(), "generate".to_owned()];
    for Setting { key, value } in settings.iter().filter(|setting| !NOT_OF_DESIGNS.contains(&setting.key.as_str())) {
        match key.as_str() {
            "network" => words.push(quoted(value)),
            _ if value == "true" => words.push(format!("--{key}")),
            _ if value == "false" => {}
            _ => words.extend([format!("--{key}"), quoted(value)]),
        }
    }
    words.join(" ") + " --out design"
}

/// Counts as they are, other figures with some digits.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { significant(value) }
}

/// All designs: settings, what is known of their figures, and what became of them.
fn table(candidates: &Candidates) -> anyhow::Result<String> {
    let mut keys: Vec<&str> = Vec::new();
    let settings =
        || candidates.all.iter().map(|candidate| &candidate.settings).chain(candidates.refused.iter().map(|(settings, _)| settings));
    for setting in settings().flatten() {
        if !keys.contains(&setting.key.as_str()) {
            keys.push(&setting.key);
        }
    }
    let figures: Vec<Figure> = Figure::iter().collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = keys.iter().map(ToString::to_string).chain(figures.iter().map(ToString::to_string));
    writer.write_record(header.chain(["result".to_owned(), "reason".to_owned()]))?;
    let values = |settings: &[Setting]| -> Vec<String> {
        let value = |key: &&str| settings.iter().find(|setting| setting.key == *key).map_or(String::new(), |setting| setting.value.clone());
        keys.iter().map(value).collect()
    };
    for candidate in &candidates.all {
        let (result, reason) = match &candidate.out {
            None => ("front", String::new()),
            Some(Out::Beaten) => ("beaten", String::new()),
            Some(Out::Limit(figure)) => ("limit", figure.to_string()),
            Some(Out::Failed(why)) => ("failed", why.clone()),
        };
        let number = |figure: &Figure| candidate.figures.get(*figure).value().map_or(String::new(), number);
        let row = values(&candidate.settings).into_iter().chain(figures.iter().map(number));
        writer.write_record(row.chain([result.to_owned(), reason]))?;
    }
    for (settings, why) in &candidates.refused {
        let row = values(settings).into_iter().chain(figures.iter().map(|_| String::new()));
        writer.write_record(row.chain(["refused".to_owned(), why.clone()]))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The first goal over the last: the front by network, and the others that were measured.
fn picture(exploration: &Exploration, all: &[Candidate]) -> anyhow::Result<String> {
    let (y, x) = (exploration.goals[0], exploration.goals[exploration.goals.len() - 1]);
    let mut others = Curve { name: "others".to_owned(), points: Vec::new() };
    let mut front: Vec<Curve> = Vec::new();
    for candidate in all {
        let (Some(x), Some(y)) = (candidate.figures.get(x).value(), candidate.figures.get(y).value()) else { continue };
        let name = candidate.settings.iter().find(|setting| setting.key == "network").map_or("", |setting| setting.value.as_str());
        let curve = match (&candidate.out, front.iter().position(|curve| curve.name == name)) {
            (Some(_), _) => &mut others,
            (None, Some(at)) => &mut front[at],
            (None, None) => {
                front.push(Curve { name: name.to_owned(), points: Vec::new() });
                front.last_mut().expect("just put there")
            }
        };
        curve.points.push((x, y));
    }
    Ok(scatter("designs that no other one beats", (x.title(), y.title()), &others, &front)?)
}
