//! A `generate` that is killed, or for which there is no room, leaves the design of before or the new one.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::{TempDir, tempdir};

use crate::skip::skip;
use crate::support::{command, files, run, tool};

const RUNS: u64 = if cfg!(feature = "soak") { 200 } else { 20 };

/// Two versions of a design, which differ in most files and in which files there are.
const VERSIONS: [&str; 2] = ["--vcs 1", "--vcs 2 --pipeline 3 --testbench --cycles 20"];

/// What a user has put into the folder of a design, with another design.
fn scene(out: &Path) {
    generate(out, out, "--name other").output().unwrap();
    fs::create_dir(out.join("sub")).unwrap();
    fs::write(out.join("sub/log"), "mine").unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    fs::set_permissions(out.join("notes.txt"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("notes.txt", out.join("link")).unwrap();
    UnixListener::bind(out.join("socket")).unwrap();
}

fn generate(out: &Path, cwd: &Path, flags: &str) -> Command {
    let mut command = command(["generate", "mesh:2,2", "--quiet", "--out"]);
    command.arg(out).args(flags.split(' ')).current_dir(if cwd.is_dir() { cwd } else { Path::new("/") });
    command
}

/// All files of a folder, but for stages: contents, or where links lead.
fn tree(dir: &Path) -> BTreeMap<PathBuf, String> {
    fn add(dir: &Path, below: &Path, found: &mut BTreeMap<PathBuf, String>) {
        for entry in fs::read_dir(dir.join(below)).unwrap() {
            let entry = entry.unwrap();
            let path = below.join(entry.file_name());
            let metadata = entry.metadata().unwrap();
            if entry.file_name().to_string_lossy().starts_with(".torusmith-") {
                continue;
            }
            if metadata.is_dir() {
                add(dir, &path, found);
            }
            let text = fs::read(dir.join(&path)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
            found.insert(path, format!("{:o} {text}", metadata.permissions().mode()));
        }
    }
    let mut found = BTreeMap::new();
    add(dir, Path::new(""), &mut found);
    found
}

/// The folder with each version, and how long a run takes.
fn versions(dir: &TempDir, within: bool) -> ([BTreeMap<PathBuf, String>; 2], Duration) {
    let out = dir.path().join("out");
    scene(&out);
    let cwd = if within { out.as_path() } else { Path::new("/") };
    let mut longest = Duration::ZERO;
    let trees = VERSIONS.map(|flags| {
        let start = Instant::now();
        assert!(generate(&out, cwd, flags).output().unwrap().status.success());
        longest = longest.max(start.elapsed());
        tree(&out)
    });
    assert_ne!(trees[0], trees[1]);
    (trees, longest)
}

/// Kills a run after a random part of the time that it takes; whether it was still there.
fn killed(command: &mut Command, longest: Duration, random: &mut u64) -> bool {
    *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    sleep(longest.mul_f64((*random >> 40) as f64 / f64::from(1 << 24)));
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

fn stages(dir: &Path) -> usize {
    fs::read_dir(dir).unwrap().filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".torusmith-")).count()
}

#[test]
fn a_killed_run_leaves_the_design_of_before_or_the_new_one() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let (trees, longest) = versions(&dir, false);
    let (mut random, mut kills, mut changes, mut at) = (1, 0, 0, 1);
    for i in 0..RUNS {
        let to = 1 - at;
        kills += u64::from(killed(&mut generate(&out, Path::new("/"), VERSIONS[to]), longest, &mut random));
        let found = tree(&out);
        assert!(found == trees[at] || found == trees[to], "run {i} leaves a mix");
        changes += u64::from(found != trees[at]);
        at = if found == trees[to] { to } else { at };
    }
    assert!(kills >= RUNS / 2, "{kills} of {RUNS} were killed");
    // What killed runs left goes with the next one.
    assert!(generate(&out, Path::new("/"), VERSIONS[0]).output().unwrap().status.success());
    assert_eq!((tree(&out), stages(dir.path()), stages(&out)), (trees[0].clone(), 0, 0));
    eprintln!("{RUNS} runs, {kills} killed, {changes} had changed the design");
}

/// A new folder is there as a whole, or not at all.
#[test]
fn a_killed_run_leaves_a_whole_new_folder_or_none() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let start = Instant::now();
    assert!(generate(&out, Path::new("/"), VERSIONS[0]).output().unwrap().status.success());
    let (longest, whole, mut random) = (start.elapsed(), tree(&out), 2);
    for i in 0..RUNS {
        if out.exists() {
            fs::remove_dir_all(&out).unwrap();
        }
        killed(&mut generate(&out, Path::new("/"), VERSIONS[0]), longest, &mut random);
        assert!(!out.exists() || tree(&out) == whole, "run {i} leaves a part");
    }
    assert!(generate(&out, Path::new("/"), VERSIONS[0]).output().unwrap().status.success());
    assert_eq!((tree(&out), stages(dir.path())), (whole, 0));
}

