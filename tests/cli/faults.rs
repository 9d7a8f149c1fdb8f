//! Networks with links and nodes out of service: `--without`, `--without-node`, `faults`.

use std::collections::BTreeMap;
use std::path::Path;

use petgraph::algo::{dijkstra, toposort};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::certificates::check;
use crate::support::{Run, command, run, torusmith};

#[test]
fn what_does_not_exist_is_named() {
    torusmith("topology mesh:8,8 --without 3,3:z+").refused(2, &["no link at `3,3:z+`; ports of `3,3`: x+, x-, y+, y-"]);
    torusmith("route mesh:8,8 0,0 1,1 --without 0,0:x-").refused(2, &["no link at `0,0:x-`; ports of `0,0`: x+, y+"]);
    torusmith("simulate mesh:8,8 --without 3,3").refused(2, &["no link `3,3`", "ROUTER:PORT"]);
    torusmith("deadlock mesh:8,8 --without 3,3~5,5").refused(2, &["neighbours of `3,3`: 3,4, 3,2, 4,3, 2,3"]);
    torusmith("topology torus:2,4 --without 0,0~1,0").refused(2, &["several links `0,0~1,0`", "y+"]);
    torusmith("topology mesh:8,8 --without-node 8,8").refused(2, &["address `8,8`"]);
    torusmith("topology mesh:8,8 --without 9,9:x+").refused(2, &["address `9,9`"]);
}

/// A corner has two links; without both it is cut off.
#[test]
fn a_node_that_is_cut_off_is_named_or_left_out() {
    torusmith("simulate mesh:8,8 --without 0,0:x+/0,0:y+").refused(2, &["node `0,0` is cut off"]);
    torusmith("generate mesh:8,8 --out NOWHERE --without 0,0:x+ --without 0,0~1,0").refused(2, &["node `0,0` is cut off"]);
    let told = torusmith("topology mesh:8,8 --without 0,0:x+/0,0:y+ --allow-unreachable --json").good().json();
    assert_eq!((told["nodes"].as_u64(), told["directed_links"].as_u64()), (Some(63), Some(220)));
    let alone = torusmith("topology mesh:8,8 --without-node 0,0 --json").good().json();
    assert_eq!((&alone["average_distance"], &alone["routed_average"]), (&told["average_distance"], &told["routed_average"]));
    torusmith("topology mesh:2,2 --without 0,0~0,1/0,0~1,0/1,1~0,1/1,1~1,0 --allow-unreachable").refused(2, &["at least 2"]);
}

/// The links that `topology --export json` prints, as (from, port) to node.
fn links(network: &str) -> BTreeMap<(u64, u64), u64> {
    let graph = torusmith(&format!("topology {network} --export json")).good().json();
    let end = |link: &serde_json::Value, end: &str, field: &str| link[end][field].as_u64().unwrap();
    graph["links"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| ((end(link, "from", "node"), end(link, "from", "port")), end(link, "to", "node")))
        .collect()
}

