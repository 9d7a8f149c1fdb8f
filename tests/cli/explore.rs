//! Explorations: the front against one that is counted from every measurement, processes that share a folder, and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Run, command, run, torusmith};
use crate::sweep::planned;

fn explore(dir: &Path, words: &str) -> Run {
    run(command(["explore", "plan.toml", "--out"]).args(words.split_whitespace()).current_dir(dir))
}

/// The rows of explore.csv, by their columns.
fn rows(file: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let header = reader.headers().unwrap().clone();
    reader.records().map(|row| header.iter().map(str::to_owned).zip(row.unwrap().iter().map(str::to_owned)).collect()).collect()
}

const KEYS: &str = "traffic = [\"uniform\", \"transpose\"]\ncycles = 4000\n[[grid]]\nnetwork = [\"mesh:4,4\", \"torus:4,4\", \"hypercube:4\"]\n\
                    vcs = [1, 2]\npipeline = [1, 2]\nbuffer-depth = [2, 4]\n[[grid]]\nnetwork = \"mesh:2,2:4\"\nvcs = 2\npipeline = [1, 2]\nbuffer-depth = 4\n";

/// Loads by a sweep of all designs, latencies by `simulate`, wires by `topology`; whatever another design is as good as in all three and
/// better in one is not on the front.
#[test]
fn the_front_is_that_of_all_measurements() {
    let dir = planned(&format!("goals = [\"accepted\", \"latency\", \"wires\"]\nlimits = [\"nodes = 16\"]\n{KEYS}"));
    let told = explore(dir.path(), "out --json").good().json();
    assert_eq!((&told["designs"], &told["refused"], &told["failed"]), (&26.into(), &0.into(), &0.into()), "{told}");

    fs::write(dir.path().join("plan.toml"), format!("command = \"simulate\"\nrate = \"knee\"\n{KEYS}")).unwrap();
    run(command(["sweep", "plan.toml", "--out", "all"]).current_dir(dir.path())).good();
    run(command(["sweep", "plan.toml", "--out", "all", "--merge"]).current_dir(dir.path())).good();
    let all: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("all/sweep.json")).unwrap()).unwrap();
    // (least load, latency, wires) of each design
    let mut designs: BTreeMap<String, [f64; 3]> = BTreeMap::new();
    for point in all["points"].as_array().unwrap() {
        let of = |key: &str| point["settings"][key].as_str().unwrap().to_owned();
        let name = ["network", "vcs", "pipeline", "buffer-depth"].map(of).join(" ");
        let (mut below, mut load) = (None, None);
        for tried in point["result"]["points"].as_array().unwrap() {
            let [offered, accepted] = ["offered", "accepted"].map(|key| tried[key].as_f64().unwrap());
            if accepted < 0.95 * offered && load.is_none() {
                let (o, a): (f64, f64) = below.unwrap();
                let way = (a / o - 0.95) / (a / o - accepted / offered);
                load = Some(0.95 * (o + way * (offered - o)));
            }
            below = Some((offered, accepted));
        }
        let load = load.unwrap_or_else(|| below.unwrap().1);
        let entry = designs.entry(name.clone()).or_insert_with(|| {
            let [network, vcs, pipeline, depth] = name.split(' ').collect::<Vec<_>>()[..] else { unreachable!() };
            let line = format!(
                "simulate {network} --vcs {vcs} --pipeline {pipeline} --buffer-depth {depth} --traffic uniform,transpose --rate 0.01 --json"
            );
            let points = torusmith(&line).good().json()["points"].clone();
            let latency = points.as_array().unwrap().iter().map(|point| point["zero_load_latency"].as_f64().unwrap()).fold(0.0, f64::max);
            let links = torusmith(&format!("topology {network} --json")).good().json()["bisection_channels"].as_f64().unwrap();
            // 32 bits, valid, head, tail, VC; credit, VC
            [f64::INFINITY, latency, links * (32.0 + 3.0 + 1.0 + 1.0 + 1.0)]
        });
        entry[0] = entry[0].min(load);
    }
    let beats = |a: &[f64; 3], b: &[f64; 3]| a[0] >= b[0] && a[1] <= b[1] && a[2] <= b[2] && a != b;
    let front: Vec<&String> = designs.iter().filter(|(_, b)| !designs.values().any(|a| beats(a, b))).map(|(name, _)| name).collect();
    assert!((2..20).contains(&front.len()), "{front:?}");

    let mut found = Vec::new();
    for row in rows(&dir.path().join("out/explore.csv")) {
        let name = ["network", "vcs", "pipeline", "buffer-depth"].map(|key| row[key].clone()).join(" ");
        if row["result"] == "front" {
            let [load, latency, wires] = ["accepted", "latency", "wires"].map(|key| row[key].parse::<f64>().unwrap());
            let by_hand = designs[&name];
            for (told, counted) in [(load, by_hand[0]), (latency, by_hand[1]), (wires, by_hand[2])] {
                assert!((told / counted - 1.0).abs() < 1e-3, "{name}: {told} and {counted}");
            }
            found.push(name);
        }
    }
    found.sort();
    assert_eq!(found.iter().collect::<Vec<_>>(), front);
    let figure = fs::read_to_string(dir.path().join("out/explore.svg")).unwrap();
    assert!(figure.lines().any(|line| line.trim() == "wires across the middle") && figure.contains("<circle"));
}

