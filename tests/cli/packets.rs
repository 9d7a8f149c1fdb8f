//! Every packet with its clocks, in the model and in the Verilog; latencies and their histograms; bytes in traces; bursts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::support::{command, run, torusmith};

/// The rows of the list that a command writes.
fn list(dir: &Path, line: &str) -> Vec<Vec<u64>> {
    let file = dir.join("packets.csv");
    torusmith(&format!("{line} --packets {}", file.display())).good();
    rows(&fs::read_to_string(file).unwrap())
}

fn rows(text: &str) -> Vec<Vec<u64>> {
    text.lines().skip(1).map(|row| row.split(',').map(|cell| cell.parse().unwrap()).collect()).collect()
}

/// The lists of both sides are the same bytes where packets can be told apart, by flits behind the head;
/// whether the Verilog is compared with a model or runs by itself.
fn same_lists(rows: &[(&str, &str, &str)]) {
    for (both, cosim, simulate) in rows {
        let dir = tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        torusmith(&format!("cosim {both} {cosim} --packets {}", at("rtl.csv").display())).good();
        torusmith(&format!("simulate {both} {simulate} --packets {} --quiet", at("model.csv").display())).good();
        let [rtl, model] = ["rtl.csv", "model.csv"].map(|name| fs::read_to_string(at(name)).unwrap());
        assert!(rtl.lines().count() > 100, "{both}: {rtl}");
        assert_eq!(rtl, model, "{both}");
    }
}

#[test]
fn the_verilog_has_the_models_list() {
    same_lists(&[("torus:2,2 --rate 0.6 --cycles 600 --packet-flits 2,4 --vcs 4 --message-classes 2", "--compare packets", "")]);
}

#[test]
#[ignore = "long: a design a row"]
fn more_verilog_has_the_models_list() {
    same_lists(&[
        ("mesh:3,4 --rate 0.4 --cycles 1000 --packet-flits 2,5 --pipeline 1 --link-slices x=1", "--driver source", ""),
        ("torus:4,4 --rate 0.9 --cycles 500 --pipeline 3 --vcs 4 --message-classes 2", "--driver source --threads 2", "--engine reference"),
        ("dragonfly:2,1,2 --rate 0.5 --cycles 500 --packet-flits 2", "--driver source --scope network", ""),
        ("star:5 --rate 0.5 --cycles 500 --packet-flits 2", "", ""),
        ("rdt:4 --rate 0.3 --cycles 500 --burst 40", "--driver source --scope network", ""),
    ]);
}

/// Credits that go back a clock late: the list has the clocks of this Verilog, which are no longer the model's, and all packets.
#[test]
fn the_list_of_the_verilog_is_not_the_models() {
    let dir = tempdir().unwrap();
    assert_eq!(run(command(["generate", "torus:2,2", "--out"]).arg(dir.path())).code, Some(0));
    let unit = dir.path().join("rtl/torus_2_2_input_unit.v");
    let text = fs::read_to_string(&unit).unwrap();
    let late = "    credit_valid <= late & ~rst;\n  end\n  reg late;\n  always @(posedge clk) begin\n    late <= granted & ~rst;";
    let edited = text.replace("    credit_valid <= (granted | return_credit) & ~rst;", late);
    assert_ne!(edited, text);
    fs::write(unit, edited).unwrap();
    let line = "torus:2,2 --rate 0.6 --cycles 300";
    let rtl = list(dir.path(), &format!("cosim {line} --compare packets --rtl {}", dir.path().display()));
    let model = list(dir.path(), &format!("simulate {line} --quiet"));
    let by_id = |rows: &[Vec<u64>]| rows.iter().map(|row| (row[0], row.clone())).collect::<BTreeMap<_, _>>();
    let (rtl, model) = (by_id(&rtl), by_id(&model));
    let both = rtl.iter().filter_map(|(id, row)| Some((row, model.get(id)?))).collect::<Vec<_>>();
    assert!(both.len() > 20, "{}", both.len());
    // What is said of a packet is equal; its clocks are not.
    assert!(both.iter().all(|(rtl, model)| rtl[..6] == model[..6] && rtl[8] == model[8]));
    assert!(both.iter().any(|(rtl, model)| rtl[6] > model[6]) && both.iter().any(|(rtl, model)| rtl[7] > model[7]));
    assert!(rtl.values().all(|row| row[5] <= row[6] && row[6] + 2 * (row[8] + 1) + row[4] - 1 <= row[7]), "faster than N8 allows");
}

