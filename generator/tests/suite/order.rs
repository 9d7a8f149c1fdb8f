//! Packets of a pair in order: rule RC9 and T5 with `ORDER` = 1.

use std::fs;
use std::path::Path;
use std::process::Command;

use torusmith_generator::{Options, generate};
use torusmith_topology::Network;

use crate::tools::{made, parsed, run, tool, written};

/// A network and options; classes, whether a hop may have VCs of several, message classes; a candidate's VCs, and what is kept of them.
type Kept = (&'static str, &'static str, u32, bool, u32, u32, &'static [u32]);

/// Worked out from RC9 by hand: a candidate's VCs, those of each message class; and what the heads of VCs 0, 1, .. keep of them, by number.
const KEPT: &[Kept] = &[
    // Two classes of one VC: what is given is one already.
    ("torus:4,4", "vc-rule=dateline vcs=2", 2, false, 1, 0b01, &[0, 0]),
    ("torus:4,4", "vc-rule=dateline vcs=2", 2, false, 1, 0b10, &[1, 1]),
    // Classes {0, 1} and {2, 3}: j mod 2.
    ("torus:4,4", "vc-rule=dateline vcs=4", 2, false, 1, 0b0011, &[0, 1, 0, 1]),
    ("torus:4,4", "vc-rule=dateline vcs=4", 2, false, 1, 0b1100, &[2, 3, 2, 3]),
    // Classes {0, 1, 2} and {3, 4}.
    ("torus:4,4", "vc-rule=dateline vcs=5", 2, false, 1, 0b00111, &[0, 1, 2, 0, 1]),
    ("torus:4,4", "vc-rule=dateline vcs=5", 2, false, 1, 0b11000, &[3, 4, 3, 4, 3]),
    // One class of all.
    ("mesh:4,4", "vcs=3", 1, false, 1, 0b111, &[0, 1, 2]),
    // Any, and classes {0, 1}, {2}.
    ("ttn:2,2,1", "vcs=3", 2, true, 1, 0b111, &[0, 1, 2]),
    ("ttn:2,2,1", "vcs=3", 2, true, 1, 0b011, &[0, 1, 0]),
    ("ttn:2,2,1", "vcs=3", 2, true, 1, 0b100, &[2, 2, 2]),
    // Classes {0, 1}, {2}, {3}; two of them: three VCs, or two.
    ("sttn:2,3,0", "vc-rule=balanced vcs=4", 3, true, 1, 0b0111, &[0, 1, 2, 0]),
    ("sttn:2,3,0", "vc-rule=balanced vcs=4", 3, true, 1, 0b1011, &[0, 1, 3, 0]),
    ("sttn:2,3,0", "vc-rule=balanced vcs=4", 3, true, 1, 0b1100, &[2, 3, 2, 3]),
    // Two message classes of four VCs: those of the second keep VCs from 4 on.
    ("torus:4,4", "vc-rule=dateline vcs=8 message-classes=2", 2, false, 2, 0b0011_0011, &[0, 1, 0, 1, 4, 5, 4, 5]),
    ("torus:4,4", "vc-rule=dateline vcs=8 message-classes=2", 2, false, 2, 0b1100_1100, &[2, 3, 2, 3, 6, 7, 6, 7]),
    // Two of three VCs, classes {0, 1} and {2}.
    ("ttn:2,2,1", "vcs=6 message-classes=2", 2, true, 2, 0b011_011, &[0, 1, 0, 3, 4, 3]),
    ("ttn:2,2,1", "vcs=6 message-classes=2", 2, true, 2, 0b111_111, &[0, 1, 2, 3, 4, 5]),
];

/// What the bench prints of the heads of a design's input unit that may have the VCs `set`.
fn asked_for(iverilog: &Path, (network, options, classes, mixed, messages, set, kept): Kept, pipeline: u32) -> String {
    let design = made(network, &format!("{options} order=pair pipeline={pipeline}"));
    let folder = written(&design);
    fs::write(folder.path().join("bench.v"), include_str!("verilog/one_vc_bench.v")).unwrap();
    let (vcs, ports) = (kept.len() as u32, network.parse::<Network>().unwrap().ports() as u32);
    let share = vcs / messages;
    // RC3; a bit for each class where there may be several, else the number of the class.
    let set = (0..share).filter(|vc| set >> vc & 1 == 1).fold(0, |set, vc| set | 1 << (vc * classes / share));
    let (class_bits, class) = if mixed { (classes, set) } else { (classes.next_power_of_two().ilog2(), u32::ilog2(set)) };
    let mut compile = Command::new(iverilog);
    compile.args(["-g2001", "-Wall", "-o", "bench", "-s", "one_vc_bench", "-c", &format!("{}.f", design.top), "bench.v"]);
    let unit = design.top.replace("_router", "_input_unit");
    compile.args([format!("-DUNIT={unit}"), format!("-DPORTS={ports}"), format!("-DVCS={vcs}")]);
    compile.arg(format!("-DVC_BITS={}", vcs.next_power_of_two().ilog2()));
    if class_bits > 0 {
        compile.arg(format!("-DCLASS={class_bits}'d{class}"));
    }
    if pipeline == 3 {
        compile.arg(format!("-DTHREE={}", ports * messages * if mixed { 1 } else { classes }));
    }
    run(&mut compile, folder.path());
    run(&mut Command::new(folder.path().join("bench")), folder.path())
}

/// A head asks for one VC of its candidate as RC9 says, and at the local port, where it may have all VCs of its message class, for the one of its
/// own number.
#[test]
fn a_head_keeps_the_vc_of_the_contract() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    for &row in KEPT {
        let kept = row.6;
        let line = |number: usize, home: u32, vc: usize| format!("{number} {home} {:0width$b}", 1 << vc, width = kept.len());
        let expected: Vec<String> =
            kept.iter().enumerate().flat_map(|(number, vc)| [line(number, 0, *vc as usize), line(number, 1, number)]).collect();
        for pipeline in [2, 3] {
            assert_eq!(asked_for(&iverilog, row, pipeline).lines().collect::<Vec<_>>(), expected, "{row:?}, pipeline {pipeline}");
        }
    }
}

