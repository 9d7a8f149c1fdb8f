use std::path::Path;

use serde_json::Value;

use crate::skip::skip;
use crate::support::{command, nowhere, root, run, torusmith};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn blocks_add_up_and_buffers_hold_what_the_options_say() {
    let report = torusmith("area torus:4,4 --vcs 2 --json").good().json();
    let blocks = report["blocks"].as_array().unwrap();
    let sum: f64 = blocks.iter().map(|b| number(&b["gates_total"])).sum();
    assert!((sum - number(&report["total"])).abs() < 1e-6, "{report}");
    // 5 ports x 2 VCs x 4 flits of 32 bits and a tail bit; where a packet begins is known without a bit. Beside them the hop, as that takes
    // less RAM: one of four outputs, as none leads back.
    assert_eq!(report["ram_bits"], 5 * 2 * 4 * (32 + 1 + 2));
    let count = |name: &str| blocks.iter().find(|b| b["block"] == name).map(|b| b["instances"].as_u64().unwrap());
    assert_eq!((count("crossbar"), count("input_unit"), count("rr_arbiter")), (Some(1), Some(5), None));
    assert!(number(&report["logic_total"]) < number(&report["total"]));
    assert_eq!((&report["unit"], &report["network"]), (&"NAND2-equivalent".into(), &"torus(4,4)".into()));
}

/// The same router for gates: no RAM, as many bits in flip-flops, and fewer gates. 33 bits a flit, the hop within.
#[test]
fn gates_are_fewer_without_ram() {
    let report = |target: &str| torusmith(&format!("area torus:4,4 --vcs 2 --target {target} --json")).good().json();
    let (fpga, asic) = (report("fpga"), report("asic"));
    assert_eq!(asic["ram_bits"], 0);
    assert!(number(&asic["total"]) < 0.97 * number(&fpga["total"]), "{asic}");
    let buffers = |report: &Value| number(&report["total"]) - number(&report["logic_total"]);
    // A flip-flop is 5.67 and the multiplexer of its enable three NAND2; the multiplexers of the reads come on top.
    assert!(buffers(&asic) > (5.67 + 3.0) * (5 * 2 * 4 * 33) as f64, "{asic}");
    torusmith("area torus:4,4 --target both").refused(2, &["target", "both", "fpga", "asic"]);
    torusmith("generate rdt:8 --router multicast --target asic --out never").refused(2, &["target", "asic", "multicast"]);
}

#[test]
fn only_reports_of_one_flow_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let report = torusmith("area torus:2,2 --vcs 2 --json").good().out;
    std::fs::write(path("a.json"), &report).unwrap();
    std::fs::write(path("b.json"), report.replace("abc -g cmos2", "abc")).unwrap();
    std::fs::write(path("c.json"), "{}").unwrap();
    let same = torusmith(&format!("area --compare {} {} --json", path("a.json"), path("a.json"))).good().json();
    assert!(same.as_array().unwrap().iter().all(|row| row["a"] == row["b"]), "{same}");
    torusmith(&format!("area --compare {} {}", path("a.json"), path("b.json"))).refused(2, &["flow", "differ"]);
    torusmith(&format!("area --compare {} {}", path("a.json"), path("c.json"))).refused(2, &["c.json", "no report"]);
    torusmith("area").refused(2, &["NETWORK"]);
}

/// What a network's routing costs stands by itself, whatever the network.
#[test]
fn routing_is_a_block_of_its_own() {
    let all = ["torus:4,4 --vcs 2", "rdt:8 --vcs 3"];
    for network in all.into_iter().take(if cfg!(feature = "soak") { 2 } else { 1 }) {
        let report = torusmith(&format!("area {network} --json")).good().json();
        // One for each port; a torus has modules for each of its rings inside them.
        let routes = report["blocks"].as_array().unwrap().iter().find(|b| b["block"] == "route");
        assert!(routes.is_some_and(|b| b["instances"] == if network.starts_with("torus") { 5 } else { 9 }), "{report}");
    }
}

/// The routers that two versions of yosys are given: a small one, in a soak those of three families with more VCs.
const FOR_BOTH: &[&str] =
    if cfg!(feature = "soak") { &["mesh:4,4 --vcs 2", "torus:8,8 --vcs 2", "ttn:2,2,1 --vcs 4"] } else { &["mesh:4,4 --vcs 2"] };

