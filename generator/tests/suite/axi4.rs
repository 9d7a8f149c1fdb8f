//! AXI4 interfaces at the nodes of a network: what is generated, and what is refused (docs/axi4_interface.md).

use std::fs;
use std::process::Command;

use torusmith_generator::{Axi4Options, Design, Error, Interface, Options, Scope, generate};
use torusmith_topology::{Network, address_map};

use crate::lint::{hollow, verilator};
use crate::own::{classed, example};
use crate::tools::{chosen, parsed_for, run, tool, written};

/// Managers and subordinates of a network by their addresses, as a map: the first subordinate has two ranges, one of which keeps its addresses.
pub fn map(managers: &[&str], subordinates: &[&str]) -> String {
    let mut text = format!("managers = {managers:?}\n");
    let mut range = |base: u64, size: u64, node: &str, address: &str| {
        text += &format!("[[range]]\nname = \"r{base:x}\"\nbase = {base}\nsize = {size}\nnode = \"{node}\"\naddress = \"{address}\"\n");
    };
    range(0x1000, 0x3000, subordinates[0], "keep");
    for (at, node) in subordinates.iter().enumerate() {
        range(0x1_0000 * (at as u64 + 1), 0x1_0000, node, "offset");
    }
    text
}

/// Options of the command line's names, those of AXI4 among them.
pub fn options(network: &Network, text: &str, map: &str) -> Options {
    let mut axi4 = Axi4Options::default();
    let mut others = String::new();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').expect(word);
        let number = || Some(value.parse().expect(word));
        match name {
            "address-width" => axi4.address_width = number(),
            "data-width" => axi4.data_width = number(),
            "id-width" => axi4.id_width = number(),
            "read-slots" => axi4.read_slots = number(),
            "write-start" => axi4.write_start = number(),
            "write-slots" => axi4.write_slots = number(),
            "max-burst" => axi4.max_burst = number(),
            "read-beats" => axi4.read_beats = number(),
            "write-beats" => axi4.write_beats = number(),
            "reads-held" => axi4.reads_held = number(),
            "writes-held" => axi4.writes_held = number(),
            "id-order" => axi4.id_order = Some(value.parse().unwrap()),
            "exclusive" => axi4.exclusive = Some(value.parse().unwrap()),
            _ => others += &format!("{word} "),
        }
    }
    let width = axi4.address_width.unwrap_or(32);
    axi4.map =
        torusmith_design::ranges::ADDRESS_WIDTH.contains(width).then(|| address_map::parse(map, "map.toml", network, width).unwrap());
    Options { axi4, interface: Interface::Axi4, scope: Scope::Network, ..parsed_for(Some(network), &others) }
}

/// A design with managers and subordinates at these nodes.
pub fn made(network: &str, text: &str, managers: &[&str], subordinates: &[&str]) -> Design {
    of_network(&network.parse().unwrap(), text, &map(managers, subordinates))
}

fn of_network(network: &Network, text: &str, map: &str) -> Design {
    let options = Options { wide_ports: true, ..options(network, text, map) };
    generate(network, &options).unwrap_or_else(|error| panic!("{network} {text}: {error}"))
}

fn small(text: &str) -> Design {
    made("torus:4,4", text, &["0,0", "1,2"], &["1,2", "3,3"])
}

/// Every option at its ends; routing bits; nodes with both sides, one and none.
fn designs() -> Vec<Design> {
    let all = "managers = [\"1\"]\n[[range]]\nname = \"all\"\nbase = 0\nsize = 4096\nnode = \"1\"\n";
    let least =
        "address-width=12 max-burst=1 read-beats=1 write-beats=1 read-slots=1 write-slots=1 reads-held=1 writes-held=1 id-order=one";
    vec![
        small(""),
        small("data-width=32 id-width=1 user-width=1 exclusive=user address-width=40 vcs=4"),
        small("data-width=512 user-width=64 max-burst=256 read-slots=16 write-slots=1 reads-held=1 writes-held=16 reset-tree=yes"),
        small("data-width=128 id-width=16 read-beats=1024 write-beats=100 address-width=64 order=none vcs=2"),
        of_network(&"hypercube:1".parse().unwrap(), least, all),
        made("ttn:2,2,0", "data-width=256", &["0,0,0,0", "1,1,3,3"], &["3,3,0,1", "1,1,3,3"]),
        of_network(&classed(&example("wheel_5.toml"), 4, true), "", &map(&["0", "1"], &["1", "4"])),
    ]
}

