use std::collections::HashSet;

use serde_json::json;

use crate::support::torusmith;

#[test]
fn json_has_the_documented_fields() {
    let report = torusmith("topology TTN(2,2,0) --json").good().json();
    let want = json!({
        "network": "TTN(2,2,0)", "nodes": 256, "degree": 6, "degrees": [{"degree": 4, "nodes": 224}, {"degree": 6, "nodes": 32}],
        "links": 544, "directed_links": 1056, "ports": 6, "port_names": ["local", "x+", "x-", "y+", "y-", "up+"],
        "address_bits": 8, "route_bits": 0,
        // networks/ttn-tesh-sttn-mtn.md, the sums of distances by its means: 7.15625 x 65536 and 7.4375 x 65536.
        "diameter": 14, "average_distance": 468992.0 / 65280.0, "average_distance_with_self": 7.15625,
        "routed_diameter": 15, "routed_average": 487424.0 / 65280.0, "routed_average_with_self": 7.4375,
        "cost": 90, "arc_connectivity": 4, "wiring_links": 544, "wiring_ends": 576,
        "bisection_width": 8, "bisection_kind": "exact", "bisection_cut": "row of level 2 < 2", "bisection_links": 8, "bisection_channels": 8,
        "longest_wire": 12,
    });
    assert_eq!(report, want);
    assert_eq!(torusmith("topology ttn:2,2,2 --json").good().json()["route_bits"], 1);
}

/// TTN paper, Table 1: 4608 nodes, degree 3, arc connectivity 3, bisection 256, 6912 wires. No routing, so that what needs it is null.
#[test]
fn cube_connected_cycles_are_a_graph_alone() {
    let report = torusmith("topology ccc:9 --json").good().json();
    let told =
        ["nodes", "degree", "links", "arc_connectivity", "bisection_width", "wiring_links", "diameter"].map(|field| report[field].as_u64());
    assert_eq!(told, [4608, 3, 6912, 3, 256, 6912, 20].map(Some));
    for field in ["routed_diameter", "routed_average", "routed_average_with_self", "cost", "longest_wire"] {
        assert!(report.as_object().unwrap().get(field).is_some_and(|value| value.is_null()), "{field}");
    }
    let told = torusmith("topology CCC(9)").good().out;
    assert!(!told.contains("routed") && told.contains("longest wire      not defined"), "{told}");
    for line in ["route ccc:9 000000000,0 000000000,1", "simulate ccc:9", "simulate ccc:9 --traffic all", "deadlock ccc:9"] {
        torusmith(line).refused(2, &["CCC(9)"]);
    }
    torusmith("route ccc:9 000000000,0 000000000,1").refused(2, &["no routing", "torusmith topology"]);
    torusmith("generate ccc:9 --out none").refused(2, &["CCC(9)", "no Verilog"]);
}

/// networks/ttn-tesh-sttn-mtn.md, section 2: 56 and 29.792 over 2^20 nodes.
#[test]
fn a_million_nodes_exactly() {
    let report = torusmith("topology ttn:2,5,0 --json").good().json();
    assert_eq!((&report["nodes"], &report["routed_diameter"]), (&(1u64 << 20).into(), &56.into()));
    assert!((report["routed_average_with_self"].as_f64().unwrap() - 29.792).abs() < 5e-4);
}

#[test]
fn people_get_the_same_figures() {
    let told = torusmith("topology ttn:2,2,0").good().out;
    for words in [
        "256",
        "224 nodes of degree 4, 32 nodes of degree 6",
        "544",
        "1056 directed",
        "0000 to 3333",
        "at most 15, mean 7.4667",
        "exact, row of level 2 < 2",
    ] {
        assert!(told.contains(words), "{told}");
    }
}

/// TTN paper, Table 1, but for the wiring (docs/results/networks.md, "MH3DT").
#[test]
fn an_mh3dt_has_the_published_figures() {
    let report = torusmith("topology mh3dt:4,4,2,2 --json").good().json();
    let found = ["nodes", "degree", "routed_diameter", "cost", "arc_connectivity", "bisection_links", "wiring_links"];
    assert_eq!(found.map(|field| report[field].as_u64().unwrap()), [4096, 8, 18, 144, 6, 128, 13056]);
    assert_eq!(report["routed_average_with_self"], 9.375);
    torusmith("generate mh3dt:4,4,2,2 --out NOWHERE/x").refused(2, &["MH3DT(4,4,2,2)", "Verilog"]);
}

/// Ways are as long with balanced ties, and where there are none to balance they are refused.
#[test]
fn ties_of_the_paths() {
    let report = torusmith("topology torus:4,6 --ties balanced --json").good().json();
    assert_eq!(report["routed_average_with_self"], 2.5);
    torusmith("topology mesh:4,4 --ties balanced").refused(2, &["ties = balanced", "allowed: plus for mesh(4,4)"]);
    torusmith("topology ccc:4 --ties balanced").refused(2, &["CCC(4)", "no routing"]);
}

#[test]
fn links_flag_chooses_the_direction() {
    assert_eq!(torusmith("topology ttn:2,2,0 --links bi --json").good().json()["ports"], 7);
    assert_eq!(torusmith("topology ttn:2,2,1 --links uni --json").good().json()["ports"], 6);
    torusmith("topology ttn:2,2,2 --links uni").refused(2, &["links", "q = 2"]);
}

#[test]
fn exports_name_every_terminal_and_link() {
    let graph = torusmith("topology ttn:2,2,1 --export json").good().json();
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 256);
    // 64 links a basic module inside, 8 between: two rings, both ways, in and out counted once.
    let links = graph["links"].as_array().unwrap();
    assert_eq!(links.len(), 16 * (64 + 4));
    let from: HashSet<String> = links.iter().map(|link| link["from"].to_string()).collect();
    assert_eq!(from.len(), links.len());
    assert_eq!(graph["nodes"][3], json!({"node": 3, "address": "0003", "degree": 6}));

    let dot = torusmith("topology ttn:2,2,0 --export dot").good().out;
    assert!(dot.starts_with("digraph") && dot.trim_end().ends_with('}'));
    assert_eq!(dot.matches(" -> ").count(), 544);
    assert_eq!(dot.matches("dir=none").count(), 512);
}
