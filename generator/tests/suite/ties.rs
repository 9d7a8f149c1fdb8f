//! Balanced ties and the torus's VC rule `balanced` (docs/networks.md, Ties): the route modules, hop by hop, and the walk that they are
//! compared with against the channels and dependencies that docs/results/networks.md has.

use std::collections::{BTreeMap, HashSet};

use torusmith_generator::Design;

use crate::routing::{Routed, check, finds};
use crate::simulation::passes;
use crate::tools::{SOAK, made};

/// Channels and dependencies of a design's routing over all pairs, a channel for each class of a hop.
pub fn graph(network: &str, options: &str) -> (usize, usize) {
    let routed = Routed::made(network, options);
    let (graph, hops) = (routed.net.graph(), routed.hops(1));
    let next: BTreeMap<(u32, u32, u32), _> = hops.iter().map(|&(input, node, header, hop)| ((input, node, header), hop)).collect();
    let mut channels = HashSet::new();
    let mut dependencies = HashSet::new();
    for (_, node, header, (port, classes, _)) in hops {
        if port == 0 {
            continue;
        }
        let there = graph.downstream(node as usize, port as usize).unwrap();
        let then = next[&(u32::from(there.port), there.node, header)];
        for class in (0..8).filter(|class| classes >> class & 1 != 0) {
            channels.insert((node, port, class));
            for behind in (0..8).filter(|behind| then.0 != 0 && then.1 >> behind & 1 != 0) {
                dependencies.insert(((node, port, class), (there.node, then.0, behind)));
            }
        }
    }
    (channels.len(), dependencies.len())
}

#[test]
fn as_many_channels_as_the_contract_has() {
    for (network, options, expected) in [
        ("torus:4,4", "vc-rule=dateline", (80, 112)),
        ("torus:6,6", "vc-rule=dateline", (168, 312)),
        ("torus:5,5", "vc-rule=dateline", (120, 220)),
        ("torus:8,8", "vc-rule=dateline", (352, 672)),
        ("torus:4,4", "vc-rule=balanced", (64, 96)),
        ("torus:6,6", "vc-rule=balanced", (288, 504)),
        ("torus:5,5", "vc-rule=balanced", (180, 280)),
        ("torus:8,8", "vc-rule=balanced", (512, 992)),
        ("torus:12,12", "vc-rule=balanced", (1152, 2640)),
        ("torus:16,16", "vc-rule=balanced", (2048, 4672)),
        ("ttn:2,2,0", "vc-rule=paper4", (1616, 2456)),
        ("ttn:2,2,1", "vc-rule=paper4", (1648, 2720)),
        ("ttn:2,2,1", "vc-rule=min2 ties=balanced", (1344, 2336)),
        ("sttn:2,2,1", "vc-rule=level", (1440, 2464)),
        ("mtn:2,2,1", "vc-rule=paper4", (1648, 2736)),
        ("mtn:2,2,1", "vc-rule=min2 ties=balanced", (1360, 2416)),
        ("tesh:2,2,1", "ties=balanced", (1136, 1728)),
        ("tesh:2,2,1", "vc-rule=least ties=balanced", (1120, 1696)),
    ] {
        assert_eq!(graph(network, options), expected, "{network} {options}");
    }
}

#[test]
fn tori() {
    for network in ["torus:4,4", "torus:6,4", "torus:5,5", "torus:2,4", "torus:8,3,4"] {
        check(network, "vc-rule=dateline", 1, true);
    }
}

#[test]
fn tori_with_the_rule_of_the_name() {
    for network in ["torus:4,4", "torus:2,3,4", "torus:5,5", "torus:8,8", "torus:6,7", "torus:9,12", "torus:8,4", "torus:4,16"] {
        check(network, "vc-rule=balanced", 1, true);
    }
    check("torus:17,24", "vc-rule=balanced", 7, true);
}

#[test]
fn ttns_and_sttns() {
    check("ttn:2,2,1", "vc-rule=min2 ties=balanced", 1, true);
    check("sttn:2,2,1", "ties=balanced", 1, true);
    if SOAK {
        check("ttn:2,2,0", "ties=balanced", 1, true);
        check("ttn:2,2,1", "ties=balanced", 1, true);
        check("ttn:2,4,0", "ties=balanced", 2_000_003, true);
        check("ttn:3,2,1", "ties=balanced", 503, true);
    }
}

#[test]
fn mtns_and_teshes() {
    check("mtn:2,2,1", "ties=balanced", 1, true);
    check("tesh:2,2,1", "ties=balanced", 1, true);
    if SOAK {
        check("mtn:2,2,1", "vc-rule=min2 ties=balanced", 1, true);
        check("mtn:3,2,1", "ties=balanced", 503, true);
        check("tesh:2,2,0", "ties=balanced", 7, true);
    }
}

#[test]
fn htns() {
    check("htn:4,4,2,1", "vcs=2 ties=balanced", 101, true);
    check("htn:4,4,2,1", "vcs=3 routing=cs ties=balanced", 257, true);
}

