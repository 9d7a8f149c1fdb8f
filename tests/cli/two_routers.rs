//! The bench of two routers that are joined by hand: it passes as it is, and no wire that flits or credits need can be left out.

use std::fs;
use std::process::Command;

use tempfile::tempdir;

use crate::skip::skip;
use crate::support::{command, root, run, tool};

#[test]
fn two_routers_joined_by_hand_need_every_wire() {
    let (Some(iverilog), Some(vvp)) = (tool("iverilog"), tool("vvp")) else { return skip("iverilog is missing: run scripts/setup") };
    let dir = tempdir().unwrap();
    run(command(["generate", "mesh:2,2", "--vcs", "2", "--out"]).arg(dir.path())).good();
    let verilog = fs::read_to_string(root().join("examples/two_routers/two_routers.v")).unwrap();
    let says = |text: &str| {
        fs::write(dir.path().join("bench.v"), text).unwrap();
        let mut compile = Command::new(&iverilog);
        compile.args(["-g2001", "-s", "two_routers", "-o", "bench", "-c", "mesh_2_2_router.f", "bench.v"]);
        assert!(compile.current_dir(&dir).status().unwrap().success());
        let output = Command::new(&vvp).args(["-n", "bench"]).current_dir(&dir).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(says(&verilog), "PASS: 8 packets each way\n");
    // Those of heads apart: what comes behind a tail is a head.
    for wire in [
        "b_out_valid[2]",
        "b_out_tail[2]",
        "b_in_credit_valid[2]",
        "a_out_valid[1]",
        "a_out_tail[1]",
        "a_in_credit_valid[1]",
        ", a_taken}",
        ", b_taken}",
    ] {
        let cut = if wire.starts_with(',') { ", 1'b0}" } else { "1'b0" };
        assert_eq!(verilog.matches(wire).count(), 1, "{wire}");
        let told = says(&verilog.replace(wire, cut));
        assert!(told.starts_with("FAIL"), "without {wire}: {told}");
    }
}
