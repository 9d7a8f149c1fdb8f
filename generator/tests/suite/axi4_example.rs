//! The FPGA example with AXI4, examples/axi4_ecp5, in Icarus and Verilator: it says that all is well, and that it is not.

use std::fs;
use std::path::Path;
use std::process::Command;

use torusmith_generator::{Axi4Options, Design, Interface, Options, Scope, generate};
use torusmith_topology::{Network, address_map};

use crate::tools::{SOAK, chosen, run, tool, written};

const MAP: &str = include_str!("../../../examples/axi4_ecp5/map.toml");
const FILES: [(&str, &str); 4] = [
    ("traffic_manager.v", include_str!("../../../examples/axi4_ecp5/traffic_manager.v")),
    ("block_memory.v", include_str!("../../../examples/axi4_ecp5/block_memory.v")),
    ("top.v", include_str!("../../../examples/axi4_ecp5/top.v")),
    ("bench.v", include_str!("../../../examples/axi4_ecp5/bench.v")),
];

/// The network that `scripts/ecp5-example axi4` generates.
fn network() -> Design {
    let network: Network = "torus:2,2".parse().unwrap();
    let map = address_map::parse(MAP, "map.toml", &network, 16).unwrap();
    let axi4 = Axi4Options {
        map: Some(map),
        address_width: Some(16),
        data_width: Some(32),
        id_width: Some(1),
        max_burst: Some(16),
        ..Axi4Options::default()
    };
    generate(&network, &Options { interface: Interface::Axi4, scope: Scope::Network, axi4, ..Options::default() }).unwrap()
}

/// The design and the example, with `from` replaced in a module of either.
fn folder(edit: Option<(&str, &str, &str)>) -> (Design, tempfile::TempDir) {
    let design = network();
    let folder = written(&design);
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    if let Some((module, from, to)) = edit {
        let generated = design.files.iter().map(|(path, _)| path.as_str()).find(|path| path.ends_with(&format!("_{module}.v")));
        let path = folder.path().join(generated.unwrap_or(&format!("{module}.v")));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        fs::write(path, text.replace(from, to)).unwrap();
    }
    (design, folder)
}

/// What the bench says in Icarus: its verdict, the bursts of both managers, the managers with an error, the LEDs; with a bit of a memory stuck from a
/// clock on.
fn said(edit: Option<(&str, &str, &str)>, clocks: u32, fault: Option<u32>) -> Option<(String, [u32; 4], String)> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let (design, folder) = folder(edit);
    let mut command = Command::new(iverilog);
    command.args(["-g2001", "-Wall", "-Wno-timescale", "-s", "bench", "-o", "bench", &format!("-DCLOCKS={clocks}")]);
    command.args(fault.map(|clock| format!("-DFAULT_AT={clock}")));
    command.args(["-c", &format!("{}.f", design.top)]).args(FILES.map(|(name, _)| name));
    assert_eq!(run(&mut command, folder.path()), "");
    Some(understood(&run(Command::new("vvp").arg("bench"), folder.path())))
}

/// `PASS: 38 bursts read back by manager 0, 36 by 1; errors at 0 managers; LEDs 1111011`: the numbers are 38, 36, 0, 1.
fn understood(said: &str) -> (String, [u32; 4], String) {
    let line = said.lines().next().unwrap_or_default();
    let (verdict, rest) = line.split_once(": ").unwrap_or_else(|| panic!("{said}"));
    let (counts, leds) = rest.split_once("; LEDs ").unwrap_or_else(|| panic!("{said}"));
    let numbers: Vec<u32> = counts.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let [first, _, second, other, errors] = numbers[..] else { panic!("{said}") };
    (verdict.to_owned(), [first, second, errors, other], leds.to_owned())
}

