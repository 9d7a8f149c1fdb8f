use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::skip::skip;
use crate::support::{command, nowhere, root, run, tool, torusmith};

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
#[ignore = "needs nextpnr (TORUSMITH_FPGA=1 ./scripts/setup); long: places a router twice"]
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

/// Distributed RAM, 16 words of 4 bits each, by arithmetic (docs/axi4_interface.md, P1, P2): beats of 32 bits with their strobes and last, or response,
/// slot and last, and for each VC and the own link flits of 34 bits, or of 56 less the routers' 8, with their tail; the cells of a side by the script.
#[cfg(feature = "soak")]
#[test]
fn the_sides_of_axi4_are_measured_one_by_one() {
    let Some(nextpnr) = nextpnr("ecp5") else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let ranges = [("near", "0x0000", "0,0"), ("far", "0x1000", "1,1")];
    let range = |(name, base, node)| format!("[[range]]\nname = '{name}'\nbase = {base}\nsize = 0x1000\nnode = '{node}'\n");
    std::fs::write(at("map.toml"), format!("managers = ['0,0']\n{}", ranges.map(range).concat())).unwrap();
    let options = format!(
        "torus:2,2 --interface axi4 --map {} --data-width 32 --address-width 13 --id-width 1 --read-slots 1 --write-slots 1 --max-burst 4 \
         --read-beats 16 --write-beats 16 --reads-held 1 --writes-held 1",
        at("map.toml")
    );
    let report = torusmith(&format!("fpga {options} --seed 2 --no-cache --json")).good().json();
    let sides = report["sides"].as_array().unwrap();
    let told = |side: &Value| (side["side"].clone(), side["own_link"].clone(), side["instances"].clone(), side["distributed_ram"].clone());
    let ram = |bits: u32| bits.div_ceil(4);
    let (write_data, read_data, response, request) = (ram(32 + 4 + 1), ram(32 + 2 + 1 + 1), ram(34 + 1), ram(56 - 8 + 1));
    let expected = [
        ("manager".into(), true.into(), 1.into(), (write_data + read_data + 2 * response).into()),
        ("subordinate".into(), false.into(), 1.into(), request.into()),
        ("subordinate".into(), true.into(), 1.into(), (2 * request).into()),
    ];
    assert_eq!(sides.iter().map(told).collect::<Vec<_>>(), expected, "{report}");
    for side in sides {
        let (mhz, path) = (number(&side["fmax_mhz"]), &side["critical_path"]);
        assert!((number(&path["ns"]) - 1000.0 / mhz).abs() < 0.01 && side.get("ns_per_hop").is_none(), "{side}");
        assert!(side["context"].as_str().unwrap().contains("between shift registers"), "{side}");
        let known = ["NI", "RC", "ST", "LT", "router"];
        assert!(path["stages"].as_array().unwrap().iter().all(|stage| known.contains(&stage["stage"].as_str().unwrap())), "{side}");
    }
    torusmith(&format!("generate {options} --scope network --out {}", at("rtl"))).good();
    let script = "import sys, glob; from hardware import map_ecp5, place; top = 'torus_2_2_axi4_subordinate'\n\
        map_ecp5('read_verilog ' + ' '.join(glob.glob('rtl/rtl/*.v')) + '; chparam -set OWN_LINK 0 ' + top, top, '.')\n\
        print(place(sys.argv[1], top, 1, '.', ['--pack-only'])[0])";
    let mut python = Command::new("python3");
    python
        .args(["-c", script])
        .arg(nextpnr)
        .current_dir(&folder)
        .env("PYTHONPATH", root().join("benches"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let output = python.output().unwrap();
    let cells = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    assert_eq!(cells, sides[1]["cells"].to_string(), "{}", String::from_utf8_lossy(&output.stderr));
    torusmith(&format!("fpga {options} --node 0,0")).refused(2, &["node = 0,0", "interface axi4"]);
    torusmith("fpga torus:2,2 --interface axi4").refused(2, &["map"]);
}

#[test]
#[ignore = "needs nextpnr (TORUSMITH_FPGA=1 ./scripts/setup); long: places two routers"]
fn an_ice40_is_timed_between_registers_and_may_be_too_small() {
    let Some(_) = nextpnr("ice40") else { return };
    let report = torusmith("fpga torus:2,2 --vcs 2 --flit-width 8 --buffer-depth 2 --device ice40-hx8k --no-cache --json").good().json();
    assert!(number(&report["lut4"]) > 100.0 && number(&report["fmax_mhz"]) > 10.0, "{report}");
    assert_eq!((&report["distributed_ram"], &report["block_ram"], &report["cells_available"]), (&0.into(), &0.into(), &7680.into()));
    if cfg!(feature = "soak") {
        // Three inputs, and 16 bits of a flit a block RAM.
        let buffers = torusmith("fpga torus:2,2 --vcs 2 --flit-width 24 --device ice40-hx8k --no-cache --json").good().json();
        assert_eq!(buffers["block_ram"], 6, "{buffers}");
    }
    // Two inputs of 512 bits, 16 bits a block RAM.
    let large = torusmith("fpga hypercube:1 --vcs 2 --flit-width 512 --device ice40-up5k --no-cache");
    large.refused(2, &["ice40-up5k is too small", "64 of 30 ICESTORM_RAM", "34 more than there are"]);
}

/// nextpnr takes the constraints as they are.
#[test]
#[ignore = "needs nextpnr (TORUSMITH_FPGA=1 ./scripts/setup)"]
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
    for (flags, words) in [("--seed 0", ["seed = 0", "1 to 2147483647"]), ("--seed 1,x", ["seed = x", "1 to 2147483647"])] {
        torusmith(&format!("fpga torus:4,4 {flags}")).refused(2, &words);
    }
    torusmith("fpga torus:4,4 --vcs 9").refused(2, &["vcs = 9", "1 to 8"]);
    torusmith("fpga torus:4,4 --vcs 1 --ties plus").refused(2, &["vcs", "1", "2 to 8"]);
    let missing = |variable: &str, device: &str| run(command(["fpga", "torus:4,4", "--device", device]).env(variable, nowhere("tool")));
    missing("TORUSMITH_YOSYS", "ecp5-85k").refused(3, &["fpga needs yosys", "NOWHERE/tool"]);
    missing("TORUSMITH_NEXTPNR_ECP5", "ecp5-85k").refused(3, &["fpga --device ecp5-85k needs nextpnr-ecp5", "NOWHERE/tool"]);
    missing("TORUSMITH_NEXTPNR_ICE40", "ice40-hx8k").refused(3, &["needs nextpnr-ice40"]);
}

/// The clock is the network's, whatever else is there.
#[cfg(feature = "soak")]
#[test]
fn a_node_with_counters_and_a_clock_of_its_own() {
    let Some(_) = nextpnr("ecp5") else { return };
    let node = "fpga hypercube:1 --vcs 1 --flit-width 8 --buffer-depth 2 --interface axis --device ecp5-12k --no-cache";
    let report = torusmith(&format!("{node} --clocks async --clock-fifo 4 --counters --json")).good().json();
    assert_eq!(report["top"], "hypercube_1_axi_async_node");
    // Five counters of 32 bits, a level and a mark of 7, of each of two ports; two FIFOs of four places, in distributed RAM of four bits each.
    assert!(number(&report["ff"]) > 2.0 * (5 * 32 + 14) as f64 && number(&report["distributed_ram"]) >= 6.0, "{report}");
    let cells = report["critical_path"]["segments"].as_array().unwrap();
    assert!(cells.iter().all(|cell| !cell["cell"].as_str().unwrap().contains("axis")), "{report}");
}
