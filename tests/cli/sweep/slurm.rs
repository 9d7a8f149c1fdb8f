//! A sweep as a job array, on a Slurm of one node that a script starts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::{TempDir, tempdir};

use super::{planned, sweep};
use crate::skip::skip;
use crate::support::{Run, command, files, root, run};

/// A Slurm of one node; it ends with this value.
struct Slurm {
    dir: TempDir,
}

impl Slurm {
    /// `None` where it cannot be had.
    fn start() -> Option<Self> {
        let slurm = Self { dir: tempdir().unwrap() };
        let output = slurm.script("start");
        if output.code == Some(3) {
            skip(&output.err);
            return None;
        }
        Some(slurm).inspect(|_| assert_eq!(output.code, Some(0), "{output:?}"))
    }

    fn script(&self, what: &str) -> Run {
        let mut script = Command::new(root().join("scripts/slurm-one-node"));
        // Its daemons would hold a pipe open.
        let (out, err) = (self.dir.path().join("script.out"), self.dir.path().join("script.err"));
        let file = |path: &Path| Stdio::from(fs::File::create(path).unwrap());
        let code = script.arg(what).arg(self.dir.path()).stdin(Stdio::null()).stdout(file(&out)).stderr(file(&err)).status();
        Run { code: code.unwrap().code(), out: fs::read_to_string(out).unwrap(), err: fs::read_to_string(err).unwrap() }
    }

    fn conf(&self) -> PathBuf {
        self.dir.path().join("slurm.conf")
    }

    /// What a program of Slurm prints.
    fn tool(&self, name: &str, words: &[&str]) -> String {
        let output = Command::new(name).args(words).env("SLURM_CONF", self.conf()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    fn sweep(&self, dir: &Path, words: &str) -> Run {
        let mut line = command(["sweep", "plan.toml", "--out"]);
        run(line.args(words.split_whitespace()).current_dir(dir).env("SLURM_CONF", self.conf()))
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        self.script("stop");
    }
}

/// 200 points.
const PLAN: &str = "command = \"simulate\"\nnetwork = [\"torus:8,8\", \"mesh:8,8\"]\nrate = [0.05, 0.1, 0.2, 0.3]\n\
                    seed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]\n\
                    vcs = 2\ncycles = 4000\n[slurm]\ntask-minutes = 0.01\ntime = \"00:10:00\"\ncpus-per-task = 1\n";

#[test]
#[ignore = "needs Slurm, which .ci/run installs"]
fn a_job_array_that_is_requeued_makes_the_same_bytes() {
    let Some(slurm) = Slurm::start() else { return };
    let dir = planned(PLAN);
    let submitted = slurm.sweep(dir.path(), "array --slurm --submit").good();
    let job = fs::read_to_string(dir.path().join("array/sweep.job")).unwrap();
    assert!(submitted.out.contains(&format!("job {job}")), "{submitted:?}");
    let begun = Instant::now();
    let points = dir.path().join("array/points");
    while fs::read_dir(&points).map_or(0, Iterator::count) < 2 && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // As a preemption does: the tasks that run are ended, and begin again later.
    let running = slurm.tool("squeue", &["--noheader", "--states=RUNNING", "--format=%i", "--jobs", job.trim()]);
    assert!(!running.trim().is_empty(), "no task runs");
    running.split_whitespace().for_each(|task| _ = slurm.tool("scontrol", &["requeue", task]));
    slurm.sweep(dir.path(), "array --slurm --wait").good();
    // Killed for good, with a point that is not whole: what is missing is submitted again.
    let file = fs::read_dir(&points).unwrap().next().unwrap().unwrap().path();
    fs::write(file, "half").unwrap();
    let again = slurm.sweep(dir.path(), "array --slurm --submit --wait").good();
    assert!(again.err.starts_with("1 tasks of 5 shards"), "{again:?}");
    assert_eq!(slurm.sweep(dir.path(), "array --status --json").good().json()["done"], 200);
    slurm.sweep(dir.path(), "array --merge").good();
    sweep(dir.path(), "alone").good();
    sweep(dir.path(), "alone --merge").good();
    let mut array = files(&dir.path().join("array"));
    array.retain(|(name, _)| !["log", "sbatch", "job"].iter().any(|end| name.extension().is_some_and(|e| e == *end)));
    assert!(array == files(&dir.path().join("alone")), "bytes differ");
    assert_eq!(slurm.sweep(dir.path(), "array --slurm --submit").good().out, "all points are done\n");
}

#[test]
fn a_script_is_written_without_slurm_and_not_submitted_without_it() {
    let dir = planned(PLAN);
    sweep(dir.path(), "out --slurm").good();
    let script = fs::read_to_string(dir.path().join("out/sweep.sbatch")).unwrap();
    // 200 simulations of 64 routers and 4000 clocks at 50 ns make 2.56 s, at 0.6 s a task.
    for line in ["#SBATCH --array=0-4", "#SBATCH --requeue", "#SBATCH --time=\"00:10:00\"", "#SBATCH --cpus-per-task=1"] {
        assert!(script.lines().any(|own| own == line), "{line}: {script}");
    }
    assert!(script.contains("sweep plan.toml --out out --shard \"$SLURM_ARRAY_TASK_ID/5\""), "{script}");
    // Shards that are done are left out.
    sweep(dir.path(), "out --shard 1/5").good();
    sweep(dir.path(), "out --slurm").good();
    let script = fs::read_to_string(dir.path().join("out/sweep.sbatch")).unwrap();
    assert!(script.contains("--array=0,2-4\n"), "{script}");
    let mut line = command(["sweep", "plan.toml", "--out", "out", "--slurm", "--submit"]);
    run(line.current_dir(dir.path()).env("PATH", dir.path())).refused(3, &["sbatch", "slurm-client", "--shard"]);
}
