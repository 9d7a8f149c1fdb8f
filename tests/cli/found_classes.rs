//! Classes that are found for given routes.

use std::fs;

use tempfile::tempdir;
use torusmith_host::sha256;

use crate::support::{command, run, torusmith};

/// Twice the channels of rings of four, one way or both: in each ring the shortest cycle is the ring.
#[test]
fn built_in_networks() {
    // A ring of eight in either direction, 16 rows and columns; a route needs one or the other class where it has a ring's links before or behind it.
    let torus = torusmith("deadlock torus:8,8 --vc-rule auto --ties plus --json").good().json();
    assert_eq!(["classes", "classes_lower_bound"].map(|field| torus[field].as_u64()), [Some(2), Some(2)]);
    assert_eq!((&torus["vc_rule"], &torus["routing"], &torus["ties"]), (&"auto".into(), &"dor".into(), &"plus".into()));
    assert_eq!((torus["acyclic"].as_bool(), torus["routes"].as_u64()), (Some(true), Some(64 * 63)));
    assert_eq!(torus["one_class_cycle"].as_array().map(Vec::len), Some(8));
    let loads = ["latest_load", "balanced_load"].map(|field| torus[field].as_f64().unwrap());
    assert!(1.0 < loads[1] && loads[1] < loads[0] && loads[0] <= 2.0, "{loads:?}");
    // Dimension order leaves a mesh without a cycle.
    let mesh = torusmith("deadlock mesh:4,4 --vc-rule auto --json").good().json();
    assert_eq!((mesh["classes"].as_u64(), mesh["method"].as_str(), mesh["any"].as_u64()), (Some(1), Some("acyclic"), Some(240)));
    assert_eq!(mesh["one_class_cycle"], serde_json::json!([]));
    // Beside the rule: paper4 has four classes where two are enough.
    let beside = torusmith("deadlock ttn:2,2,1 --vc-rule paper4 --json").good().json();
    assert_eq!((beside["classes"].as_u64(), beside["auto"]["classes"].as_u64()), (Some(4), Some(2)));
    let told = torusmith("deadlock ttn:2,2,1 --vc-rule paper4").good().out;
    assert!(told.contains("4 by the rule; a search finds 2 ("), "{told}");
    // Routing bits: a hop for each value that a packet comes with.
    let rdt = torusmith("deadlock rdt:8 --vc-rule auto --json").good().json();
    assert_eq!((rdt["classes"].as_u64(), rdt["acyclic"].as_bool()), (Some(2), Some(true)));
    // A second terminal at each router doubles the destinations, and leaves the cycles.
    let found = |network: &str| torusmith(&format!("deadlock {network} --vc-rule auto --effort 0 --json")).good().json();
    let (one, two) = (found("ttn:2,2,2"), found("ttn:2,2,2:2"));
    assert_eq!((one["routes"].as_u64().map(|routes| 2 * routes), &one["classes"]), (two["routes"].as_u64(), &two["classes"]));
    assert_eq!(one["one_class_cycle"].as_array().map(Vec::len), two["one_class_cycle"].as_array().map(Vec::len));
}

/// TTN(2,3,1) has 4096 nodes, more than a table may have.
#[test]
#[ignore = "long: a search"]
fn two_classes_for_three_levels_of_a_ttn() {
    let found = torusmith("deadlock ttn:2,3,1 --vc-rule auto --effort 0 --json").good().json();
    assert_eq!(["classes", "classes_lower_bound"].map(|field| found[field].as_u64()), [Some(2), Some(2)]);
    assert_eq!((found["acyclic"].as_bool(), found["routes"].as_u64()), (Some(true), Some(4096 * 4095)));
}

/// What is written has the classes, reads the same, and has no cycle.
#[test]
fn the_network_with_its_classes_is_a_file() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("torus.toml");
    let line = format!("deadlock torus:6,6 --vc-rule auto --ties plus --out {} --json", file.display());
    let first = torusmith(&line).good().json();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("name = \"torus(6,6) auto\"\n") && text.contains("\nclasses = 2\n") && text.contains(", class = 1, "));
    let read = torusmith(&format!("deadlock {} --json", file.display())).good().json();
    assert_eq!((read["classes"].as_u64(), read["vc_rule"].as_str(), read["acyclic"].as_bool()), (Some(2), Some("table"), Some(true)));
    // The same walk by another hand.
    assert_eq!([&read["channels"], &read["dependencies"]], [&first["channels"], &first["dependencies"]]);
    // The same bytes again.
    torusmith(&line).good();
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    torusmith(&format!("deadlock {} --out x.toml", file.display())).refused(2, &["out = x.toml", "vc-rule = auto"]);
}