/// The figures of `cosim` are those of the listed packets: ranks of sorted latencies.
#[test]
fn latencies_of_a_lock_step_are_those_of_its_packets() {
    let dir = tempdir().unwrap();
    let (file, plot) = (dir.path().join("packets.csv.gz"), dir.path().join("plot.svg"));
    let line = format!("cosim torus:2,2 --rate 0.6 --cycles 600 --packet-flits 4 --packets {}", file.display());
    let told = torusmith(&format!("{line} --histogram --histogram-plot {} --json", plot.display())).good().json();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(fs::File::open(&file).unwrap()), &mut text).unwrap();
    let runs = told["runs"].as_array().unwrap();
    assert!(runs.len() > 1 && runs[1..].iter().all(|run| run["driver"] == "random" && run["latency_mean"].is_null()), "{told}");
    let run = &runs[0];
    assert_eq!(run["packets_delivered"], rows(&text).len());
    for (prefix, from) in [("", 6), ("total_", 5)] {
        let mut all: Vec<u64> = rows(&text).iter().map(|row| row[7] - row[from]).collect();
        all.sort_unstable();
        for (field, per_mille) in [("p50", 500), ("p90", 900), ("p99", 990), ("p999", 999), ("max", 1000)] {
            assert_eq!(run[format!("{prefix}latency_{field}")], all[(per_mille * all.len()).div_ceil(1000) - 1], "{prefix}{field}");
        }
        let mean = all.iter().sum::<u64>() as f64 / all.len() as f64;
        assert!((run[format!("{prefix}latency_mean")].as_f64().unwrap() - mean).abs() < 1e-9);
        let bins = run[format!("{prefix}latency_histogram")].as_array().unwrap();
        assert_eq!(bins.len(), all_bins(bins, &all), "{bins:?}");
    }
    let text = torusmith(&line).good().out;
    assert!(text.contains("p99.9") && !text.contains("network latency:"), "{text}");
    let picture = fs::read_to_string(plot).unwrap();
    assert!(picture.contains("network latency") && picture.contains("total latency"), "{picture}");
}

/// Bins that follow one another and count the latencies of their ranges.
fn all_bins(bins: &[Value], all: &[u64]) -> usize {
    let of = |bin: &Value| ["from", "to", "packets"].map(|field| bin[field].as_u64().unwrap());
    let good = bins.iter().enumerate().filter(|(i, bin)| {
        let [from, to, packets] = of(bin);
        let follows = *i == 0 || of(&bins[i - 1])[1] + 1 == from;
        follows && all.iter().filter(|latency| (from..=to).contains(latency)).count() as u64 == packets
    });
    let counted: u64 = bins.iter().map(|bin| of(bin)[2]).sum();
    assert_eq!(counted, all.len() as u64);
    good.count()
}