/// The routers, which are linted by themselves, are hollow.
fn without_routers(design: &Design) -> tempfile::TempDir {
    let folder = written(design);
    let router = design.files.iter().find(|(path, _)| path.ends_with("_router.v")).unwrap();
    fs::write(folder.path().join(&router.0), hollow(&router.1)).unwrap();
    let of_router = ["axi4", "_router.v", "_node.v", "_network.v", "_basic_module.v", "_reset_tree.v", "source_", "corner_", "midimew_"];
    let leaves = ["lowest_one", "onehot_mux", "onehot_index", "rr_arbiter", "fifo_pointers", "flit_buffer", "vc_buffers", "credit_counter"];
    let list = design.file(&format!("{}.f", design.top)).unwrap();
    let kept = list.lines().filter(|path| of_router.iter().chain(&leaves).any(|part| path.contains(part)));
    fs::write(folder.path().join(format!("{}.f", design.top)), kept.map(|path| format!("{path}\n")).collect::<String>()).unwrap();
    folder
}

#[test]
fn verilator_has_nothing_to_say() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    for design in designs() {
        assert_eq!(run(&mut verilator(&program, &design.top), without_routers(&design).path()), "", "{}", design.top);
    }
}

#[test]
#[ignore = "long: whole AXI4 networks"]
fn icarus_and_slang_have_nothing_to_say() {
    let (Some(icarus), Some(slang)) = (tool("iverilog", "TORUSMITH_IVERILOG"), tool("slang", "TORUSMITH_SLANG")) else { return };
    for design in designs() {
        let folder = without_routers(&design);
        let (top, list) = (&design.top, format!("{}.f", design.top));
        let said = run(Command::new(&icarus).args(["-g2001", "-Wall", "-t", "null", "-s", top, "-c", &list]), folder.path());
        assert_eq!(said, "", "{top}");
        assert_eq!(run(Command::new(&slang).args(["--quiet", "--top", top, "-f", &list]), folder.path()), "", "{top}");
    }
}

/// Routing bits that take turns: the sides alone, as the network is large.
#[test]
fn verilator_has_nothing_to_say_about_sides_that_choose() {
    let Some(program) = tool("verilator", "TORUSMITH_VERILATOR") else { return };
    let design = made("htn:4,4,2,1", "routing=ls vcs=3", &["0,0,0,0,0"], &["1,1,0,3,3", "0,0,0,0,0"]);
    let folder = without_routers(&design);
    let list = fs::read_to_string(folder.path().join(format!("{}.f", design.top))).unwrap();
    for side in ["manager", "subordinate"] {
        let top = design.top.replace("network", side);
        let of_side: String = list.lines().filter(|path| !path.contains("_network.v")).map(|path| format!("{path}\n")).collect();
        fs::write(folder.path().join(format!("{top}.f")), of_side).unwrap();
        assert_eq!(run(&mut verilator(&program, &top), folder.path()), "", "{top}");
    }
}

