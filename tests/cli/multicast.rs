//! The RDT's multicast router.

use serde_json::Value;
use tempfile::tempdir;

use crate::support::{Run, command, files, run, tool, torusmith};

/// With `.tools/bin` of the repository, should the machine have no Verilator of its own.
fn with_verilator(line: &str) -> Run {
    let mut command = command(line.split_whitespace());
    if std::env::var_os("TORUSMITH_VERILATOR").is_none() {
        command.env("TORUSMITH_VERILATOR", tool("verilator").expect("verilator; run ./scripts/setup"));
    }
    run(&mut command)
}

/// Steps of a broadcast, from a source of rank R and from others (`networks/rdt.md`, B5).
#[test]
fn broadcasts_reach_everybody_once_in_the_steps_of_the_table() {
    for (network, nodes, steps) in [("rdt:4", 16, [3, 3]), ("rdt:8", 64, [4, 4]), ("rdt:16", 256, [7, 8]), ("rdt:32", 1024, [9, 10])] {
        for from in ["0,0", "3,1", "2,2"] {
            let report = torusmith(&format!("multicast {network} --from {from} --json")).good().json();
            let mut members: Vec<u64> = report["members"].as_array().unwrap().iter().map(|m| m["node"].as_u64().unwrap()).collect();
            members.sort_unstable();
            assert_eq!(members, (0..nodes).collect::<Vec<u64>>(), "{network} {from}");
            assert!(steps.contains(&report["steps"].as_u64().unwrap()), "{network} {from}: {}", report["steps"]);
        }
    }
}

/// The links that a tree names are there, each once, and begin where a copy has come.
#[test]
fn a_tree_grows_link_by_link() {
    let report = torusmith("multicast rdt:16 --from 3,5 --root-rank 2 --bit-maps FF,0f,FF --json").good().json();
    let graph = torusmith("topology rdt:16 --export json").good().json();
    let links = graph["links"].as_array().unwrap();
    let mut depth = std::collections::HashMap::from([(report["from"].clone().to_string(), 0)]);
    for hop in report["hops"].as_array().unwrap() {
        let link = links.iter().find(|l| l["from"]["node"] == hop["node"] && l["from"]["name"] == hop["port"]);
        assert_eq!(link.expect("a link")["to"]["node"], hop["to"], "{hop}");
        let at = hop["depth"].as_u64().unwrap();
        assert_eq!(depth.get(&hop["node"].to_string()).map(|d| d + 1), Some(at), "{hop}");
        depth.insert(hop["to"].to_string(), at);
        let moves = hop["phase"] == "ROOT";
        assert_eq!(hop["vc"] == 2, moves, "{hop}");
    }
    let told = torusmith("multicast rdt:16 --from 3,5 --root-rank 0").good().out;
    assert!(told.contains("8 members in 2 steps, 7 copies") && told.contains("SOUTH of stage 0"), "{told}");
}

#[test]
fn bad_input_is_refused() {
    for (line, words) in [
        ("multicast rdt:16 --from 3,5 --root-rank 3", ["root-rank = 3", "0 to 2"]),
        ("multicast rdt:16 --from 3,16", ["from", "3,16"]),
        ("multicast rdt:16 --from 3,5 --bit-maps FF,FF", ["bit-maps = FF,FF", "3 maps"]),
        ("multicast rdt:16 --from 3,5 --bit-maps FF,FF,1FF", ["bit-maps = 1FF", "two hexadecimal"]),
        ("multicast ttn:2,2,1 --from 0000", ["TTN(2,2,1)", "an RDT"]),
        ("multicast rdt:12 --from 3,5", ["12", "power of two"]),
        ("cosim rdt:8 --router multicast --packet-flits 17", ["packet-flits = 17", "3 to 16"]),
        ("cosim rdt:8 --router multicast --packet-flits 2", ["packet-flits = 2", "3 to 16"]),
        ("cosim rdt:8 --router multicast --multicast-share 1.5", ["multicast-share = 1.5", "0 to 1"]),
        ("cosim rdt:8 --router multicast --multicast-share -0.1", ["multicast-share = -0.1", "0 to 1"]),
        ("cosim rdt:8 --router multicast --rank-weights 0:4,2:1", ["rank-weights = 2:1", "ranks 0 to 1"]),
        ("cosim rdt:8 --router multicast --rank-weights 0:0", ["rank-weights = 0:0", "not all 0"]),
        ("cosim rdt:8 --router multicast --bit-maps some", ["bit-maps = some", "full, random"]),
        ("cosim rdt:8 --router multicast --timeout 0", ["timeout = 0", "1 to 65535"]),
        ("cosim rdt:8 --router multicast --ack-ways 3", ["ack-ways", "1, 2, 4"]),
        ("cosim rdt:8 --router multicast --engine reference", ["engine = reference", "fast"]),
        ("cosim rdt:8 --router multicast --rate 0.1 --vcs 3", ["vcs = 3", "router = multicast"]),
        ("cosim ttn:2,2,1 --router multicast", ["multicast", "RDT"]),
        ("cosim rdt:8 --router clever", ["router = clever", "plain, multicast"]),
        ("cosim rdt:8 --multicast-share 0.5", ["multicast-share = 0.5", "router = plain"]),
        ("cosim rdt:8 --timeout 5", ["timeout = 5", "router = plain"]),
        ("generate rdt:8 --ack-ways 2 --out NOWHERE/x", ["ack-ways = 2", "router = plain"]),
        ("generate rdt:8 --preset jump1 --flit-width 64 --out NOWHERE/x", ["flit-width = 64", "preset = jump1; allowed: 36"]),
        ("generate rdt:8 --preset jump1 --ack-ways 2 --out NOWHERE/x", ["ack-ways = 2", "preset = jump1; allowed: 1"]),
        (
            "generate rdt:8 --preset jump1 --router plain --out NOWHERE/x",
            ["preset = jump1", "router = plain; allowed with router = multicast"],
        ),
        ("generate rdt:8 --preset jump1 --pipeline 2 --out NOWHERE/x", ["pipeline = 2", "router = plain"]),
        ("generate rdt:8 --preset jump1 --buffer-depth 8 --out NOWHERE/x", ["buffer-depth = 8", "16"]),
        ("generate rdt:8 --preset jump1 --scope network --out NOWHERE/x", ["scope", "router"]),
        ("generate ttn:2,2,1 --preset jump1 --out NOWHERE/x", ["TTN(2,2,1)", "RDT"]),
        ("generate rdt:8 --router multicast --flit-width 32 --out NOWHERE/x", ["flit-width", "36 to 128"]),
        ("deadlock rdt:8 --router multicast --vcs 3", ["vcs = 3", "router = plain"]),
        ("deadlock ttn:2,2,1 --router multicast", ["TTN(2,2,1)", "an RDT"]),
    ] {
        torusmith(line).refused(2, &words);
    }
}

