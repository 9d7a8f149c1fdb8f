//! Packets of a pair in order: rule RC9 and T5 with `ORDER` = 1.

use std::fs;
use std::process::Command;

use torusmith_generator::{Options, generate, library_module};

use crate::tools::{made, parsed, run, tool};

/// V, classes, mixed, message classes, a candidate's VCs, and what is kept of them.
type Kept = (u32, u32, u32, u32, u32, &'static [u32]);

/// Worked out from RC9 by hand: V, classes, mixed, message classes; a candidate's VCs, those of each message class; and what the heads of
/// VCs 0, 1, .. keep of them, by number.
const KEPT: &[Kept] = &[
    // Two classes of one VC: what is given is one already.
    (2, 2, 0, 1, 0b01, &[0, 0]),
    (2, 2, 0, 1, 0b10, &[1, 1]),
    // Classes {0, 1} and {2, 3}: j mod 2.
    (4, 2, 0, 1, 0b0011, &[0, 1, 0, 1]),
    (4, 2, 0, 1, 0b1100, &[2, 3, 2, 3]),
    // Classes {0, 1, 2} and {3, 4}.
    (5, 2, 0, 1, 0b00111, &[0, 1, 2, 0, 1]),
    (5, 2, 0, 1, 0b11000, &[3, 4, 3, 4, 3]),
    // One class of all.
    (3, 1, 0, 1, 0b111, &[0, 1, 2]),
    // Any, and classes {0, 1}, {2}.
    (3, 2, 1, 1, 0b111, &[0, 1, 2]),
    (3, 2, 1, 1, 0b011, &[0, 1, 0]),
    (3, 2, 1, 1, 0b100, &[2, 2, 2]),
    // Classes {0, 1}, {2}, {3}; two of them: three VCs, or two.
    (4, 3, 1, 1, 0b0111, &[0, 1, 2, 0]),
    (4, 3, 1, 1, 0b1011, &[0, 1, 3, 0]),
    (4, 3, 1, 1, 0b1100, &[2, 3, 2, 3]),
    // Two message classes of four VCs: those of the second keep VCs from 4 on.
    (8, 2, 0, 2, 0b0011_0011, &[0, 1, 0, 1, 4, 5, 4, 5]),
    (8, 2, 0, 2, 0b1100_1100, &[2, 3, 2, 3, 6, 7, 6, 7]),
    // Two of three VCs, classes {0, 1} and {2}.
    (6, 2, 1, 2, 0b011_011, &[0, 1, 0, 3, 4, 3]),
    (6, 2, 1, 2, 0b111_111, &[0, 1, 2, 3, 4, 5]),
];

/// A VC keeps one of each candidate as RC9 says, and at the local port, where it has all VCs of its message class, its own number.
#[test]
fn a_head_keeps_the_vc_of_the_contract() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let folder = tempfile::tempdir().unwrap();
    for module in ["onehot_mux", "one_vc"] {
        fs::write(folder.path().join(format!("{module}.v")), &*library_module(module).text).unwrap();
    }
    fs::write(folder.path().join("bench.v"), include_str!("verilog/one_vc_bench.v")).unwrap();
    for &(vcs, classes, mixed, messages, set, kept) in KEPT {
        let mut compile = Command::new(&iverilog);
        compile.args(["-g2001", "-Wall", "-o", "bench", "-s", "one_vc_bench", "onehot_mux.v", "one_vc.v", "bench.v"]);
        for (name, value) in [("NUM_VCS", vcs), ("CLASSES", classes), ("MIXED", mixed), ("MESSAGE_CLASSES", messages)] {
            compile.arg(format!("-Pone_vc_bench.{name}={value}"));
        }
        run(&mut compile, folder.path());
        let shown = run(&mut Command::new(folder.path().join("bench")), folder.path());
        let bits = |mask: u32| format!("{mask:0width$b}", width = vcs as usize);
        for (number, vc) in kept.iter().enumerate() {
            let line = format!("{number} 0 {} {}", bits(set), bits(1 << vc));
            assert!(shown.lines().any(|shown| shown == line), "V {vcs}, K {classes}, M {messages}: no `{line}`");
            let line = format!("{number} 1 {} {}", bits(set), bits(1 << number));
            assert!(shown.lines().any(|shown| shown == line), "V {vcs}, K {classes}, M {messages}: no `{line}`");
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