/// An HTN of another size than the built-in rules are for has a table of routes; to model and generator it is as a network from a file.
#[test]
fn an_htn_of_another_size_has_its_classes_found() {
    let found = torusmith("deadlock htn:3,2,2,0 --json").good().json();
    assert_eq!((found["vc_rule"].as_str(), found["routing"].as_str()), (Some("auto"), Some("table")));
    assert_eq!((found["acyclic"].as_bool(), found["routes"].as_u64()), (Some(true), Some(108 * 107)));
    let dir = tempdir().unwrap();
    let out = dir.path().join("rtl");
    let told = torusmith(&format!("generate htn:2,2,2,0 --out {}", out.display())).good();
    assert!(told.err.contains("classes = \"auto\"") && out.exists(), "{}", told.err);
    torusmith("route htn:2,2,2,0 00000 11111").good();
    let graph = torusmith("topology htn:2,2,2,1 --json").good().json();
    assert_eq!((graph["network"].as_str(), graph["nodes"].as_u64(), graph["links"].as_u64()), (Some("HTN(2,2,2,1)"), Some(32), Some(128)));
    torusmith("simulate htn:5,3,2,0").refused(2, &["HTN(5,3,2,0)", "torusmith topology"]);
}

#[test]
fn what_cannot_be_found_is_refused() {
    torusmith("route torus:4,4 --all --effort 5").refused(2, &["effort = 5", "vc-rule = auto"]);
    torusmith("deadlock torus:4,4 --class-use latest").refused(2, &["class-use = latest", "vc-rule = auto"]);
    torusmith("simulate torus:4,4 --class-use latest").refused(2, &["class-use = latest", "vc-rule = auto"]);
    torusmith("simulate rdt:8 --vc-rule auto").refused(2, &["RDT(2,1,1)/alpha 8x8", "without routing bits"]);
    torusmith("simulate ttn:2,3,1 --vc-rule auto").refused(2, &["TTN(2,3,1)", "4096 nodes", "up to 1024"]);
    torusmith("deadlock htn:4,4,2,1 --routing ls+cs --vc-rule auto").refused(2, &["HTN(4,4,2,1)", "choose its way"]);
    torusmith("deadlock torus:4,4 --vc-rule auto --vcs 4").refused(2, &["vcs = 4", "vc-rule = auto", "classes are found"]);
    torusmith("deadlock torus:4,4 --vc-rule auto --out x.json").refused(2, &["out = x.json", ".toml"]);
}

/// A ring of four, one way round, whose file says one class.
#[test]
fn routes_that_deadlock_get_no_verilog() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("ring.toml");
    let links: String = (0..4).map(|node| format!("  {{ from = {node}, to = {} }},\n", (node + 1) % 4)).collect();
    fs::write(&file, format!("nodes = 4\nlinks = [\n{links}]\n")).unwrap();
    let out = dir.path().join("rtl");
    let line = format!("generate {} --out {}", file.display(), out.display());
    torusmith(&line)
        .refused(2, &["ring: its routes deadlock with 1 class: 0 p1 (VC 0) -> 1 p1 (VC 0) -> 2 p1", "-> 0 p1 (VC 0)", "--vc-rule auto"]);
    assert!(!out.exists());
    let told = torusmith(&format!("deadlock {} --json", file.display()));
    assert_eq!((told.code, told.json()["cycle"].as_array().map(Vec::len)), (Some(1), Some(4)));
    torusmith(&format!("{line} --vc-rule auto")).good();
    assert!(out.exists());
}

/// Kept by all that they depend on; an entry that is damaged counts as none.
#[test]
fn what_was_found_is_kept() {
    let dir = tempdir().unwrap();
    let told = |flags: &str| {
        let line = format!("route torus:6,6 --vc-rule auto --ties plus --all {flags}");
        let mut command = command(line.split_whitespace());
        run(command.env("TORUSMITH_CACHE", dir.path())).good().out
    };
    let kept = || {
        let mut files: Vec<_> = fs::read_dir(dir.path().join("classes")).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    };
    let first = told("");
    let [file] = &kept()[..] else { panic!("{:?}", kept()) };
    let text = fs::read_to_string(file).unwrap();
    let (body, sum) = text.split_at(text.len() - 64);
    assert!(body.starts_with("2 2 greedy\n") && body.len() == "2 2 greedy\n".len() + 36 * 36 + 1 && sum == sha256(body), "{text}");
    let sealed = |body: String| body.clone() + &sha256(body);
    // What is read is what counts: the two classes change places, and a ring's cycle stays broken.
    fs::write(file, sealed(body.replace('0', "x").replace('1', "0").replace('x', "1"))).unwrap();
    assert_ne!(told(""), first);
    // All hops in class 0, which leaves cycles, half an entry and another number count as none.
    for damaged in [sealed(body.replace('1', "0")), text[..100].to_owned(), sealed(body[..100].to_owned()), text.replacen('2', "3", 1)] {
        fs::write(file, damaged).unwrap();
        assert_eq!((told(""), fs::read_to_string(file).unwrap()), (first.clone(), text.clone()));
    }
    told("--class-use latest");
    assert_eq!(kept().len(), 2);
}
