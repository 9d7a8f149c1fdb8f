//! Random traffic through whole networks in Icarus: every flit arrives, in order and unchanged, and all credits return.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use serde_json::Value;
use torusmith_generator::Design;
use torusmith_topology::Network;

use crate::tools::{SOAK, chosen, made, run, tool, written};

const BENCH: &str = include_str!("verilog/network_bench.v");

/// Defines what puts a monitor on every link.
const WATCHED: &str = "-DTORUSMITH_ASSERT";

/// Runs the bench on a design; what it prints. `None` without the tool.
fn simulate(design: &Design, rate: u32, longest: u32, clocks: u32) -> Option<String> {
    let (program, folder) = compiled(design, rate, longest, clocks, &[])?;
    Some(run(&mut program(), folder.path()))
}

/// The bench on a design, to be run in the folder. `None` without the tool.
pub fn compiled(design: &Design, rate: u32, longest: u32, clocks: u32, more: &[&str]) -> Option<(fn() -> Command, TempDir)> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    let manifest: Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let mut defines = vec![
        format!("-DTOP={}", design.top),
        format!("-DNODES={}", manifest["nodes"]),
        format!("-DADDRESS_BITS={}", manifest["address_bits"]),
        format!("-DROUTE_BITS={}", manifest["route_bits"]),
        format!("-DVC_BITS={}", manifest["vc_bits"]),
        format!("-DNUM_VCS={}", manifest["vcs"]),
        format!("-DDEPTH={}", manifest["buffer_depth"]),
        format!("-DWIDTH={}", manifest["flit_width"]),
        format!("-DCLOCKS={clocks}"),
        format!("-DRATE={rate}"),
        format!("-DLONGEST={longest}"),
    ];
    let slug = manifest["slug"].as_str().unwrap();
    if design.file(&format!("rtl/{slug}_vector_encoder.v")).is_some() {
        // The ranks have six routing bits each behind eight of rank 0 and the crossing, the last of them three bits more (docs/networks.md).
        let (side, ranks) = (manifest["address_bits"].as_u64().unwrap() / 2, (manifest["route_bits"].as_u64().unwrap() - 9) / 6);
        defines.push(format!("-DENCODER={slug}_vector_encoder #(.SIDE_BITS({side}), .MAX_RANK({ranks}))"));
    }
    let list = format!("{}.f", design.top);
    run(
        Command::new(iverilog)
            .args(["-g2001", "-s", "network_bench", "-o", "bench"])
            .args(defines)
            .args(more)
            .args(["-c", &list, "bench.v"])
            .args(manifest["simulation"].as_array().unwrap().iter().filter_map(Value::as_str)),
        folder.path(),
    );
    // `-N`: a `$stop` ends it with exit code 1.
    let program = || {
        let mut vvp = Command::new("vvp");
        vvp.args(["-N", "bench"]);
        vvp
    };
    Some((program, folder))
}

#[track_caller]
pub fn passes(network: &str, options: &str, rate: u32, longest: u32) {
    let design = made(network, &format!("{options} scope=network"));
    // A large one is slow, and has as much traffic in fewer clocks.
    let nodes = network.parse::<Network>().unwrap().routers() as u32;
    if let Some(text) = simulate(&design, rate, longest, (1000 / nodes).min(120)) {
        assert!(text.starts_with("PASS"), "{network} {options}: {text}");
    }
}

#[test]
fn two_clocks_a_hop() {
    passes("torus:3,3", "vcs=2", 900, 6);
    passes("torus:3,2", "vcs=2 buffer-depth=3 flit-width=33", 300, 1);
    if SOAK {
        passes("torus:2,4", "vcs=4 buffer-depth=2", 900, 3);
        passes("torus:3,3", "vcs=3 buffer-depth=5 vc-reuse=empty", 900, 4);
    }
}

#[test]
fn three_clocks_a_hop() {
    passes("torus:2,3", "vcs=4 buffer-depth=2 vc-reuse=empty pipeline=3", 900, 4);
    if SOAK {
        passes("torus:3,3", "vcs=2 pipeline=3", 900, 6);
        passes("torus:2,3", "vcs=5 buffer-depth=3 pipeline=3", 900, 1);
        passes("torus:3,3", "vcs=4 buffer-depth=2 vc-reuse=empty pipeline=3", 900, 4);
    }
}

/// One VC, ports that are not there, more dimensions.
#[test]
#[ignore = "long: whole networks in Icarus"]
fn other_networks() {
    passes("mesh:3,3", "vcs=1", 900, 6);
    passes("hypercube:3", "vcs=2 pipeline=3", 900, 5);
    if SOAK {
        passes("mesh:2,4", "vcs=1 pipeline=3 buffer-depth=2", 900, 3);
        passes("mesh:3,2", "vcs=3 vc-reuse=empty", 900, 4);
        passes("hypercube:1", "vcs=1", 900, 4);
        passes("torus:2,3,2", "vcs=2", 900, 4);
        passes("torus:2,2,2,2", "vcs=2 pipeline=3", 500, 4);
    }
}

