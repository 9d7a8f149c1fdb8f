use std::os::unix::fs::PermissionsExt;

use tempfile::tempdir;

use crate::support::{command, run};

#[test]
fn a_missing_tool_is_named_with_a_way_to_get_it() {
    let empty = tempdir().unwrap();
    let bare = || {
        let mut command = command(["doctor"]);
        command.current_dir(&empty).env("PATH", empty.path()).env_remove("TORUSMITH_VERILATOR").env_remove("CXX");
        command
    };
    let told = run(&mut bare());
    assert_eq!(told.code, Some(3), "{told:?}");
    assert!(told.out.contains("verilator") && told.out.contains("missing") && told.out.contains("apt-get install g++"), "{told:?}");
    assert!(told.out.ends_with("Next: get verilator, c++, then torusmith doctor.\n"), "{told:?}");
    let report = run(bare().arg("--json"));
    assert_eq!(report.code, Some(3));
    let report = report.json();
    assert_eq!(report["ok"], false);
    let tools: Vec<&str> = report["tools"].as_array().unwrap().iter().map(|t| t["tool"].as_str().unwrap()).collect();
    assert_eq!(
        tools,
        [
            "verilator",
            "c++",
            "make",
            "yosys",
            "iverilog",
            "fusesoc",
            "slang",
            "ipxact-schema",
            "bender",
            "nextpnr-ecp5",
            "nextpnr-ice40",
            "sbatch"
        ]
    );
    assert!(report["tools"].as_array().unwrap().iter().all(|t| t["found"] == false && t["version"].is_null()));
}

#[test]
fn a_tool_that_does_not_run_is_no_tool() {
    let dir = tempdir().unwrap();
    let broken = dir.path().join("verilator");
    for (body, told) in [("echo out of order >&2; exit 1", "out of order"), ("echo Verilator 5; exit 0", "verilated.cpp")] {
        std::fs::write(&broken, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&broken, PermissionsExt::from_mode(0o755)).unwrap();
        let run = run(command(["doctor", "--json"]).env("TORUSMITH_VERILATOR", &broken));
        assert_eq!(run.code, Some(3), "{run:?}");
        let report = run.json();
        let verilator = &report["tools"][0];
        assert_eq!((&verilator["found"], &report["ok"]), (&false.into(), &false.into()));
        assert!(verilator["problem"].as_str().unwrap().contains(told), "{verilator}");
    }
}

/// It ends with what to run next; with the tools of the tests that is a lock step.
#[test]
fn the_next_step_is_told() {
    let told = run(&mut command(["doctor"])).good();
    assert!(told.out.ends_with("All that cosim needs is here. Next: torusmith cosim torus:4,4\n"), "{told:?}");
}