/// The two sides through `synth`.
#[test]
#[ignore = "long: whole AXI4 networks"]
fn yosys_has_nothing_to_say() {
    let Some(program) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    let all = [small("user-width=2 exclusive=user"), made("htn:4,4,2,1", "routing=ls vcs=3", &["0,0,0,0,0"], &["1,1,0,3,3"])];
    for design in chosen(&all, 1) {
        let folder = written(design);
        let sources = design.file(&format!("{}.f", design.top)).unwrap().replace('\n', " ");
        for side in ["manager", "subordinate"] {
            let top = design.top.replace("network", side);
            let script = format!("read_verilog {sources}; hierarchy -check -top {top}; synth -top {top} -run begin:fine; check -assert");
            assert_eq!(run(Command::new(&program).args(["-q", "-p", &script]), folder.path()), "", "{top}");
        }
    }
}

#[test]
fn lines_are_short() {
    for design in designs() {
        for (path, text) in design.files.iter().filter(|(path, _)| path.ends_with(".v")) {
            let long = text.lines().find(|line| line.len() > 100 && !line.starts_with("// ") && path.contains("axi4"));
            assert_eq!(long, None, "{path}");
        }
    }
}

/// The contract's widths, by its table of packets: A = 4, R = 0, S = 4, 64 bits of data, 32 of address.
#[test]
fn a_manifest_has_what_the_contract_has() {
    let design = small("");
    let manifest: serde_json::Value = serde_json::from_str(design.file("torus_4_4_axi4_network.json").unwrap()).unwrap();
    let axi4 = &manifest["axi4"];
    assert_eq!((axi4["REQUEST_WIDTH"].as_u64(), axi4["RESPONSE_WIDTH"].as_u64()), (Some(8 + 1 + 4 + 32 + 29), Some(4 + 1 + 4 + 64 + 2)));
    assert_eq!((axi4["ID_ORDER"].as_str(), axi4["EXCLUSIVE"].as_u64()), (Some("destination"), Some(0)));
    let nodes = |side: &str| -> Vec<u64> { manifest[side].as_array().unwrap().iter().map(|side| side["node"].as_u64().unwrap()).collect() };
    assert_eq!((nodes("managers"), nodes("subordinates")), (vec![0, 6], vec![6, 15]));
    assert_eq!(manifest["ranges"][1]["base"], "0x10000");
    let widths: Vec<(&str, u64)> = manifest["interface"]
        .as_array()
        .unwrap()
        .iter()
        .map(|port| (port["name"].as_str().unwrap(), port["width"].as_u64().unwrap()))
        .collect();
    for (name, width) in [("s_axi_awid", 8), ("s_axi_wdata", 128), ("m_axi_awid", 2), ("m_axi_rready", 2), ("error", 128)] {
        assert!(widths.contains(&(name, width)), "{name}: {widths:?}");
    }
    assert!(!widths.iter().any(|(name, _)| name.ends_with("user")), "{widths:?}");
    // The map of the design is the one that it was made of.
    let network: Network = "torus:4,4".parse().unwrap();
    let again = address_map::parse(design.file("torus_4_4_axi4_network.map.toml").unwrap(), "map.toml", &network, 32).unwrap();
    assert_eq!(again, address_map::parse(&map(&["0,0", "1,2"], &["1,2", "3,3"]), "map.toml", &network, 32).unwrap());
    let user = small("user-width=3 exclusive=user");
    let manifest: serde_json::Value = serde_json::from_str(user.file("torus_4_4_axi4_network.json").unwrap()).unwrap();
    let port = |name: &str| manifest["interface"].as_array().unwrap().iter().find(|port| port["name"] == name).unwrap()["width"].as_u64();
    assert_eq!((port("s_axi_aruser"), port("m_axi_aruser"), port("m_axi_wuser")), (Some(2 * 3), Some(2 * (3 + 4 + 4)), Some(2 * 3)));
}

