//! A job array of Slurm: what the plan says of it, how points are grouped into tasks, and the script.

use std::path::Path;

use anyhow::bail;
use toml::Value;

use super::plan::Plan;
use super::point::Point;
use super::values::Entry;
use crate::shell::quoted_path;
use crate::values::not_allowed;

/// Options of sbatch that a plan may set.
const OPTIONS: [&str; 29] = [
    "account",
    "clusters",
    "comment",
    "constraint",
    "cpus-per-task",
    "deadline",
    "error",
    "exclude",
    "exclusive",
    "export",
    "gres",
    "hint",
    "job-name",
    "licenses",
    "mail-type",
    "mail-user",
    "mem",
    "mem-per-cpu",
    "nice",
    "nodelist",
    "output",
    "partition",
    "priority",
    "qos",
    "reservation",
    "switches",
    "threads-per-core",
    "time",
    "tmp",
];
/// Keys that are the sweep's own.
const TASK_MINUTES: &str = "task-minutes";
const TASKS_AT_ONCE: &str = "tasks-at-once";
const OWN: [&str; 2] = [TASK_MINUTES, TASKS_AT_ONCE];
/// A task takes so long, about, unless the plan says otherwise.
const MINUTES: f64 = 5.0;
/// The model takes about so long for a clock of a router, on one core under load.
const SECONDS_A_ROUTER_CLOCK: f64 = 50e-9;
/// Slurm takes no more tasks in an array, unless it is configured to.
const MOST_TASKS: usize = 1000;

/// Settings of the table `[slurm]`.
pub struct JobArray {
    lines: Vec<String>,
    minutes: f64,
    at_once: Option<i64>,
    has_output: bool,
}

impl JobArray {
    /// Reads it.
    pub fn read(plan: &Plan) -> anyhow::Result<Self> {
        let mut options = Self { lines: Vec::new(), minutes: MINUTES, at_once: None, has_output: false };
        for Entry { key, line, value, .. } in &plan.slurm {
            let at = format!("plan {}, line {line}", plan.file.display());
            let refused = |allowed: &str| not_allowed(key, value, allowed).context(at.clone());
            let number = value.as_float().or(value.as_integer().map(|n| n as f64));
            match (key.as_str(), value) {
                (TASK_MINUTES, _) => match number.filter(|minutes| *minutes > 0.0) {
                    Some(minutes) => options.minutes = minutes,
                    None => return Err(refused("a number of minutes above 0")),
                },
                (TASKS_AT_ONCE, _) => match value.as_integer().filter(|&tasks| tasks > 0) {
                    Some(tasks) => options.at_once = Some(tasks),
                    None => return Err(refused("1 and more")),
                },
                (name, _) if !OPTIONS.contains(&name) => {
                    bail!("{at}: unknown key `{name}` in [slurm]; allowed: {}, {}", OWN.join(", "), OPTIONS.join(", "))
                }
                (name, Value::Boolean(true)) => options.lines.push(format!("--{name}")),
                (_, Value::Boolean(false)) => {}
                (name, Value::String(text)) if !text.contains(['\n', '"']) => options.lines.push(format!("--{name}=\"{text}\"")),
                (name, Value::Integer(number)) => options.lines.push(format!("--{name}={number}")),
                _ => return Err(refused("a text, a whole number, true or false")),
            }
            options.has_output |= key == "output";
        }
        Ok(options)
    }

    /// Shards: as many as take some minutes each.
    pub fn tasks(&self, points: &[Point]) -> usize {
        let seconds: f64 = points.iter().map(Point::work).sum::<f64>() * SECONDS_A_ROUTER_CLOCK;
        let tasks = (seconds / (60.0 * self.minutes)).ceil();
        (tasks as usize).clamp(1, points.len().min(MOST_TASKS))
    }

    /// The script, of the shards that are left.
    pub fn script(&self, plan: &Plan, dir: &Path, shards: usize, left: &[usize]) -> String {
        let at_once = self.at_once.map_or(String::new(), |tasks| format!("%{tasks}"));
        let plan = quoted_path(&plan.file);
        let mut lines = vec![format!("--array={}{at_once}", ranges(left)), "--requeue".into(), "--open-mode=append".into()];
        lines.push("--signal=B:TERM@30".into());
        if !self.has_output {
            lines.push(format!("--output=\"{}/slurm-%a.log\"", dir.display()));
        }
        lines.extend(self.lines.iter().cloned());
        let options: String = lines.iter().map(|line| format!("#SBATCH {line}\n")).collect();
        format!(
            "#!/bin/bash\n{options}# A task is a shard: it does the points that are not there yet. TORUSMITH names the program.\n\
             exec \"${{TORUSMITH:-torusmith}}\" sweep {plan} --out {} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"\n",
            quoted_path(dir)
        )
    }
}

/// Rising numbers as sbatch likes them: `0-3,7`.
fn ranges(numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let told = runs.iter().map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    told.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_in_runs() {
        assert_eq!(ranges(&[0, 1, 2, 3, 7, 9, 10]), "0-3,7,9-10");
        assert_eq!(ranges(&[4]), "4");
    }
}
