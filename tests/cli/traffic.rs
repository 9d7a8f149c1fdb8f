//! Traffic from files, as users meet it.

use std::fs;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::{root, torusmith};

/// A file of `examples/traffic/`.
fn example(name: &str) -> String {
    root().join("examples/traffic").join(name).display().to_string()
}

fn point(line: &str) -> Value {
    let report = torusmith(&format!("simulate {line} --json")).good().json();
    let [point] = report["points"].as_array().unwrap().as_slice() else { panic!("{report}") };
    json!({ "report": report, "point": point })
}

/// Packets of the examples are all delivered; how many there are, and their flits, are counted by hand.
#[test]
fn examples_run() {
    // 3 times 48 links of the mesh with packets of 8 flits, and 15 + 15 of 1.
    let halo = format!("trace:{}", example("halo_4x4.csv"));
    let told = point(&format!("mesh:4,4 --traffic {halo}"));
    let (report, point_of) = (&told["report"], &told["point"]);
    assert_eq!((&point_of["packets_created"], &point_of["packets_delivered"]), (&json!(3 * 78), &json!(3 * 78)));
    assert_eq!((&report["cycles"], &report["warmup"], &point_of["pattern"]), (&Value::Null, &json!(0), &json!(halo)));
    assert_eq!((&point_of["rate"], &point_of["bound"]), (&Value::Null, &Value::Null));
    let clocks = point_of["clocks"].as_f64().unwrap();
    let load = 3.0 * (48.0 * 8.0 + 30.0) / clocks / 16.0;
    assert!((point_of["offered"].as_f64().unwrap() - load).abs() < 1e-12 && point_of["offered"] == point_of["accepted"], "{told}");

    let all = point(&format!("hypercube:4 --vcs 2 --traffic trace:{}", example("all_to_all_16.csv.gz")));
    assert_eq!(all["point"]["packets_delivered"], json!(240));
    let pairs = point(&format!("mesh:4,4 --traffic permutation:{} --rate 0.2 --cycles 4000", example("pairs_4x4.csv")));
    assert_eq!((&pairs["point"]["hops_mean"], &pairs["point"]["bound"]), (&json!(3.0), &json!(0.5)));
    let camera = point(&format!("mesh:3,4 --traffic rates:{} --cycles 40000", example("camera_3x4.csv")));
    // All rates together are 1.94 flits a clock.
    assert_eq!(camera["point"]["rate"], json!(1.0));
    assert!((camera["point"]["offered"].as_f64().unwrap() * 12.0 - 1.94).abs() < 0.1, "{camera}");
}

/// Packets to the own node enter no network: they are told by themselves. A table of Noxim with pir 1 has one in each clock behind t_on.
#[test]
fn packets_to_the_own_node_are_counted() {
    let dir = tempdir().unwrap();
    let (trace, table) = (dir.path().join("one.csv"), dir.path().join("noxim.txt"));
    fs::write(&trace, "clock,from,to,flits\n0,4,40,1\n24,4,4,1\n40,40,4,5\n").unwrap();
    let told = point(&format!("mesh:8,8 --traffic trace:{}", trace.display()));
    let figures = ["packets_created", "packets_delivered", "packets_to_own_node"].map(|field| told["point"][field].as_u64().unwrap());
    assert_eq!(figures, [2, 2, 1]);
    let text = torusmith(&format!("simulate mesh:8,8 --traffic trace:{}", trace.display())).good().out;
    assert!(text.contains(": 1 packet to the own node, delivered there without entering the network\n"), "{text}");
    fs::write(&table, "% comment\n0 3 1 1 9 110\n2 2 1\n").unwrap();
    let told = point(&format!("mesh:2,2 --traffic noxim:{} --packet-flits 1 --cycles 200", table.display()));
    let figures = ["packets_created", "packets_to_own_node"].map(|field| told["point"][field].as_u64().unwrap());
    assert_eq!((figures, &told["point"]["rate"], &told["point"]["bound"]), ([100, 199], &json!(1.0), &Value::Null));
    fs::write(&table, "0 3 1 1 9 9\n").unwrap();
    torusmith(&format!("simulate mesh:2,2 --traffic noxim:{}", table.display()))
        .refused(2, &["noxim.txt, line 1: t_off = `9`; expected: a clock, 10"]);
    torusmith(&format!("topology mesh:2,2 --loads --traffic noxim:{}", table.display())).refused(2, &["line 1"]);
}

