//! The FPGA example, examples/ecp5, in Icarus and Verilator: its LEDs say that all is well, and that it is not.

use std::fs;
use std::path::Path;
use std::process::Command;

use torusmith_generator::Design;

use crate::tools::{SOAK, chosen, made, run, tool, written};

const FILES: [(&str, &str); 4] = [
    ("traffic_generator.v", include_str!("../../../examples/ecp5/traffic_generator.v")),
    ("traffic_checker.v", include_str!("../../../examples/ecp5/traffic_checker.v")),
    ("top.v", include_str!("../../../examples/ecp5/top.v")),
    ("bench.v", include_str!("../../../examples/ecp5/bench.v")),
];

const OPTIONS: &str = "vcs=2 scope=network interface=axis";

/// A smaller network than that of the board: Icarus takes seconds of a thousand clocks of this one.
fn network() -> Design {
    made("torus:2,2", OPTIONS)
}

const SMALLER: [&str; 2] = ["-DNETWORK=torus_2_2_network", "-DADDRESS_BITS=2"];

/// A module of the design or of the example in the folder, with `from` replaced.
fn edit(folder: &Path, design: &Design, (module, from, to): (&str, &str, &str)) {
    let generated = design.files.iter().map(|(path, _)| path.as_str()).find(|path| path.ends_with(&format!("_{module}.v")));
    let path = folder.join(generated.unwrap_or(&format!("{module}.v")));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{module}.v has no `{from}` to break");
    fs::write(path, text.replace(from, to)).unwrap();
}

/// The design and the example, with edits of modules.
fn folder(design: &Design, edits: &[(&str, &str, &str)]) -> tempfile::TempDir {
    let folder = written(design);
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    edits.iter().for_each(|&change| edit(folder.path(), design, change));
    folder
}

/// LEDs 6 to 0 after so many clocks, in Icarus; with all network links stuck from a clock on.
fn leds(edits: &[(&str, &str, &str)], clocks: u32, stuck: Option<u32>) -> Option<String> {
    said(edits, clocks, stuck).map(|said| said.lines().next().unwrap_or_default().to_owned())
}

/// All that the bench says.
fn said(edits: &[(&str, &str, &str)], clocks: u32, stuck: Option<u32>) -> Option<String> {
    said_of(&network(), &[], edits, clocks, stuck)
}

/// The same of a network, with more definitions.
fn said_of(design: &Design, more: &[&str], edits: &[(&str, &str, &str)], clocks: u32, stuck: Option<u32>) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = folder(design, edits);
    let mut command = Command::new(iverilog);
    command.args(SMALLER).args(more).arg(format!("-DCLOCKS={clocks}"));
    command.args(["-g2001", "-Wall", "-Wno-timescale", "-s", "bench", "-o", "bench"]);
    command.args(stuck.map(|clock| format!("-DBREAK_AT={clock}")));
    command.args(["-c", &format!("{}.f", design.top)]).args(FILES.map(|(name, _)| name));
    assert_eq!(run(&mut command, folder.path()), "");
    Some(run(Command::new("vvp").arg("bench"), folder.path()).trim().to_owned())
}

/// `ok` of the nodes of four rows, error, no error, all ok.
const GOOD: &str = "1111011";

/// Flits sent and taken, and nodes with an error, as the bench says.
fn counted(said: &str) -> [u32; 3] {
    let line = said.lines().nth(1).unwrap_or_default().to_owned();
    let numbers: Vec<u32> = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{said}"))
}

/// What is sent arrives, but for what is under way: a buffer of 4 flits for each VC of 3 ports a node at the most, and what the interfaces hold.
#[test]
fn the_bench_counts_flits_and_errors() {
    let Some(all) = said(&[], 1000, None) else { return };
    let [sent, taken, errors] = counted(&all);
    assert!(taken > 1000 && taken <= sent && sent - taken < 200, "{sent} sent, {taken} taken");
    assert_eq!(errors, 0);
    // A checker that has lost count.
    let [_, _, errors] = counted(&said(&[("traffic_checker", "number + 16'd1", "number + 16'd2")], 1000, None).unwrap());
    assert_eq!(errors, 4);
}

#[test]
fn the_leds_go_good() {
    let Some(early) = leds(&[], 100, None) else { return };
    assert_eq!(early, "0000010");
    assert_eq!(leds(&[], 1000, None).unwrap(), GOOD);
    // Past the clocks of silence that are an error.
    assert_eq!(leds(&[], 1600, None).unwrap(), GOOD);
}

