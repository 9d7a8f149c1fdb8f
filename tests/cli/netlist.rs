//! `cosim --netlist`.

use tempfile::tempdir;

use crate::support::{command, nowhere, run, torusmith};

const SMALL: &str = "cosim torus:2,2 --rate 0.3 --cycles 300";

#[test]
fn a_netlist_is_run_and_named() {
    let report = torusmith(&format!("{SMALL} --netlist ecp5 --json")).good().json();
    assert_eq!((&report["match"], &report["netlist"], &report["scope"]), (&true.into(), &"ecp5".into(), &"router".into()));
    let told = torusmith(&format!("{SMALL} --netlist ecp5")).good().out;
    assert!(told.contains("torus(2,2) (router as yosys maps it, ecp5): Verilog and model agree"), "{told}");
}

/// What is mapped is what is in the folder: with a credit that never comes, the netlist differs as the Verilog does.
#[test]
fn an_edited_folder_is_mapped() {
    let dir = tempdir().unwrap();
    assert_eq!(run(command(["generate", "torus:2,2", "--out"]).arg(dir.path())).code, Some(0));
    let path = dir.path().join("rtl/torus_2_2_input_unit.v");
    let text = std::fs::read_to_string(&path).unwrap();
    let (from, to) = ("credit_valid <= (granted | return_credit) & ~rst;", "credit_valid <= 1'b0;");
    assert_eq!(text.matches(from).count(), 1);
    std::fs::write(&path, text.replace(from, to)).unwrap();
    let told = ["", "--netlist ice40"].map(|more| {
        let run = torusmith(&format!("{SMALL} --rtl {} {more} --json", dir.path().display()));
        assert_eq!(run.code, Some(1), "{run:?}");
        run.json()["runs"][0]["first_divergence"].clone()
    });
    assert_eq!(told[0]["signal"], "in_credit_valid", "{}", told[0]);
    assert_eq!(told[0], told[1]);
}

#[test]
fn what_cannot_be_mapped() {
    torusmith(&format!("{SMALL} --netlist asic")).refused(2, &["netlist = asic", "ecp5, xilinx, ice40, generic"]);
    torusmith(&format!("{SMALL} --netlist ecp5 --scope network")).refused(2, &["netlist = ecp5", "scope = network", "scope = router"]);
    let mut missing = command(SMALL.split(' ').chain(["--netlist", "ecp5"]));
    run(missing.env("TORUSMITH_YOSYS", nowhere("yosys"))).refused(3, &["NOWHERE/yosys"]);
}