/// An equal configuration has an equal hash; another map has another.
#[test]
fn the_map_is_part_of_the_configuration() {
    let hash = |design: Design| {
        let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
        manifest["config_hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash(small("")), hash(small("data-width=64")));
    assert_ne!(hash(small("")), hash(small("read-slots=8")));
    assert_ne!(hash(small("")), hash(made("torus:4,4", "", &["0,0", "1,2"], &["1,2", "3,2"])));
}

fn refusal(network: &str, change: impl FnOnce(&mut Options), text: &str) -> String {
    let network: Network = network.parse().unwrap();
    let (first, last) = (network.format_address(0), network.format_address(1));
    let mut options = options(&network, text, &map(&[&first], &[&last]));
    change(&mut options);
    let error = generate(&network, &options).expect_err(text);
    assert!(matches!(error, Error::Option { .. } | Error::Order(_)), "{error:?}");
    error.to_string()
}

#[test]
fn what_is_not_allowed_is_refused() {
    for (text, words) in [
        ("address-width=11", ["address-width `11`", "12 to 64"]),
        ("address-width=65", ["address-width `65`", "12 to 64"]),
        ("data-width=96", ["data-width `96`", "32, 64, 128, 256, 512"]),
        ("id-width=17", ["id-width `17`", "1 to 16"]),
        ("user-width=65", ["user-width `65`", "0 to 64"]),
        ("read-slots=3", ["read-slots `3`", "1, 2, 4, 8, 16"]),
        ("write-slots=32", ["write-slots `32`", "1, 2, 4, 8, 16"]),
        ("max-burst=257", ["max-burst `257`", "1 to 256"]),
        ("max-burst=128 read-beats=100", ["read-beats `100`", "128 to 1024"]),
        ("write-beats=2000", ["write-beats `2000`", "64 to 1024"]),
        ("reads-held=5", ["reads-held `5`", "1, 2, 4, 8, 16"]),
        ("writes-held=17", ["writes-held `17`", "1, 2, 4, 8, 16"]),
        ("order=none id-order=destination", ["id-order `destination`", "order pair"]),
        ("flit-width=64", ["flit-width `64`", "none"]),
        ("message-classes=3 vcs=3", ["message-classes `3`", "1, 2 (reads and writes)"]),
        ("write-start=1", ["write-start `1`", "message-classes 2"]),
        ("message-classes=2 vcs=2 write-start=0", ["write-start `0`", "1 to 64"]),
        ("message-classes=2 vcs=2 write-start=65", ["write-start `65`", "1 to 64"]),
        ("message-classes=2 vcs=2 write-start=8 write-beats=4", ["write-beats `4`", "8 to 1024"]),
        ("stream-width=64", ["stream-width `64`", "interface axis"]),
        ("tkeep=1", ["tkeep `1`", "interface axis"]),
        ("clocks=async", ["clocks `async`", "common"]),
        ("counters=yes", ["counters `yes`", "none"]),
    ] {
        let told = refusal("torus:4,4", |_| {}, text);
        assert!(words.iter().all(|word| told.contains(word)) && !told.contains('\n'), "{text}: {told}");
    }
    let adaptive = refusal("htn:4,4,2,1", |_| {}, "routing=ls+cs vcs=3 id-order=destination");
    assert!(adaptive.contains("id-order `destination`"), "{adaptive}");
    let network: Network = "torus:16,16".parse().unwrap();
    let all: Vec<String> = (0..256).map(|node| network.format_address(node)).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let wide = generate(&network, &options(&network, "data-width=512 vcs=2", &map(&all, &["0,0"]))).unwrap_err().to_string();
    assert!(wide.contains("data-width `512`") && wide.contains("65536 bits"), "{wide}");
    let alone = refusal("torus:4,4", |options| options.scope = Scope::Router, "");
    assert!(alone.contains("scope `router`") && alone.contains("network"), "{alone}");
    let unmapped = refusal("torus:4,4", |options| options.axi4.map = None, "");
    assert!(unmapped.contains("map `none`") && unmapped.contains("a file"), "{unmapped}");
    for interface in [Interface::Flit, Interface::Axis] {
        let other = refusal("torus:4,4", |options| options.interface = interface, "");
        assert!(other.contains("map `a file`") && other.contains("interface axi4"), "{other}");
    }
}
