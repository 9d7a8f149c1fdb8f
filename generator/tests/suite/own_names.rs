//! Names that a user gives in a file: what is no identifier stays in comments and in the manifest, and the file of the network comes with its design.

use std::process::Command;

use serde_json::Value;
use torusmith_generator::{Design, Options, generate};
use torusmith_topology::Network;
use torusmith_topology::own::parse;

use crate::own::{classed, design, example};
use crate::tools::{run, tool, written};

/// A ring of nodes and a hub with most ports that a network may have, all with names that only comments can carry.
fn odd_names() -> Network {
    let longest = |name: &str| format!("{name:.<32}");
    let nodes: Vec<String> = (0..12).map(|node| longest(&format!("({node})+,-"))).collect();
    let hub = "module.+";
    let mut links: Vec<String> =
        (0..12).map(|node| format!("{{ from = \"{}:+\", to = \"{}:(a).-\" }}", nodes[node], nodes[(node + 1) % 12])).collect();
    links.extend(
        (0..12).map(|node| format!("{{ between = [\"{hub}:{}\", \"{}:assign+\"] }}", longest(&format!("endmodule,{node}")), nodes[node])),
    );
    let quoted: Vec<String> = nodes.iter().map(|node| format!("\"{node}\"")).collect();
    let text = format!(
        "name = \"it's /* a: */ #1 `net`\"\nnodes = [{}, \"{hub}\"]\nlinks = [\n{}\n]\nclasses = 1\n",
        quoted.join(", "),
        links.join(",\n")
    );
    Network::new(parse(&text, "odd.toml").unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// The file of the network in a design.
fn read_back(design: &Design) -> Network {
    let manifest: Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    let file = manifest["network_file"].as_str().unwrap();
    Network::new(parse(design.file(file).unwrap(), file).unwrap())
}

#[test]
fn the_network_comes_with_its_design() {
    for name in ["ring_8.toml", "kautz_24.toml", "dragonfly_36.toml", "mesh_4x4_broken.toml", "wheel_5.toml"] {
        let network = classed(&example(name), 2, true);
        assert_eq!(read_back(&design(&network, "")), network, "{name}");
        assert_ne!(read_back(&design(&classed(&example(name), 2, false), "")), network, "{name}: other classes, another network");
    }
    let odd = odd_names();
    assert_eq!(read_back(&design(&odd, "scope=network")), odd);
}

/// Two files of one name are two configurations.
#[test]
fn what_the_file_says_is_in_the_hash() {
    let hash = |classes: u8| {
        let design = design(&classed(&example("ring_8.toml"), classes, false), "vcs=3");
        serde_json::from_str::<Value>(design.file(&format!("{}.json", design.top)).unwrap()).unwrap()["config_hash"].to_string()
    };
    assert_ne!(hash(2), hash(3));
}

#[test]
fn the_file_goes_with_its_design() {
    let design = design(&classed(&example("ring_8.toml"), 2, false), "");
    let folder = written(&design);
    let file = folder.path().join(format!("{}.network.toml", design.top));
    assert!(file.is_file());
    let name = design.top.trim_end_matches("_router").to_owned();
    let options = Options { name: Some(name), ..Options::default() };
    generate(&"torus:4,4".parse().unwrap(), &options).unwrap().write(folder.path()).unwrap();
    assert!(!file.exists());
}

#[test]
fn the_manifest_has_the_user_s_names() {
    let odd = odd_names();
    let design = design(&odd, "scope=network");
    let manifest: Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    assert_eq!((&manifest["slug"], &manifest["network"]), (&"it_s_a_1_net".into(), &"it's /* a: */ #1 `net`".into()));
    for port in 0..odd.ports() {
        assert_eq!(manifest["ports"][port]["name"], odd.port_label(port as u8));
    }
    for node in 0..odd.routers() as u32 {
        let entry = &manifest["addresses"][node as usize];
        assert_eq!((&entry["node"], entry["address"].as_str()), (&node.into(), Some(&*odd.format_address(node))));
    }
}

#[test]
#[ignore = "long: all tools for every name"]
fn odd_names_are_clean_verilog() {
    for options in ["", "pipeline=3", "interface=axis pipeline=1"] {
        let design = design(&odd_names(), options);
        let folder = written(&design);
        let list = format!("{}.f", design.top);
        if let Some(verilator) = tool("verilator", "TORUSMITH_VERILATOR") {
            let said = run(Command::new(verilator).args(["--lint-only", "-Wall", "--top-module", &design.top, "-f", &list]), folder.path());
            assert_eq!(said, "", "{options}");
        }
    }
    let design = design(&odd_names(), "scope=network");
    let folder = written(&design);
    for (path, text) in design.files.iter().filter(|(path, _)| path.ends_with(".v")) {
        let long = text.lines().find(|line| line.len() > 100 || line.ends_with(' ') || line.contains('\t'));
        assert_eq!(long, None, "{path}");
    }
    if let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") {
        let said = run(
            Command::new(iverilog).args(["-g2001", "-Wall", "-o", "out", "-s", &design.top, "-c", &format!("{}.f", design.top)]),
            folder.path(),
        );
        assert_eq!(said, "");
    }
}
