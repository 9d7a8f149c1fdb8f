use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::tempdir;

use crate::support::{command, torusmith};

fn points(flags: &str) -> Vec<Value> {
    torusmith(&format!("simulate {flags} --json")).good().json()["points"].as_array().unwrap().clone()
}

#[test]
fn a_point_has_the_documented_fields() {
    let all = points("ttn:2,2,1 --traffic all --rate 0.01,0.02 --cycles 1000");
    assert_eq!(all.len(), 14);
    let patterns: Vec<&str> = all.iter().step_by(2).map(|p| p["pattern"].as_str().unwrap()).collect();
    assert_eq!(patterns, ["uniform", "hot-spot", "transpose", "bit-reversal", "complement", "bit-flip", "shuffle"]);
    for point in &all {
        for field in ["offered", "accepted", "latency_mean", "total_latency_mean", "hops_mean", "link_use_mean", "link_use_max", "rate"] {
            assert!(point[field].is_f64(), "{field}: {point}");
        }
        for field in
            ["latency_p50", "latency_p99", "latency_max", "total_latency_p99", "packets_created", "packets_delivered", "packets_queued"]
        {
            assert!(point[field].is_u64(), "{field}: {point}");
        }
        assert_eq!((&point["dead"], &point["packets_in_flight"]), (&Value::Null, &0.into()));
        let count = |field: &str| point[field].as_u64().unwrap();
        assert_eq!(count("packets_created"), count("packets_delivered") + count("packets_queued"));
    }
}

#[test]
fn an_idle_network_has_the_latency_of_the_contract() {
    // docs/router.md, N8: clocks a hop x (h + 1) + n - 1 with h links; TTN(2,2,1) has 6.4375 links a pair, without the pairs of a
    // node with itself 6.4627. At this load packets hardly meet.
    for (pipeline, clocks) in [(1, 1.0), (2, 2.0), (3, 3.0)] {
        let point = &points(&format!("ttn:2,2,1 --rate 0.0005 --cycles 200000 --pipeline {pipeline}"))[0];
        let mean = point["latency_mean"].as_f64().unwrap();
        let empty = clocks * (point["hops_mean"].as_f64().unwrap() + 1.0) + 15.0;
        assert!((mean - empty).abs() < 1.0, "{mean} for {empty}");
        assert!((point["hops_mean"].as_f64().unwrap() - 6.4627).abs() < 0.15, "{point}");
    }
}

#[test]
fn threads_engines_and_runs_agree() {
    let line = "simulate ttn:2,2,1 --traffic uniform,shuffle --rate 0.02,0.3 --cycles 600 --seed 7 --json";
    let outputs = ["", " --threads 1", " --threads 3", " --engine reference"].map(|flags| torusmith(&format!("{line}{flags}")).good().out);
    assert!(outputs.iter().all(|out| *out == outputs[0]));
    assert_ne!(torusmith(&line.replace("--seed 7", "--seed 8")).good().out, outputs[0]);
}

/// One point of a network that is large enough for several threads.
#[test]
#[ignore = "long: the same run several times"]
fn one_network_on_several_threads_tells_the_same() {
    let line = "simulate torus:64,64 --rate 0.05 --cycles 200 --link-use --json";
    let outputs = [1, 2, 3, 8].map(|threads| torusmith(&format!("{line} --threads {threads}")).good().out);
    assert!(outputs.iter().all(|out| *out == outputs[0]));
    assert_ne!(torusmith(&format!("{line} --seed 8")).good().out, outputs[0]);
}

#[test]
fn links_are_listed_on_demand() {
    let point = &points("torus:4,4 --rate 0.2 --cycles 1000 --link-use")[0];
    let links = point["links"].as_array().unwrap();
    assert_eq!(links.len(), 64);
    let highest = links.iter().map(|link| link["flits"].as_f64().unwrap()).fold(0.0, f64::max);
    assert_eq!(point["link_use_max"].as_f64().unwrap(), highest);
    assert!(point["busiest_link"].as_str().unwrap().split_once(' ').is_some());
}

