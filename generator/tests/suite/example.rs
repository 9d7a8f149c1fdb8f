//! The FPGA example, examples/ecp5, in Icarus: its LEDs say that all is well, and that it is not.

use std::fs;
use std::process::Command;

use torusmith_generator::Design;

use crate::tools::{made, run, tool, written};

const FILES: [(&str, &str); 4] = [
    ("traffic_generator.v", include_str!("../../../examples/ecp5/traffic_generator.v")),
    ("traffic_checker.v", include_str!("../../../examples/ecp5/traffic_checker.v")),
    ("top.v", include_str!("../../../examples/ecp5/top.v")),
    ("bench.v", include_str!("../../../examples/ecp5/bench.v")),
];

/// The network that scripts/ecp5-example generates.
fn network() -> Design {
    made("torus:2,2", "vcs=2 scope=network interface=axi")
}

/// LEDs 6 to 0 after so many clocks.
fn leds(design: &Design, clocks: u32) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let list = format!("{}.f", design.top);
    let mut command = Command::new(iverilog);
    command.args(["-g2001", "-Wall", "-Wno-timescale", "-s", "bench", "-o", "bench", &format!("-DCLOCKS={clocks}"), "-c", &list]);
    assert_eq!(run(command.args(FILES.map(|(name, _)| name)), folder.path()), "");
    Some(run(Command::new("vvp").arg("bench"), folder.path()).trim().to_owned())
}

/// `ok` of four nodes, error, no error, all ok.
#[test]
fn the_leds_go_good() {
    let design = network();
    let Some(early) = leds(&design, 100) else { return };
    assert_eq!(early, "0000010");
    assert_eq!(leds(&design, 6000).unwrap(), "1111011");
}

#[test]
fn the_leds_go_bad() {
    let broken: [&[(&str, &str, &str)]; 4] = [
        // Packets leave in the right column, whatever the row.
        &[("route_torus", "~(|differ)", "~differ[0]"), ("route_torus", "differ[d] & ~(|differ[d-1:0])", "1'b0")],
        // Packets leave nowhere: nothing comes.
        &[("route_torus", "~(|differ)", "1'b0")],
        // A bit of the third beat of packets is lost.
        &[("axi_depacketizer", "m_axis_tdata <= data", "m_axis_tdata <= {data[31:10], data[9] & data[16], data[8:0]}")],
        // A source's name.
        &[("axi_depacketizer", "m_axis_tid   <= source", "m_axis_tid   <= ~source")],
    ];
    for edits in broken {
        let mut design = network();
        for (module, from, to) in edits {
            let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
            assert!(text.contains(from), "{module}.v has no `{from}` to break");
            *text = text.replace(from, to);
        }
        let Some(leds) = leds(&design, 6000) else { return };
        assert!(leds.ends_with("100"), "{edits:?}: {leds}");
    }
}
