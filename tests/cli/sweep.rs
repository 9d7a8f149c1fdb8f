//! Sweeps: plans, points, shards that are killed, merges, and what is refused.

mod slurm;

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::support::{Run, command, files, run};

/// A folder with a plan.
pub fn planned(plan: &str) -> TempDir {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("plan.toml"), plan).unwrap();
    dir
}

/// `torusmith sweep plan.toml --out ..` in that folder.
pub fn sweep(dir: &Path, words: &str) -> Run {
    run(command(["sweep", "plan.toml", "--out"]).args(words.split_whitespace()).current_dir(dir))
}

const PLAN: &str = "command = \"simulate\"\nnetwork = [\"torus:4,4\", \"mesh:4,4\"]\ntraffic = [\"uniform\", \"transpose\"]\n\
                    rate = [0.05, 0.3]\nseed = [1, 2]\nvcs = 2\ncycles = 500\n";

#[test]
fn a_grid_is_run_once_and_merged_in_the_order_of_the_plan() {
    let dir = planned(PLAN);
    let first = sweep(dir.path(), "out --json").good().json();
    assert_eq!((&first["points"], &first["run"], &first["known"]), (&16.into(), &16.into(), &0.into()));
    let again = sweep(dir.path(), "out --json").good().json();
    assert_eq!((&again["run"], &again["known"]), (&0.into(), &16.into()));
    let merged = sweep(dir.path(), "out --merge --json").good().json();
    assert_eq!((&merged["points"], &merged["missing"]), (&16.into(), &0.into()));
    let csv = fs::read_to_string(dir.path().join("out/sweep.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 17);
    assert!(rows[0].starts_with("network,traffic,seed,vcs,cycles,pattern,rate,offered,accepted,latency_mean,"), "{}", rows[0]);
    assert!(rows[1].starts_with("\"torus:4,4\",uniform,1,2,500,uniform,0.05,"), "{}", rows[1]);
    assert!(rows[3].starts_with("\"torus:4,4\",uniform,1,2,500,uniform,0.3,"), "{}", rows[3]);
    assert!(rows[16].starts_with("\"mesh:4,4\",transpose,2,2,500,transpose,0.3,"), "{}", rows[16]);
    // The figures are those of `simulate`.
    let line = "simulate mesh:4,4 --traffic transpose --rate 0.3 --seed 2 --vcs 2 --cycles 500 --json";
    let alone = crate::support::torusmith(line).good().json();
    let whole: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("out/sweep.json")).unwrap()).unwrap();
    assert_eq!(whole["points"][15]["result"], alone["points"][0]);
    let names = ["sweep-transpose.svg", "sweep-uniform.svg", "sweep.csv", "sweep.json", "plan.json"];
    names.iter().for_each(|name| assert!(dir.path().join("out").join(name).is_file(), "{name}"));
    let figure = fs::read_to_string(dir.path().join("out/sweep-uniform.svg")).unwrap();
    assert!(["torus:4,4", "mesh:4,4"].iter().all(|name| figure.lines().any(|line| line.trim() == *name)));
}

