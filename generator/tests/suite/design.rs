//! Designs as files: reproducible, complete, replaced as a whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::tools::{made, written};

/// The relative paths below a folder.
fn listing(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found
}

#[test]
fn equal_configurations_make_equal_files() {
    let (one, two) = (made("ttn:2,2,1", "vcs=5"), made("TTN(2,2,1)", "vcs=5"));
    assert_eq!(one, two);
    let others = [
        made("ttn:2,2,1", "scope=network"),
        made("ttn:2,2,1", "scope=network ties=plus"),
        made("torus:16,16", "vcs=2 scope=network"),
        made("torus:16,16", "vcs=2 scope=network interface=axis"),
        made("ttn:2,2,2", "scope=network interface=axis"),
        made("htn:4,4,2,1", "vcs=3 routing=ls+cs scope=network interface=axis"),
        made("rdt:128", "vcs=3 scope=network interface=axis wide-ports=yes"),
        made("rdt:16", "vcs=3 scope=network"),
        made("rdt:128", "vcs=3 pipeline=3"),
        made("htn:4,4,2,1", "vcs=3 routing=ls+cs scope=network"),
    ];
    for (path, text) in [one].iter().chain(&others).flat_map(|design| &design.files) {
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{path}: end of file");
        assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "{path}: absolute path");
        assert!(text.is_ascii(), "{path}: not ASCII");
        if path.ends_with(".v") {
            let long = text.lines().find(|line| line.len() > 100 || line.ends_with(' ') || line.contains('\t'));
            assert_eq!(long, None, "{path}");
        }
    }
}

#[test]
fn every_option_is_in_the_hash() {
    let all =
        ["", "vcs=5", "buffer-depth=5", "flit-width=33", "pipeline=3", "vc-reuse=empty", "vc-rule=min2", "scope=network", "interface=axis"];
    let hashes: BTreeSet<String> = all.iter().map(|options| manifest("ttn:2,2,1", options)["config_hash"].to_string()).collect();
    assert_eq!(hashes.len(), all.len());
    let routings = ["dor", "ls", "cs", "ls+cs", "ls+cs-turn"].map(|routing| format!("routing={routing} vc-reuse=empty"));
    let hashes: BTreeSet<String> = routings.iter().map(|options| manifest("htn:4,4,2,1", options)["config_hash"].to_string()).collect();
    assert_eq!(hashes.len(), routings.len());
    let uni = "ttn:2,2,0".parse::<torusmith_topology::Network>().unwrap();
    let bi = uni.with_bidirectional(true).unwrap();
    let [uni, bi] = [uni, bi].map(|network| torusmith_generator::generate(&network, &Default::default()).unwrap());
    assert_ne!(uni.top, bi.top);
}

fn manifest(network: &str, options: &str) -> Value {
    let design = made(network, options);
    serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap()
}

#[test]
fn the_manifest_says_what_is_there() {
    let design = made("ttn:2,2,2", "vcs=5 vc-reuse=empty");
    let folder = written(&design);
    let manifest: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("ttn_2_2_2_router.json")).unwrap()).unwrap();
    assert_eq!(manifest["network"], "TTN(2,2,2)");
    assert_eq!(manifest["reuse_empty"], 31);
    assert_eq!([&manifest["address_bits"], &manifest["route_bits"], &manifest["vc_bits"], &manifest["nodes"]], [8, 1, 3, 256]);
    assert_eq!(manifest["own_bits"], json!({"high": 31, "low": 24}));
    let sources: Vec<&str> = manifest["sources"].as_array().unwrap().iter().map(|path| path.as_str().unwrap()).collect();
    assert!(sources.iter().all(|path| folder.path().join(path).is_file()), "{sources:?}");
    let list = fs::read_to_string(folder.path().join("ttn_2_2_2_router.f")).unwrap();
    assert_eq!(list.lines().collect::<Vec<_>>(), sources);
    // Links L1 of router.md for 7 ports, 5 VCs, 32 bits.
    let width = |name: &str| {
        let interface = manifest["interface"].as_array().unwrap();
        interface.iter().find(|signal| signal["name"] == name).unwrap_or_else(|| panic!("{name}"))["width"].as_u64().unwrap()
    };
    assert_eq!(["node", "in_vc", "out_data", "in_credit_valid", "out_credit_vc", "error"].map(width), [8, 21, 224, 7, 21, 3]);
    // TTN(2,2,2): the four corners of each basic module have ports 5 and 6.
    let addresses = manifest["addresses"].as_array().unwrap();
    assert_eq!(addresses.len(), 256);
    for address in addresses {
        let place = address["node"].as_u64().unwrap() % 16;
        let mask = if [0, 3, 12, 15].contains(&place) { 127 } else { 31 };
        assert_eq!(address["ports_present"], mask, "{address}");
    }
    assert_eq!(addresses[27]["address"], "0123");
}