/// Distances of the degraded graph by petgraph, those by `topology`, and paths by `route`, none of which is shorter or takes a dead link.
#[test]
fn paths_lead_around() {
    let network = "mesh:4,4 --without 1,1:y+/2,2:x->";
    let links = links(network);
    assert_eq!(links.len(), 48 - 3);
    assert!(!links.contains_key(&(5, 3)) && !links.contains_key(&(10, 2)) && links.contains_key(&(9, 1)));
    let graph = DiGraph::<(), ()>::from_edges(links.iter().map(|(&(from, _), &to)| (from as u32, to as u32)));
    let distances: Vec<BTreeMap<usize, u32>> = (0..16)
        .map(|from| dijkstra(&graph, NodeIndex::new(from), None, |_| 1).into_iter().map(|(to, far)| (to.index(), far)).collect())
        .collect();
    let sum: u32 = distances.iter().flat_map(BTreeMap::values).sum();
    let told = torusmith(&format!("topology {network} --json")).good().json();
    assert!((told["average_distance"].as_f64().unwrap() - f64::from(sum) / 240.0).abs() < 1e-12);
    let mut arcs = Vec::new();
    let mut links_of_paths = 0;
    for (from, to) in (0..16usize).flat_map(|from| (0..16).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let path = torusmith(&format!("route {network} {},{} {},{} --json", from / 4, from % 4, to / 4, to % 4)).good().json();
        let hops: Vec<(u64, u64, u64)> = path["hops"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hop| (hop["node"].as_u64().unwrap(), port(hop["port"].as_str().unwrap()), hop["vc"].as_u64().unwrap()))
            .filter(|(_, port, _)| *port != 0)
            .collect();
        let mut at = from as u64;
        for &(node, port, _) in &hops {
            assert_eq!(node, at);
            at = links[&(node, port)];
        }
        assert_eq!(at, to as u64);
        assert!(hops.len() as u32 >= distances[from][&to]);
        links_of_paths += hops.len();
        let channel = |&(node, port, vc): &(u64, u64, u64)| ((node * 5 + port) * 8 + vc) as u32;
        arcs.extend(hops.windows(2).map(|pair| (channel(&pair[0]), channel(&pair[1]))));
    }
    assert!(toposort(&DiGraph::<(), ()>::from_edges(arcs), None).is_ok(), "a dependency cycle");
    assert!((told["routed_average"].as_f64().unwrap() - links_of_paths as f64 / 240.0).abs() < 1e-12);
    let walked = torusmith(&format!("deadlock {network} --json")).good().json();
    assert_eq!(walked["acyclic"], true);
}

fn port(name: &str) -> u64 {
    ["local", "x+", "x-", "y+", "y-"].iter().position(|known| *known == name).unwrap() as u64
}

/// An export reads back as the same network, with the same routes.
#[test]
fn an_export_reads_back_equal() {
    let folder = tempfile::tempdir().unwrap();
    for network in ["mesh:4,4 --without 1,1:y+/2,2:x->", "mesh:4,4 --without-node 0,0 --without 3,3:x-", "torus:4,4:2 --without 0,3:x+"] {
        let file = folder.path().join("degraded.toml");
        std::fs::write(&file, torusmith(&format!("topology {network} --export toml")).good().out).unwrap();
        let file = file.display();
        let [there, back] = [network.to_owned(), file.to_string()].map(|network| links(&network));
        assert_eq!(there, back, "{network}");
        let all = |network: &str| torusmith(&format!("route {network} --all --json")).good().out;
        assert_eq!(all(network).lines().count(), all(&file.to_string()).lines().count());
        let again = torusmith(&format!("topology {file} --export toml")).good().out;
        assert_eq!(again, std::fs::read_to_string(file.to_string()).unwrap(), "{network}");
        // More may be taken out of it.
        torusmith(&format!("topology {file} --without 2,1:x+")).good();
    }
}

#[test]
fn nodes_out_of_service_get_no_packets() {
    let told = torusmith("simulate mesh:4,4 --without-node 1,1 --traffic uniform,complement,neighbours --rate 0.1 --cycles 2000 --json")
        .good()
        .json();
    for point in told["points"].as_array().unwrap() {
        assert!(point["delivered"].as_u64().unwrap_or(1) > 0, "{point}");
        assert!(point["dead"].is_null(), "{point}");
    }
    torusmith("generate mesh:4,4 --without-node 1,1 --out NOWHERE -q").refused(2, &["without-node", "allowed"]);
    torusmith("route mesh:4,4 --without-node 1,1 0,0 1,1 -q").refused(2, &["`1,1`", "out of service"]);
}

/// A picture has the dead link once, and a dead router's links.
#[test]
fn a_picture_draws_what_is_dead() {
    let dead = |flags: &str| torusmith(&format!("topology mesh:4,4 {flags} --export svg")).good().out.matches("class=\"dead\"").count();
    assert_eq!([dead(""), dead("--without 1,1:y+"), dead("--without-node 1,1")], [0, 1, 4]);
}

fn check_ranks(file: &str) {
    check("check-ranks", &[Path::new(file)]).good();
}