#[test]
fn grids_have_keys_of_their_own_and_the_knee_is_found() {
    let dir = planned(
        "command = \"simulate\"\ncycles = 2500\nseed = 1\nrate = \"knee\"\n[[grid]]\nnetwork = \"mesh:4,4\"\nvcs = [1, 2]\n\
         [[grid]]\nnetwork = \"torus:4,4\"\npacket-flits = [[1, 2, 5], 16]\n",
    );
    sweep(dir.path(), "out").good();
    sweep(dir.path(), "out --merge").good();
    let whole: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("out/sweep.json")).unwrap()).unwrap();
    let points = whole["points"].as_array().unwrap();
    assert_eq!(points.len(), 4);
    assert_eq!(points[2]["settings"]["packet-flits"], "1,2,5");
    for point in points {
        let (knee, tried) = (point["result"]["knee"].as_f64().unwrap(), point["result"]["points"].as_array().unwrap());
        let saturated = |p: &Value| p["accepted"].as_f64().unwrap() < 0.95 * p["offered"].as_f64().unwrap();
        let at = tried.iter().find(|p| p["rate"].as_f64() == Some(knee)).unwrap();
        let below = tried.iter().rev().find(|p| p["rate"].as_f64() < Some(knee)).unwrap();
        assert!(saturated(at) && !saturated(below) && below["rate"].as_f64().unwrap() > 0.9 * knee, "{point}");
        assert!(tried.iter().all(|p| p["steady"].is_boolean() && p["long_enough"] == true), "{point}");
        assert!(tried.windows(2).all(|two| two[0]["rate"].as_f64() < two[1]["rate"].as_f64()));
    }
    // What the search simulated is a point of a plan with that rate.
    let searched = files(&dir.path().join("out/points")).len();
    let rate = points[0]["result"]["points"][0]["rate"].to_string();
    let text =
        format!("command = \"simulate\"\nnetwork = \"mesh:4,4\"\nvcs = 1\ncycles = 2500\nwarmup = \"auto\"\nseed = 1\nrate = {rate}\n");
    fs::write(dir.path().join("plan.toml"), text).unwrap();
    fs::create_dir(dir.path().join("new")).unwrap();
    fs::rename(dir.path().join("out/points"), dir.path().join("new/points")).unwrap();
    let done = sweep(dir.path(), "new --json").good().json();
    assert_eq!((&done["known"], searched), (&1.into(), files(&dir.path().join("new/points")).len()));
}

/// 200 points.
const LARGE: &str = "command = \"simulate\"\nnetwork = [\"torus:4,4\", \"mesh:4,4\"]\ntraffic = [\"uniform\", \"transpose\"]\n\
                     rate = [0.02, 0.05, 0.1, 0.2, 0.3]\nseed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\nvcs = 2\ncycles = 3000\n";

fn shard(dir: &Path, number: usize) -> Child {
    let mut line = command(["sweep", "plan.toml", "--out", "shards", "--threads", "1", "--shard"]);
    line.arg(format!("{number}/8")).current_dir(dir).stdout(Stdio::null()).spawn().unwrap()
}

#[test]
fn shards_that_are_killed_and_started_again_make_the_same_bytes() {
    let dir = planned(LARGE);
    sweep(dir.path(), "alone").good();
    sweep(dir.path(), "alone --merge").good();
    let mut shards: Vec<Child> = (0..8).map(|number| shard(dir.path(), number)).collect();
    let begun = Instant::now();
    let points = dir.path().join("shards/points");
    let there = || fs::read_dir(&points).map_or(0, Iterator::count);
    while there() < 20 && begun.elapsed() < Duration::from_secs(20) {
        std::thread::yield_now();
    }
    for number in [2, 5] {
        shards[number].kill().unwrap();
        shards[number].wait().unwrap();
    }
    for (number, shard) in shards.iter_mut().enumerate() {
        assert_eq!(shard.wait().unwrap().success(), ![2, 5].contains(&number), "shard {number}");
    }
    let merge = sweep(dir.path(), "shards --merge");
    assert_eq!((merge.code, merge.out.contains("of 200 points are missing")), (Some(1), true), "{merge:?}");
    assert!(!dir.path().join("shards/sweep.csv").exists());
    // As if the disk had been full, or the machine had gone down: a file cut short, one without a text, one written over.
    let mut damaged = fs::read_dir(&points).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let (cut, empty, other) = (damaged.next().unwrap(), damaged.next().unwrap(), damaged.next().unwrap());
    let text = fs::read_to_string(&cut).unwrap();
    fs::write(&cut, &text[..text.len() / 2]).unwrap();
    fs::write(&empty, "").unwrap();
    fs::write(&other, text).unwrap();
    fs::write(points.join(".torusmith-left"), "half").unwrap();
    // Two at once do the rest, each what the other does not.
    let mut both = [2, 5].map(|number| shard(dir.path(), number));
    both.iter_mut().for_each(|shard| assert!(shard.wait().unwrap().success()));
    let pair = [(); 2].map(|()| {
        let mut line = command(["sweep", "plan.toml", "--out", "shards", "--json"]);
        line.current_dir(dir.path()).stdout(Stdio::piped()).spawn().unwrap()
    });
    let done = pair.map(|child| {
        let output = child.wait_with_output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["run"].as_u64().unwrap()
    });
    assert!(done[0] + done[1] <= 3, "{done:?}");
    sweep(dir.path(), "shards --merge").good();
    let (alone, shards) = (files(&dir.path().join("alone")), files(&dir.path().join("shards")));
    let names = |all: &[(std::path::PathBuf, Vec<u8>)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&alone), names(&shards));
    assert!(alone == shards, "bytes differ");
    assert_eq!(alone.len(), 200 + 5);
}