/// Where a process works in the folder it cannot be exchanged: then a run that is killed leaves a plan, which other commands see and the next run
/// completes.
#[test]
fn a_killed_run_in_its_own_folder_is_completed_by_the_next() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let (trees, longest) = versions(&dir, true);
    let (mut random, mut at) = (3, 1);
    for i in 0..RUNS {
        let to = 1 - at;
        killed(&mut generate(Path::new("."), &out, VERSIONS[to]), longest, &mut random);
        let found = tree(&out);
        let is_whole = found == trees[at] || found == trees[to];
        let plans = fs::read_dir(&out).unwrap().filter(|entry| entry.as_ref().unwrap().path().join("plan").exists()).count();
        assert!(is_whole || plans == 1, "run {i} leaves a mix without a plan");
        if plans == 1 {
            let told = run(command(["cosim", "mesh:2,2", "--rtl"]).arg(&out));
            told.refused(2, &["interrupted while it replaced a design", "run it again"]);
            assert!(generate(Path::new("."), &out, VERSIONS[to]).output().unwrap().status.success());
            assert!(tree(&out) == trees[to], "run {i} is not completed");
        }
        at = if tree(&out) == trees[to] { to } else { at };
    }
    assert!(generate(Path::new("."), &out, VERSIONS[0]).output().unwrap().status.success());
    assert_eq!((tree(&out), stages(&out)), (trees[0].clone(), 0));
}

/// File systems of growing size: too small for a design, for one, for two at a time.
#[test]
#[ignore = "needs root: mounts a disk that is full"]
fn a_full_disk_leaves_the_design_of_before_or_none() {
    let probe = Command::new("unshare").args(["-m", "true"]).output();
    let (true, Some(_)) = (probe.is_ok_and(|probe| probe.status.success()), tool("mount")) else {
        return skip("unshare -m is not allowed here: only root has a tiny file system");
    };
    let dir = tempdir().unwrap();
    let whole = VERSIONS.map(|flags| {
        let out = dir.path().join(flags.replace(' ', ""));
        assert!(generate(&out, Path::new("/"), flags).output().unwrap().status.success());
        files(&out)
    });
    let (mounted, copy) = (dir.path().join("mounted"), dir.path().join("copy"));
    fs::create_dir(&mounted).unwrap();
    let mut outcomes = [0; 3];
    let sizes = (100..=900).step_by(if cfg!(feature = "soak") { 8 } else { 80 });
    for size in sizes {
        let script = format!(
            "mount -t tmpfs -o size={size}k tmpfs '{0}' || exit 9; \"$0\" generate mesh:2,2 --out '{0}/out' {1}; \"$0\" generate mesh:2,2 --out '{0}/out' {2}; \
             echo $?; ls -A '{0}'; mkdir '{3}'; test ! -e '{0}/out' || cp -r '{0}/out' '{3}'",
            mounted.display(),
            VERSIONS[0],
            VERSIONS[1],
            copy.display()
        );
        let told = run(Command::new("unshare").args(["-m", "sh", "-c", &script, env!("CARGO_BIN_EXE_torusmith")]));
        if told.code == Some(9) {
            return skip("a tmpfs cannot be mounted here");
        }
        let found = if copy.join("out").exists() { files(&copy.join("out")) } else { Vec::new() };
        let outcome = [Vec::new(), whole[0].clone(), whole[1].clone()].iter().position(|files| *files == found);
        let outcome = outcome.unwrap_or_else(|| panic!("{size} KB: a part of a design: {told:?}"));
        assert!(!told.out.contains(".torusmith"), "{size} KB: {told:?}");
        let refused = told.err.lines().all(|line| line.contains("out`: cannot be written: ") && line.contains("No space left"));
        assert!(refused && told.out.contains(if outcome == 2 { "\n0\n" } else { "2\n" }), "{size} KB: {told:?}");
        outcomes[outcome] += 1;
        fs::remove_dir_all(&copy).unwrap();
    }
    assert!(outcomes.iter().all(|count| *count > 0), "{outcomes:?}");
}
