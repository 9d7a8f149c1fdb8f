use std::io::Read;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{command, torusmith};

/// `address port` of every hop.
fn hops(report: &Value) -> Vec<String> {
    let words = |hop: &Value| format!("{} {}", hop["address"].as_str().unwrap(), hop["port"].as_str().unwrap());
    report["hops"].as_array().unwrap().iter().map(words).collect()
}

#[test]
fn an_htn_route_is_the_one_drawn_in_the_docs() {
    let report = torusmith("route htn:4,4,2,1 00321 13001 --vcs 2 --ties plus --json").good().json();
    let path = ["00321 z+", "00021 y+", "00031 ey", "10001 x-", "10000 ex", "13003 x-", "13002 x-", "13001 local"];
    assert_eq!(hops(&report), path);
    let vcs: Vec<u64> = report["hops"].as_array().unwrap().iter().map(|hop| hop["vc"].as_u64().unwrap()).collect();
    assert_eq!(vcs, [0, 0, 0, 0, 1, 1, 1, 0]);
}

#[test]
fn the_papers_example_takes_14_hops() {
    // TTN paper, Fig. 5; docs/networks.md, Example.
    let report = torusmith("route ttn:2,3,0 000000 231112 --ties plus --json").good().json();
    let path = [
        "000000 y-",
        "000030 3V+",
        "100030 3V+",
        "200030 x-",
        "200033 3H+",
        "210033 3H+",
        "220033 3H+",
        "230033 y+",
        "230003 x+",
        "230000 2V+",
        "231000 x-",
        "231003 2H+",
        "231103 y+",
        "231113 x-",
        "231112 local",
    ];
    assert_eq!(hops(&report), path);
    assert_eq!((&report["from"], &report["to"]), (&0.into(), &0b10_11_01_01_01_10.into()));
    assert_eq!(report["hops"][1], serde_json::json!({"node": 12, "address": "000030", "port": "3V+", "vc": 0}));
    // paper4: 2 (in the last basic module) + 1 (the wrap link of the ring is still ahead).
    let vcs: Vec<u64> = report["hops"].as_array().unwrap().iter().map(|hop| hop["vc"].as_u64().unwrap()).collect();
    assert_eq!(vcs, [1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 2, 2, 0]);
    assert!(torusmith("route ttn:2,3,0 000000 231112").good().out.contains("14 hops"));
}

#[test]
fn all_pairs_have_the_published_path_lengths() {
    // docs/results/networks.md, Path lengths: diameter and mean, pairs of a node with itself included.
    for (name, diameter, mean) in [("ttn:2,2,0", 15, 7.4375), ("ttn:2,2,1", 13, 6.4375)] {
        let out = torusmith(&format!("route {name} --all --json")).good().out;
        let links: Vec<usize> =
            out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["hops"].as_array().unwrap().len() - 1).collect();
        assert_eq!((links.len(), *links.iter().max().unwrap()), (1 << 16, diameter), "{name}");
        assert_eq!(links.iter().sum::<usize>() as f64 / 65536.0, mean, "{name}");
    }
}

#[test]
fn all_prints_what_a_single_pair_prints() {
    let all = torusmith("route ttn:2,2,2 --all --json").good().out;
    for (line, address) in [(1, "0001"), (255, "3333"), (27, "0123")] {
        let report: Value = serde_json::from_str(all.lines().nth(line).unwrap()).unwrap();
        assert_eq!(report, torusmith(&format!("route ttn:2,2,2 0000 {address} --json")).good().json());
    }
    let told = torusmith("route torus:4,4 --all").good().out;
    assert_eq!(told.lines().nth(1), Some("0,0 -> 0,1 1 hops: 0,0 x+:0 0,1 local:0"));
}

#[test]
fn a_reader_that_closes_the_pipe_ends_it_quietly() {
    let mut child = command(["route", "ttn:2,3,0", "--all", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap()), (Some(0), String::new()));
}

#[test]
fn the_way_of_a_rule_is_shown() {
    // min2 keeps ties off the wrap link: from column 3 to 1 backwards, where paper4 goes on forwards.
    let port = |rule| {
        torusmith(&format!("route ttn:2,2,0 0003 0001 --vc-rule {rule} --ties plus --json")).good().json()["hops"][0]["port"].clone()
    };
    assert_eq!((port("paper4"), port("min2")), ("x+".into(), "x-".into()));
}

#[test]
fn the_way_of_ties_is_shown() {
    let port = |flags| torusmith(&format!("route ttn:2,2,0 0003 0001 {flags} --json")).good().json()["hops"][0]["port"].clone();
    assert_eq!((port("--ties plus"), port("--ties balanced")), ("x+".into(), "x-".into()));
}

/// On the way to a link between basic modules: `dor` row before column, `dor-turn`, the default, column before row.
#[test]
fn the_way_of_turns_is_shown() {
    let ways = ["--routing dor", "--routing dor-turn", ""]
        .map(|flags| hops(&torusmith(&format!("route ttn:2,2,0 0011 1000 {flags} --json")).good().json()));
    assert_eq!(ways[0], ["0011 y-", "0001 x-", "0000 2V+", "1000 local"]);
    assert_eq!(ways[1], ["0011 x-", "0010 y-", "0000 2V+", "1000 local"]);
    assert_eq!(ways[2], ways[1]);
}

#[test]
fn a_pair_is_needed() {
    torusmith("route ttn:2,2,0").refused(2, &["FROM", "TO", "--all"]);
    torusmith("route ttn:2,2,0 0000").refused(2, &["FROM", "TO", "--all"]);
    torusmith("route ttn:2,2,0 0000 1111 --all").refused(2, &["--all"]);
    torusmith("route ttn:2,5,0 --all").refused(2, &["1048576 nodes", "65536"]);
}

/// RC8: the VC of class 0, and 2 VCs above it that of class 1.
#[test]
fn every_message_class_has_its_vc() {
    let report = torusmith("route torus:8,8 0,0 3,6 --message-classes 2 --json").good().json();
    let plain = torusmith("route torus:8,8 0,0 3,6 --vcs 2 --json").good().json();
    for (hop, own) in report["hops"].as_array().unwrap().iter().zip(plain["hops"].as_array().unwrap()) {
        let vc = own["vc"].as_u64().unwrap();
        assert_eq!((&hop["vc"], &hop["vcs"]), (&vc.into(), &serde_json::json!([vc, vc + 2])));
    }
    torusmith("route torus:8,8 0,0 3,6 --message-classes 3 --vcs 4").refused(2, &["vcs = 4", "3, 6"]);
}