#[test]
fn the_status_counts_what_is_done_failed_and_left() {
    let dir = planned(PLAN);
    let status = |words: &str| {
        let found = sweep(dir.path(), &format!("out --status {words}")).good();
        assert!(!dir.path().join("out").exists() || dir.path().join("out/plan.json").exists());
        found
    };
    assert_eq!(status("").out, "16 points: 0 done, 0 failed, 16 left\n");
    assert!(!dir.path().join("out").exists());
    sweep(dir.path(), "out --shard 1/4").good();
    let told = status("--json").json();
    assert_eq!((&told["done"], &told["failed"], &told["left"]), (&4.into(), &0.into(), &12.into()));
    assert!(told["seconds_left"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{told}");
    assert!(status("").out.starts_with("16 points: 4 done, 0 failed, 12 left; about "));
    let merged = sweep(dir.path(), "out --merge --partial");
    assert_eq!((merged.code, merged.out.contains("12 of 16 points are missing")), (Some(1), true));
    assert_eq!(fs::read_to_string(dir.path().join("out/sweep.csv")).unwrap().lines().count(), 5);
}

#[test]
fn lock_steps_are_points_too() {
    let dir = planned("command = \"cosim\"\nnetwork = \"torus:4,4\"\nvcs = 2\nrate = [0.1, 0.3]\ncycles = 300\n");
    sweep(dir.path(), "out").good();
    let merged = sweep(dir.path(), "out --merge --json").good().json();
    assert_eq!(merged["files"], serde_json::json!(["sweep.csv", "sweep.json"]));
    let whole: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("out/sweep.json")).unwrap()).unwrap();
    let results: Vec<&Value> = whole["points"].as_array().unwrap().iter().map(|point| &point["result"]).collect();
    assert!(results.len() == 2 && results.iter().all(|result| result["match"] == true && result["runs"].as_array().unwrap().len() == 4));
    assert_eq!(fs::read_to_string(dir.path().join("out/sweep.csv")).unwrap().lines().count(), 9);
}

#[test]
#[ignore = "long: a study twice"]
fn a_study_is_a_plan_and_merged_it_is_the_study() {
    let dir = tempdir().unwrap();
    let flags = "study htn-selection --cycles 500 --seed-count 1 --buffer-depth 2";
    let study = |rest: &str| run(command(flags.split(' ').chain(rest.split(' '))).current_dir(dir.path()));
    assert!(study("--plan plan.toml").good().out.starts_with("5 parts: torusmith sweep plan.toml"));
    sweep(dir.path(), "out --shard 1/2").good();
    let early = sweep(dir.path(), "out --merge");
    assert_eq!((early.code, early.out.contains("3 of 5 points are missing")), (Some(1), true), "{early:?}");
    sweep(dir.path(), "out --shard 0/2").good();
    let merged = sweep(dir.path(), "out --merge --json").good();
    assert!(merged.err.contains("torusmith: 0 points simulated, "), "{merged:?}");
    assert_eq!(study("--out alone --cache cache --json").good().out, merged.out);
    let mut shards = files(&dir.path().join("out"));
    shards.retain(|(name, _)| !name.starts_with("points") && name != Path::new("plan.json"));
    assert!(shards == files(&dir.path().join("alone")), "bytes differ");
    assert_eq!(shards.len(), 7);
    let plan = fs::read_to_string(dir.path().join("plan.toml")).unwrap();
    let refused = |plan: String, words: &[&str]| {
        fs::write(dir.path().join("plan.toml"), plan).unwrap();
        sweep(dir.path(), "new").refused(2, words);
    };
    refused(plan.replace("seed-count = 1", "seed-count = [1, 2]"), &["plan.toml, line 4", "seed-count = [1, 2]", "one study"]);
    refused(plan.replace("seed-count = 1", "seed-count = 99"), &["plan.toml, line 4", "seed-count = 99", "1 to 31"]);
    refused(plan.replace("htn-selection\"", "ttn-static\""), &["plan.toml, line 5", "ttn-static", "simulates nothing"]);
    refused(plan.clone() + "out = \"x\"\n", &["`out`"]);
    refused(plan + "[[grid]]\nseed-count = 2\n", &["grid"]);
}

