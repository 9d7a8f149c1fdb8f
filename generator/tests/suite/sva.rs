//! Assertions to be bound (docs/verification.md): Verilator `-Wall --assert` and slang read them without a word.

use std::process::Command;

use torusmith_generator::{Options, generate};

use crate::lint::{ROUTERS, verilator};
use crate::tools::{parsed_for, run, tool, written};

/// Each pipeline, adaptive routing, rewritten routing bits, several local ports, message classes in order.
const FEW: [(&str, &str); 5] = [
    ("torus:4,4", "vcs=2 pipeline=1"),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs"),
    ("rdt:8", "vcs=4 pipeline=3"),
    ("mesh:4,4:4", "vcs=2 pipeline=3"),
    ("torus:4,4", "vcs=8 order=pair message-classes=2 interface=axis"),
];

fn clean(configurations: &[(&str, &str)]) {
    for (network, options) in configurations {
        let net = network.parse().expect(network);
        let options = Options { sva: true, ..parsed_for(Some(&net), options) };
        let design = generate(&net, &options).unwrap();
        let folder = written(&design);
        let list = design.files.iter().find(|(path, _)| path.ends_with("_sva.f")).map(|(path, _)| path.clone()).unwrap();
        if let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") {
            let mut lint = verilator(&program, &design.top);
            assert_eq!(run(lint.args(["--assert", "-f", &list]), folder.path()), "", "{network}");
        }
        if let Some(program) = tool("slang", "TORUSMITH_SLANG") {
            let sources = format!("{}.f", design.top);
            let mut read = Command::new(program);
            read.args(["--quiet", "--top", &design.top, "-f", &sources, "-f", &list]);
            assert_eq!(run(&mut read, folder.path()), "", "{network}");
        }
    }
}

#[test]
fn assertions_of_each_kind_of_router_are_clean() {
    clean(&FEW);
}

#[test]
#[ignore = "long: dozens of routers"]
fn assertions_of_all_routers_are_clean() {
    // In a soak all of them.
    let every = if cfg!(feature = "soak") { 1 } else { 3 };
    clean(&ROUTERS.iter().copied().step_by(every).collect::<Vec<_>>());
}

#[test]
fn a_design_has_assertions_where_they_are_asked_for() {
    let net = "ttn:2,2,1".parse().unwrap();
    let design = generate(&net, &Options::default()).unwrap();
    assert!(!design.files.iter().any(|(path, _)| path.starts_with("verification/") || path.ends_with("_sva.f")));
}