/// L5: a VC alone needs 4 + 2N places to fill a link with N registers, one less with one clock a hop. Nothing is said of links without.
#[test]
fn registers_on_links() {
    let design = made("torus:4,4", "vcs=2 scope=network link-slices=1,wrap=2 buffer-depth=7");
    let manifest: Value = serde_json::from_str(design.file("torus_4_4_network.json").unwrap()).unwrap();
    assert_eq!(manifest["link_slices"], "1,wrap=2");
    assert_eq!(design.notes.len(), 1);
    assert!(design.notes[0].contains("buffer-depth 7: ") && design.notes[0].ends_with("from buffer-depth 8 on"), "{:?}", design.notes);
    let notes = |options: &str| made("torus:4,4", &format!("vcs=2 scope=network {options}")).notes;
    assert!(notes("buffer-depth=2").is_empty());
    assert!(notes("link-slices=1,wrap=2 buffer-depth=8").is_empty());
    assert!(notes("link-slices=1,wrap=2 buffer-depth=7 pipeline=1").is_empty());
    assert!(notes("link-slices=0 buffer-depth=2").is_empty());
    let plain = made("torus:4,4", "vcs=2 scope=network");
    assert_eq!(made("torus:4,4", "vcs=2 scope=network link-slices=0"), plain);
    assert!(!plain.files.iter().any(|(path, text)| path.contains("link_slice") || text.contains("link_slice")));
}

/// Widths of streams, and of the flits where they are not given: 3 x 3 nodes have A = 4 and R = 0, an RDT of 128 x 128 has 2A + R = 61.
#[test]
fn the_widths_of_streams() {
    for (network, options, [flit, stream, user], tkeep) in [
        ("torus:3,3", "", [32, 32, 0], false),
        ("torus:3,3", "flit-width=17", [17, 17, 0], false),
        ("torus:3,3", "flit-width=17 stream-width=17", [17, 17, 0], false),
        ("torus:3,3", "stream-width=8", [32, 8, 0], false),
        ("torus:3,3", "stream-width=64", [64, 64, 0], false),
        ("torus:3,3", "stream-width=64 flit-width=24", [24, 64, 0], false),
        ("torus:3,3", "tkeep=1", [35, 32, 0], true),
        ("torus:3,3", "tkeep=1 flit-width=32", [32, 32, 0], true),
        ("torus:3,3", "tkeep=1 stream-width=24", [32, 24, 0], true),
        ("torus:3,3", "tkeep=1 stream-width=512", [512, 512, 0], true),
        ("torus:3,3", "tkeep=1 stream-width=128", [133, 128, 0], true),
        ("torus:3,3", "user-width=16", [32, 32, 16], false),
        ("torus:3,3", "user-width=64", [80, 80, 64], false),
        ("torus:3,3", "user-width=64 stream-width=32", [80, 32, 64], false),
        ("torus:3,3", "message-classes=2 vcs=4", [32, 32, 1], false),
        ("torus:3,3", "message-classes=3 vcs=6 user-width=20", [34, 34, 20], false),
        ("rdt:128", "user-width=4", [73, 73, 4], false),
        ("rdt:128", "tkeep=1", [68, 64, 0], true),
    ] {
        let manifest = manifest(network, &format!("interface=axis {options}"));
        let told = [&manifest["parameters"]["FLIT_WIDTH"], &manifest["stream_width"], &manifest["user_width"]].map(Value::as_u64);
        assert_eq!((told, manifest["tkeep"].as_bool()), ([flit, stream, user].map(Some), Some(tkeep)), "{network} {options}");
    }
}

/// The top's ports of a design with AXI streams: A = 4, W = 32, V = 2; four links of a node.
#[test]
fn the_manifest_of_an_axi_design() {
    let widths = |options: &str, names: &[&str]| -> Vec<Value> {
        let manifest = manifest("torus:3,3", &format!("vcs=2 interface=axis {options}"));
        assert_eq!(manifest["local_interface"], "axis");
        let interface = manifest["interface"].as_array().unwrap().clone();
        names.iter().map(|name| interface.iter().find(|port| port["name"] == *name).expect(name)["width"].clone()).collect()
    };
    let streams = ["s_axis_tvalid", "s_axis_tdata", "s_axis_tdest", "m_axis_tready", "m_axis_tid", "error"];
    assert_eq!(widths("", &streams), [1, 32, 4, 1, 4, 6]);
    assert_eq!(widths("", &["address", "flit_in", "credit_in"]), [4, 4 * 36, 4 * 2]);
    assert_eq!(widths("scope=network", &streams), [9, 9 * 32, 9 * 4, 9, 9 * 4, 9 * 6]);
    assert_eq!(widths("scope=network", &["clear_error"]), [1]);
    assert_eq!(made("torus:3,3", "vcs=2 interface=axis").top, "torus_3_3_axi_node");
    assert_eq!(made("torus:3,3", "vcs=2 interface=axis scope=network").top, "torus_3_3_network");
    assert_eq!(manifest("torus:3,3", "vcs=2")["local_interface"], "flit");
}