/// A burst of 8.5 beats on the average is written in a clock a beat and read in two and more. Over one hop a beat that is read comes after 20 clocks and
/// what the memory takes, an acknowledgement no later: some 70 to 80 clocks in all.
#[test]
fn managers_read_back_what_they_wrote() {
    let Some((verdict, [first, second, errors, _], leds)) = said(None, 3000, None) else { return };
    assert_eq!((verdict.as_str(), errors, leds.as_str()), ("PASS", 0, "1111011"));
    assert!((33..60).contains(&first) && (33..60).contains(&second), "{first}, {second}");
    // Too early to say: no error, and not all bursts.
    let (verdict, [.., errors, _], leds) = said(None, 300, None).unwrap();
    assert_eq!((verdict.as_str(), errors, leds.as_str()), ("FAIL", 0, "0000010"));
}

#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn faults_are_seen() {
    let Some((verdict, [.., errors, _], leds)) = said(None, 3000, Some(1500)) else { return };
    assert_eq!((verdict.as_str(), errors, &leds[4..]), ("FAIL", 2, "100"));
    let broken = [
        // A memory that forgets a bit, or whose bursts are a beat short.
        ("block_memory", "<= s_axi_wdata[b*8 +: 8]", "<= s_axi_wdata[b*8 +: 8] & 8'hfe"),
        ("block_memory", "s_axi_rlast   = left == 8'd0", "s_axi_rlast   = left <= 8'd1"),
        // A map without one of the memories.
        ("axi4_map", "addr[15:12] == 4'h8", "addr[15:12] == 4'h9"),
        // A bit of write data that does not arrive.
        ("axi4_subordinate", "{m_axi_wstrb, m_axi_wdata} = w", "{m_axi_wstrb, m_axi_wdata} = {w[35:1], 1'b0}"),
    ];
    for &edit in chosen(&broken, 2) {
        let (verdict, [.., errors, _], leds) = said(Some(edit), 3000, None).unwrap();
        assert!(verdict == "FAIL" && errors > 0 && leds.ends_with("100"), "{edit:?}: {verdict} {errors} {leds}");
    }
    // Nothing for 4096 clocks.
    let silent = Some(("block_memory", "s_axi_bvalid  = state == ANSWER", "s_axi_bvalid  = 1'b0"));
    if SOAK {
        assert_eq!(said(silent, 4000, None).unwrap().2, "0000010");
    }
    assert_eq!(said(silent, 4600, None).unwrap().2, "0000100");
}

#[test]
fn verilator_has_nothing_to_say_about_the_board() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let (design, folder) = folder(None);
    let (list, sources) = (format!("{}.f", design.top), FILES.map(|(name, _)| name));
    run(Command::new(&program).args(["--lint-only", "-Wall", "--top-module", "top", "-f", &list]).args(&sources[..3]), folder.path());
}

#[cfg(feature = "soak")]
#[test]
fn verilator_says_the_same() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let (design, folder) = folder(None);
    let (list, sources) = (format!("{}.f", design.top), FILES.map(|(name, _)| name));
    let mut command = Command::new(&program);
    command.args(["--binary", "-Wno-fatal", "-Wno-WIDTH", "--top-module", "bench", "-DCLOCKS=3000", "-f", &list]).args(sources);
    // Compiled for longer than it runs.
    command.args(["-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"]);
    run(&mut command, folder.path());
    let told = understood(&run(&mut Command::new("obj_dir/Vbench"), folder.path()));
    if let Some(icarus) = said(None, 3000, None) {
        assert_eq!(told, icarus);
    }
    assert_eq!(told.0, "PASS");
}

/// Placed and routed: the board's clock of 25 MHz is met.
#[test]
fn the_board_keeps_up() {
    if SOAK {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let made = run(Command::new("scripts/ecp5-example").arg("axi4").current_dir(&root), &root);
        let clock = made.lines().find_map(|line| line.split_once(" flip-flops; ")?.1.split(' ').next()?.parse::<f64>().ok());
        assert!(clock.is_some_and(|mhz| mhz > 25.0), "{made}");
    }
}
