//! `scripts/soak random`: what it draws is allowed, what it was told is kept, a difference is told.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::tempdir;

use crate::support::{nowhere, root};

fn soak(program: &Path, args: &[&str], out: &Path) -> Output {
    let mut script = Command::new(root().join("scripts/soak-random"));
    script.args(args).arg("--out").arg(out).env("TORUSMITH", program).output().unwrap()
}

/// A program that says of each lock step what is given, and counts in the file `calls` how often it was asked.
fn says(folder: &Path, mismatches: usize) -> std::path::PathBuf {
    let report = r#"{"runs":[{"routers":16,"cycles":100,"drain_cycles":25,"comparisons":7,"packets_injected":3,"flits_wrong":2,"resets":1},
        {"routers":16,"cycles":10,"drain_cycles":0,"comparisons":1,"packets_injected":1}]}"#;
    let path = folder.join("program");
    let code = usize::from(mismatches > 0);
    fs::write(&path, format!("#!/bin/sh\necho x >> '{}'\ncat <<'END'\n{report}\nEND\nexit {code}\n", folder.join("calls").display()))
        .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn calls(folder: &Path) -> usize {
    fs::read_to_string(folder.join("calls")).map_or(0, |text| text.lines().count())
}

#[test]
fn what_was_run_is_not_run_again() {
    let dir = tempdir().unwrap();
    let (program, out) = (says(dir.path(), 0), dir.path().join("out"));
    let first = soak(&program, &["--runs", "3"], &out);
    assert_eq!((first.status.code(), calls(dir.path())), (Some(0), 3));
    let told = String::from_utf8(first.stdout).unwrap();
    // 16 (125 + 10) router-clocks a run.
    let expected = "3 runs of seed 1, 0 differ\n6480 router clocks, 24 comparisons, 12 packets, 6 wrong flits, 3 resets\n";
    assert!(told.ends_with(expected), "{told}");

    fs::remove_file(out.join("00001.json")).unwrap();
    fs::write(out.join("00002.json"), "{\"run\": 2, \"comm").unwrap();
    let second = soak(&program, &["--runs", "3"], &out);
    assert_eq!((second.status.code(), calls(dir.path())), (Some(0), 5), "the one that is gone and the one that is half there");
    assert!(String::from_utf8(second.stdout).unwrap().ends_with(expected));
    assert!(soak(&program, &["--runs", "3", "--minutes", "0"], &out).status.success());
    assert_eq!(calls(dir.path()), 5);

    let other = soak(&program, &["--runs", "3", "--seed", "2"], &out);
    assert_eq!((other.status.code(), calls(dir.path())), (Some(2), 5));
    let told = String::from_utf8(other.stderr).unwrap();
    assert!(told.starts_with("seed = 2: ") && told.contains("holds a soak of 1"), "{told}");
}

#[test]
fn a_difference_is_told_with_its_command() {
    let dir = tempdir().unwrap();
    let (program, out) = (says(dir.path(), 1), dir.path().join("out"));
    let listed = soak(&program, &["--list", "--runs", "1"], &out);
    let command = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(calls(dir.path()), 0);
    let said = soak(&program, &["--runs", "1"], &out);
    assert_eq!(said.status.code(), Some(1));
    let told = String::from_utf8(said.stdout).unwrap();
    assert!(told.contains(&format!("differs: {command}")) && told.contains("1 runs of seed 1, 1 differ"), "{told}");
    // It stays so: the result is in the folder.
    assert_eq!(soak(&program, &["--runs", "1"], &out).status.code(), Some(1));
    assert_eq!(calls(dir.path()), 1);
}

#[test]
#[ignore = "long: many configurations"]
fn what_is_drawn_is_allowed() {
    let dir = tempdir().unwrap();
    let listed = soak(&nowhere("torusmith"), &["--list", "--runs", "120", "--seed", "2026"], dir.path());
    let text = String::from_utf8(listed.stdout).unwrap();
    let (mut networks, mut pipelines) = (std::collections::BTreeSet::new(), [0; 3]);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        networks.insert(words[2]);
        let pipeline = words.iter().position(|word| *word == "--pipeline").unwrap();
        pipelines[words[pipeline + 1].parse::<usize>().unwrap() - 1] += 1;
        // Without Verilator a lock step that is allowed ends with 3, one that is not with 2.
        let missing = |name: &str| dir.path().join(name);
        let mut program = Command::new(env!("CARGO_BIN_EXE_torusmith"));
        program.args(&words[1..]).current_dir(root()).env("TORUSMITH_CACHE", dir.path());
        let said = program.env("TORUSMITH_VERILATOR", missing("verilator")).env("CXX", missing("c++")).output().unwrap();
        assert_eq!(said.status.code(), Some(3), "{line}: {}", String::from_utf8_lossy(&said.stderr));
    }
    assert_eq!(networks.len(), 16, "{networks:?}");
    assert!(pipelines.iter().all(|&runs| runs > 20), "{pipelines:?}");
}