#[test]
fn a_dead_network_is_told_with_who_waits_for_whom() {
    let run = torusmith("simulate ttn:2,2,0 --vc-rule literal --vcs 2 --rate 0.3 --json");
    assert_eq!(run.code, Some(1));
    let dead = &run.json()["points"][0]["dead"];
    assert!(dead["packets"].as_u64().unwrap() > 0 && !dead["waiting"].as_array().unwrap().is_empty(), "{dead}");
    let told = torusmith("simulate ttn:2,2,0 --vc-rule literal --vcs 2 --rate 0.3").out;
    assert!(told.contains("DEAD") && told.contains("waits for"), "{told}");
}

#[test]
fn a_warmup_leaves_clocks_to_count() {
    torusmith("simulate ttn:2,2,1 --cycles 100 --warmup 100").refused(2, &["warmup", "100", "0 to 99"]);
}

/// N8: with a register on every link a packet takes a clock more for each.
#[test]
fn registers_on_links_cost_a_clock_each() {
    let [without, with] = ["", "--link-slices 1"].map(|flags| {
        let report = torusmith(&format!("simulate torus:4,4 --buffer-depth 8 --rate 0.0005 --cycles 50000 --json {flags}")).good().json();
        assert_eq!(report["link_slices"].as_str(), (!flags.is_empty()).then_some("1"));
        report["points"][0].clone()
    });
    let number = |point: &Value, field: &str| point[field].as_f64().unwrap();
    let more = number(&with, "latency_mean") - number(&without, "latency_mean");
    assert!((more - number(&without, "hops_mean")).abs() < 0.1, "{more}: {with}");
}

/// Each message class has half of the packets, and its own figures.
#[test]
fn message_classes_are_told_apart() {
    let report = torusmith("simulate torus:8,8 --message-classes 2 --rate 0.1 --cycles 3000 --json").good().json();
    assert_eq!(report["message_classes"], 2);
    let point = &report["points"][0];
    let classes = point["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 2);
    let sum = |field: &str| classes.iter().map(|class| class[field].as_f64().unwrap()).sum::<f64>();
    for field in ["offered", "accepted"] {
        assert!((sum(field) - point[field].as_f64().unwrap()).abs() < 1e-9, "{point}");
    }
    let most = classes.iter().map(|class| class["latency_max"].as_u64().unwrap()).max();
    assert_eq!(most, point["latency_max"].as_u64());
    assert!(classes.iter().all(|class| class["accepted"].as_f64().unwrap() > 0.04 && class["latency_mean"].as_f64().unwrap() > 0.0));
    let told = torusmith("simulate torus:8,8 --message-classes 2 --rate 0.1 --cycles 3000").good().out;
    assert!(told.contains("By message class:"), "{told}");
    assert!(torusmith("simulate torus:8,8 --rate 0.1 --cycles 500 --json").good().json().get("message_classes").is_none());
}

/// docs/router.md, RC9: the same packets overtake one another without it.
#[test]
fn packets_of_a_pair_are_kept_in_order() {
    let line = "simulate torus:4,4 --vcs 4 --traffic transpose --rate 0.5 --packet-flits 2,16 --cycles 3000";
    let [none, pair] = ["none", "pair"].map(|order| {
        let report = torusmith(&format!("{line} --order {order} --json")).good().json();
        assert_eq!(report["order"], order);
        let point = &report["points"][0];
        (point["packets_overtaken"].as_u64().unwrap(), point["overtaken_share"].as_f64().unwrap())
    });
    assert!(none.0 > 10 && none.1 > 0.001 && none.1 < 1.0, "{none:?}");
    assert_eq!(pair, (0, 0.0));
    let told = torusmith(&format!("{line} --order pair")).good().out;
    assert!(told.lines().next().unwrap().contains(", order pair;"), "{told}");
    assert!(!torusmith(line).good().out.lines().next().unwrap().contains("order"));
}

#[test]
fn order_is_refused_where_a_pair_has_several_ways() {
    for routing in ["ls", "cs", "ls+cs", "ls+cs-turn", "dor-both"] {
        let line = format!("simulate htn:4,4,2,1 --vcs 4 --routing {routing} --order pair --rate 0.1");
        torusmith(&line).refused(2, &[&format!("order = pair is not allowed with routing {routing}; allowed: none")]);
    }
    torusmith("simulate torus:4,4 --order all --rate 0.1").refused(2, &["order = all", "none, pair"]);
}

/// Packets that meet no other, by rule N8 of docs/router.md: clocks a hop x (h + 1) + n - 1 with h links.
#[test]
fn packets_are_listed_with_their_clocks_and_hops() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    fs::write(at("trace.csv"), "clock,from,to,flits\n0,0,1,3\n20,0,15,1\n21,7,6,2\n").unwrap();
    let head = "id,source,destination,class,flits,created,entered,arrived,hops\n";
    for (clocks, lines) in [
        (1, "0,0,1,0,3,0,0,4,1\n2,7,6,0,2,21,21,24,1\n1,0,15,1,1,20,20,27,6\n"),
        (2, "0,0,1,0,3,0,0,6,1\n2,7,6,0,2,21,21,26,1\n1,0,15,1,1,20,20,34,6\n"),
    ] {
        let line = format!("simulate mesh:4,4 --pipeline {clocks} --message-classes 2 --traffic trace:{}", at("trace.csv"));
        for engine in ["fast", "reference"] {
            torusmith(&format!("{line} --engine {engine} --packets {}", at("packets.csv"))).good();
            assert_eq!(fs::read_to_string(at("packets.csv")).unwrap(), format!("{head}{lines}"), "{engine}");
        }
    }
}

