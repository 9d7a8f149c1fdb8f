//! The VC rule `balanced` of TTN, STTN, MTN and HTN, and the algorithms with turns (docs/networks.md): the route modules, hop by hop, and the
//! walk that they are compared with against the channels and dependencies of docs/results/networks.md.

use std::fs;
use std::process::Command;

use torusmith_topology::Network;

use crate::routing::{check, finds};
use crate::ties::graph;
use crate::tools::{SOAK, chosen, made, run, tool, written};

/// All networks of two levels: unidirectional, bidirectional, two groups.
const TWO_LEVELS: [(&str, [(usize, usize); 2]); 8] = [
    ("ttn:2,2,0", [(2064, 6632), (2112, 7336)]),
    ("ttn:2,2,1", [(2128, 7904), (2176, 8608)]),
    ("ttn:2,2,2", [(2240, 8800), (2240, 9056)]),
    ("sttn:2,2,0", [(2064, 6392), (2112, 7336)]),
    ("sttn:2,2,1", [(2128, 7584), (2176, 8608)]),
    ("mtn:2,2,0", [(2064, 6632), (2112, 7336)]),
    ("mtn:2,2,1", [(2128, 7632), (2176, 8336)]),
    ("mtn:2,2,2", [(2240, 8320), (2240, 8576)]),
];

#[test]
fn as_many_channels_as_the_contract_has() {
    for (network, expected) in TWO_LEVELS {
        for (options, expected) in ["vc-rule=balanced routing=dor", "routing=dor-turn"].into_iter().zip(expected) {
            assert_eq!(graph(network, options), expected, "{network} {options}");
        }
    }
}

#[test]
fn ttns() {
    for (network, _) in chosen(&TWO_LEVELS[..3], 1) {
        check(network, "vc-rule=balanced routing=dor", 1, true);
        check(network, "", 1, true);
    }
    check("ttn:2,3,1", "vc-rule=balanced routing=dor", 2003, true);
    if SOAK {
        check("ttn:2,3,0", "vc-rule=balanced routing=dor", 2003, true);
    }
}

#[test]
fn sttns() {
    for (network, _) in chosen(&TWO_LEVELS[3..5], 1) {
        check(network, "vc-rule=balanced routing=dor", 1, true);
        check(network, "", 1, true);
    }
    check("sttn:2,3,1", "vc-rule=balanced routing=dor", 2003, true);
    if SOAK {
        check("sttn:2,3,0", "vc-rule=balanced routing=dor", 2003, true);
    }
}

#[test]
fn mtns() {
    for (network, _) in chosen(&TWO_LEVELS[5..], 1) {
        check(network, "vc-rule=balanced routing=dor", 1, true);
        check(network, "", 1, true);
    }
    check("mtn:2,3,1", "vc-rule=balanced routing=dor", 2003, true);
    if SOAK {
        check("mtn:2,3,0", "vc-rule=balanced routing=dor", 2003, true);
    }
}

#[test]
#[ignore = "long: networks of 1024 nodes in Icarus"]
fn htns() {
    for routing in ["dor", "dor-turn", "dor-early", "dor-both", "ls+cs-turn"] {
        for (q, stride) in chosen(&[(1, 101), (0, 257), (2, 257)], 1) {
            check(&format!("htn:4,4,2,{q}"), &format!("vc-rule=balanced routing={routing}"), *stride, true);
        }
    }
}

