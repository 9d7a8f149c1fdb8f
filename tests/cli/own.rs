//! Networks from files, as users meet them.

use std::fs;

use tempfile::tempdir;

use crate::support::{command, files, root, run, torusmith};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/networks");

#[test]
fn a_network_file_has_figures() {
    let told = torusmith(&format!("topology {EXAMPLES}/dragonfly_36.toml")).good().out;
    let lines: Vec<&str> = told.lines().collect();
    for (line, words) in lines.iter().zip([
        &["file", "dragonfly_36.toml"][..],
        &["nodes", "36, g0r0 to g8r3", "no places"],
        &["links", "90 both ways, 0 one way", "72 directed links with registers", "kinds local, global"],
        &["ports", "5 a node, and the local one: p1, p2"],
        &["routes", "shortest, ties balanced", "classes to be found"],
    ]) {
        assert!(words.iter().all(|word| line.contains(word)), "{words:?}: {line}");
    }
    assert!(lines[5].is_empty() && lines[6].starts_with("network") && lines[6].ends_with("dragonfly 36"), "{told}");
    let report = torusmith(&format!("topology {EXAMPLES}/dragonfly_36.toml --json")).good().json();
    let found =
        ["nodes", "degree", "links", "directed_links", "ports", "diameter", "routed_diameter"].map(|field| report[field].as_u64().unwrap());
    assert_eq!(found, [36, 5, 90, 180, 6, 3, 3]);
    assert_eq!((&report["routes"], &report["classes"], &report["notes"]), (&"shortest".into(), &"auto".into(), &serde_json::json!([])));
    assert_eq!(report["average_distance"], report["routed_average"]);
    // A ring of 8: distances 1, 1, 2, 2, 3, 3, 4 from each node.
    let ring = torusmith(&format!("topology {EXAMPLES}/ring_8.json --json")).good().json();
    assert_eq!((&ring["routed_average"], &ring["routed_diameter"]), (&(16.0 / 7.0).into(), &4.into()));
    let table = torusmith(&format!("topology {EXAMPLES}/double_ring_16.toml --json")).good().json();
    assert_eq!((&table["routes"], &table["routed_diameter"]), (&"table".into(), &8.into()));
    assert!(torusmith("topology torus:4,4 --json").good().json().get("routes").is_none());
}

#[test]
fn every_command_reads_a_network_file() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("my.toml");
    fs::write(&file, "nodes = 3\nlinks = [\n  { between = [0, 1] },\n  { between = [1, 4] },\n]\n").unwrap();
    let told = format!("{}, line 4: unknown node `4`; expected: one of the 3 nodes, 0 to 2", file.display());
    for line in
        ["topology", "deadlock", "simulate", "cosim", "generate --out none", "area", "fpga", "prove", "route --all", "multicast --from 0"]
    {
        torusmith(&format!("{line} {}", file.display())).refused(2, &[&told]);
    }
    torusmith("topology none.json").refused(2, &["none.json: ", "No such file"]);
    torusmith(&format!("topology {EXAMPLES}/ring_8.toml --links bi")).refused(2, &["own network: links"]);
    torusmith(&format!("topology {EXAMPLES}/../networks")).refused(2, &["unknown", "a network file, my.toml or my.json"]);
    fs::write(&file, "nodes = 2\nlinks = [{ between = [0, 1], slices = 3 }]\n").unwrap();
    let recorded = torusmith(&format!("generate {} --testbench --out none", file.display()));
    recorded.refused(2, &["link-slices = 3 of the network file", "none with testbench and scope router; any with scope network"]);
    assert!(torusmith("simulate --help").good().out.contains("my.toml"));
    // From a config file, too.
    let config = dir.path().join("run.toml");
    fs::write(&config, format!("network = \"{EXAMPLES}/ring_8.toml\"\n")).unwrap();
    assert!(torusmith(&format!("topology --config {}", config.display())).good().out.contains("ring of 8"));
}

#[test]
fn other_formats_become_network_files() {
    let dir = tempdir().unwrap();
    for (file, format, more) in [
        ("ring_8.dot", "dot", ""),
        ("kautz_24.csv", "csv", ""),
        ("dragonfly_36.graphml", "graphml", ""),
        ("random_64.anynet", "anynet", ""),
        ("ring_8.gml", "gml", "--strict"),
        ("ring_8.node_link.json", "json", "--strict"),
        ("wheel_5.connect", "connect", "--route-file EXAMPLES/wheel_5.routes"),
        ("double_ring_16", "reconnect", ""),
        ("tree_7.floogen.yml", "floogen", ""),
    ] {
        let (name, _) = file.split_once('.').unwrap_or((file, ""));
        let out = dir.path().join(format!("{name}.toml"));
        let more = more.replace("EXAMPLES", EXAMPLES);
        let told = torusmith(&format!("import {EXAMPLES}/{file} --from {format} {more} --out {}", out.display())).good().out;
        assert_eq!(told.lines().next().unwrap(), format!("file    {}", out.display()));
        let known = torusmith(&format!("topology {EXAMPLES}/{name}.toml --export toml")).good().out;
        // An anynet's routes are BookSim2's.
        let known = if format == "anynet" { known.replace("\"shortest\"", "\"least-latency\"") } else { known };
        assert_eq!(fs::read_to_string(&out).unwrap(), known, "{file}");
    }
    let json = torusmith(&format!("import {EXAMPLES}/kautz_24.csv --from csv --name kautz --out {}/k.toml --json", dir.path().display()));
    let json = json.good().json();
    assert_eq!((&json["network"], &json["nodes"], &json["directed_links"]), (&"kautz".into(), &24.into(), &48.into()));
    assert!(json["notes"][0].as_str().unwrap().contains("42 of 48 links have no way back"));
}