#[test]
fn a_histogram_is_of_what_is_measured() {
    let line = "simulate torus:4,4 --rate 0.2,0.4 --cycles 2000 --quiet --histogram";
    let told = torusmith(&format!("{line} --json")).good().json();
    for point in told["points"].as_array().unwrap() {
        for field in ["latency_histogram", "total_latency_histogram"] {
            let packets: u64 = point[field].as_array().unwrap().iter().map(|bin| bin["packets"].as_u64().unwrap()).sum();
            assert_eq!(packets, point["packets_measured"], "{field}");
        }
    }
    let text = torusmith(line).good().out;
    for title in ["uniform at 0.2, network latency:\n", "uniform at 0.4, total latency:\n"] {
        let table = text.split(title).nth(1).unwrap().split("\n\n").next().unwrap();
        let shares: f64 =
            table.lines().skip(1).map(|row| row.split(" %").next().unwrap().rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum();
        assert!((shares - 100.0).abs() < 0.1, "{table}");
    }
}

/// A request of one flit over one link takes 4 clocks (rule N8), its reply of three flits is created 5 clocks later and takes 6, and the next request
/// follows a clock later.
#[test]
fn requests_and_replies_take_turns() {
    let dir = tempdir().unwrap();
    let pairs = dir.path().join("pairs.csv");
    fs::write(&pairs, "from,to\n0,1\n").unwrap();
    let flags = "--outstanding 1 --reply-clocks 5 --reply-flits 3 --packet-flits 1 --cycles 40";
    let line = format!("mesh:2,2 --traffic permutation:{} {flags}", pairs.display());
    let expected = [
        [0, 0, 1, 0, 1, 0, 0, 4, 1],
        [1, 1, 0, 0, 3, 9, 9, 15, 1],
        [2, 0, 1, 0, 1, 16, 16, 20, 1],
        [3, 1, 0, 0, 3, 25, 25, 31, 1],
        [4, 0, 1, 0, 1, 32, 32, 36, 1],
    ];
    for command in ["simulate --quiet", "simulate --engine reference --quiet", "cosim --driver source", "cosim --compare packets"] {
        let (name, more) = command.split_once(' ').unwrap();
        assert_eq!(list(dir.path(), &format!("{name} {line} {more}")), expected, "{command}");
    }
}

/// Requests have one flit here and replies two: a node has four requests from clock 0 on, and each reply lets it send one.
#[test]
fn a_node_keeps_its_requests_outstanding() {
    let dir = tempdir().unwrap();
    let flags = "--outstanding 4 --reply-clocks 9 --reply-flits 2 --packet-flits 1 --cycles 1000";
    let rows = list(dir.path(), &format!("simulate torus:4,4 {flags} --quiet"));
    for node in 0..16 {
        let requests: Vec<u64> = rows.iter().filter(|row| row[4] == 1 && row[1] == node && row[5] < 900).map(|row| row[5]).collect();
        let mut replies: Vec<u64> = rows.iter().filter(|row| row[4] == 2 && row[2] == node && row[7] < 899).map(|row| row[7] + 1).collect();
        replies.extend([0; 4]);
        let sorted = |mut all: Vec<u64>| {
            all.sort_unstable();
            all
        };
        assert!(requests.len() > 50, "{}", requests.len());
        assert_eq!(sorted(requests), sorted(replies), "{node}");
    }
    let told = torusmith(&format!("simulate torus:4,4 {flags} --quiet --json")).good().json();
    for field in ["rate", "bound", "source_limit", "zero_load_latency"] {
        assert_eq!(told["points"][0][field], Value::Null, "{field}");
    }
    let line = "torus:2,2 --outstanding 3 --reply-clocks 7 --vcs 4 --message-classes 2 --packet-flits 2,4 --cycles 400";
    same_lists(&[(line, "--driver source", "")]);
    for (flags, words) in [
        ("simulate torus:4,4 --outstanding 4 --rate 0.1", &["rate = 0.1", "outstanding = 4"][..]),
        ("simulate torus:4,4 --outstanding 4 --burst 9", &["burst = 9", "outstanding = 4"]),
        ("simulate torus:4,4 --outstanding 0", &["outstanding = 0", "1 to 1024"]),
        ("cosim torus:4,4 --outstanding 4", &["outstanding = 4", "driver = all", "driver = source"]),
        ("cosim torus:4,4 --outstanding 4 --interface axis", &["outstanding = 4", "interface = axis"]),
    ] {
        torusmith(flags).refused(2, words);
    }
}

#[test]
fn what_has_no_list_of_packets_is_refused() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    let (csv, svg) = (at("a.csv"), at("a.svg"));
    for (line, words) in [
        (format!("cosim torus:2,2 --rate 0.1,0.2 --packets {csv}"), &["packets = ", "2 runs", "one pattern at one rate"][..]),
        (format!("cosim torus:2,2 --driver random --packets {csv}"), &["packets = ", "driver = random"]),
        (format!("cosim torus:2,2 --interface axis --packets {csv}"), &["packets = ", "interface = axis"]),
        (format!("cosim rdt:4 --router multicast --histogram-plot {svg}"), &["histogram-plot = ", "router = multicast"]),
        (format!("simulate torus:2,2 --rate 0.1,0.2 --histogram-plot {svg}"), &["histogram-plot = ", "2 simulations"]),
        ("simulate torus:2,2 --histogram-plot a.png".into(), &["histogram-plot = a.png", ".svg"]),
        ("simulate torus:2,2 --burst 0".into(), &["burst = 0", "1 to 1000000"]),
        ("simulate torus:2,2 --flit-width 64".into(), &["flit-width = 64", "traffic = uniform", "trace"]),
    ] {
        torusmith(&line).refused(2, words);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// 64 bytes are a head and 16 flits of 32 bits, or 8 of 64.
#[test]
fn bytes_of_a_trace_are_flits_of_the_design() {
    let dir = tempdir().unwrap();
    let trace = dir.path().join("trace.csv");
    fs::write(&trace, "clock,from,to,bytes\n0,0,3,64\n50,1,2,0\n").unwrap();
    let traffic = format!("mesh:2,2 --traffic trace:{}", trace.display());
    let flits = |line: &str| list(dir.path(), line).iter().map(|row| row[4]).collect::<Vec<_>>();
    assert_eq!(flits(&format!("simulate {traffic}")), [17, 1]);
    assert_eq!(flits(&format!("simulate {traffic} --flit-width 64")), [9, 1]);
    assert_eq!(flits(&format!("cosim {traffic} --flit-width 64")), [9, 1]);
    torusmith(&format!("simulate {traffic} --flit-width 3")).refused(2, &["flit-width = 3", "4 to 512"]);
    fs::write(&trace, "clock,from,to,bytes\n0,0,3,64\n50,1,2,900\n").unwrap();
    torusmith(&format!("simulate {traffic}"))
        .refused(2, &["trace.csv, line 3: bytes = `900`; expected: 0 to 508, a head and up to 127 flits of 32 bits"]);
    torusmith(&format!("simulate {traffic} --flit-width 64")).good();
}