/// Each of these defects must show.
#[test]
fn broken_routes_are_found() {
    for (network, options, module, from, to) in [
        // The marked link itself, which are marked, and the class there
        ("ttn:2,2,1", "vc-rule=balanced routing=dor", "route", "(&here[1:0])", "here[1]"),
        ("sttn:2,2,1", "vc-rule=balanced routing=dor", "route", "(port[3] & (&here[3:2]))", "1'b0"),
        ("ttn:2,2,2", "vc-rule=balanced routing=dor", "route", "(port[4] & ~(|here[3:2]))", "1'b0"),
        ("sttn:2,2,0", "routing=dor-turn", "route", "(port[1] & (&here[1:0]))", "(port[1] & (&here[1:0])) | (port[3] & (&here[3:2]))"),
        ("ttn:2,2,1", "vc-rule=balanced routing=dor", "route", "over_wrap ? in_bm", "over_wrap ? ~in_bm"),
        // Between basic modules
        ("ttn:2,2,0", "vc-rule=balanced routing=dor", "ring4_class", "(to == 2'd2)", "(to == 2'd1)"),
        ("mtn:2,2,1", "vc-rule=balanced routing=dor", "ring4_class", "here ^ {2{~plus}}", "here"),
        ("mtn:2,2,1", "vc-rule=balanced routing=dor", "route", "(v2_first & v2_upper)", "(h2_first & v2_upper)"),
        // Which way first
        ("ttn:2,2,1", "routing=dor-turn", "route", "x_left & (up | ~y_left)", "x_left"),
        ("ttn:2,2,1", "routing=dor-turn", "route", "~(BY_X & ~up)", "~BY_X"),
        ("htn:4,4,2,1", "routing=dor-turn", "route", "by_phase = (along_y)", "by_phase = (along_y & (y_plus == y[1]))"),
        ("htn:4,4,2,1", "vc-rule=balanced routing=dor", "route", "(along_x & (x_plus == x[1]))", "along_x"),
        ("htn:4,4,2,1", "vc-rule=balanced routing=dor", "route", "~by_phase | arrived", "~by_phase | ~along_y"),
        ("htn:4,4,2,1", "routing=dor-turn", "route", "|share & ~(y[1] ^ y[0])", "|share"),
        ("htn:4,4,2,1", "routing=dor-turn", "route", "(&share |", "("),
        ("htn:4,4,2,1", "routing=dor-early", "route", "to_y[1] ^ to_y[0]", "to_y != y"),
        ("htn:4,4,2,1", "routing=dor-both", "route", "inner & ~stay", "inner"),
        ("htn:4,4,2,1", "routing=ls+cs-turn", "route", "by_phase = ~there", "by_phase = along_x"),
        ("htn:4,4,2,1", "routing=ls+cs-turn", "route", "by_phase = ~there", "by_phase = 1'b1"),
        ("htn:4,4,2,1", "routing=ls+cs-turn", "route", "{1'b1, ~by_phase", "{1'b0, ~by_phase"),
        ("htn:4,4,2,1", "routing=ls+cs-turn", "route", "(along_y & (y_hops == 2'd2) & !BY_Y)", "1'b0"),
        // turn(y) is asked in row 3, too
        ("htn:4,4,2,1", "routing=ls+cs-turn", "route", "|share & ~(y[1] ^ y[0])", "|share & ~(|y)"),
    ] {
        finds(network, options, if network.starts_with("htn") { 1009 } else { 7 }, module, [from, to]);
    }
}

