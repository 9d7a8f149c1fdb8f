//! No vector of a generated file has more bits than every tool must take: 65,536.

use std::collections::HashMap;

use torusmith_generator::{Design, generate};

use crate::axi4;
use crate::own::{classed, example};
use crate::tools::{made, parsed_for};
use crate::vectors::expression::value;

mod expression;

/// IEEE 1364-2001, 3.3.1.
const MOST: i64 = 65_536;

/// The bits of each vector that a Verilog text declares, with its declaration; parameters have their defaults.
fn vectors(text: &str) -> Vec<(i64, String)> {
    let text: String = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join(" ");
    let mut known = HashMap::new();
    let mut found = Vec::new();
    for (at, _) in text.match_indices("parameter ").chain(text.match_indices("localparam ")) {
        constants(&text[at..], &mut known);
    }
    for statement in text.split(';') {
        for (at, _) in statement.match_indices('[') {
            let Some(range) = statement[at + 1..].split(']').next() else { continue };
            let Some((left, right)) = range.split_once(':').filter(|(left, _)| !left.ends_with(['+', '-'])) else { continue };
            if let (Some(left), Some(right)) = (value(left, &known), value(right, &known)) {
                found.push(((left - right).abs() + 1, statement.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
    }
    found
}

/// `parameter NAME = value` and `localparam NAME = value, OTHER = value`, where a value is made of what is known, at the beginning of the text.
fn constants(text: &str, known: &mut HashMap<String, i64>) {
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ';' || depth < 0
    });
    for assignment in text[..end.unwrap_or(text.len())].split(',') {
        let Some((name, right)) = assignment.split_once('=') else { continue };
        let Some(name) = name.split_whitespace().last() else { continue };
        if let Some(right) = value(right, known) {
            known.entry(name.into()).or_insert(right);
        }
    }
}

fn widest(design: &Design) -> (i64, String) {
    let verilog = design.files.iter().filter(|(path, _)| path.ends_with(".v"));
    verilog.flat_map(|(path, text)| vectors(text).into_iter().map(move |(bits, text)| (bits, format!("{path}: {text}")))).max().unwrap()
}

#[test]
fn widths_are_read_from_the_text() {
    let text = "module m #(\n parameter FLIT_WIDTH = 37,\n parameter NUM_VCS = 3,\n parameter VC_BITS = (NUM_VCS > 4) ? 3 : (NUM_VCS > 2) ? 2 : 1\n\
        ) ( input wire clk, // [9:0]\n input wire [2*FLIT_WIDTH-1:0] d);\n localparam NODES = 1 << 8, LINKS = 8;\n \
        localparam FLIT_BITS = 3 + VC_BITS + FLIT_WIDTH;\n wire [NODES*LINKS*FLIT_BITS-1:0] flit_in;\n assign d[3 +: 2] = 0;\nendmodule";
    let bits: Vec<i64> = vectors(text).into_iter().map(|(bits, _)| bits).collect();
    assert_eq!(bits, [74, 86_016]);
}

/// 256 nodes, and of a port a flit of 32 + 5 bits, 2 of a VC's number, and 3.
#[test]
fn the_links_of_a_port_are_the_widest() {
    let (bits, text) = widest(&made("rdt:16", "scope=network vcs=3 flit-width=37"));
    assert_eq!(bits, 256 * 42, "{text}");
}

/// The largest of each family that can be wired up, with the widest flits: a flit more is refused.
#[test]
fn no_vector_is_too_wide() {
    let networks = [
        "torus:32,32",
        "torus:32,64",
        "torus:2,256",
        "torus:8,16,8",
        "torus:6,6,6,6",
        "mesh:32,32",
        "mesh:41,42",
        "hypercube:6",
        "hypercube:10",
        "hypercube:11",
        "rdt:4",
        "rdt:8",
        "rdt:16",
        "rdt:32",
        "ttn:2,2,0",
        "ttn:2,2,1",
        "ttn:2,2,2",
        "sttn:2,2,1",
        "mtn:2,2,2",
        "tesh:2,2,1",
        "htn:4,4,2,0",
        "htn:4,4,2,1",
        "htn:4,4,2,2",
    ];
    for name in networks {
        let network = name.parse().unwrap();
        let with = |options: &str| generate(&network, &parsed_for(Some(&network), &format!("scope=network {options}")));
        let usual = with("wide-ports=yes").unwrap_or_else(|error| panic!("{name}: {error}"));
        let manifest = usual.file(&format!("{}.json", usual.top)).unwrap();
        let vcs = manifest.split("\"vcs\": ").nth(1).unwrap().split(',').next().unwrap();
        let vc_bits = [1, 1, 2, 2, 3, 3, 3, 3][vcs.parse::<usize>().unwrap() - 1];
        let width = (MOST / network.routers() as i64 - 3 - vc_bits).min(512);
        let flits = format!("flit-width={width}");
        for options in ["", "reset-tree=yes", "link-slices=1", "interface=axis", "interface=axis clocks=async order=none pipeline=1"] {
            let design = with(&format!("{flits} {options}")).unwrap_or_else(|error| panic!("{name} {flits} {options}: {error}"));
            let (bits, text) = widest(&design);
            assert!(bits <= MOST, "{name} {flits} {options}: {text} has {bits} bits");
        }
        if width < 512 {
            let error = with(&format!("flit-width={}", width + 1)).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains("scope `network`: not allowed") && error.contains("65536"), "{name}: {error}");
        }
    }
}

/// What a node can have beside its router is no wider than its links, in networks from files too.
#[test]
fn what_stands_beside_routers_is_no_wider() {
    let beside = "scope=network counters=yes reset-tree=yes";
    let streams = "interface=axis tkeep=1 stream-width=512 user-width=64 flit-width=248 vcs=2";
    for options in [streams, &format!("{streams} clocks=async")] {
        let (bits, text) = widest(&made("torus:8,16", &format!("{beside} {options}")));
        // 128 nodes of a beat of 512 bits.
        assert_eq!(bits, MOST, "{options}: {text}");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/networks");
    let mut files: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.retain(|name| name.ends_with(".toml"));
    assert!(files.len() >= 7, "{files:?}");
    for file in files {
        let network = classed(&example(&file), 2, false);
        let clocks = if network.attached().apart() { "common" } else { "async" };
        let streams = format!("interface=axis tkeep=1 stream-width=512 user-width=64 clocks={clocks}");
        for options in ["flit-width=512", &streams] {
            let design = generate(&network, &parsed_for(Some(&network), &format!("{beside} {options}")));
            let (bits, text) = widest(&design.unwrap_or_else(|error| panic!("{file} {options}: {error}")));
            // Of 64 nodes at most: far below MOST.
            assert!(bits <= 64 * (512 + 7), "{file} {options}: {text} has {bits} bits");
        }
    }
}

/// The links of the wider network, whose flit holds a beat: of 64 nodes with 512 bits of data they are well below, of 256 nodes too wide.
#[test]
fn networks_of_axi4_are_no_wider() {
    for (name, data, allowed) in [("torus:8,8", 512, true), ("torus:16,16", 128, true), ("torus:16,16", 512, false)] {
        let network = name.parse().unwrap();
        let map = axi4::map(&["0,0", "1,2", "2,1"], &["1,2", "3,3"]);
        let options = axi4::options(&network, &format!("data-width={data}"), &map);
        match generate(&network, &options) {
            Ok(design) => {
                let (bits, text) = widest(&design);
                assert!(allowed && bits > (network.routers() * data) as i64 && bits <= MOST, "{name} {data}: {text} has {bits} bits");
            }
            Err(error) => assert!(!allowed && error.to_string().contains("65536"), "{name} {data}: {error}"),
        }
    }
}

/// What else is wide: a beat, its user's bits, the errors, a word of counters.
#[test]
fn wide_ports_are_refused() {
    for (name, options, bits) in [
        ("torus:16,16", "interface=axis stream-width=512", "256 x 516 bits"),
        ("mesh:256,256", "", "65536 x 36 bits"),
        ("hypercube:16", "", "65536 x 36 bits"),
        ("rdt:128", "", "16384 x"),
    ] {
        let network = name.parse().unwrap();
        let Err(error) = generate(&network, &parsed_for(Some(&network), &format!("scope=network {options}"))) else {
            panic!("{name} {options}: allowed");
        };
        assert!(error.to_string().contains(bits), "{error}");
    }
}

/// Up to 64 nodes an instance a node, by name; more are a loop.
#[test]
fn small_tops_are_written_out() {
    for (network, nodes, written_out) in
        [("torus:8,8", 64, true), ("torus:5,13", 65, false), ("hypercube:6", 64, true), ("ttn:2,2,0", 256, false)]
    {
        let design = made(network, "scope=network");
        let top = design.file(&format!("rtl/{}.v", design.top)).unwrap();
        let named = (0..nodes).filter(|node| top.contains(&format!(") u_node_{node} (\n"))).count();
        assert_eq!((named == nodes, top.contains("genvar")), (written_out, !written_out), "{network}: {named}");
    }
}

/// What the configuration settles is not left to elaboration.
#[test]
fn widths_of_one_bit_are_none() {
    for (network, options) in [
        ("torus:4,4", "scope=network"),
        ("torus:3,3", "scope=network interface=axis"),
        ("torus:3,3", "scope=network interface=axis clocks=async stream-width=8"),
        ("torus:9,9", "scope=network"),
        ("ttn:2,2,0", "scope=network vcs=4 interface=axis"),
    ] {
        for (path, text) in made(network, options).files.iter().filter(|(path, _)| path.ends_with(".v")) {
            let left = ["[1-1:0]", "*1 +: 1]", "*1-1:0]"].into_iter().find(|left| text.contains(left));
            assert_eq!(left, None, "{network} {options}: {path}");
        }
    }
}