#[test]
fn a_dead_network_is_a_result_and_is_told() {
    let dir = planned("command = \"simulate\"\nnetwork = \"rdt:16\"\nrouting = [\"dor\", \"floating\"]\nrate = 0.9\ncycles = 3000\n");
    let done = sweep(dir.path(), "out --json");
    assert_eq!((done.code, &done.json()["bad"], &done.json()["run"]), (Some(1), &1.into(), &2.into()), "{done:?}");
    let merged = sweep(dir.path(), "out --merge");
    assert_eq!((merged.code, merged.out.contains("1 points found a dead network")), (Some(1), true), "{merged:?}");
    assert!(fs::read_to_string(dir.path().join("out/sweep.csv")).unwrap().contains(",true,"));
}

#[test]
fn a_plan_that_is_wrong_is_refused_with_line_and_key() {
    let refused = |plan: &str, words: &[&str]| {
        let dir = planned(plan);
        sweep(dir.path(), "out").refused(2, words);
        assert!(!dir.path().join("out").exists(), "{plan}");
    };
    let with = |line: &str| PLAN.to_owned() + line;
    refused(&with("buffer-dept = 4\n"), &["plan.toml, line 8", "`buffer-dept`", "buffer-depth"]);
    refused(&PLAN.replace("0.3", "1.5"), &["plan.toml, line 4", "rate = 1.5", "0 to 1"]);
    refused(&PLAN.replace("mesh:4,4", "mash:4,4"), &["plan.toml, line 2", "mash:4,4"]);
    refused(&PLAN.replace("uniform", "all"), &["plan.toml, line 3", "traffic = ", "one pattern"]);
    refused(&PLAN.replace("vcs = 2", "vcs = 1").replace("torus:4,4", "torus:8,8"), &["plan.toml, line 6", "vcs = 1"]);
    refused(&PLAN.replace("torus:4,4", "mesh:3,5"), &["plan.toml", "transpose"]);
    refused(&PLAN.replace("vcs = 2", "vcs = []"), &["plan.toml, line 6", "vcs = []"]);
    refused(&PLAN.replace("[1, 2]", "[1, 1]"), &["plan.toml, line 5", "seed = 1", "once"]);
    refused(&PLAN.replace("simulate", "generate"), &["plan.toml, line 1", "generate", "simulate, cosim"]);
    refused(&PLAN.replace("command", "comand"), &["plan.toml", "`command`"]);
    refused(&with("json = true\n"), &["plan.toml, line 8", "`json`"]);
    refused(&with("[slurm]\nboth = 1\n"), &["line 9", "`both`", "partition"]);
    refused(&with("[[grid]]\nrat = 1\n"), &["plan.toml, line 9", "`rat`"]);
    refused(&with("figures = [\"vc\"]\n"), &["plan.toml, line 8", "figures"]);
    refused("command = \"simulate\n", &["plan.toml, line 1"]);
    refused("command = \"cosim\"\nnetwork = \"torus:4,4\"\nrate = \"knee\"\n", &["plan.toml, line 3", "rate = knee"]);
    let dir = planned(PLAN);
    for (words, told) in
        [("out --shard 8/8", "shard = 8/8"), ("out --shard 1", "K/N"), ("plan.toml", "plan.toml"), ("out --partial", "--merge")]
    {
        sweep(dir.path(), words).refused(2, &[told]);
    }
}

#[test]
fn a_folder_of_another_plan_is_refused() {
    let dir = planned(PLAN);
    sweep(dir.path(), "out --shard 0/2").good();
    let before = files(&dir.path().join("out"));
    fs::write(dir.path().join("plan.toml"), PLAN.replace("500", "600")).unwrap();
    for words in ["out --shard 1/2", "out --merge", "out --status", "out --slurm"] {
        sweep(dir.path(), words).refused(2, &["out = out", "another plan", "16 points"]);
    }
    assert!(files(&dir.path().join("out")) == before);
    fs::write(dir.path().join("out/plan.json"), "{").unwrap();
    sweep(dir.path(), "out").refused(2, &["plan.json"]);
}