#[test]
fn gates_are_those_of_area_and_commands_generate_the_design() {
    let dir = planned(
        "limits = [\"kge <= 12\"]\ncycles = 8000\nnetwork = \"mesh:2,2\"\nvcs = [1, 2]\nflit-width = [16, 32]\nbuffer-depth = [2, 4, 64]\n",
    );
    let told = explore(dir.path(), "out --json").good().json();
    let front = told["front"].as_array().unwrap();
    assert!(!front.is_empty() && told["beyond_limits"].as_u64().unwrap() >= 2, "{told}");
    // 64 flits of 32 bits a buffer are more than 12 kGE by their flip-flops alone.
    assert!(told["measured"].as_u64().unwrap() < told["measurements"].as_u64().unwrap(), "{told}");
    for design in front {
        let command = design["command"].as_str().unwrap();
        let flags = command.strip_prefix("torusmith generate ").and_then(|words| words.strip_suffix(" --out design")).unwrap();
        let gates = torusmith(&format!("area {flags} --json")).good().json()["total"].as_f64().unwrap();
        let kge = design["figures"]["kge"].as_f64().unwrap();
        assert!((gates / 1000.0 - kge).abs() < 1e-9 && kge <= 12.0, "{command}: {kge}");
    }
    let command = front[0]["command"].as_str().unwrap().strip_prefix("torusmith ").unwrap();
    run(crate::support::command(command.split(' ')).current_dir(dir.path())).good();
}

#[test]
fn limits_that_no_design_keeps_are_told() {
    let dir = planned("goals = [\"latency\"]\nlimits = [\"ports <= 5\", \"latency <= 3\"]\nnetwork = [\"mesh:4,4\", \"hypercube:5\"]\n");
    let told = explore(dir.path(), "out");
    assert_eq!(told.code, Some(1), "{told:?}");
    let words = ["2 designs: 0 on the front, 0 beaten, 2 beyond a limit"];
    assert!(words.iter().all(|word| told.out.contains(word)), "{told:?}");
    let reasons: Vec<String> =
        rows(&dir.path().join("out/explore.csv")).iter().map(|row| format!("{} {}", row["result"], row["reason"])).collect();
    assert_eq!(reasons, ["limit latency", "limit ports"]);
}

