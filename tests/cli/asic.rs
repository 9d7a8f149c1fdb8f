use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::Value;

use crate::cells::text;
use crate::skip::skip;
use crate::support::{cells, command, nowhere, run, tool, torusmith};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn sum(report: &Value, list: &str, field: &str) -> f64 {
    report[list].as_array().unwrap().iter().map(|entry| number(&entry[field])).sum()
}

/// A file of this name in a folder that lives as long as the first result.
fn written(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

/// A router so small that it is mapped in seconds.
const SMALL: &str = "mesh:2,2 --vcs 1 --flit-width 4 --buffer-depth 2";

#[test]
fn blocks_and_path_add_up() {
    let (_folder, path) = written("my cells.lib", &text());
    let line = ["asic"].into_iter().chain(SMALL.split(' ')).chain(["--json", "--liberty"]);
    let line: Vec<&std::ffi::OsStr> = line.map(std::ffi::OsStr::new).chain([path.as_os_str()]).collect();
    let first = run(&mut command(&line)).good();
    let report = first.json();
    assert_eq!((&report["library"], &report["wires"], &report["check"]), (&"small".into(), &Value::Null, &Value::Null));
    assert!((sum(&report, "blocks", "um2") - number(&report["total_um2"])).abs() < 0.01, "{report}");
    assert_eq!(sum(&report, "blocks", "cells"), number(&report["cells"]));
    assert!((sum(&report, "critical_path", "ns") - number(&report["period_ns"])).abs() < 0.01, "{report}");
    assert!((number(&report["gates"]) - number(&report["total_um2"]) / 2.0).abs() < 0.1, "{report}");
    assert!(number(&report["register_period_ns"]) <= number(&report["period_ns"]), "{report}");
    let blocks = report["blocks"].as_array().unwrap();
    let instances = |name: &str| blocks.iter().find(|block| block["block"] == name).map(|block| block["instances"].clone());
    assert_eq!((instances("crossbar"), instances("input_unit"), instances("route")), (Some(1.into()), Some(5.into()), Some(5.into())));
    let path = report["critical_path"].as_array().unwrap();
    assert_eq!(path.last().unwrap()["block"], "setup", "{report}");
    assert_eq!(run(&mut command(&line)).good().out, first.out);
    // Wires are slower, and longer links as well.
    let period = |flags: &[&str]| {
        let flags = flags.iter().map(std::ffi::OsStr::new);
        let report = run(&mut command(line.iter().copied().chain(flags))).good().json();
        (number(&report["period_ns"]), report)
    };
    let (wires, with_wires) = period(&["--wire-pf-per-mm", "0.5"]);
    let (links, long) = period(&["--wire-pf-per-mm", "0.5", "--link-mm", "2"]);
    assert!(number(&report["period_ns"]) < wires && wires < links, "{wires} {links} {report}");
    assert!(long["critical_path"].as_array().unwrap().iter().any(|part| part["block"] == "link"), "{long}");
    let (_, at_node) = period(&["--node", "0,0"]);
    let names: Vec<&Value> = at_node["blocks"].as_array().unwrap().iter().map(|block| &block["block"]).collect();
    assert!(at_node["node"] == "0,0" && names.contains(&&at_node["top"]), "{at_node}");
    let estimate = 3.0 * (number(&with_wires["mapped_um2"]) / number(&report["cells"])).sqrt();
    assert!((number(&with_wires["wires"]["sink_um"]) / estimate - 1.0).abs() < 0.2, "{with_wires}");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    torusmith("asic torus:4,4").refused(2, &["no cells", "--liberty FILE", "osu018"]);
    torusmith("asic torus:4,4 --library osu180").refused(2, &["library = osu180", "osu050", "osu018"]);
    torusmith("asic torus:4,4 --liberty NOWHERE/a.lib").refused(2, &["liberty = NOWHERE/a.lib"]);
    torusmith("asic torus:4,4 --liberty NOWHERE/a.lib --library osu018").refused(2, &["--liberty", "--library"]);
    for (flag, words) in [
        ("--clock-slew 0", ["clock-slew = 0", "0.001 to 10 ns"]),
        ("--wire-pf-per-mm -1", ["wire-pf-per-mm = -1", "0.001 to 10 pF per mm"]),
        ("--wire-pf-per-mm 0.2 --link-mm 101", ["link-mm = 101", "0 to 100 mm"]),
        ("--link-mm 1", ["required", "--wire-pf-per-mm"]),
        ("--wire-pf-per-mm 0.2 --check opensta", ["check = opensta is not allowed with wire-pf-per-mm", "without wire-pf-per-mm"]),
        ("--check primetime", ["check = primetime", "opensta"]),
    ] {
        torusmith(&format!("asic torus:4,4 --library osu018 {flag}")).refused(2, &words);
    }
    for (from, to, words) in [
        ("ff (IQ, IQN)", "latch (IQ, IQN)", "no flip-flop"),
        ("time_unit", "unit", "time_unit is missing"),
        ("cell (INV) {", "cell INV {", "line 6: `:` or `(` expected"),
    ] {
        let (_folder, path) = written("bad.lib", &text().replace(from, to));
        torusmith(&format!("asic {SMALL} --liberty {}", path.display())).refused(2, &["liberty = ", "bad.lib", words]);
    }
    let (_folder, path) = written("cells.lib", &text());
    let missing = |variable: &str, flags: &str| {
        let line = format!("asic {SMALL} --liberty {} {flags}", path.display());
        run(command(line.split_whitespace()).env(variable, nowhere("tool")))
    };
    missing("TORUSMITH_YOSYS", "").refused(3, &["asic needs yosys", "NOWHERE/tool"]);
    missing("TORUSMITH_OPENSTA", "--check opensta").refused(3, &["asic --check opensta needs OpenSTA", "TORUSMITH_ASIC=1 ./scripts/setup"]);
    let preset = run(command(["asic", "torus:4,4", "--library", "osu018"]).env("TORUSMITH_LIBRARIES", nowhere("")));
    preset.refused(3, &["library osu018 is missing", "TORUSMITH_ASIC=1 ./scripts/setup", "apt-get install qflow-tech-osu018"]);
}

/// An OpenSTA that is a script: it agrees, differs, or fails as the version of 2019 does, with exit code 0.
#[test]
fn another_program_checks_the_period() {
    let (_folder, path) = written("cells.lib", &text());
    let line = format!("asic {SMALL} --liberty {} --json", path.display());
    let report = torusmith(&line).good().json();
    let ours = number(&report["register_period_ns"]);
    let asked = |script: String| {
        let (folder, sta) = written("sta", &format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&sta, std::fs::Permissions::from_mode(0o755)).unwrap();
        let result = run(command(format!("{line} --check opensta").split_whitespace()).env("TORUSMITH_OPENSTA", &sta));
        drop(folder);
        result
    };
    let slack = |factor: f64| format!("echo worst slack {}", 100.0 - factor * ours);
    let agrees = asked(slack(0.995)).good().json();
    assert!((number(&agrees["check"]["difference_percent"]) - 0.5).abs() < 0.05, "{agrees}");
    assert_eq!(asked(slack(1.02)).code, Some(1));
    asked("echo 'Error: netlist.v line 1, syntax error'".into()).refused(2, &["OpenSTA fails", "syntax error"]);
}

/// A real library, and OpenSTA: within 1 % from register to register, or exit code 1.
#[test]
#[ignore = "needs OpenSTA and osu018 (TORUSMITH_ASIC=1 ./scripts/setup)"]
fn opensta_finds_the_same_period() {
    let (Some(_), Some(_)) = (tool("sta"), cells("osu018")) else {
        return skip("OpenSTA and osu018 are needed: TORUSMITH_ASIC=1 ./scripts/setup");
    };
    let report = torusmith("asic torus:4,4 --vcs 2 --library osu018 --check opensta --json").good().json();
    assert!(number(&report["check"]["difference_percent"]).abs() <= 1.0, "{report}");
    assert!((sum(&report, "blocks", "um2") - number(&report["total_um2"])).abs() < 1.0, "{report}");
    // 5 inputs of 2 VCs, 4 flits of 33 bits.
    assert!(number(&report["flip_flops"]) > (5 * 2 * 4 * 33) as f64, "{report}");
}
