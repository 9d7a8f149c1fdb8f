//! Parameters that are not allowed: a router with one does not elaborate, and the message names a module that says what is wrong.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::tools::{SOAK, made, run, tool, written};

/// A router, its parameters when it is instantiated, and the module that is then missing; none: they are allowed.
const ROUTERS: &[Row] = &[
    ("torus:4,4", "vcs=2 ties=plus", "PIPELINE=0", Some("PIPELINE_must_be_1_2_or_3")),
    ("torus:4,4", "vcs=2 ties=plus", "PIPELINE=4", Some("PIPELINE_must_be_1_2_or_3")),
    ("torus:4,4", "vcs=2 ties=plus", "BUFFER_DEPTH=1", Some("BUFFER_DEPTH_must_be_2_or_more")),
    ("torus:4,4", "vcs=2 ties=plus", "FLIT_WIDTH=7", Some("FLIT_WIDTH_must_hold_the_header")),
    ("torus:4,4", "vcs=2 ties=plus", "NUM_VCS=1", Some("NUM_VCS_must_be_2_or_more_for_each_message_class_and_8_at_most")),
    ("torus:4,4", "vcs=2 ties=plus", "NUM_VCS=9", Some("NUM_VCS_must_be_2_or_more_for_each_message_class_and_8_at_most")),
    ("torus:4,4", "vcs=4 ties=plus", "NUM_VCS=3 MESSAGE_CLASSES=2", Some("NUM_VCS_must_be_2_or_more_for_each_message_class_and_8_at_most")),
    ("torus:4,4", "vcs=4 ties=plus", "NUM_VCS=5 MESSAGE_CLASSES=2", Some("MESSAGE_CLASSES_must_divide_NUM_VCS")),
    ("torus:4,4", "vcs=4", "MESSAGE_CLASSES=5", Some("MESSAGE_CLASSES_must_be_1_to_4")),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs", "NUM_VCS=2", Some("NUM_VCS_must_be_3_or_more_for_each_message_class_and_8_at_most")),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs", "NUM_VCS=4", Some("REUSE_EMPTY_must_have_all_adaptive_VCs")),
    ("htn:4,4,2,1", "vcs=6 routing=cs", "MESSAGE_CLASSES=2", Some("REUSE_EMPTY_must_have_all_adaptive_VCs")),
    ("ttn:2,2,2", "vcs=2", "FLIT_WIDTH=16", Some("FLIT_WIDTH_must_hold_the_header")),
    ("rdt:16", "vcs=3 pipeline=3", "PIPELINE=5", Some("PIPELINE_must_be_1_2_or_3")),
    ("torus:4,4", "vcs=2 ties=plus scope=network", "PIPELINE=4", Some("PIPELINE_must_be_1_2_or_3")),
    ("torus:4,4", "vcs=4 ties=plus", "ORDER=2", Some("ORDER_must_be_0_or_1")),
    ("htn:4,4,2,1", "vcs=3 routing=ls", "ORDER=1", Some("ORDER_must_be_0_with_this_routing")),
    ("htn:4,4,2,1", "vcs=3 routing=cs", "ORDER=1", Some("ORDER_must_be_0_with_this_routing")),
    ("htn:4,4,2,1", "vcs=2 routing=dor-both", "ORDER=1", Some("ORDER_must_be_0_with_this_routing")),
    ("torus:4,4", "vcs=5 ties=plus", "ORDER=1 PIPELINE=3", None),
    ("mesh:4,4", "vcs=4", "ORDER=1 MESSAGE_CLASSES=2 PIPELINE=1", None),
    ("ttn:2,2,1", "vcs=3", "ORDER=1", None),
    ("sttn:2,3,0", "vcs=5 vc-rule=balanced", "ORDER=1 PIPELINE=3", None),
    ("mtn:2,2,2", "vcs=2", "ORDER=1", None),
    ("tesh:2,2,1", "vcs=3", "ORDER=1 PIPELINE=3", None),
    ("htn:4,4,2,1", "vcs=4", "ORDER=1 PIPELINE=3", None),
    ("rdt:16", "vcs=6", "ORDER=1 MESSAGE_CLASSES=2", None),
    ("hypercube:4", "vcs=8", "ORDER=1", None),
    ("torus:4,4", "vcs=4 ties=plus", "PIPELINE=1 BUFFER_DEPTH=2 FLIT_WIDTH=8", None),
    ("torus:4,4", "vcs=4 ties=plus", "PIPELINE=3 MESSAGE_CLASSES=2", None),
    ("htn:4,4,2,1", "vcs=6 routing=cs vc-reuse=empty", "MESSAGE_CLASSES=2", None),
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
