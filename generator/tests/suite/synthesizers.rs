//! The Verilog as it is through yosys' flows for FPGAs, each as a user calls it: buffers are distributed RAM where the device has some.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use torusmith_generator::Design;

use crate::tools::{chosen, made, run, tool, written};

/// How many cells whose names begin with `cell` a design has behind `flow`.
fn cells(design: &Design, flow: &str, cell: &str) -> Option<u64> {
    let yosys = tool("yosys", "TORUSMITH_YOSYS")?;
    let folder = written(design);
    let sources = design.file(&format!("{}.f", design.top)).unwrap().replace('\n', " ");
    let script = format!("read_verilog {sources}; {flow} -top {}; tee -q -o cells.txt stat", design.top);
    run(Command::new(yosys).args(["-q", "-p", &script]), folder.path());
    // A line has the name and the number, in an order that depends on the version; of several modules, the last lines are of all of them.
    let stat = fs::read_to_string(folder.path().join("cells.txt")).unwrap();
    let mut counts = BTreeMap::new();
    for line in stat.lines() {
        let name = line.split_whitespace().find(|word| word.starts_with(cell));
        let count = line.split_whitespace().find_map(|word| word.parse::<u64>().ok());
        counts.extend(name.zip(count));
    }
    Some(counts.values().sum())
}

/// Two ports with two VCs of four flits of 32 bits, of which at least the 30 behind the addresses are buffered as they are: 8 words.
/// An SB_RAM40 holds 256 words of 16 bits, a TRELLIS_DPR16X4 16 words of 4, a RAM32M 32 words of 6, an MLAB of yosys 32 words of one.
#[test]
#[ignore = "long: a synthesis for each FPGA"]
fn plain_flows_for_fpgas() {
    let design = made("hypercube:1", "vcs=2");
    let all = [
        ("synth_ice40", "SB_RAM40", 2 * 2),
        ("synth_ecp5", "TRELLIS_DPR16X4", 2 * 8),
        ("synth_xilinx", "RAM32M", 2 * 5),
        ("synth_intel_alm", "MISTRAL_MLAB", 2 * 30),
    ];
    for &(flow, cell, least) in chosen(&all, 2) {
        let Some(found) = cells(&design, flow, cell) else { return };
        assert!(found >= least, "{flow}: {found} of {cell}");
    }
}

/// A device without distributed RAM refuses what asks for some.
#[test]
fn a_buffer_that_insists_is_refused() {
    let Some(yosys) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    let design = made("hypercube:2", "vcs=2");
    let text = design.file("rtl/hypercube_2_flit_buffer.v").unwrap();
    let insists = text.replace("`ifndef YOSYS", "`ifdef YOSYS");
    let folder = tempfile::tempdir().unwrap();
    for (text, good) in [(text, true), (&insists, false)] {
        fs::write(folder.path().join("buffer.v"), text).unwrap();
        let mut command = Command::new(&yosys);
        let output = command.args(["-q", "-p", "read_verilog buffer.v; synth_ice40"]).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), good, "{said}");
        assert!(good || said.contains("no valid mapping found for memory"), "{said}");
    }
}
