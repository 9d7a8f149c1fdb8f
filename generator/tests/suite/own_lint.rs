//! Networks from a file are clean: Verilator `-Wall`, Icarus `-g2001 -Wall`, yosys, slang.

use std::process::Command;

use crate::lint::{about_network, verilator};
use crate::own::{classed, design, example};
use crate::tools::{chosen, run, tool, written};

/// Network, classes, some hops of class any, options.
const ROUTERS: [(&str, u8, bool, &str); 10] = [
    ("ring_8.toml", 1, false, "pipeline=1"),
    ("ring_8.toml", 2, true, "pipeline=3 flit-width=6"),
    ("kautz_24.toml", 3, false, "pipeline=1 vcs=5 vc-reuse=empty"),
    ("wheel_5.toml", 4, true, "pipeline=3 message-classes=2 vcs=8"),
    ("mesh_4x4_broken.toml", 1, true, "vcs=2 message-classes=2 interface=axis"),
    ("random_64.toml", 2, false, "pipeline=2"),
    ("double_ring_16.toml", 2, false, "interface=axis"),
    ("wheel_5.toml", 8, false, "pipeline=1 flit-width=512 buffer-depth=2"),
    ("dragonfly_36.toml", 3, true, "pipeline=1"),
    ("random_64.toml", 5, true, "pipeline=3"),
];

/// So many of each are looked at in every run.
const QUICK_ROUTERS: usize = 6;
const QUICK_NETWORKS: usize = 3;

const NETWORKS: [(&str, u8, bool, &str); 7] = [
    ("ring_8.toml", 2, false, "pipeline=1"),
    ("wheel_5.toml", 2, true, "interface=axis"),
    ("kautz_24.toml", 1, false, "pipeline=3 link-slices=1"),
    ("wheel_5.toml", 2, true, "link-slices=2 message-classes=2"),
    ("mesh_4x4_broken.toml", 1, false, "pipeline=1"),
    ("dragonfly_36.toml", 2, false, "pipeline=3"),
    ("dragonfly_36.toml", 2, false, "interface=axis pipeline=1"),
];

#[test]
fn verilator_has_nothing_to_say() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    for &(name, classes, any, options) in chosen(&ROUTERS, QUICK_ROUTERS) {
        let design = design(&classed(&example(name), classes, any), options);
        let said = run(&mut verilator(&program, &design.top), written(&design).path());
        assert_eq!(said, "", "{name} {options}");
    }
    for &(name, classes, any, options) in chosen(&NETWORKS, QUICK_NETWORKS) {
        let design = design(&classed(&example(name), classes, any), &format!("{options} scope=network"));
        assert_eq!(about_network(&program, &design, options), "", "{name} {options}");
    }
}

#[test]
fn icarus_has_nothing_to_say() {
    let Some(program) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let routers = chosen(&ROUTERS, QUICK_ROUTERS).iter().map(|row| (row, ""));
    let networks = chosen(&NETWORKS, QUICK_NETWORKS).iter().map(|row| (row, " scope=network"));
    for ((name, classes, any, options), scope) in routers.chain(networks) {
        let design = design(&classed(&example(name), *classes, *any), &format!("{options}{scope}"));
        let list = format!("{}.f", design.top);
        let said =
            run(Command::new(&program).args(["-g2001", "-Wall", "-t", "null", "-s", &design.top, "-c", &list]), written(&design).path());
        assert_eq!(said, "", "{name} {options}");
    }
}

/// With all that can stand beside routers.
#[test]
fn slang_has_nothing_to_say() {
    let Some(program) = tool("slang", "TORUSMITH_SLANG") else { return };
    for (name, options) in [
        ("wheel_5.toml", "interface=axis tkeep=1 user-width=3 clocks=async counters=yes reset-tree=yes"),
        ("kautz_24.toml", "pipeline=3 link-slices=1 counters=yes"),
    ] {
        let design = design(&classed(&example(name), 2, false), &format!("{options} scope=network"));
        let list = format!("{}.f", design.top);
        let said = run(Command::new(&program).args(["--quiet", "--top", &design.top, "-f", &list]), written(&design).path());
        assert_eq!(said, "", "{name} {options}");
    }
}

#[test]
#[ignore = "long: many runs of yosys"]
fn yosys_has_nothing_to_say() {
    let Some(program) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    for &(name, classes, any, options) in chosen(&[ROUTERS[0], ROUTERS[4], ROUTERS[3]], 2) {
        let design = design(&classed(&example(name), classes, any), options);
        let sources: Vec<&str> = design.files.iter().map(|(path, _)| path.as_str()).filter(|path| path.ends_with(".v")).collect();
        let script = format!("read_verilog {}; synth -top {} -run begin:fine; check -assert", sources.join(" "), design.top);
        assert_eq!(run(Command::new(&program).args(["-q", "-p", &script]), written(&design).path()), "", "{name} {options}");
    }
}