/// A packet alone, by the formula N8: 6 links of a mesh, one register on each of the 3 in x, 2 x 7 + 3 + 5 - 1 clocks. Its tail is at the local
/// output in clock 3 + 21, the last clock of the run.
#[test]
fn a_lone_packet_takes_the_clocks_of_the_formula() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("one.csv");
    fs::write(&file, "clock,from,to,flits\n3,\"0,0\",\"3,3\",5\n").unwrap();
    for engine in ["fast", "reference"] {
        let flags = "--link-slices x=1 --buffer-depth 8";
        let told = point(&format!("mesh:4,4 --traffic trace:{} --engine {engine} {flags}", file.display()));
        let of = |field: &str| told["point"][field].as_u64().unwrap();
        assert_eq!((of("latency_max"), of("total_latency_max"), of("clocks")), (21, 21, 3 + 21 + 1), "{engine}");
    }
    let told = point(&format!("mesh:4,4 --traffic trace:{} --cycles 3", file.display()));
    assert_eq!((&told["point"]["packets_created"], &told["report"]["cycles"]), (&json!(0), &json!(3)));
}

#[test]
fn what_a_trace_leaves_no_room_for_is_refused() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("one.csv");
    fs::write(&file, "clock,from,to,flits\n0,0,5,5\n9,1,0,1\n2,0,1,3\n").unwrap();
    let line_4 = format!("{}, line 4: clock = `2`; expected: 9 to 9007199254740991, as lines stand by clock", file.display());
    for command in ["simulate mesh:4,4", "cosim mesh:4,4", "generate mesh:4,4 --out none --testbench", "topology mesh:4,4 --loads"] {
        torusmith(&format!("{command} --traffic trace:{}", file.display())).refused(2, &[&line_4]);
    }
    fs::write(&file, "clock,from,to,flits\n0,0,5,5\n9,1,0,1\n").unwrap();
    for command in ["simulate mesh:4,4", "cosim mesh:4,4", "generate mesh:4,4 --out none --testbench"] {
        for (flag, field) in [("--rate 0.1", "rate = 0.1"), ("--packet-flits 4", "packet-flits = 4"), ("--seed 2", "seed = 2")] {
            let told = format!("{field} is not allowed with traffic = trace:{}, which says every packet", file.display());
            torusmith(&format!("{command} --traffic trace:{} {flag}", file.display())).refused(2, &[&told]);
        }
    }
    torusmith(&format!("simulate mesh:4,4 --traffic uniform,trace:{}", file.display()))
        .refused(2, &["traffic = uniform is not allowed beside trace:", "traces with traces alone"]);
    torusmith(&format!("topology mesh:4,4 --loads --traffic trace:{}", file.display()))
        .refused(2, &["traffic = trace:", "a permutation or rates"]);
    torusmith(&format!("cosim mesh:4,4 --interface axis --traffic trace:{}", file.display()))
        .refused(2, &["with a packet of 1 flit", "2 to 128 with AXI4-Stream"]);
    torusmith(&format!("cosim rdt:4 --router multicast --traffic trace:{}", file.display()))
        .refused(2, &["a pattern or a permutation with router multicast"]);
    torusmith("simulate mesh:4,4 --traffic trace:none.csv").refused(2, &["none.csv: No such file"]);
    torusmith("simulate mesh:4,4 --traffic trace:").refused(2, &["traffic = trace: is not allowed; allowed: trace:FILE"]);
    torusmith("simulate mesh:4,4 --traffic traces")
        .refused(2, &["allowed: all, uniform,", "trace:FILE.csv, permutation:FILE.csv, rates:FILE.csv"]);
    assert!(!root().join("none").exists());
}