#[test]
fn the_preset_is_a_multicast_router_of_36_bits_and_one_way() {
    let dir = tempdir().unwrap();
    let out = |name: &str| dir.path().join(name).display().to_string();
    torusmith(&format!("generate rdt:8 --preset jump1 --out {}", out("preset"))).good();
    torusmith(&format!("generate rdt:8 --router multicast --flit-width 36 --ack-ways 1 --buffer-depth 16 --out {}", out("flags"))).good();
    let preset = files(&dir.path().join("preset"));
    assert_eq!(preset, files(&dir.path().join("flags")));
    let manifest = preset.iter().find(|(path, _)| path.extension().is_some_and(|e| e == "json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest.1).unwrap();
    assert_eq!((&manifest["parameters"]["FLIT_WIDTH"], &manifest["parameters"]["ACK_WAYS"]), (&36.into(), &1.into()));
    assert_eq!((&manifest["router_kind"], manifest["ports"].as_array().unwrap().len()), (&"multicast".into(), 10));
}

/// Channels by N (`networks/rdt.md`, B5).
#[test]
fn unicasts_multicasts_and_acks_are_free_of_deadlock() {
    for (network, channels) in [("rdt:4", 120), ("rdt:8", 592), ("rdt:16", 2688), ("rdt:32", 11312)] {
        let report = torusmith(&format!("deadlock {network} --router multicast --json")).good().json();
        assert_eq!((&report["channels"], &report["acyclic"], &report["core"]), (&channels.into(), &true.into(), &0.into()));
        assert!(report["entries"].as_u64() > Some(0) && report["messages"].as_u64() > Some(0), "{report}");
    }
}

#[test]
fn cosim_counts_what_it_says() {
    let flags = "cosim rdt:4 --router multicast --traffic uniform,complement --rate 0.1 --multicast-share 0.3 --rank-weights 0:1 --cycles 500 --json";
    let report = with_verilator(flags).good().json();
    assert_eq!(
        (&report["match"], &report["router"], &report["ack_ways"], &report["flit_width"]),
        (&true.into(), &"multicast".into(), &1.into(), &36.into())
    );
    for run in report["runs"].as_array().unwrap() {
        let count = |field: &str| run[field].as_u64().unwrap_or_else(|| panic!("{field}: {run}"));
        assert_eq!((count("routers"), count("mismatches")), (16, 0));
        assert_eq!(count("comparisons"), 16 * 10 * (500 + count("drain_cycles")));
        assert_eq!(count("packets_injected"), count("unicasts_delivered") + count("acked"));
        // A full map of rank 0 has eight members.
        assert_eq!(count("copies_delivered"), 8 * count("acked"));
        assert!(count("acked") > 10 && count("unicasts_delivered") > 10);
    }
    let shot = with_verilator("cosim rdt:4 --router multicast --rate 0.6 --bit-maps random --timeout 30 --cycles 500 --json").good().json();
    assert!(shot["runs"][0]["shot_down"].as_u64() > Some(0), "{shot}");
}

/// A folder written earlier; broken, it is told where.
#[test]
fn a_folder_is_run_and_a_broken_one_is_named() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("rdt").display().to_string();
    torusmith(&format!("generate rdt:4 --preset jump1 --out {path}")).good();
    let cosim = format!("cosim rdt:4 --rtl {path} --rate 0.3 --multicast-share 0.5 --cycles 300");
    with_verilator(&cosim).good();
    torusmith(&format!("{cosim} --router plain")).refused(2, &["router = plain", "has multicast"]);
    torusmith(&format!("{cosim} --ack-ways 2")).refused(2, &["ack-ways = 2", "has 1"]);
    let file = dir.path().join("rdt/rtl/rdt_4_mc_ack_combining.v");
    let text = std::fs::read_to_string(&file).unwrap();
    let broken = text.replace("count <= count - ONE", "count <= {BITS{1'b0}}");
    assert_ne!(text, broken);
    std::fs::write(&file, broken).unwrap();
    let told = with_verilator(&format!("{cosim} --wave {}/first.vcd --trace 1,2", dir.path().display()));
    assert_eq!(told.code, Some(1), "{told:?}");
    for words in ["first difference", "router ", "port ", "expected", "found", "first.vcd", "rtl ", "model "] {
        assert!(told.out.contains(words), "no `{words}`: {}", told.out);
    }
    assert!(std::fs::metadata(dir.path().join("first.vcd")).unwrap().len() > 1000);
}
