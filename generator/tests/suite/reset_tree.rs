//! The tree of registers of a network's reset: as many on every way, none with too many behind it, and all routers leave reset at once.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::Value;
use torusmith_generator::generate;

use crate::tools::{made, parsed, run, tool, written};

/// The registers between `rst` and each output, and the most that anything drives, of what yosys makes of a tree.
fn tree(leaves: usize, levels: u64) -> Option<(Vec<u64>, usize)> {
    let yosys = tool("yosys", "TORUSMITH_YOSYS")?;
    let folder = written(&made("torus:2,2", "vcs=2 scope=network reset-tree=yes"));
    let script = format!(
        "read_verilog rtl/torus_2_2_reset_tree.v; chparam -set LEAVES {leaves} -set LEVELS {levels} torus_2_2_reset_tree; \
         synth -flatten -top torus_2_2_reset_tree; write_json tree.json"
    );
    run(Command::new(yosys).args(["-q", "-p", &script]), folder.path());
    let netlist: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("tree.json")).unwrap()).unwrap();
    let module = netlist["modules"].as_object().unwrap().values().find(|module| module["ports"]["rst"].is_object()).unwrap();
    let bit = |bits: &Value| bits[0].as_u64().unwrap();
    let rst = bit(&module["ports"]["rst"]["bits"]);
    let mut from = BTreeMap::new();
    let mut driven: BTreeMap<u64, usize> = BTreeMap::new();
    for cell in module["cells"].as_object().unwrap().values() {
        assert_eq!(cell["type"], "$_DFF_P_");
        let (d, q) = (bit(&cell["connections"]["D"]), bit(&cell["connections"]["Q"]));
        from.insert(q, d);
        *driven.entry(d).or_default() += 1;
    }
    let depth = |leaf: &Value| {
        let (mut at, mut depth) = (leaf.as_u64().unwrap(), 0);
        while at != rst {
            at = from[&at];
            depth += 1;
        }
        depth
    };
    let leaves: Vec<u64> = module["ports"]["out"]["bits"].as_array().unwrap().iter().map(depth).collect();
    Some((leaves, driven.into_values().max().unwrap()))
}

#[test]
fn all_ways_are_as_long_and_no_register_drives_many() {
    for (leaves, levels) in [(2, 1), (16, 1), (17, 2), (256, 2), (257, 3)] {
        let Some((depths, most)) = tree(leaves, levels) else { return };
        assert_eq!(depths, vec![levels; leaves]);
        assert!(most <= 16, "{most}");
    }
}

#[test]
fn the_manifest_says_how_long_it_takes() {
    for (network, clocks) in [("torus:2,2", 1), ("torus:4,4", 1), ("torus:3,6", 2), ("ttn:2,2,1", 2), ("htn:4,4,2,1", 3)] {
        let design = made(network, "scope=network reset-tree=yes");
        let manifest: Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
        assert_eq!(manifest["reset_tree"], serde_json::json!({"clocks": clocks, "fan_out": 16}), "{network}");
    }
}

/// Prints the clocks in which each router's reset rises and falls: `rst` is 1 in clocks 5 to 7.
const BENCH: &str = "
module bench;
  reg clk = 0, rst = 0;
  always #5 clk = ~clk;
  integer t = 0;
  always @(posedge clk) t = t + 1;
  initial begin
    #1;
    repeat (5) @(posedge clk);
    #1 rst = 1;
    repeat (3) @(posedge clk);
    #1 rst = 0;
    repeat (8) @(posedge clk);
    $finish;
  end
  TOP dut (.clk(clk), .rst(rst));
WATCHES
endmodule
";

#[test]
#[ignore = "long: 256 nodes in Icarus"]
fn all_routers_leave_reset_in_the_same_clock() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    for (network, nodes, clocks) in [("torus:3,6", 18, 2), ("hypercube:4", 16, 1)] {
        let design = made(network, "scope=network reset-tree=yes");
        let folder = written(&design);
        let reset = |n: usize| format!("dut.u_node_{n}.u_router.rst");
        let watch = |n| format!("  always @({0}) if (t > 4) $display(\"%0d %b\", t, {0});\n", reset(n));
        let bench = BENCH.replace("TOP", &design.top).replace("WATCHES", &(0..nodes).map(watch).collect::<String>());
        fs::write(folder.path().join("bench.v"), bench).unwrap();
        let list = format!("{}.f", design.top);
        run(Command::new(&iverilog).args(["-g2001", "-s", "bench", "-o", "bench", "-c", &list, "bench.v"]), folder.path());
        let text = run(Command::new("vvp").args(["-n", "bench"]), folder.path());
        let lines: Vec<&str> = text.lines().collect();
        let expected = [vec![format!("{} 1", 5 + clocks); nodes], vec![format!("{} 0", 8 + clocks); nodes]].concat();
        assert_eq!(lines, expected, "{network}");
    }
}

#[test]
fn a_router_alone_has_no_tree() {
    let error = generate(&"torus:4,4".parse().unwrap(), &parsed("vcs=2 reset-tree=yes")).unwrap_err().to_string();
    assert!(error.contains("reset-tree `yes`: not allowed; allowed with scope network"), "{error}");
}
