//! Parameters that are not allowed: a router with one does not elaborate, and the message names a module that says what is wrong. One with a hop in
//! its heads' own bits (L4) needs those, too.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::tools::{SOAK, made, run, tool, written};

/// A design, its parameters when it is instantiated, and the module that is then missing; none: they are allowed.
const ROUTERS: &[Row] = &[
    ("torus:4,4", "vcs=2 ties=plus", "FLIT_WIDTH=7", Some("FLIT_WIDTH_must_be_8_or_more")),
    ("torus:4,4", "vcs=2 ties=plus", "BUFFER_DEPTH=1", Some("BUFFER_DEPTH_must_be_2_to_64")),
    ("torus:4,4", "vcs=2 ties=plus", "BUFFER_DEPTH=65", Some("BUFFER_DEPTH_must_be_2_to_64")),
    ("torus:4,4", "vcs=1 pipeline=1", "BUFFER_DEPTH=0", Some("BUFFER_DEPTH_must_be_2_to_64")),
    ("torus:4,4", "vcs=2 ties=plus scope=network", "BUFFER_DEPTH=1", Some("BUFFER_DEPTH_must_be_2_to_64")),
    ("torus:4,4", "vcs=2 ties=plus scope=network", "FLIT_WIDTH=7", Some("FLIT_WIDTH_must_be_8_or_more")),
    ("torus:4,4", "vcs=4 interface=axis message-classes=2", "BUFFER_DEPTH=65", Some("BUFFER_DEPTH_must_be_2_to_64")),
    ("torus:4,4", "vcs=2 target=asic pipeline=3", "FLIT_WIDTH=9", Some("FLIT_WIDTH_must_be_10_or_more")),
    ("torus:4,4", "vcs=4 ties=plus pipeline=1", "FLIT_WIDTH=10", Some("FLIT_WIDTH_must_be_11_or_more")),
    ("ttn:2,2,2", "vcs=2", "FLIT_WIDTH=16", Some("FLIT_WIDTH_must_be_17_or_more")),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs", "FLIT_WIDTH=23", Some("FLIT_WIDTH_must_be_24_or_more")),
    ("rdt:16", "vcs=3 pipeline=3", "FLIT_WIDTH=36", Some("FLIT_WIDTH_must_be_37_or_more")),
    ("hypercube:4", "vcs=8", "FLIT_WIDTH=7 BUFFER_DEPTH=64", Some("FLIT_WIDTH_must_be_8_or_more")),
    ("torus:4,4", "vcs=4 ties=plus", "BUFFER_DEPTH=64 FLIT_WIDTH=8", None),
    ("torus:4,4", "vcs=4 ties=plus pipeline=1", "BUFFER_DEPTH=2 FLIT_WIDTH=11", None),
    ("torus:4,4", "vcs=4 ties=plus pipeline=1 flit-width=10", "BUFFER_DEPTH=2 FLIT_WIDTH=8", None),
    ("torus:4,4", "vcs=4 ties=plus pipeline=3 message-classes=2", "FLIT_WIDTH=512", None),
    ("torus:4,4", "vcs=5 ties=plus order=pair pipeline=3", "BUFFER_DEPTH=63", None),
    ("mesh:4,4", "vcs=4 order=pair message-classes=2 pipeline=1", "BUFFER_DEPTH=64", None),
    ("ttn:2,2,1", "vcs=3 order=pair", "BUFFER_DEPTH=3 FLIT_WIDTH=16", None),
    ("sttn:2,3,0", "vcs=5 vc-rule=balanced order=pair pipeline=3", "BUFFER_DEPTH=2", None),
    ("mtn:2,2,2", "vcs=2 order=pair", "BUFFER_DEPTH=33", None),
    ("tesh:2,2,1", "vcs=3 order=pair pipeline=3", "BUFFER_DEPTH=5", None),
    ("htn:4,4,2,1", "vcs=4 order=pair pipeline=3", "BUFFER_DEPTH=17 FLIT_WIDTH=24", None),
    ("htn:4,4,2,1", "vcs=6 routing=cs vc-reuse=empty message-classes=2", "BUFFER_DEPTH=2", None),
    ("rdt:16", "vcs=6 order=pair message-classes=2", "FLIT_WIDTH=37 BUFFER_DEPTH=9", None),
    ("hypercube:4", "vcs=8 order=pair", "FLIT_WIDTH=8 BUFFER_DEPTH=64", None),
    ("torus:4,4", "vcs=2 target=asic", "FLIT_WIDTH=10 BUFFER_DEPTH=9", None),
];

type Row = (&'static str, &'static str, &'static str, Option<&'static str>);

/// The first row with each module that is missing, and the first two that are allowed: for tools that take long. In soaks all rows.
fn one_of_each() -> Vec<Row> {
    let (mut seen, mut allowed) = (BTreeSet::new(), 0);
    let mut is_new = |missing: Option<&'static str>| {
        missing.map_or_else(
            || {
                allowed += 1;
                allowed <= 2
            },
            |module| seen.insert(module),
        )
    };
    ROUTERS.iter().copied().filter(|row| SOAK || is_new(row.3)).collect()
}

/// Runs the tool on the top of every row with these parameters, `NAME=value` each.
#[track_caller]
fn elaborate(name: &str, variable: &str, rows: &[Row], command: impl Fn(&Path, &str, &[&str]) -> Command) {
    let Some(program) = tool(name, variable) else { return };
    for (network, options, parameters, missing) in rows {
        let design = made(network, options);
        let folder = written(&design);
        let list: Vec<&str> = parameters.split(' ').collect();
        let mut command = command(&program, &design.top, &list);
        let Some(missing) = missing else {
            assert_eq!(run(&mut command, folder.path()), "", "{name}: {network} {options} with {parameters}");
            continue;
        };
        let output = command.current_dir(folder.path()).output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(!output.status.success() && text.contains(missing), "{name}: {network} {options} with {parameters}:\n{text}");
    }
}

#[test]
fn verilator_refuses() {
    elaborate("verilator", "TORUSMITH_VERILATOR", &one_of_each(), |program, top, parameters| {
        let mut command = Command::new(program);
        command.args(["--lint-only", "-Wall", "--top-module", top, "-f", &format!("{top}.f")]);
        command.args(parameters.iter().map(|parameter| format!("-G{parameter}")));
        command
    });
}

#[test]
fn icarus_refuses() {
    elaborate("iverilog", "TORUSMITH_IVERILOG", ROUTERS, |program, top, parameters| {
        let mut command = Command::new(program);
        command.args(["-g2001", "-Wall", "-t", "null", "-s", top, "-c", &format!("{top}.f")]);
        command.args(parameters.iter().map(|parameter| format!("-P{top}.{parameter}")));
        command
    });
}

#[test]
#[ignore = "long: a run of yosys a parameter"]
fn yosys_refuses() {
    elaborate("yosys", "TORUSMITH_YOSYS", &one_of_each(), |program, top, parameters| {
        let set: String = parameters.iter().map(|parameter| format!(" -chparam {}", parameter.replace('=', " "))).collect();
        let script = format!("read_verilog $(tr '\\n' ' ' < {top}.f); hierarchy -check -top {top}{set}; proc; check -assert");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("\"$0\" -q -p \"{script}\"")]).arg(program);
        command
    });
}