/// With the encoder of the design at the sources: heads arrive with nothing left of their routing bits, other flits as they were.
#[test]
#[ignore = "long: networks of 64 nodes in Icarus"]
fn rewritten_heads() {
    let design = made("rdt:4", "vcs=3 pipeline=3 buffer-depth=2 flit-width=40 scope=network");
    if let Some(text) = simulate(&design, 500, 4, 20) {
        assert!(text.starts_with("PASS"), "{text}");
    }
}

/// Rule L4, 32 bits: the bench takes what routers leave in 31 to 24 of a head, and nothing else.
#[test]
#[ignore = "long: whole networks in Icarus"]
fn own_bits_of_heads_are_left_out() {
    for (flipped, good) in [("{{8{out_head[o]}}, 24'd0}", true), ("{8'd0, out_head[o], 23'd0}", false), ("{~out_head[o], 31'd0}", false)] {
        let mut design = made("torus:3,3", "vcs=2 scope=network");
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with("_crossbar.v")).unwrap();
        let from = "assign out_data[o*FLIT_WIDTH +: FLIT_WIDTH] =";
        assert!(text.contains(from), "{text}");
        *text = text.replace(from, &format!("wire [FLIT_WIDTH-1:0] plain;\n{from} plain ^ {flipped};\nassign plain ="));
        if let Some(text) = simulate(&design, 700, 5, 120) {
            assert!(text.contains(if good { "PASS" } else { "FAIL" }), "{flipped}: {text}");
        }
    }
}

/// The bench itself: each of these defects must show.
#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn broken_routers_are_found() {
    let design = made("torus:3,3", "vcs=2 scope=network");
    let broken = [
        ("credit_counter", "credits[1] | credit;", "1'b1;"),
        ("crossbar", "out_tail[o]  <= send_tail[o]", "out_tail[o]  <= 1'b0"),
        ("input_unit", "(granted | return_credit) & ~rst", "(granted | return_credit) & ~rst & ~flit_tail"),
        ("output_vcs", "(vc_held | send) & ~released", "2'b00"),
        ("network", "n6_y_plus_flit, n3_y_minus_flit,", "n6_y_plus_flit, n4_y_minus_flit,"),
    ];
    for &(module, from, to) in chosen(&broken, 3) {
        let mut design = design.clone();
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        *text = text.replace(from, to);
        if let Some(text) = simulate(&design, 700, 5, 120) {
            assert!(text.contains("FAIL"), "{module}: `{from}` -> `{to}` was not found: {text}");
        }
    }
}

#[test]
fn monitors_have_nothing_to_say_of_links_that_hold() {
    for (network, options) in [("torus:3,2", "vcs=2 pipeline=1"), ("torus:2,3", "vcs=3 buffer-depth=2"), ("mesh:2,2", "vcs=1 pipeline=3")] {
        let design = made(network, &format!("{options} scope=network"));
        let Some((program, folder)) = compiled(&design, 900, 5, 120, &[WATCHED]) else { return };
        let text = run(&mut program(), folder.path());
        assert!(text.starts_with("PASS"), "{network} {options}: {text}");
    }
}

/// A link that breaks is told in the clock in which it breaks, with its place.
#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn monitors_see_a_broken_link() {
    let design = made("torus:3,3", "vcs=2 scope=network");
    let broken = [
        ("credit_counter", "credits[1] | credit;", "1'b1;", "clock 18", "a flit on VC 0 without a credit"),
        ("crossbar", "out_tail[o]  <= send_tail[o]", "out_tail[o]  <= 1'b0", "clock 4", "a head inside a packet on VC"),
        ("crossbar", "out_head[o]  <= |(from & flit_head)", "out_head[o]  <= 1'b0", "clock 2", "a flit outside of a packet on VC"),
        ("input_unit", "(granted | return_credit) & ~rst", "~rst & (credit_valid | granted)", "clock 5", "a credit above the depth on VC"),
        (
            "input_unit",
            "(granted | return_credit) & ~rst",
            "(granted & ~rst) ? 1'b1 : 1'bx",
            "clock 0",
            "valid or credit_valid is neither 0 nor 1",
        ),
    ];
    for &(module, from, to, clock, told) in chosen(&broken, 3) {
        let mut design = design.clone();
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        *text = text.replace(from, to);
        let Some((program, folder)) = compiled(&design, 700, 5, 120, &[WATCHED]) else { return };
        let output = program().current_dir(folder.path()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        println!("{module} `{to}`: {}", text.lines().next().unwrap_or_default());
        assert_eq!(output.status.code(), Some(1), "{module}: `{from}` -> `{to}`: {text}");
        assert!(
            text.lines().next().is_some_and(|line| line.starts_with(&format!("{clock}: ")) && line.contains(told)),
            "{module}: `{from}` -> `{to}`: {text}"
        );
    }
}