/// Two runs of the same trace print the same bytes, on any number of threads.
#[test]
fn a_trace_is_the_same_every_time() {
    let halo = example("halo_4x4.csv");
    let once = |more: &str| torusmith(&format!("simulate torus:4,4 --traffic trace:{halo},trace:{halo} --json {more}")).good().out;
    assert_eq!(once("--threads 1"), once("--threads 2 --engine reference"));
}

#[test]
fn verilog_and_model_agree_under_files() {
    let cosim = |line: &str| {
        let report = torusmith(&format!("cosim {line} --json")).good().json();
        report["runs"][0].clone()
    };
    let halo = format!("--traffic trace:{}", example("halo_4x4.csv"));
    for flags in ["", "--interface axis"] {
        let dir = tempdir().unwrap();
        let long = dir.path().join("long.csv");
        fs::write(&long, fs::read_to_string(example("halo_4x4.csv")).unwrap().replace(",1\n", ",2\n")).unwrap();
        let trace = if flags.is_empty() { halo.clone() } else { format!("--traffic trace:{}", long.display()) };
        let run = cosim(&format!("mesh:4,4 {trace} {flags}"));
        assert_eq!(
            (&run["packets_injected"], &run["packets_delivered"], &run["packets_queued"]),
            (&json!(234), &json!(234), &json!(0)),
            "{run}"
        );
        assert!(run["rate"].is_null() && run["pattern"].as_str().unwrap().starts_with("trace:"), "{run}");
        assert!(run["cycles"].as_u64().unwrap() < 1000 && run["drain_cycles"] == json!(0), "{run}");
    }
    let run = cosim(&format!("mesh:3,4 --traffic rates:{} --cycles 1000 --packet-flits 4", example("camera_3x4.csv")));
    assert!(run["packets_delivered"].as_u64().unwrap() > 300, "{run}");
    let run = cosim("mesh:3,4 --traffic hot-spot --hot-spot-nodes 0,0/11 --hot-spot-percent 50 --rate 0.2 --cycles 500");
    assert_eq!(run["pattern"], json!("hot-spot at 0,0/11"));
}

/// The recording of a trace has all its flits, and names the file without its folder.
#[test]
fn a_trace_is_recorded() {
    let dir = tempdir().unwrap();
    let halo = example("halo_4x4.csv");
    let line = format!("generate mesh:4,4 --scope network --out {} --testbench --traffic trace:{halo} --json", dir.path().display());
    let report = torusmith(&line).good().json();
    let flits = 3 * (48 * 8 + 30);
    assert_eq!((&report["testbench"]["flits_in"], &report["testbench"]["flits_out"]), (&json!(flits), &json!(flits)));
    let bench = format!("testbench/{}.v", report["testbench"]["module"].as_str().unwrap());
    let bench = fs::read_to_string(dir.path().join(bench)).unwrap();
    assert!(bench.contains("packets of trace:halo_4x4.csv") && !bench.contains("examples"), "{bench}");
}

#[test]
fn hot_spots_are_where_they_are_asked_for() {
    for (line, words) in [
        (
            "simulate mesh:4,4 --traffic uniform --hot-spot-nodes 3,3",
            "hot-spot-nodes = 3,3 is not allowed with traffic = uniform; allowed with traffic = hot-spot, all",
        ),
        ("simulate mesh:4,4 --traffic hot-spot --hot-spot-nodes 3,4", "unknown node `3,4`"),
        ("simulate mesh:4,4 --traffic hot-spot:101", "traffic = hot-spot:101 is not allowed; allowed: hot-spot:1 to hot-spot:100 %"),
    ] {
        torusmith(line).refused(2, &[words]);
    }
    // All of the hot spot's packets go to 0,0, which itself sends uniformly: its ejection takes 15 flits a clock at rate 1, and 1/15 of another.
    let loads = torusmith("topology mesh:4,4 --loads --traffic hot-spot:100 --hot-spot-nodes 0 --json").good().json();
    assert_eq!(loads["patterns"][0]["ejection_max"], json!(15.0));
    let loads = torusmith("topology torus:8,8 --loads --traffic hot-spot:10 --json").good().json();
    assert_eq!(loads["patterns"][0]["pattern"], json!("hot-spot:10"));
}
