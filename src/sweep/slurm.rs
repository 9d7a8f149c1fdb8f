//! A sweep as a job array of Slurm. The files of the points are the truth, not the scheduler: a task that was preempted, requeued or killed
//! leaves points that are missing, and the next submission is of the shards that have some.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use anyhow::{Context, bail};
use torusmith_host::aside;

use super::array::JobArray;
use super::folder::Folder;
use super::plan::Plan;
use super::point::Point;
use super::shard::Shard;
use super::status::{self, status};
use crate::exit::{ToolMissing, Verdict};
use crate::{interrupt, output};

/// The job script, in the folder of the sweep.
const SCRIPT: &str = "sweep.sbatch";
/// The number of the job that was submitted last.
const JOB: &str = "sweep.job";
/// How often the queue is looked at, and how often it may fail to answer.
const POLL: Duration = Duration::from_secs(1);
const SILENT: usize = 60;

/// Flags for Slurm.
#[derive(Debug, clap::Args)]
pub struct SlurmArgs {
    /// Write sweep.sbatch, a job array of the shards with points left
    #[arg(long)]
    slurm: bool,
    /// Submit the job array
    #[arg(long, requires = "slurm")]
    submit: bool,
    /// Wait until the submitted job has left the queue
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
pub fn run(args: &SlurmArgs, array: &JobArray, plan: &Plan, points: &[Point], folder: &Folder, json: bool) -> anyhow::Result<Verdict> {
    folder.open()?;
    let mut text = String::new();
    if args.submit || !args.wait {
        let shards = array.tasks(points);
        let left: Vec<usize> = (0..shards).filter(|&number| !is_done(points, folder, Shard { number, of: shards })).collect();
        if left.is_empty() {
            output::text("all points are done\n")?;
            return Ok(Verdict::Good);
        }
        let script = folder.dir.join(SCRIPT);
        aside::write_file(&script, array.script(plan, &folder.dir, shards, &left)).with_context(|| script.display().to_string())?;
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