/// A design's manifest, field `order`, and its notes.
fn said(network: &str, options: &str) -> (String, Vec<String>) {
    let design = made(network, options);
    let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    let order = manifest["order"].as_str().unwrap().to_owned();
    (order, design.notes)
}

#[test]
fn streams_have_order_where_routing_allows_it() {
    let none = Vec::<String>::new();
    assert_eq!(said("torus:4,4", ""), ("none".into(), none.clone()));
    assert_eq!(said("torus:4,4", "order=pair"), ("pair".into(), none.clone()));
    for network in ["torus:4,4", "ttn:2,2,1", "htn:4,4,2,1", "rdt:4"] {
        assert_eq!(said(network, "interface=axis"), ("pair".into(), none.clone()), "{network}");
        assert_eq!(said(network, "interface=axis order=none"), ("none".into(), none.clone()), "{network}");
    }
    for routing in ["ls", "cs", "ls+cs", "ls+cs-turn", "dor-both"] {
        let note = format!("order none: with routing {routing} packets from one node to another may overtake one another");
        let options = format!("interface=axis routing={routing}");
        assert_eq!(said("htn:4,4,2,1", &options), ("none".into(), vec![note]), "{routing}");
        assert_eq!(said("htn:4,4,2,1", &format!("{options} order=none")), ("none".into(), none.clone()), "{routing}");
    }
}

#[test]
fn order_is_refused_where_packets_take_several_ways() {
    let network = "htn:4,4,2,1".parse().unwrap();
    for routing in ["ls", "cs", "ls+cs", "ls+cs-turn", "dor-both"] {
        let error = generate(&network, &parsed(&format!("order=pair routing={routing}"))).expect_err(routing).to_string();
        assert_eq!(error, format!("order = pair is not allowed with routing {routing}; allowed: none"));
    }
    let error = generate(&"rdt:8".parse().unwrap(), &parsed("ack-ways=1 order=none")).expect_err("multicast").to_string();
    assert_eq!(error, "order `none`: not allowed; not an option of router multicast");
    assert_eq!(Options::default().order, None);
}