#[test]
fn a_refused_import_leaves_no_file() {
    let dir = tempdir().unwrap();
    let (file, out) = (dir.path().join("net.dot"), dir.path().join("net.toml"));
    fs::write(&file, "graph {\n  a -- b;\n  a -- c [weigth=2];\n}\n").unwrap();
    let import = format!("import {} --from dot --out {}", file.display(), out.display());
    torusmith(&import).refused(2, &["net.dot, line 3: unknown attribute `weigth` of an edge", "expected: dir"]);
    assert_eq!(files(dir.path()).len(), 1);
    // What is there stays as it is.
    fs::write(&out, "mine").unwrap();
    torusmith(&import).refused(2, &["line 3"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    torusmith(&format!("import {} --from csv --out {}", file.display(), out.display())).refused(2, &["net.dot, line 1: unknown column"]);
    torusmith(&format!("import {} --from dot --out {}/net.txt", file.display(), dir.path().display())).refused(2, &["out = ", ".toml"]);
    torusmith(&format!("import {} --from gexf --out x.toml", file.display())).refused(2, &["gexf", "anynet, graphml, gml, json, dot"]);
    torusmith(&format!("import {EXAMPLES}/ring_8.dot --from dot --name torus(4,4) --out {}", out.display())).refused(2, &["built-in"]);
    let into = format!("import {EXAMPLES}/ring_8.dot --from dot --out {}/net.dot/x.toml", dir.path().display());
    torusmith(&into).refused(2, &["x.toml"]);
}

/// The same command writes the same bytes, wherever it is run.
#[test]
fn imports_are_the_same_each_time() {
    let dir = tempdir().unwrap();
    let once = |name: &str| {
        let args = ["import", "examples/networks/random_64.anynet", "--from", "anynet", "--name", "random", "--out"];
        let out = dir.path().join(name);
        let args = args.iter().map(|arg| arg.as_ref()).chain([out.as_os_str()]);
        assert_eq!(run(command(args).current_dir(root())).code, Some(0));
        fs::read(out).unwrap()
    };
    assert_eq!(once("a.toml"), once("b.toml"));
}

/// Nodes apart from routers: three at `a`, none at `b`, one at `c`.
#[test]
fn a_file_has_nodes_apart_from_routers() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("apart.toml");
    let nodes = "[{ at = 'a', count = 2 }, { name = 'z', at = 'a' }, { name = 'y', at = 'c' }]";
    let links = "[{ between = ['a:east', 'b:west'] }, { between = ['b:east', 'c:west'] }]";
    fs::write(&file, format!("routers = ['a', 'b', 'c']\nnodes = {nodes}\nlinks = {links}\n")).unwrap();
    let network = file.display().to_string();
    let report = torusmith(&format!("topology {network} --json")).good().json();
    // From each of three nodes: two without a link, one two links away; and back.
    let found = ["nodes", "routers", "ports", "directed_links", "diameter", "bisection_width"].map(|field| report[field].as_u64().unwrap());
    assert_eq!((found, report["average_distance"].as_f64()), ([4, 3, 5, 4, 2, 1], Some(1.0)));
    let hops = torusmith(&format!("route {network} z y --json")).good().json();
    let places: Vec<(&str, &str)> =
        hops["hops"].as_array().unwrap().iter().map(|hop| (hop["address"].as_str().unwrap(), hop["port"].as_str().unwrap())).collect();
    assert_eq!(places, [("a", "east"), ("b", "east"), ("c", "local0")]);
    assert_eq!(torusmith(&format!("route {network} --all")).good().out.lines().count(), 16);
    torusmith(&format!("route {network} a y")).refused(2, &["`a`", "the name of a node, 0 to y"]);
    assert!(torusmith(&format!("deadlock {network}")).good().out.contains("free of deadlock"));
    let json = torusmith(&format!("topology {network} --export json")).good().json();
    assert_eq!(json["terminals"][2], serde_json::json!({"terminal": 2, "address": "z", "router": 0, "port": 2}));
}

/// A concentrated mesh as a network file has the same routes.
#[test]
fn built_in_networks_with_several_nodes_a_router_become_files() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("mesh.toml");
    fs::write(&file, torusmith("topology mesh:3,2:2 --export toml --with-routes classes").good().out).unwrap();
    let [built_in, own] =
        ["mesh:3,2:2".to_owned(), file.display().to_string()].map(|network| torusmith(&format!("route {network} --all")).good().out);
    let ports = |text: &str| text.replace(':', ".");
    assert_eq!(ports(&own).lines().count(), 144);
    assert_eq!(ports(&own), ports(&built_in));
}

/// The address ranges of FlooGen's endpoints are a map that `deadlock` reads.
#[test]
fn an_import_writes_the_map_of_its_endpoints() {
    let folder = tempdir().unwrap();
    let (network, map) = (folder.path().join("tree.toml"), folder.path().join("map.toml"));
    let outputs = format!("--out {} --map-out {}", network.display(), map.display());
    torusmith(&format!("import {EXAMPLES}/tree_7.floogen.yml --from floogen {outputs}")).good();
    let told = torusmith(&format!("deadlock {} --map {}", network.display(), map.display())).good().out;
    assert!(told.contains("managers at 6 nodes, subordinates at 7") && told.contains("free of deadlock"), "{told}");
    fs::remove_file(&network).unwrap();
    let refused = torusmith(&format!("import {EXAMPLES}/ring_8.dot --from dot {outputs}"));
    refused.refused(2, &["map-out = ", "--from floogen"]);
    assert!(!network.exists());
}
