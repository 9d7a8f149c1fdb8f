//! A sweep as a job array of Slurm. The files of the points are the truth, not the scheduler: a task that was preempted, requeued or killed
//! leaves points that are missing, and the next submission is of the shards that have some.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use anyhow::{Context, bail};
use toml::Value;
use torusmith_host::aside;

use super::folder::Folder;
use super::plan::Plan;
use super::point::Point;
use super::shard::Shard;
use super::status::{self, status};
use super::values::Entry;
use crate::exit::{ToolMissing, Verdict};
use crate::{interrupt, output};

/// The job script, in the folder of the sweep.
const SCRIPT: &str = "sweep.sbatch";
/// The number of the job that was submitted last.
const JOB: &str = "sweep.job";
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
/// How often the queue is looked at, and how often it may fail to answer.
const POLL: Duration = Duration::from_secs(1);
const SILENT: usize = 60;

/// Flags for Slurm.
#[derive(Debug, clap::Args)]
pub struct SlurmArgs {
    /// Write a job array for Slurm, sweep.sbatch in the folder, of the shards that have points to do
    #[arg(long)]
    slurm: bool,
    /// Submit it too
    #[arg(long, requires = "slurm")]
    submit: bool,
    /// Wait for the job that was submitted, until it has left the queue
    #[arg(long, requires = "slurm")]
    wait: bool,
}

impl SlurmArgs {
    /// Slurm is asked for.
    pub fn asked(&self) -> bool {
        self.slurm
    }
}

/// Writes the script, submits it, waits for it, as asked.
pub fn run(args: &SlurmArgs, plan: &Plan, points: &[Point], folder: &Folder, json: bool) -> anyhow::Result<Verdict> {
    let options = Options::read(plan)?;
    folder.open()?;
    let mut text = String::new();
    if args.submit || !args.wait {
        let shards = options.tasks(points);
        let left: Vec<usize> = (0..shards).filter(|&number| !is_done(points, folder, Shard { number, of: shards })).collect();
        if left.is_empty() {
            output::text("all points are done\n")?;
            return Ok(Verdict::Good);
        }
        let script = folder.dir.join(SCRIPT);
        aside::write_file(&script, options.script(plan, &folder.dir, shards, &left)).with_context(|| script.display().to_string())?;
        text += &format!("{} tasks of {shards} shards written to {}\n", left.len(), script.display());
        if args.submit {
            let job = submit(&script)?;
            aside::write_file(&folder.dir.join(JOB), format!("{job}\n")).with_context(|| JOB.to_owned())?;
            text += &format!("submitted as job {job}\n");
        }
    }
    if args.wait {
        eprint!("{text}");
        let file = folder.dir.join(JOB);
        let job = std::fs::read_to_string(&file).with_context(|| format!("{}: nothing was submitted", file.display()))?;
        wait(job.trim())?;
        let status = status(points, folder);
        status::tell(&status, json)?;
        return Ok(if status.complete() { Verdict::Good } else { Verdict::Bad });
    }
    output::text(&text)?;
    Ok(Verdict::Good)
}

fn is_done(points: &[Point], folder: &Folder, shard: Shard) -> bool {
    shard.points(points).all(|point| folder.known(point).is_some())
}

/// What the table `[slurm]` says.
struct Options {
    lines: Vec<String>,
    minutes: f64,
    at_once: Option<i64>,
    has_output: bool,
}

impl Options {
    fn read(plan: &Plan) -> anyhow::Result<Self> {
        let mut options = Self { lines: Vec::new(), minutes: MINUTES, at_once: None, has_output: false };
        for Entry { key, line, value, .. } in &plan.slurm {
            let at = format!("plan {}, line {line}", plan.file.display());
            let number = value.as_float().or(value.as_integer().map(|n| n as f64));
            match (key.as_str(), value) {
                (TASK_MINUTES, _) => match number.filter(|minutes| *minutes > 0.0) {
                    Some(minutes) => options.minutes = minutes,
                    None => bail!("{at}: {key} = {value} is not allowed; allowed: a number of minutes above 0"),
                },
                (TASKS_AT_ONCE, _) => match value.as_integer().filter(|&tasks| tasks > 0) {
                    Some(tasks) => options.at_once = Some(tasks),
                    None => bail!("{at}: {key} = {value} is not allowed; allowed: 1 and more"),
                },
                (name, _) if !OPTIONS.contains(&name) => {
                    bail!("{at}: unknown key `{name}` in [slurm]; allowed: {}, {}", OWN.join(", "), OPTIONS.join(", "))
                }
                (name, Value::Boolean(true)) => options.lines.push(format!("--{name}")),
                (_, Value::Boolean(false)) => {}
                (name, Value::String(text)) if !text.contains(['\n', '"']) => options.lines.push(format!("--{name}=\"{text}\"")),
                (name, Value::Integer(number)) => options.lines.push(format!("--{name}={number}")),
                _ => bail!("{at}: {key} = {value} is not allowed; allowed: a text, a whole number, true or false"),
            }
            options.has_output |= key == "output";
        }
        Ok(options)
    }

