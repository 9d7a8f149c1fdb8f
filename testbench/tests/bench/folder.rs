//! Folders that cannot be used: one line that names file, field and value.

use std::fs;

use torusmith_design::{Interface, Pipeline, Scope};
use torusmith_testbench::Design;
use torusmith_topology::address_map;

use crate::support::Folder;

fn refused(folder: &Folder, words: &[&str]) {
    let told = Design::open(folder.path()).unwrap_err().to_string();
    assert!(!told.contains('\n'), "{told}");
    for word in words {
        assert!(told.contains(word), "`{word}` in: {told}");
    }
}

#[test]
fn a_good_one_is_read() {
    let folder = Folder::small();
    let design = Design::open(folder.path()).unwrap();
    assert_eq!((design.network.to_string(), design.manifest.scope), ("torus(4,4)".into(), Scope::Router));
    assert_eq!((design.config.vcs, design.config.depth, design.flit_width), (2, 4, 16));
    assert!(design.sources.iter().all(|source| source.is_file()));
    // The slug tells what the name does not: the direction of the inter-BM rings.
    let network: torusmith_topology::Network = "ttn:2,2,1".parse().unwrap();
    let one_way = network.with_bidirectional(false).unwrap();
    let folder = tempfile::tempdir().unwrap();
    torusmith_generator::generate(&one_way, &Default::default()).unwrap().write(folder.path()).unwrap();
    assert_eq!(Design::open(folder.path()).unwrap().network, one_way);
}

#[test]
fn broken_manifests() {
    let edit = |from: &str, to: &str| Folder::small().edit(".json", from, to);
    refused(&edit("\"tool\": \"torusmith\",", "\"tool\": \"torusmith\""), &[".json", "not a manifest", "line"]);
    refused(&edit("\"network\": \"torus(4,4)\"", "\"network\": \"torus(4,5)\""), &["slug `torus_4_4`", "torus(4,5)"]);
    refused(&edit("\"network\": \"torus(4,4)\"", "\"network\": \"ring(4)\""), &["ring(4)", "unknown"]);
    refused(&edit("\"nodes\": 16", "\"nodes\": 17"), &["nodes = 17", "16"]);
    refused(&edit("\"nodes\": 16,", ""), &["missing field `nodes`"]);
    refused(&edit("\"address_bits\": 4", "\"address_bits\": 5"), &["address_bits = 5", "4"]);
    let own = "\"own_bits\": {\n    \"high\": 15,\n    \"low\": 8\n  }";
    refused(&edit("\"low\": 8", "\"low\": 7"), &["own_bits = 15..7", "flit_width = 16", "15..8"]);
    refused(&edit(own, "\"own_bits\": null"), &["own_bits = null", "15..8"]);
    refused(&edit("\"vcs\": 2", "\"vcs\": 9"), &["vcs = 9", "1 to 8"]);
    refused(&edit("\"pipeline\": 2", "\"pipeline\": 4"), &["pipeline = 4", "2, 3"]);
    refused(&edit("\"flit_width\": 16", "\"flit_width\": 7"), &["flit_width = 7", "8 to 512"]);
    refused(&edit("\"reuse_empty\": 0", "\"reuse_empty\": 4"), &["reuse_empty = 4", "0 to 3"]);
    refused(&edit("\"manifest_version\": 2", "\"manifest_version\": 1"), &["manifest_version = 1", "generate the design again"]);
    let port = "\"name\":\"in_data\",\"direction\":\"input\",\"width\":80";
    refused(&edit(port, &port.replace("80", "81")), &["in_data", "81", "80"]);
    refused(&edit("\"top\": \"torus_4_4_router\"", "\"top\": \"-f evil\""), &["`-f evil`"]);
}

/// Rule P2: with one clock a hop as many own bits as the routers use, 8 at most, else none.
#[test]
fn own_bits_of_axi4_are_those_of_the_pipeline() {
    let folder = |pipeline| {
        Folder::new("mesh:2,2", |o| {
            let network = "mesh:2,2".parse().unwrap();
            let map = "managers = [\"0,0\"]\n[[range]]\nname = \"ram\"\nbase = 0\nsize = 4096\nnode = \"0,1\"\n";
            o.axi4.map = Some(address_map::parse(map, "map.toml", &network, 32).unwrap());
            (o.interface, o.scope, o.pipeline) = (Interface::Axi4, Scope::Network, pipeline);
        })
    };
    Design::open(folder(Pipeline::One).path()).unwrap();
    let high = "\"high\": 71,";
    refused(&folder(Pipeline::One).edit(".json", high, "\"high\": 78,"), &["own_bits has 9 bits", "pipeline = 1", "up to 8"]);
    let two = folder(Pipeline::Two).edit(".json", "\"own_bits\": null", "\"own_bits\": {\"high\": 71, \"low\": 70}");
    refused(&two, &["own_bits has 2 bits", "pipeline = 2", "up to 0"]);
}

#[test]
fn missing_files() {
    let folder = Folder::small();
    fs::remove_file(folder.file("_crossbar.v")).unwrap();
    refused(&folder, &["rtl/torus_4_4_crossbar.v", "missing"]);

    let folder = Folder::small();
    fs::copy(folder.file(".json"), folder.path().join("another.json")).unwrap();
    refused(&folder, &["more than one manifest", "another.json"]);

    let folder = Folder::small();
    fs::remove_file(folder.file(".json")).unwrap();
    refused(&folder, &["no manifest", "torusmith generate"]);
    assert!(Design::open(&folder.path().join("nothing")).unwrap_err().to_string().ends_with("nothing: no such folder"));
}
