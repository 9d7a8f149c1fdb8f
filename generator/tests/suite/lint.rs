//! What is generated is clean: Verilator `-Wall`, Icarus `-g2001 -Wall`, yosys `synth`.

use std::process::Command;

use crate::tools::{made, run, tool, written};

/// Every network family and size, and every option at its ends, each with at least one network.
const MATRIX: &[(&str, &str)] = &[
    ("ttn:2,2,0", ""),
    ("ttn:2,2,0", "vcs=8 flit-width=16 buffer-depth=2"),
    ("ttn:2,2,0", "vcs=2 vc-rule=min2 vc-reuse=empty"),
    ("ttn:2,2,1", ""),
    ("ttn:2,2,1", "pipeline=3"),
    ("ttn:2,2,1", "vcs=5 flit-width=33 buffer-depth=5 vc-reuse=empty"),
    ("ttn:2,2,1", "vcs=2 vc-rule=min2 flit-width=128 buffer-depth=8 pipeline=3"),
    ("ttn:2,2,1", "vcs=8 flit-width=64 buffer-depth=3 pipeline=3"),
    ("ttn:2,2,2", "flit-width=17"),
    ("ttn:2,2,2", "vcs=3 vc-rule=min2 buffer-depth=64 pipeline=3"),
    ("ttn:2,3,0", "buffer-depth=8 vc-reuse=empty pipeline=3"),
    ("ttn:2,3,1", "vcs=6"),
    ("ttn:2,4,0", "flit-width=512 buffer-depth=2"),
    ("ttn:2,5,0", ""),
    ("ttn:3,2,0", "vcs=5 pipeline=3"),
    ("ttn:3,2,1", "buffer-depth=5"),
    ("htn:4,4,2,0", "vcs=2"),
    ("htn:4,4,2,0", "vcs=3 routing=ls pipeline=3"),
    ("htn:4,4,2,0", "vcs=8 routing=cs flit-width=64"),
    ("htn:4,4,2,0", "vcs=5 routing=ls+cs vc-reuse=empty pipeline=3"),
    ("htn:4,4,2,1", "vcs=7 pipeline=3"),
    ("htn:4,4,2,1", "vcs=4 routing=ls buffer-depth=5"),
    ("htn:4,4,2,1", "vcs=3 routing=cs pipeline=3"),
    ("htn:4,4,2,2", "vcs=3 flit-width=24"),
    ("htn:4,4,2,2", "vcs=6 routing=ls"),
    ("htn:4,4,2,2", "vcs=5 routing=cs"),
    ("htn:4,4,2,2", "vcs=8 routing=ls+cs pipeline=3 buffer-depth=2"),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs"),
    ("torus:4,4", "vcs=2"),
    ("torus:4,4", "vcs=2 pipeline=3 flit-width=8"),
    ("torus:8,8", "vcs=4 vc-reuse=empty"),
    ("torus:5,7", "vcs=3 buffer-depth=7"),
    ("torus:256,3", "vcs=7 pipeline=3 buffer-depth=63"),
    ("torus:2,2", "vcs=2 scope=network"),
    ("torus:3,3", "vcs=4 pipeline=3 scope=network"),
];

/// Runs `lint(folder, top)` for every configuration; what it returns must be empty.
fn clean(configurations: &[(&str, &str)], mut command: impl FnMut(&str) -> Command) {
    for (network, options) in configurations {
        let design = made(network, options);
        let folder = written(&design);
        let output = run(&mut command(&design.top), folder.path());
        assert_eq!(output, "", "{network} {options}");
    }
}

fn verilator(program: &std::path::Path, top: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["--lint-only", "-Wall", "--top-module", top, "-f", &format!("{top}.f")]);
    command
}

#[test]
fn verilator_has_nothing_to_say() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    clean(MATRIX, |top| verilator(&program, top));
}

/// One basic module has all that a network has but its length.
#[test]
fn verilator_has_nothing_to_say_about_a_basic_module() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    for (network, options) in [("ttn:2,2,1", ""), ("ttn:2,4,0", ""), ("htn:4,4,2,0", "vcs=2")] {
        let design = made(network, &format!("{options} scope=network"));
        let folder = written(&design);
        let mut command = verilator(&program, &design.top.replace("network", "basic_module"));
        command.args(["-f", &format!("{}.f", design.top)]);
        let list = format!("{}.f", design.top.replace("network", "basic_module"));
        std::fs::write(folder.path().join(list), "").unwrap();
        assert_eq!(run(&mut command, folder.path()), "", "{network}");
    }
}

#[test]
fn icarus_has_nothing_to_say() {
    let Some(program) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    clean(MATRIX, |top| {
        let mut command = Command::new(&program);
        command.args(["-g2001", "-Wall", "-t", "null", "-s", top, "-c", &format!("{top}.f")]);
        command
    });
}

#[test]
fn yosys_has_nothing_to_say() {
    let Some(program) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    let synth = |passes: &'static str| {
        let program = program.clone();
        move |top: &str| {
            let mut command = Command::new("sh");
            let script = format!(
                "\"$0\" -q -p \"read_verilog $(tr '\\n' ' ' < {top}.f); hierarchy -check -top {top}; synth -top {top} {passes}; check -assert\""
            );
            command.args(["-c", &script]).arg(&program);
            command
        }
    };
    clean(&MATRIX[MATRIX.len() - 8..], synth("-run begin:fine"));
    clean(&[("ttn:2,2,1", ""), ("ttn:2,3,0", "pipeline=3 vc-reuse=empty"), ("torus:4,4", "vcs=2")], synth(""));
}