    /// As many tasks as take some minutes each.
    fn tasks(&self, points: &[Point]) -> usize {
        let seconds: f64 = points.iter().map(Point::work).sum::<f64>() * SECONDS_A_ROUTER_CLOCK;
        let tasks = (seconds / (60.0 * self.minutes)).ceil();
        (tasks as usize).clamp(1, points.len().min(MOST_TASKS))
    }

    fn script(&self, plan: &Plan, dir: &Path, shards: usize, left: &[usize]) -> String {
        let at_once = self.at_once.map_or(String::new(), |tasks| format!("%{tasks}"));
        let (plan, dir) = (quoted(&plan.file), dir.display().to_string());
        let mut lines = vec![format!("--array={}{at_once}", ranges(left)), "--requeue".into(), "--open-mode=append".into()];
        lines.push("--signal=B:TERM@30".into());
        if !self.has_output {
            lines.push(format!("--output=\"{dir}/slurm-%a.log\""));
        }
        lines.extend(self.lines.iter().cloned());
        let options: String = lines.iter().map(|line| format!("#SBATCH {line}\n")).collect();
        format!(
            "#!/bin/bash\n{options}# A task is a shard: it does the points that are not there yet. TORUSMITH names the program.\n\
             exec \"${{TORUSMITH:-torusmith}}\" sweep {plan} --out {} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\" --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"\n",
            quoted(Path::new(&dir))
        )
    }
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
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

fn submit(script: &Path) -> anyhow::Result<String> {
    let mut sbatch = Command::new(tool("sbatch")?);
    sbatch.arg("--parsable").arg(script);
    if std::env::var_os("TORUSMITH").is_none() {
        sbatch.env("TORUSMITH", std::env::current_exe().context("torusmith")?);
    }
    let told = sbatch.output().context("sbatch")?;
    if !told.status.success() {
        bail!("sbatch refuses the job: {}", said(&told));
    }
    let text = String::from_utf8_lossy(&told.stdout);
    // `17` or `17;cluster`.
    Ok(text.trim().split(';').next().unwrap_or_default().to_owned())
}

/// Until the queue does not have the job any more.
fn wait(job: &str) -> anyhow::Result<()> {
    let squeue = tool("squeue")?;
    let mut silent = 0;
    loop {
        interrupt::check()?;
        let told = Command::new(&squeue).args(["--noheader", "--format=%i", "--jobs", job]).output().context("squeue")?;
        let gone = String::from_utf8_lossy(&told.stderr).contains("Invalid job id");
        match told.status.success() {
            true if told.stdout.trim_ascii().is_empty() => return Ok(()),
            false if gone => return Ok(()),
            true => silent = 0,
            false => silent += 1,
        }
        if silent > SILENT {
            bail!("squeue does not answer: {}", said(&told));
        }
        std::thread::sleep(POLL);
    }
}

fn said(told: &Output) -> String {
    String::from_utf8_lossy(&told.stderr).trim().to_owned()
}

fn tool(name: &str) -> anyhow::Result<std::path::PathBuf> {
    torusmith_host::find_tool(None, &[name]).ok_or_else(|| {
        let get = "run it on a login node of a cluster, or apt-get install slurm-client; without Slurm: --shard (docs/sweeps.md)";
        ToolMissing(format!("{name} is missing: {get}")).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_in_runs() {
        assert_eq!(ranges(&[0, 1, 2, 3, 7, 9, 10]), "0-3,7,9-10");
        assert_eq!(ranges(&[4]), "4");
    }

    #[test]
    fn paths_are_one_word() {
        assert_eq!(quoted(Path::new("a b/it's")), r"'a b/it'\''s'");
    }
}