/// Each of these defects must show.
#[test]
fn broken_routes_are_found() {
    for (network, options, module, from, to) in [
        ("torus:4,4", "ties=balanced", "ring_route", "& ~here[0]", "& here[0]"),
        ("torus:6,4", "ties=balanced", "ring_route_6", "((hops == 3'd3) & ~here[0])", "(hops == 3'd3)"),
        ("ttn:2,2,1", "ties=balanced", "ring_way", "((hops == 2'd2) & ~here[0])", "(hops == 2'd2)"),
        ("mtn:2,2,1", "ties=balanced", "midimew_way", "straight + odd", "straight"),
        ("mtn:2,2,1", "ties=balanced", "midimew_way", "v} + odd", "v}"),
        ("torus:8,8", "vc-rule=balanced", "ring_route", "(hops > 3'd1)", "(hops >= 3'd1)"),
        ("torus:8,8", "vc-rule=balanced", "ring_route", "there <= 3'd2)", "there < 3'd2)"),
        ("torus:8,8", "vc-rule=balanced", "ring_route", "(there >= 3'd5", "(there > 3'd5"),
        ("torus:5,5", "vc-rule=balanced", "ring_route", "there <= 3'd3)", "there <= 3'd4)"),
        ("torus:6,7", "vc-rule=balanced", "ring_route_7", "3'd0 : 3'd7", "3'd0 : 3'd0"),
        ("torus:6,7", "vc-rule=balanced", "ring_route_6", "(hops > 3'd1)", "(hops >= 3'd1)"),
        ("torus:8,8", "vc-rule=balanced", "ring_route", "(hops < 3'd7)", "(hops <= 3'd7)"),
        ("torus:8,4", "vc-rule=balanced", "route", "? 2'b11 :", "? {~x_plus, x_plus} :"),
    ] {
        finds(network, options, 1, module, [from, to]);
    }
}

/// Random traffic: every flit arrives and all credits return; hops of class any with two classes, and with one.
#[test]
#[ignore = "long: whole networks in Icarus"]
fn whole_networks() {
    passes("torus:5,2", "vcs=2 vc-rule=balanced pipeline=3 buffer-depth=2", 900, 6);
    passes("torus:4,2", "vcs=1 vc-rule=balanced", 900, 6);
    if SOAK {
        passes("torus:3,5", "vcs=2 vc-rule=balanced", 900, 4);
        passes("torus:3,5", "vcs=2 vc-rule=balanced pipeline=3 buffer-depth=2", 900, 6);
        passes("torus:4,4", "vcs=1 vc-rule=balanced", 900, 6);
        passes("torus:6,2", "vcs=2 vc-rule=balanced vc-reuse=empty", 900, 4);
    }
}

fn manifest(design: &Design) -> serde_json::Value {
    serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap()
}

#[test]
fn the_manifest_names_the_ties() {
    let told = |network: &str, options: &str| {
        let manifest = manifest(&made(network, options));
        ["vc_rule", "ties", "routing"].map(|name| manifest[name].as_str().unwrap().to_owned())
    };
    assert_eq!(told("torus:4,4", "ties=plus"), ["dateline", "plus", "dor"]);
    assert_eq!(told("torus:4,4", "ties=plus vc-rule=dateline"), ["dateline", "plus", "dor"]);
    assert_eq!(told("torus:4,4", "vc-rule=dateline"), ["dateline", "balanced", "dor"]);
    assert_eq!(told("torus:4,4", ""), told("torus:4,4", "vc-rule=balanced"));
    assert_eq!(told("torus:4,4", "ties=balanced"), ["balanced", "balanced", "dor"]);
}

/// At an output to a link an arbiter for each class, unless a hop may have VCs of several.
#[test]
fn one_arbiter_where_a_hop_has_any_class() {
    for (network, options, classes, arbiters) in [
        ("torus:4,4", "vc-rule=balanced", 1, 1),
        ("torus:8,8", "vc-rule=balanced", 2, 2),
        ("torus:8,4", "vc-rule=balanced", 2, 1),
        ("torus:8,4", "vc-rule=dateline", 2, 2),
        ("ttn:2,2,1", "vc-rule=balanced", 2, 1),
        ("ttn:2,2,1", "vc-rule=min2 ties=balanced", 2, 2),
        ("sttn:2,3,0", "vc-rule=balanced", 3, 1),
        ("htn:4,4,2,1", "routing=dor-turn", 2, 1),
        ("htn:4,4,2,1", "vc-rule=balanced", 2, 1),
        ("htn:4,4,2,1", "routing=cs", 3, 1),
        ("htn:4,4,2,1", "routing=ls", 3, 3),
    ] {
        let design = made(network, &format!("{options} pipeline=3"));
        let (_, output) = design.files.iter().find(|(path, _)| path.ends_with("_output_vcs.v")).unwrap();
        assert_eq!(output.matches("rr_arbiter #(").count(), arbiters, "{network} {options}");
        assert_eq!(manifest(&design)["classes"], classes, "{network} {options}");
    }
}