/// What is not asked for is the first in the lists that goes with what is.
#[test]
fn what_goes_together() {
    let told = |network: &str, options: &str| {
        let design = made(network, options);
        let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
        let said = |field: &str| manifest[field].as_str().map(|name| format!("{field}={name}"));
        let said = ["vc_rule", "ties", "routing"].map(|field| said(field).filter(|text| text != "ties=plus"));
        said.into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    let (dor, turn) = ("vc_rule=balanced ties=balanced routing=dor", "vc_rule=balanced ties=balanced routing=dor-turn");
    for (network, papers) in [("ttn:2,2,1", "paper4"), ("sttn:2,2,0", "level"), ("mtn:2,2,2", "paper4"), ("htn:4,4,2,1", "phase")] {
        for options in ["", "vc-rule=balanced", "ties=balanced", "routing=dor-turn"] {
            assert_eq!(told(network, options), turn, "{network} {options}");
        }
        assert_eq!(told(network, "routing=dor"), dor, "{network}");
        assert_eq!(told(network, "ties=plus"), format!("vc_rule={papers} routing=dor"), "{network}");
        assert_eq!(told(network, &format!("vc-rule={papers}")), format!("vc_rule={papers} ties=balanced routing=dor"), "{network}");
    }
    assert_eq!(told("ttn:2,3,1", ""), dor);
    assert_eq!(told("torus:8,8", ""), dor);
    assert_eq!(told("torus:8,8", "ties=plus"), "vc_rule=dateline routing=dor");
    for network in ["ttn:2,4,0", "mtn:2,4,0", "mtn:2,5,0", "tesh:2,4,0", "tesh:2,5,0"] {
        assert_eq!(told(network, ""), "vc_rule=least ties=balanced routing=dor", "{network}");
    }
    assert_eq!(told("tesh:2,4,0", "ties=plus"), "vc_rule=least routing=dor");
    assert_eq!(told("ttn:3,2,0", ""), "vc_rule=paper4 ties=balanced routing=dor");
    assert_eq!(told("tesh:2,2,1", ""), "vc_rule=min2 ties=balanced routing=dor");
    assert_eq!(told("htn:4,4,2,1", "routing=cs"), "vc_rule=phase ties=balanced routing=cs");
    assert_eq!(told("htn:4,4,2,1", "routing=ls+cs vcs=3"), "vc_rule=phase routing=ls+cs");
    for options in ["", "ties=balanced ", "vc-rule=balanced "] {
        let said = told("htn:4,4,2,1", &format!("{options}routing=ls+cs-turn"));
        assert_eq!(said, "vc_rule=balanced ties=balanced routing=ls+cs-turn", "{options}");
    }
    assert_eq!(told("sttn:2,3,1", "vc-rule=balanced"), "vc_rule=balanced ties=balanced routing=dor");
    assert_eq!(told("htn:4,4,2,0", "routing=dor-both ties=balanced"), "vc_rule=balanced ties=balanced routing=dor-both");
    assert_eq!(told("htn:4,4,2,2", "routing=dor-early vc-rule=balanced"), "vc_rule=balanced ties=balanced routing=dor-early");
}

/// Of a candidate of several classes a head takes the lowest VC that is free, whatever is free elsewhere. The first number is of VCs, the other one of
/// classes.
#[test]
fn the_lowest_vc_of_several_classes() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let broken = Some(("{~(|lower_free), lowest_free}", "{1'b1, lowest_free}"));
    for (network, options, vcs, classes, pipeline, defect) in [
        ("ttn:2,2,1", "vcs=2", 2, 2, 2, None),
        ("ttn:2,2,1", "vcs=2", 2, 2, 3, None),
        ("ttn:2,2,1", "vcs=3", 3, 2, 2, None),
        ("ttn:2,2,1", "vcs=5", 5, 2, 2, None),
        ("sttn:2,3,0", "vcs=3 vc-rule=balanced", 3, 3, 2, None),
        ("sttn:2,3,0", "vcs=3 vc-rule=balanced", 3, 3, 3, None),
        ("sttn:2,3,0", "vcs=4 vc-rule=balanced", 4, 3, 2, None),
        ("sttn:2,3,0", "vcs=3 vc-rule=balanced", 3, 3, 2, broken),
    ] {
        let design = made(network, &format!("{options} pipeline={pipeline}"));
        let folder = written(&design);
        fs::write(folder.path().join("bench.v"), include_str!("verilog/head_bench.v")).unwrap();
        let unit = design.top.replace("_router", "_input_unit");
        if let Some((from, to)) = defect {
            let text = design.file(&format!("rtl/{unit}.v")).unwrap();
            assert!(text.contains(from));
            fs::write(folder.path().join(format!("rtl/{unit}.v")), text.replace(from, to)).unwrap();
        }
        let ports = network.parse::<Network>().unwrap().ports() as u32;
        let mut compile = Command::new(&iverilog);
        compile.args(["-g2001", "-s", "head_bench", "-o", "bench", "-c", &format!("{}.f", design.top), "bench.v"]);
        compile.args([format!("-DUNIT={unit}"), format!("-DPORTS={ports}"), format!("-DVCS={vcs}"), format!("-DCLASSES={classes}")]);
        compile.arg(format!("-DVC_BITS={}", u32::ilog2(vcs - 1) + 1));
        if pipeline == 3 {
            compile.arg(format!("-DTHREE={ports}"));
        }
        run(&mut compile, folder.path());
        let said = run(Command::new("vvp").args(["-n", "bench"]), folder.path());
        let count = (ports * ((1 << classes) - 1)) << (vcs + 1);
        assert_eq!(said.trim() == format!("PASS {count}"), defect.is_none(), "{network} {options} pipeline={pipeline}: {said}");
    }
}
