//! `cosim --compare packets`.

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use crate::support::{Run, command, run, torusmith};

const SMALL: &str = "cosim torus:2,2 --rate 0.3 --cycles 300";

/// A router in which `from` is replaced by `to` in the input unit.
fn edited(from: &str, to: &str) -> TempDir {
    let dir = tempdir().unwrap();
    assert_eq!(run(command(["generate", "torus:2,2", "--out"]).arg(dir.path())).code, Some(0));
    let path = dir.path().join("rtl/torus_2_2_input_unit.v");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(from).count(), 1);
    fs::write(&path, text.replace(from, to)).unwrap();
    dir
}

fn cosim(dir: &Path, flags: &str) -> Run {
    torusmith(&format!("{SMALL} --rtl {} {flags}", dir.display()))
}

/// A credit a clock late: lock step fails and names the other way, which passes and says what it does not show.
#[test]
fn an_edit_of_the_timing() {
    let dir = edited(
        "    credit_valid <= (granted | return_credit) & ~rst;",
        "    credit_valid <= late & ~rst;\n  end\n  reg late;\n  always @(posedge clk) begin\n    late <= granted & ~rst;",
    );
    let told = cosim(dir.path(), "");
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(told.err.lines().count() == 1 && told.err.contains("--compare packets"), "{}", told.err);
    let told = cosim(dir.path(), "--compare packets").good();
    assert!(told.out.contains("packets and links are right") && told.out.contains("Not shown:") && told.err.is_empty(), "{told:?}");
    let report = cosim(dir.path(), "--compare packets --json").good().json();
    assert_eq!((&report["match"], &report["compare"]), (&true.into(), &"packets".into()));
    assert_eq!(report["runs"][0]["packets_injected"], report["runs"][0]["packets_delivered"]);
    cosim(dir.path(), "--compare packets --netlist generic").good();
}

#[test]
fn an_edit_that_loses_credits() {
    let dir = edited("credit_valid <= (granted | return_credit) & ~rst;", "credit_valid <= (granted | return_credit) & ~rst & ~flit_tail;");
    let told = cosim(dir.path(), "--compare packets");
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(told.out.contains("WRONG") && told.out.contains("credits lost on VC 0: 1"), "{}", told.out);
    assert!(told.err.is_empty(), "{}", told.err);
}

#[test]
fn what_goes_with_a_model_alone() {
    torusmith(&format!("{SMALL} --compare flits")).refused(2, &["compare = flits", "ports, packets"]);
    torusmith(&format!("{SMALL} --compare packets --scope network"))
        .refused(2, &["packets is not allowed with scope = network", "scope = router"]);
    torusmith(&format!("{SMALL} --compare packets --interface axis")).refused(2, &["compare = packets", "interface = flit"]);
    torusmith("cosim rdt:4 --router multicast --compare packets").refused(2, &["compare = packets", "router = plain"]);
    torusmith(&format!("{SMALL} --compare packets --engine reference")).refused(2, &["engine = reference", "no model"]);
    torusmith(&format!("{SMALL} --compare packets --wave a.vcd")).refused(2, &["wave = a.vcd", "compare = packets", "no model"]);
}