/// yosys 0.23 of the PATH and 0.70 of .tools/bin, where both are there.
#[test]
#[ignore = "needs a second yosys (TORUSMITH_FPGA=1 ./scripts/setup); long: two syntheses"]
fn two_versions_of_yosys_agree() {
    let other = root().join(".tools/bin/yosys");
    let path = std::env::var_os("PATH").unwrap();
    let one = std::env::split_paths(&path).map(|dir| dir.join("yosys")).find(|path| path.is_file() && *path != other);
    let (Some(one), true) = (one, other.is_file()) else {
        return skip("one yosys of the PATH and another one in .tools/ are needed: TORUSMITH_FPGA=1 ./scripts/setup");
    };
    for router in FOR_BOTH {
        let total = |yosys: &Path| {
            let line = ["area", "--json", "--no-cache"].into_iter().chain(router.split(' '));
            let report = run(command(line).env("TORUSMITH_YOSYS", yosys)).good().json();
            (number(&report["total"]), report["yosys"].to_string())
        };
        let ((a, of_a), (b, of_b)) = (total(&one), total(&other));
        assert!((a - b).abs() < 0.03 * a, "{router}: {a} by {of_a}, {b} by {of_b}");
    }
}

#[test]
fn a_missing_yosys_is_told_with_how_to_get_it() {
    run(command(["area", "torus:4,4"]).env("TORUSMITH_YOSYS", nowhere("yosys"))).refused(3, &["yosys is missing", "scripts/setup"]);
}

/// The preset jump1 beside the chip (RDT paper, Table VIII): its rows, and our logic below its.
#[test]
fn the_multicast_router_stands_beside_the_chip() {
    let report = torusmith("area rdt:8 --preset jump1 --json").good().json();
    let blocks = report["blocks"].as_array().unwrap();
    let row = |name: &str| blocks.iter().find(|b| b["block"] == name).unwrap_or_else(|| panic!("{name}: {report}"));
    for (name, instances, gates) in [
        ("crossbar", 1, 2927.0),
        ("arbiter", 1, 2736.0),
        ("multicast_controller", 10, 15580.0),
        ("io_controller", 10, 3970.0),
        ("bitmap_generator", 10, 22880.0),
        ("ack_combining", 1, 2009.0),
        ("packet_buffer", 20, 40420.0),
    ] {
        assert_eq!((&row(name)["instances"], &row(name)["chip_gates_total"]), (&instances.into(), &gates.into()), "{name}");
    }
    assert_eq!(row("setup_unit")["chip_gates_total"], Value::Null);
    // 20 buffers of 16 flits of 36 bits.
    assert_eq!(report["ram_bits"], 20 * 16 * 36);
    let sum: f64 = blocks.iter().map(|b| number(&b["gates_total"])).sum();
    assert!((sum - number(&report["total"])).abs() < 1e-6, "{report}");
    assert!(number(&report["logic_total"]) < number(&report["chip_logic_total"]), "{report}");
    assert_eq!(number(&report["chip_logic_total"]), 50_102.0);
}

/// With streams the node is measured: what it has beside the router is the interface, of which a buffer for each VC is memory.
#[test]
fn a_node_with_streams() {
    let report = torusmith("area torus:4,4 --vcs 2 --interface axis --stream-width 8 --tkeep --json").good().json();
    let blocks = report["blocks"].as_array().unwrap();
    assert!(blocks.iter().any(|block| block["block"] == "axi_interface" && block["instances"] == 1), "{report}");
    assert_eq!((&report["top"], &report["ram_bits"]), (&"torus_4_4_axi_node".into(), &(1400 + 2 * 4 * 33).into()));
    torusmith("area torus:4,4 --tkeep").refused(2, &["tkeep", "interface = axis"]);
}

/// Counters and FIFOs between clocks count by themselves: a node has no other block more.
#[test]
fn a_node_with_counters_and_a_clock_of_its_own() {
    let report = |more: &str| torusmith(&format!("area mesh:2,2 --vcs 1 --interface axis {more} --json")).good().json();
    let instances = |report: &Value| -> Vec<(String, Value)> {
        let blocks = report["blocks"].as_array().unwrap().iter();
        blocks.map(|block| (block["block"].as_str().unwrap().to_owned(), block["instances"].clone())).collect()
    };
    let (plain, beside) = (report(""), report("--clocks async --clock-fifo 8 --counters"));
    let more: Vec<_> = instances(&beside).into_iter().filter(|block| !instances(&plain).contains(block)).collect();
    let sorted = |mut list: Vec<(String, Value)>| {
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list
    };
    let one = |block: &str| (block.to_owned(), 1.into());
    assert_eq!(sorted(more), [one("axi_stream_clocks"), one("mesh_2_2_axi_async_node"), one("router_counters")]);
    // Each way 8 places of a beat: 32 bits, a last one, and the two of the destination or the source.
    assert_eq!(beside["ram_bits"].as_u64().unwrap() - plain["ram_bits"].as_u64().unwrap(), 2 * 8 * (32 + 1 + 2));
    torusmith("area mesh:2,2 --clocks async").refused(2, &["clocks", "async", "interface flit: common"]);
    torusmith("area rdt:8 --router multicast --counters").refused(2, &["counters", "multicast"]);
}