/// A 3 x 3 mesh has 12 links, and 66 pairs of them, of which 4 cut off a corner.
#[test]
fn faults_of_a_small_mesh() {
    let folder = tempfile::tempdir().unwrap();
    let (ranks, plot) = (folder.path().join("ranks"), folder.path().join("faults.svg"));
    let (ranks, plot) = (ranks.display(), plot.display());
    let told =
        torusmith(&format!("faults mesh:3,3 --dead-links 1,2 --worst --rate 0.1 --cycles 500 --certificate {ranks} --plot {plot} --json"))
            .good()
            .json();
    // The mean distance of a 3 x 3 mesh is 2.
    assert_eq!((&told["healthy"]["pairs"], &told["healthy"]["mean_hops"]), (&72.into(), &2.0.into()));
    let sets = |count: usize| told["counts"][count]["sets"].as_array().unwrap();
    assert_eq!([sets(0).len(), sets(1).len()], [12, 66]);
    for set in sets(0) {
        assert_eq!((&set["reachable_pairs"], set["cut_off"].as_array().unwrap().len()), (&72.into(), 0));
        assert!(set["repaired"]["stretch"].as_f64().unwrap() >= 1.0 && set["repaired"]["accepted"].as_f64().unwrap() > 0.05, "{set}");
    }
    let cut: Vec<_> = sets(1).iter().filter(|set| set["reachable_pairs"] == 56).collect();
    let corners: Vec<&str> = cut.iter().map(|set| set["cut_off"][0].as_str().unwrap()).collect();
    assert_eq!(corners, ["0,0", "0,2", "2,0", "2,2"]);
    // Two links, the second of which cuts off a corner.
    assert_eq!([&told["worst"][0]["reachable_pairs"], &told["worst"][1]["reachable_pairs"]], [72, 56]);
    // In a soak all certificates are checked.
    let every = if cfg!(feature = "soak") { 1 } else { 8 };
    for set in sets(0).iter().chain(sets(1).iter().step_by(every)) {
        check_ranks(&format!("{ranks}/{}", set["repaired"]["certificate"].as_str().unwrap()));
    }
    let drawing = std::fs::read_to_string(plot.to_string()).unwrap();
    for name in ["mesh(3,3)", "links that fail", "bound, least", "accepted load, mean", "bound, worst links one by one"] {
        assert!(drawing.lines().any(|line| line.trim() == name), "{name}");
    }
    torusmith("faults mesh:2,2 --dead-links 4").refused(2, &["dead-links = 4", "1 to 3"]);
    torusmith("faults mesh:2,2 --without 0,0:x+").refused(2, &["without", "the whole network"]);
    torusmith("faults mesh:2,2 --plot NOWHERE").refused(2, &["plot", ".svg"]);
}

/// Of 112 links C(112, 3) = 227,920 sets are three.
#[test]
fn sets_are_drawn_by_the_seed() {
    let drawn = |seed: u32| {
        torusmith(&format!("faults mesh:8,8 --dead-links 3 --samples 5 --seed {seed} --json")).good().json()["counts"][0].clone()
    };
    let without = |seed| drawn(seed)["sets"].as_array().unwrap().iter().map(|set| set["without"].clone()).collect::<Vec<_>>();
    assert_eq!((&drawn(1)["possible"], &drawn(1)["exhaustive"]), (&227_920.into(), &false.into()));
    assert_eq!((without(1).len(), without(1)), (5, without(1)));
    assert_ne!(without(1), without(2));
}

/// The bar: each link of an 8 x 8 mesh, each pair of links but those that cut off a corner, and the certificates of all.
#[test]
#[ignore = "long: 889 certificates"]
fn any_two_links_of_a_mesh_of_64_nodes_are_rerouted() {
    let folder = tempfile::tempdir().unwrap();
    let ranks = folder.path().display();
    let told = torusmith(&format!("faults mesh:8,8 --dead-links 1,2 --certificate {ranks} --json")).good().json();
    let sets = |count: usize| told["counts"][count]["sets"].as_array().unwrap();
    assert_eq!([sets(0).len(), sets(1).len()], [112, 6216]);
    let cut = |sets: &[serde_json::Value]| sets.iter().filter(|set| !set["cut_off"].as_array().unwrap().is_empty()).count();
    assert_eq!([cut(sets(0)), cut(sets(1))], [0, 4]);
    let stretch = sets(0).iter().map(|set| set["repaired"]["stretch"].as_f64().unwrap()).sum::<f64>() / 112.0;
    assert!((1.0..=1.01).contains(&stretch), "{stretch}");
    for set in sets(0).iter().chain(sets(1)) {
        check_ranks(&format!("{ranks}/{}", set["repaired"]["certificate"].as_str().unwrap()));
    }
}