/// The figures of a run are those of its packets, wherever the network is loaded, and the packed list is the same list.
#[test]
fn the_listed_packets_are_those_of_the_figures() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    for line in ["rdt:8 --rate 0.2 --packet-flits 4", "torus:4,4 --rate 0.4 --packet-flits 4 --vcs 4 --vc-reuse empty"] {
        let line = format!("{line} --cycles 1000 --warmup 0");
        let figures = &points(&format!("{line} --packets {}", at("packets.csv")))[0];
        points(&format!("{line} --engine reference --packets {}", at("packets.csv.gz")));
        let list = fs::read_to_string(at("packets.csv")).unwrap();
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(fs::File::open(at("packets.csv.gz")).unwrap()).read_to_string(&mut unpacked).unwrap();
        assert!(unpacked == list, "{line}");
        let rows: Vec<Vec<f64>> = list.lines().skip(1).map(|row| row.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
        let mean = |of: fn(&[f64]) -> f64| rows.iter().map(|row| of(row)).sum::<f64>() / rows.len() as f64;
        let same = |field: &str, value: f64| assert!((figures[field].as_f64().unwrap() - value).abs() < 1e-9, "{line}: {field}, {value}");
        same("packets_delivered", rows.len() as f64);
        same("latency_mean", mean(|row| row[7] - row[6]));
        same("total_latency_mean", mean(|row| row[7] - row[5]));
        same("hops_mean", mean(|row| row[8]));
        let mut latencies: Vec<f64> = rows.iter().map(|row| row[7] - row[6]).collect();
        latencies.sort_by(f64::total_cmp);
        let rank = |per_mille: usize| latencies[(per_mille * latencies.len()).div_ceil(1000) - 1];
        for (field, per_mille) in [("latency_p50", 500), ("latency_p90", 900), ("latency_p99", 990), ("latency_p999", 999)] {
            same(field, rank(per_mille));
        }
    }
}

#[test]
fn a_list_of_packets_is_of_one_run() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("packets.csv").display().to_string();
    for (line, words) in [
        ("simulate torus:4,4 --rate 0.1,0.2 --packets FILE", &["packets = ", "2 simulations", "one pattern at one rate"][..]),
        ("simulate torus:4,4 --plot FILE.svg --packets FILE", &["packets = ", "a plot without --rate", "one pattern at one rate"]),
        ("simulate torus:4,4 --packets NOWHERE/a.csv", &["packets = NOWHERE/a.csv", "a folder that is there"]),
        ("simulate torus:4,4 --vcs 9 --packets FILE", &["vcs"]),
    ] {
        torusmith(&line.replace("FILE", &file)).refused(2, words);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_list_of_packets_leaves_nothing() {
    let dir = tempdir().unwrap();
    let left = || fs::read_dir(dir.path()).unwrap().count();
    let mut command = command("simulate torus:4,4 --rate 0.1 --cycles 1000000000 --packets packets.csv".split(' '));
    let child = command.current_dir(dir.path()).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    while left() == 0 {
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(200));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8_lossy(&ended.stderr).contains("torusmith: interrupted\n")), (Some(130), true));
    assert_eq!(left(), 0);
}