/// Area and clock are those of `asic`; the others follow from them.
#[test]
fn cells_are_those_of_asic() {
    let plan = "goals = [\"mhz\", \"um2\", \"ns\", \"gbit-per-node\"]\nliberty = \"cells.lib\"\ncycles = 8000\nnetwork = \"mesh:2,2\"\nvcs = 1\n\
                flit-width = 4\nbuffer-depth = 2\npipeline = [1, 2]\n";
    let dir = planned(plan);
    fs::write(dir.path().join("cells.lib"), crate::cells::text()).unwrap();
    let told = explore(dir.path(), "out --json").good().json();
    assert_eq!((&told["designs"], &told["failed"]), (&2.into(), &0.into()), "{told}");
    for design in told["front"].as_array().unwrap() {
        let pipeline = design["settings"]["pipeline"].as_str().unwrap();
        let flags = format!("asic mesh:2,2 --vcs 1 --flit-width 4 --buffer-depth 2 --pipeline {pipeline} --liberty cells.lib --json");
        let asic = run(command(flags.split(' ')).current_dir(dir.path())).good().json();
        let of = |figure: &str| design["figures"][figure].as_f64().unwrap();
        let [um2, mhz] = ["total_um2", "fmax_mhz"].map(|field| asic[field].as_f64().unwrap());
        assert_eq!((of("um2"), of("mhz")), (um2, mhz));
        assert!(
            (of("ns") * mhz / 1000.0 - of("latency")).abs() < 1e-9 && (of("gbit-per-node") * 250.0 / mhz - of("accepted")).abs() < 1e-9
        );
        // The two keys of cells are no flags of `generate`.
        assert!(!design["command"].as_str().unwrap().contains("liberty"), "{design}");
    }
}

#[test]
fn processes_share_a_folder_and_find_the_same() {
    let dir = planned(&format!("goals = [\"accepted\", \"latency\", \"ports\"]\n{KEYS}"));
    explore(dir.path(), "alone --threads 1").good();
    let spawn = || command(["explore", "plan.toml", "--out", "shared", "--quiet"]).current_dir(dir.path()).spawn().unwrap();
    let both = [spawn(), spawn()];
    for mut one in both {
        assert!(one.wait().unwrap().success());
    }
    for name in ["explore.csv", "explore.json", "explore.svg"] {
        let [alone, shared] = ["alone", "shared"].map(|out| fs::read(dir.path().join(out).join(name)).unwrap());
        assert!(alone == shared, "{name}");
    }
    assert!(!dir.path().join("shared/claims").exists());
    fs::write(dir.path().join("plan.toml"), "goals = [\"accepted\"]\nnetwork = \"mesh:4,4\"\n").unwrap();
    explore(dir.path(), "alone").refused(2, &["out = alone", "another plan"]);
}

#[test]
fn plans_that_cannot_be_explored_are_refused_with_their_line() {
    let refused = |plan: &str, words: &[&str]| {
        let dir = planned(plan);
        explore(dir.path(), "out").refused(2, words);
        assert!(!dir.path().join("out").exists(), "{plan}");
    };
    let network = "network = \"mesh:4,4\"\n";
    refused(&format!("{network}goals = [\"speed\"]\n"), &["plan plan.toml, line 2", "goals = \"speed\"", "accepted, latency, kge"]);
    refused(&format!("{network}goals = [\"kge\", \"kge\"]\n"), &["line 2", "goals", "each once"]);
    refused(&format!("{network}limits = [\"kge < 40\"]\n"), &["line 2", "limits = \"kge < 40\"", "kge <= 40"]);
    refused(&format!("{network}goals = [\"mhz\"]\n"), &["mhz", "liberty", "library"]);
    refused(&format!("{network}rate = 0.1\n"), &["line 2", "`rate`", "looked for"]);
    refused(&format!("command = \"simulate\"\n{network}"), &["line 1", "`command`", "goals"]);
    refused(&format!("{network}vsc = 2\n"), &["line 2", "unknown key `vsc`", "vcs"]);
    refused("network = \"rdt:8\"\nvcs = 1\ncycles = 2000\n", &["no design", "vcs", "rdt:8"]);
    refused("goals = [\"latency\"]\n", &["network"]);
}