/// The bar: of the uniform traffic that an 8 x 8 torus accepts, 92 % on average with one of its 128 links dead.
#[test]
#[ignore = "long: 129 simulations"]
fn a_torus_without_a_link_retains_its_throughput() {
    let told = torusmith("faults torus:8,8 --rate 0.42 --cycles 5000 --json").good().json();
    let healthy = told["healthy"]["accepted"].as_f64().unwrap();
    let sets = told["counts"][0]["sets"].as_array().unwrap();
    let retained = sets.iter().map(|set| set["repaired"]["accepted"].as_f64().unwrap() / healthy).sum::<f64>() / 128.0;
    assert!(sets.len() == 128 && (0.92..=1.0).contains(&retained), "{retained}");
}

/// Lock steps of networks without a link.
#[test]
#[ignore = "long: lock steps of 272 routers"]
fn verilog_of_larger_degraded_networks_agrees() {
    for network in ["torus:4,4 --without 1,1:y+ --rate 0.3", "ttn:2,2,1 --without 0000:2V+ --rate 0.02"] {
        let run = torusmith(&format!("cosim {network} --cycles 500 --json")).good().json();
        assert_eq!((&run["match"], &run["mismatches"]), (&true.into(), &0.into()), "{network}");
    }
}

/// Routers of a degraded mesh, and the whole network, in lock step; the folder that `generate` writes is read back as the same network.
#[test]
fn verilog_of_a_degraded_network_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rtl").display().to_string();
    torusmith(&format!("generate mesh:3,3 --without 1,1:y+ --scope network --out {out}")).good();
    let manifest = std::fs::read_to_string(format!("{out}/{}", manifest(&out))).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!((&manifest["network"], &manifest["without"][0]), (&"mesh(3,3)".into(), &"1,1:y+".into()));
    assert!(manifest["slug"].as_str().unwrap().starts_with("mesh_3_3_without_"));
    // Node 1,1 has no port y+, and node 2,1 no port y-.
    let present = |node: usize| manifest["addresses"][node]["ports_present"].as_u64().unwrap();
    assert_eq!([present(4), present(7), present(3)], [0b10111, 0b00111, 0b11011]);
    torusmith(&format!("cosim mesh:3,3 --rtl {out}")).refused(2, &["mesh_3_3"]);
    let run = torusmith(&format!("cosim mesh:3,3 --without 1,1:y+ --rtl {out} --rate 0.5 --cycles 1000 --json")).good().json();
    assert_eq!((&run["match"], &run["mismatches"]), (&true.into(), &0.into()));
    // The commands that the folder's own page tells, of a family's network and of a file's.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/networks/ring_8.toml");
    torusmith(&format!("generate {file} --without 0~1 --scope network --out {out}_file")).good();
    for out in [out.clone(), format!("{out}_file")] {
        let page = std::fs::read_to_string(format!("{out}/README.md")).unwrap();
        let check = page.lines().find(|line| line.starts_with("torusmith cosim ")).unwrap();
        let words = check.split('#').next().unwrap().split_whitespace().skip(1).map(|word| word.trim_matches('\''));
        run_in(&out, words.chain(["--cycles", "100"])).good();
    }
    assert!(std::fs::read_to_string(format!("{out}/README.md")).unwrap().contains("| `--without` | 1,1:y+ |"));
}

fn run_in<'a>(folder: &str, words: impl Iterator<Item = &'a str>) -> Run {
    run(command(words).current_dir(folder))
}

fn manifest(folder: &str) -> String {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.into_iter().find(|name| name.ends_with("network.json")).unwrap()
}