/// Rule L4, by hand: TTN(2,2,2) has two addresses of 8 bits and a routing bit, torus(4,4) two of 4.
#[test]
fn the_manifest_names_a_heads_own_bits() {
    for (network, width, own) in [
        ("ttn:2,2,2", 17, Value::Null),
        ("ttn:2,2,2", 20, json!({"high": 19, "low": 17})),
        ("ttn:2,2,2", 25, json!({"high": 24, "low": 17})),
        ("ttn:2,2,2", 26, json!({"high": 25, "low": 18})),
        ("torus:4,4", 64, json!({"high": 63, "low": 56})),
        ("torus:4,4", 8, Value::Null),
    ] {
        assert_eq!(manifest(network, &format!("flit-width={width}"))["own_bits"], own, "{network} {width}");
    }
    let multicast = manifest("rdt:8", "ack-ways=1");
    assert_eq!(multicast["own_bits"], Value::Null, "its own format: docs/multicast_router.md");
}

/// Class 2 of three has VC 2 of 3, VC 3 of 4, VCs 6 and 7 of 8 (RC3), whatever vc-reuse says (RC6).
#[test]
fn the_manifest_of_an_adaptive_router() {
    for (options, routing, rule, reuse_empty) in [
        ("ties=plus", "dor", "phase", 0),
        ("vcs=3 routing=ls", "ls", "phase", 0b100),
        ("vcs=4 routing=cs vc-reuse=tail", "cs", "phase", 0b1000),
        ("vcs=8 routing=ls+cs", "ls+cs", "phase", 0b1100_0000),
        ("vcs=3 routing=ls+cs vc-reuse=empty", "ls+cs", "phase", 0b111),
        ("vcs=8 routing=ls+cs-turn", "ls+cs-turn", "balanced", 0b1100_0000),
    ] {
        let manifest = manifest("htn:4,4,2,1", options);
        assert_eq!(manifest["routing"], routing, "{options}");
        assert_eq!(manifest["vc_rule"], rule, "{options}");
        assert_eq!(manifest["reuse_empty"], reuse_empty, "{options}");
        assert_eq!([&manifest["address_bits"], &manifest["route_bits"], &manifest["nodes"]], [10, 4, 1024], "{options}");
    }
    // Gate planes z = 0, 1: the corner (0,0) has ey and ex, (0,1) of y, x only ey, (1,0) only ex, (1,1) none; nothing at z = 2.
    let manifest = manifest("htn:4,4,2,1", "");
    let ports =
        [0b000_000, 0b000_001, 0b000_100, 0b000_101, 0b010_000, 0b100_000].map(|node| &manifest["addresses"][node]["ports_present"]);
    assert_eq!(ports, [0x1ff, 0x0ff, 0x17f, 0x07f, 0x1ff, 0x07f]);
}

#[test]
fn a_new_design_replaces_an_old_one() {
    let folder = written(&made("ttn:2,2,1", "scope=network name=ttn"));
    let path = folder.path();
    fs::write(path.join("notes.txt"), "mine").unwrap();
    let new = made("torus:4,4", "scope=network name=ttn");
    new.write(path).unwrap();
    let mut expected: BTreeSet<String> = new.files.iter().map(|(path, _)| path.clone()).collect();
    expected.insert("notes.txt".into());
    assert_eq!(listing(path), expected);
    assert_eq!(fs::read_to_string(path.join("rtl/ttn_router.v")).unwrap(), new.file("rtl/ttn_router.v").unwrap());
}

/// A file where the folder should be: root may write anywhere, so permissions do not serve here.
#[test]
fn a_folder_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    for target in [file.clone(), file.join("out")] {
        let error = made("ttn:2,2,1", "").write(&target).unwrap_err().to_string();
        assert!(error.starts_with(&format!("output folder `{}`: cannot be written: ", target.display())), "{error}");
    }
    // A folder in the place of one of the files: found out after others could have been moved.
    let out = folder.path().join("out");
    fs::create_dir_all(out.join("rtl/ttn_2_2_1_router.v/sub")).unwrap();
    made("ttn:2,2,1", "").write(&out).unwrap_err();
    assert_eq!(listing(folder.path()), BTreeSet::from(["file".to_owned()]));
}
