//! The streams of a network, driven by the bus models of cocotbext-axi (examples/cocotb).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::{made, tool, written};

const STREAMS: &str = "interface=axi scope=network vcs=2";

/// `None` without cocotb or Icarus Verilog.
fn driven(folder: &Path, frames: &str) -> Option<Output> {
    let python = tool("cocotb-python", "TORUSMITH_COCOTB")?;
    tool("iverilog", "TORUSMITH_IVERILOG")?;
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/cocotb/run");
    Some(Command::new(python).arg(run).arg(folder).args(["--frames", frames]).output().unwrap())
}

fn last_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn frames_of_others_arrive_whole_and_in_order() {
    let folder = written(&made("torus:4,4", STREAMS));
    let Some(output) = driven(folder.path(), "4") else { return };
    assert_eq!(last_line(&output), "2 of 2 tests passed, 64 frames each", "{}", String::from_utf8_lossy(&output.stderr));
}

/// Streams that are narrower and wider than flits, with part of a beat at the end of frames, and with clocks of their own.
#[test]
fn frames_arrive_whatever_the_streams_are_like() {
    for options in ["stream-width=8 tkeep=1", "stream-width=64 flit-width=32 tkeep=1", "clocks=async clock-fifo=4"] {
        let folder = written(&made("torus:2,2", &format!("{STREAMS} {options}")));
        let Some(output) = driven(folder.path(), "4") else { return };
        assert_eq!(last_line(&output), "2 of 2 tests passed, 16 frames each", "{options}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Packets of a pair overtake one another in a network that does not keep them in order, and that is seen.
#[test]
fn frames_out_of_order_are_seen() {
    let folder = written(&made("torus:2,2", &format!("{STREAMS} order=none")));
    let Some(output) = driven(folder.path(), "60") else { return };
    assert!(!output.status.success(), "{}", last_line(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("is not the next one"), "{}", last_line(&output));
}

/// A beat that is lost is seen.
#[test]
fn a_broken_interface_is_seen() {
    let folder = written(&made("torus:2,2", STREAMS));
    let path = folder.path().join("rtl/torus_2_2_axi_depacketizer.v");
    let verilog = fs::read_to_string(&path).unwrap();
    let broken = verilog.replacen("move | ~space", "move", 1);
    assert_ne!(broken, verilog);
    fs::write(path, broken).unwrap();
    let Some(output) = driven(folder.path(), "4") else { return };
    assert!(!output.status.success() && last_line(&output).starts_with("0 of 2 tests passed"), "{}", last_line(&output));
}