/// Beats of 64 bits: the upper half is looked at, too.
#[test]
#[ignore = "long: thousands of clocks in Icarus"]
fn the_leds_of_wide_beats_go_good_and_bad() {
    let design = made("torus:2,2", &format!("{OPTIONS} flit-width=64"));
    let leds = |edits| said_of(&design, &["-DWIDE"], edits, 1000, None).map(|said| said.lines().next().unwrap_or_default().to_owned());
    let Some(good) = leds(&[]) else { return };
    assert_eq!(good, GOOD);
    let bad = leds(&[("axi_depacketizer", "m_axis_tdata <= beat", "m_axis_tdata <= {beat[63:41], 1'b0, beat[39:0]}")]).unwrap();
    assert!(bad.ends_with("100"), "{bad}");
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR").filter(|_| SOAK) else { return };
    // Checker and generator have no warning with the board's four bits of address.
    let design = made("torus:4,4", &format!("{OPTIONS} flit-width=64"));
    lint(Command::new(program).arg("-DWIDE"), &design, folder(&design, &[]).path());
}

/// The board's sources have no warning.
fn lint(verilator: &mut Command, design: &Design, folder: &Path) {
    let list = format!("{}.f", design.top);
    verilator.args(["--lint-only", "-Wall", "--top-module", "top", "-f", &list]).args(&FILES.map(|(name, _)| name)[..3]);
    run(verilator, folder);
}

/// The network of the board: lint.
#[test]
#[ignore = "long: a whole network of 16 nodes"]
fn verilator_has_nothing_to_say_about_the_board() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let design = made("torus:4,4", OPTIONS);
    lint(&mut Command::new(&program), &design, folder(&design, &[]).path());
}

/// A node takes a flit in every fourth clock and more; in soaks of the board's network as well.
#[test]
#[ignore = "long: compiles the example of the board"]
fn verilator_says_that_all_is_good() {
    good_in_verilator(&network(), &SMALLER, 4);
    if SOAK {
        good_in_verilator(&made("torus:4,4", OPTIONS), &[], 16);
    }
}

fn good_in_verilator(design: &Design, more: &[&str], nodes: u32) {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let folder = folder(design, &[]);
    let list = format!("{}.f", design.top);
    let sources = FILES.map(|(name, _)| name);
    let mut command = Command::new(&program);
    command.args(["--binary", "-Wno-fatal", "-Wno-WIDTH", "--top-module", "bench", "-DCLOCKS=3000", "-f", &list]).args(more).args(sources);
    // Compiled for longer than it runs.
    command.args(["-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"]);
    run(&mut command, folder.path());
    let said = run(&mut Command::new("obj_dir/Vbench"), folder.path());
    assert_eq!(said.lines().next(), Some(GOOD), "{said}");
    let [sent, taken, errors] = counted(&said);
    assert!(errors == 0 && taken > 750 * nodes && taken <= sent && sent - taken < 400, "{said}");
}

#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn the_leds_go_bad() {
    let broken: [&[(&str, &str, &str)]; 5] = [
        // Packets leave in the right column, whatever the row.
        &[("2_2_route", "y_differs & ~along_x", "1'b0")],
        // A bit of the third beat of packets is lost.
        &[("axi_depacketizer", "m_axis_tdata <= beat", "m_axis_tdata <= {beat[31:10], beat[9] & beat[16], beat[8:0]}")],
        // A source's name.
        &[("axi_depacketizer", "m_axis_tid   <= source", "m_axis_tid   <= ~source")],
        // A generator numbers the packets to two nodes wrong.
        &[("traffic_generator", "number + 16'd1", "number + {15'd0, ~distance[0]}")],
        // A checker of the wrong node.
        &[("traffic_checker", "HERE = NODE", "HERE = NODE + 1")],
    ];
    for edits in chosen(&broken, 3) {
        let Some(leds) = leds(edits, 1000, None) else { return };
        assert!(leds.ends_with("100"), "{edits:?}: {leds}");
    }
}

/// Packets leave nowhere, or a checker takes none: no LED tells of packets, and after 1024 clocks it is an error.
#[test]
#[ignore = "long: thousands of clocks in Icarus"]
fn the_leds_stay_dark() {
    for edit in [("2_2_route", "~along_x & ~along_y", "1'b0"), ("traffic_checker", "s_axis_tready = ~(&pace)", "s_axis_tready = 1'b0")] {
        let Some(early) = leds(&[edit], 900, None) else { return };
        assert_eq!(early, "0000010", "{edit:?}");
        assert_eq!(leds(&[edit], 1200, None).unwrap(), "0000100", "{edit:?}");
    }
}

/// All was well at clock 1000; then the routers' links are stuck, and 1024 clocks of silence are an error.
#[test]
fn the_led_goes_out() {
    let Some(leds) = leds(&[], 2200, Some(1000)) else { return };
    assert_eq!(leds, "1111100");
}
