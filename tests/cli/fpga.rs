use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::skip::skip;
use crate::support::{command, root, run, tool, torusmith};

/// nextpnr for a family.
fn nextpnr(family: &str) -> Option<PathBuf> {
    let found = tool(&format!("nextpnr-{family}")).or_else(|| tool(&format!("yowasp-nextpnr-{family}")));
    if found.is_none() {
        skip(&format!("nextpnr-{family} is missing: TORUSMITH_FPGA=1 ./scripts/setup"));
    }
    found
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

/// The figures are those of the script in which other routers were measured, and the path adds up.
#[test]
fn an_ecp5_gives_what_the_peers_flow_gives() {
    let Some(nextpnr) = nextpnr("ecp5") else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let options = "torus:2,2 --vcs 2 --flit-width 8 --buffer-depth 2";
    let line = format!("fpga {options} --seed 2 --json --cache {}", at("cache"));
    let report = torusmith(&line).good().json();
    torusmith(&format!("generate {options} --out {}", at("rtl"))).good();
    std::fs::create_dir(at("bin")).unwrap();
    std::os::unix::fs::symlink(&nextpnr, at("bin/nextpnr-ecp5")).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let folders = [PathBuf::from(at("bin"))].into_iter().chain(std::env::split_paths(&path)).chain([root().join(".tools/bin")]);
    let mut script = Command::new("python3");
    script.arg(root().join("benches/hardware.py")).args([&at("rtl"), "--seeds", "2"]).env("PATH", std::env::join_paths(folders).unwrap());
    let told = script.output().unwrap();
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let cells: Vec<&str> = told.lines().last().unwrap_or_default().split('|').map(str::trim).collect();
    assert_eq!(cells[3], report["cells"].to_string(), "{told}{report}");
    assert!((number(&report["fmax_mhz"]) - cells[4].parse::<f64>().unwrap()).abs() < 0.06, "{told}{report}");
    assert!((number(&report["ns_per_hop"]) - 2000.0 / number(&report["fmax_mhz"])).abs() < 0.01, "{report}");
    assert!(number(&report["distributed_ram"]) > 0.0 && number(&report["lut4"]) > 100.0 && number(&report["ff"]) > 100.0, "{report}");
    let path = &report["critical_path"];
    let sum = |list: &Value, fields: &[&str]| -> f64 {
        list.as_array().unwrap().iter().map(|entry| fields.iter().map(|field| number(&entry[field])).sum::<f64>()).sum()
    };
    assert!((number(&path["ns"]) - 1000.0 / number(&report["fmax_mhz"])).abs() < 0.01, "{report}");
    assert!((sum(&path["stages"], &["ns"]) - number(&path["ns"])).abs() < 0.01, "{report}");
    assert!((sum(&path["segments"], &["routing_ns", "logic_ns"]) - number(&path["ns"])).abs() < 0.01, "{report}");
    let known = ["RC", "VA", "SA", "ST", "LT", "RQ", "E", "router"];
    assert!(path["stages"].as_array().unwrap().iter().all(|stage| known.contains(&stage["stage"].as_str().unwrap())), "{report}");

    // Again: from the cache, without the tools' work; with a damaged cache, the same.
    assert_eq!(torusmith(&line).good().json(), report);
    for entry in std::fs::read_dir(at("cache")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    }
    assert_eq!(torusmith(&line).good().json(), report);
}

#[test]
fn an_ice40_is_timed_between_registers_and_may_be_too_small() {
    let Some(_) = nextpnr("ice40") else { return };
    let report = torusmith("fpga torus:2,2 --vcs 2 --flit-width 8 --buffer-depth 2 --device ice40-hx8k --no-cache --json").good().json();
    assert!(number(&report["lut4"]) > 100.0 && number(&report["fmax_mhz"]) > 10.0, "{report}");
    assert_eq!((&report["distributed_ram"], &report["cells_available"]), (&0.into(), &7680.into()));
    // Three inputs, and 16 bits of a flit a block RAM.
    let buffers = torusmith("fpga torus:2,2 --vcs 2 --flit-width 24 --device ice40-hx8k --no-cache --json").good().json();
    assert_eq!((&report["block_ram"], &buffers["block_ram"]), (&0.into(), &6.into()), "{buffers}");
    // Two inputs of 512 bits, 16 bits a block RAM.
    let large = torusmith("fpga hypercube:1 --vcs 2 --flit-width 512 --device ice40-up5k --no-cache");
    large.refused(2, &["ice40-up5k is too small", "64 of 30 ICESTORM_RAM", "34 more than there are"]);
}

/// nextpnr takes the constraints as they are.
#[test]
fn nextpnr_reads_the_constraints() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    torusmith(&format!("generate torus:4,4 --vcs 2 --out {}", at("rtl"))).good();
    std::fs::write(at("clocked.v"), "module clocked (input clk, input d, output reg q); always @(posedge clk) q <= d; endmodule\n")
        .unwrap();
    let yosys = tool("yosys").expect("yosys; run ./scripts/setup");
    for (family, flag, extension, flags) in [
        ("ecp5", "--lpf", "lpf", &["--25k", "--lpf-allow-unconstrained"][..]),
        ("ice40", "--pcf", "pcf", &["--hx8k", "--pcf-allow-unconstrained"]),
    ] {
        let Some(nextpnr) = nextpnr(family) else { continue };
        let script = format!("read_verilog clocked.v; synth_{family} -json {family}.json");
        assert!(Command::new(&yosys).args(["-q", "-p", &script]).current_dir(&folder).status().unwrap().success());
        std::fs::copy(at(&format!("rtl/constraints/torus_4_4_router.{extension}")), at(extension)).unwrap();
        let mut place = Command::new(nextpnr);
        let output = place.args(flags).args([flag, extension, "--json", &format!("{family}.json")]).current_dir(&folder).output().unwrap();
        let log = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && log.contains("constraining clock net") && log.contains("85.00 MHz"), "{log}");
    }
}

#[test]
fn what_cannot_be_placed_is_refused() {
    torusmith("fpga torus:4,4 --device virtex").refused(2, &["device = virtex", "ecp5-85k", "ice40-hx8k"]);
    for (flags, words) in [("--seed 0", ["seed = 0", "1..2147483647"]), ("--seeds 1,x", ["seeds = x", "1..2147483647"])] {
        torusmith(&format!("fpga torus:4,4 {flags}")).refused(2, &words);
    }
    torusmith("fpga torus:4,4 --vcs 9").refused(2, &["vcs = 9", "1..8"]);
    torusmith("fpga torus:4,4 --vcs 1 --ties plus").refused(2, &["vcs", "1", "2..8"]);
    let missing = |variable: &str, device: &str| run(command(["fpga", "torus:4,4", "--device", device]).env(variable, "/nonexistent/tool"));
    missing("TORUSMITH_YOSYS", "ecp5-85k").refused(3, &["fpga needs yosys", "/nonexistent/tool"]);
    missing("TORUSMITH_NEXTPNR_ECP5", "ecp5-85k").refused(3, &["fpga --device ecp5-85k needs nextpnr-ecp5", "/nonexistent/tool"]);
    missing("TORUSMITH_NEXTPNR_ICE40", "ice40-hx8k").refused(3, &["needs nextpnr-ice40"]);
}
