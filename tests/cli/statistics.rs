//! Statistics of short, dead and idle runs: no figure is printed that the run does not support.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::support::{Run, command, run, torusmith};
use crate::sweep::{planned, sweep};

/// A line run in a folder.
fn at(dir: &Path, line: &str) -> Run {
    run(command(line.split_whitespace()).current_dir(dir))
}

/// A folder with a file.
fn with(name: &str, text: &str) -> TempDir {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join(name), text).unwrap();
    dir
}

fn point(run: &Run) -> Value {
    run.json()["points"][0].clone()
}

fn number(point: &Value, field: &str) -> f64 {
    point[field].as_f64().unwrap_or_else(|| panic!("{field}: {point}"))
}

/// A cell of the table in a text, by row and column: columns are two spaces apart.
fn cell(text: &str, row: usize, column: &str) -> String {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("pattern "));
    let cells = |line: &str| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let head = cells(lines.next().unwrap());
    cells(lines.nth(row).unwrap()).swap_remove(head.iter().position(|name| name == column).unwrap())
}

/// Latencies of nothing, and shares of nothing.
const OF_PACKETS: [&str; 17] = [
    "latency_mean",
    "latency_half_width",
    "latency_p50",
    "latency_p90",
    "latency_p99",
    "latency_p999",
    "latency_max",
    "total_latency_mean",
    "total_latency_half_width",
    "total_latency_p50",
    "total_latency_p90",
    "total_latency_p99",
    "total_latency_p999",
    "total_latency_max",
    "overtaken_share",
    "accepted_half_width",
    "share_of_bound",
];

/// A run that dies ends early. Its loads are over the clocks that were run: all flits that were created, by nodes and clocks, counted again here.
#[test]
fn a_dead_run_is_over_the_clocks_that_were_run() {
    let links: Vec<String> = (0..8).map(|i| format!("{{ between = [\"{i}\", \"{}\"] }}", (i + 1) % 8)).collect();
    let dir = with("ring8.toml", &format!("name = \"ring8 one class\"\nnodes = 8\nclasses = 1\nlinks = [{}]\n", links.join(", ")));
    for (rate, cycles) in [(0.5, 1500), (0.5, 3000), (0.5, 20_000), (0.2, 20_000)] {
        for warm_up in ["", " --warmup auto"] {
            let told = at(dir.path(), &format!("simulate ring8.toml --rate {rate} --cycles {cycles} --json --quiet{warm_up}"));
            assert_eq!(told.code, Some(1), "{told:?}");
            let point = point(&told);
            let clocks = point["clocks"].as_u64().unwrap().min(cycles);
            assert_eq!((&point["warmup"], &point["measured_clocks"]), (&json!(0), &json!(clocks)));
            let load = |packets: &str| number(&point, packets) * 16.0 / 8.0 / clocks as f64;
            assert!((number(&point, "offered") - load("packets_created")).abs() < 1e-12, "{point}");
            // Of a run that ends after the last packet is created, what arrives later does not count.
            assert!(number(&point, "accepted") <= load("packets_delivered") + 1e-12 && number(&point, "accepted") > 0.0, "{point}");
            assert_eq!(
                (&point["hops_mean"], &point["latency_half_width"], &point["long_enough"]),
                (&json!(null), &json!(null), &json!(null))
            );
        }
    }
    // 0.482 flits a node and clock were created in 2000 clocks, whatever cycles were asked for.
    let told = at(dir.path(), "simulate ring8.toml --rate 0.5 --cycles 20000");
    assert_eq!((cell(&told.out, 0, "offered").as_str(), told.code), ("0.4820", Some(1)), "{told:?}");
}

#[test]
fn a_sample_of_no_packets_has_no_figures() {
    let few = torusmith("simulate mesh:4,4 --rate 0.1 --cycles 100 --warmup 99 --json --quiet").good();
    let few = point(&few);
    assert_eq!((&few["measured_clocks"], &few["accepted"], &few["packets_created"]), (&json!(1), &json!(0.0), &json!(11)));
    OF_PACKETS[..12].iter().for_each(|field| assert_eq!(few[field], Value::Null, "{field}: {few}"));
    // Nobody sends: there is no bound, nor a share of it.
    let dir = with("zero.csv", "from,to,rate\n0,1,0\n");
    fs::write(dir.path().join("self.csv"), "from,to\n0,0\n").unwrap();
    for line in ["simulate mesh:2,2 --traffic rates:zero.csv --cycles 500", "simulate mesh:4,4 --traffic permutation:self.csv --cycles 500"]
    {
        let told = at(dir.path(), line).good();
        assert!(told.err.is_empty(), "{told:?}");
        for column in ["of bound", "latency", "p50", "p99", "max", "total", "total p99", "hops", "overtaken", "busiest link"] {
            assert_eq!(cell(&told.out, 0, column), "-", "{column}: {}", told.out);
        }
        assert_eq!([cell(&told.out, 0, "offered"), cell(&told.out, 0, "accepted")], ["0", "0"]);
        let told = point(&at(dir.path(), &format!("{line} --json")).good());
        OF_PACKETS.iter().chain(&["bound", "hops_mean", "busiest_link", "zero_load_latency"]).for_each(|field| {
            assert_eq!(told[field], Value::Null, "{field}: {told}");
        });
    }
    let loads = at(dir.path(), "topology mesh:2,2 --loads --traffic rates:zero.csv --json").good().json();
    assert_eq!((&loads["patterns"][0]["bound"], &loads["patterns"][0]["busiest_link"]), (&Value::Null, &Value::Null));
    let told = at(dir.path(), "topology mesh:2,2 --loads --traffic rates:zero.csv").good().out;
    assert!(!told.contains("NaN") && told.lines().filter(|line| line.ends_with(" -")).count() == 2, "{told}");
    // Nothing is measured of a trace that ends before.
    fs::write(dir.path().join("trace.csv"), "clock,from,to,flits\n0,0,1,1\n").unwrap();
    let told = point(&at(dir.path(), "simulate mesh:2,2 --traffic trace:trace.csv --warmup 100 --link-use --json").good());
    for field in ["offered", "accepted", "link_use_mean", "link_use_max", "busiest_link", "latency_mean"] {
        assert_eq!(told[field], Value::Null, "{field}: {told}");
    }
    assert_eq!((&told["packets_delivered"], &told["links"]), (&json!(1), &json!([])));
    // Nor of a class that no packet is of.
    let classes = torusmith("simulate mesh:4,4 --message-classes 2 --rate 0 --cycles 1000 --json --quiet").good();
    assert_eq!(point(&classes)["classes"][1]["latency_p99"], Value::Null);
}

/// The two lines of a table of rates: 157 packets of 8 flits in 180,000 clocks of 256 nodes, and loads that four decimals do not show.
#[test]
fn light_loads_have_significant_digits() {
    let dir = with("table.csv", "from,to,rate\n64,255,0.0005\n3,103,0.0007\n");
    let line = "simulate mesh:16,16 --traffic rates:table.csv --cycles 200000 --packet-flits 8";
    let point = point(&at(dir.path(), &format!("{line} --json")).good());
    let told = at(dir.path(), line).good().out;
    // 0.0012 flits a clock of all nodes, give or take three standard deviations of 135 packets.
    let offered = number(&point, "offered");
    assert!((offered * 256.0 / 0.0012 - 1.0).abs() < 0.26, "{offered}");
    let shown: f64 = cell(&told, 0, "offered").parse().unwrap();
    assert!((shown / offered - 1.0).abs() < 5e-4 && shown != offered, "{shown} for {offered}: {told}");
    let shown: f64 = cell(&told, 0, "of bound").strip_suffix(" %").unwrap().parse().unwrap();
    assert!((shown / 100.0 / number(&point, "share_of_bound") - 1.0).abs() < 5e-4, "{told}");
}

/// Nothing moves, so no link is the busiest; neither in a table, nor in a picture.
#[test]
fn an_idle_network_has_no_busiest_link() {
    let dir = tempdir().unwrap();
    let picture = dir.path().join("idle.svg");
    let line = format!("simulate torus:4,4 --rate 0 --cycles 1000 --heatmap {}", picture.display());
    let point = point(&torusmith(&format!("{line} --json")).good());
    assert_eq!((&point["busiest_link"], &point["link_use_max"], &point["hops_mean"]), (&Value::Null, &json!(0.0), &Value::Null));
    let told = torusmith(&line).good().out;
    assert_eq!([cell(&told, 0, "busiest link"), cell(&told, 0, "its load"), cell(&told, 0, "hops")], ["-", "0", "-"], "{told}");
    let text = fs::read_to_string(picture).unwrap();
    assert!(text.contains(">no load on any link</text>") && !text.contains("flits a clock ("), "{text}");
}

/// 32 links on average between two nodes of a ring of rings of 64, with 4096 / 4095 for those that are not the same, take 2 x 33.008 + 15 clocks: ten
/// of them are 810.2.
const LEAST: u64 = 811;

/// Runs of 300 and 500 clocks made a knee of nothing. They are refused where a knee is looked for, with what would do, and nothing is written.
#[test]
fn a_knee_needs_runs_of_some_latencies() {
    let least = (2 * LEAST).to_string();
    for cycles in [300, 500, 2 * LEAST - 1] {
        let dir = planned(&format!("command = \"simulate\"\nnetwork = \"torus:64,64\"\nrate = \"knee\"\ncycles = {cycles}\n"));
        let (asked, allowed) = (format!("cycles = {cycles} is not allowed"), format!("allowed: {least} and more"));
        sweep(dir.path(), "k").refused(2, &["plan.toml, line 4", &asked, &allowed, "ten zero-load latencies", "811 clocks"]);
        at(dir.path(), &format!("simulate torus:64,64 --cycles {cycles} --plot p.svg")).refused(2, &[&asked, &allowed]);
        at(dir.path(), &format!("simulate torus:64,64 --cycles {cycles} --rate 0.1 --plot p.svg")).refused(2, &[&asked, &allowed]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
    let dir = tempdir().unwrap();
    at(dir.path(), "report torus:16,16 --cycles 300 --out r.html").refused(2, &["cycles = 300", "ten zero-load latencies"]);
    // Of a warm-up that is given, both are looked at.
    let plot = |flags: &str| at(dir.path(), &format!("simulate torus:64,64 --plot p.svg {flags}"));
    plot("--warmup 810 --cycles 5000").refused(2, &["warmup = 810", "811 and more", "or auto"]);
    plot("--warmup 4190 --cycles 5000").refused(2, &["cycles = 5000", "5001 and more"]);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// `simulate` runs them, and says how long they would have to be.
#[test]
#[ignore = "long: a long run"]
fn a_short_run_is_noted() {
    for (flags, enough) in [
        ("--cycles 1622 --warmup auto", true),
        ("--cycles 1621 --warmup auto", false),
        ("--cycles 1622 --warmup 811", true),
        ("--cycles 1700 --warmup 810", false),
        ("--cycles 1621 --warmup 811", false),
        ("--cycles 8110", true),
        ("--cycles 8109", false),
    ] {
        let line = format!("simulate torus:64,64 --rate 0.001 --json {flags}");
        let told = torusmith(&line).good();
        let note =
            told.err.lines().filter(|line| line.starts_with("note: uniform: warm-up ") && line.contains("--cycles 1622 --warmup auto"));
        assert_eq!((note.count(), told.err.lines().count()), (usize::from(!enough), usize::from(!enough)), "{flags}: {told:?}");
        let point = point(&told);
        assert_eq!(point["long_enough"], json!(enough), "{flags}: {point}");
        assert!((number(&point, "zero_load_latency") - (2.0 * (32.0 * 4096.0 / 4095.0 + 1.0) + 15.0)).abs() < 1e-6, "{point}");
        if !enough {
            assert_eq!(torusmith(&format!("{line} --quiet")).good().err, "");
        }
    }
}

/// Where no rate passes there is no knee: 8 hot nodes of 256 take a thirty-second of a flit a node and clock, and of packets of 128 flits so few
/// are sent below that in these clocks that chance decides.
#[test]
fn without_a_rate_that_passes_there_is_no_knee() {
    let hot = "traffic = \"hot-nodes\"\npacket-flits = 128\ncycles = 3200\nnetwork = \"torus:16,16\"";
    // Each of the four flows has links of its own.
    let none = "traffic = \"complement\"\ncycles = 20000\npacket-flits = 1\nvcs = 8\nnetwork = \"mesh:2,2\"";
    let dir = planned(&format!("command = \"simulate\"\nrate = \"knee\"\n[[grid]]\n{hot}\n[[grid]]\n{none}\n"));
    sweep(dir.path(), "out").good();
    let merged = sweep(dir.path(), "out --merge").good();
    assert!(merged.out.contains("2 points have no knee: knee_note says why"), "{merged:?}");
    let whole: Value = serde_json::from_str(&fs::read_to_string(dir.path().join("out/sweep.json")).unwrap()).unwrap();
    let [few, free] = [0, 1].map(|i| &whole["points"][i]["result"]);
    assert_eq!([&few["knee"], &free["knee"]], [&Value::Null; 2]);
    assert!(few["knee_note"].as_str().unwrap().starts_with("no rate passes: at 0."), "{}", few["knee_note"]);
    assert_eq!(free["knee_note"], "not saturated at rate 1");
    let csv = fs::read_to_string(dir.path().join("out/sweep.csv")).unwrap();
    let head: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert!(head.contains(&"knee_note") && !head.contains(&"knee"), "{head:?}");
    // The plot says so, and marks none.
    let told = at(dir.path(), "simulate torus:16,16 --traffic hot-nodes --packet-flits 128 --cycles 3200 --plot p.svg").good();
    assert!(told.err.starts_with("note: no knee of hot-nodes: no rate passes: at 0."), "{told:?}");
    assert!(!fs::read_to_string(dir.path().join("p.svg")).unwrap().contains("knee"));
}

/// A warm-up that is looked for: told in each point, and a network past saturation is not steady, with the second half measured.
#[test]
fn a_warm_up_is_looked_for() {
    let line = "simulate torus:8,8 --rate 0.1,0.6 --cycles 8000 --warmup auto";
    let report = torusmith(&format!("{line} --json")).good().json();
    assert_eq!(report["warmup"], Value::Null);
    let [steady, saturated] = [0, 1].map(|i| &report["points"][i]);
    assert_eq!((&steady["steady"], &saturated["steady"]), (&json!(true), &json!(false)));
    let warm_up = steady["warmup"].as_u64().unwrap();
    // Ten times 2 x (4 x 64 / 63 + 1) + 15 clocks at least.
    assert!((252..4000).contains(&warm_up) && warm_up + steady["measured_clocks"].as_u64().unwrap() == 8000, "{steady}");
    assert_eq!((&saturated["warmup"], &saturated["measured_clocks"]), (&json!(4000), &json!(4000)));
    let told = torusmith(line).good().out;
    assert!(told.contains(&format!("\nuniform at 0.1: steady after {warm_up} clocks, ")), "{told}");
    assert!(told.contains("\nuniform at 0.6: NOT STEADY in 8000 clocks"), "{told}");
    // As a run with that warm-up.
    let given = point(&torusmith(&format!("simulate torus:8,8 --rate 0.1 --cycles 8000 --warmup {warm_up} --json")).good());
    for field in
        ["offered", "accepted", "latency_mean", "latency_p99", "total_latency_max", "link_use_max", "busiest_link", "overtaken_share"]
    {
        assert_eq!(given[field], steady[field], "{field}");
    }
    assert_eq!((&given["steady"], &given["warmup"]), (&Value::Null, &json!(warm_up)));
    // Not of a trace, and no other word.
    let dir = with("trace.csv", "clock,from,to,flits\n0,0,1,1\n");
    at(dir.path(), "simulate mesh:2,2 --traffic trace:trace.csv --warmup auto").refused(2, &["warmup = auto", "a trace"]);
    torusmith("simulate mesh:2,2 --warmup automatic").refused(2, &["warmup = automatic", "0 and more, or auto"]);
}

/// Intervals stand beside the means, in the table and in a sweep; a network past saturation has none of its total latency, which grows.
#[test]
fn intervals_are_told() {
    let line = "simulate torus:4,4 --rate 0.1,0.9 --cycles 20000";
    let report = torusmith(&format!("{line} --json")).good().json();
    let [light, heavy] = [0, 1].map(|i| &report["points"][i]);
    let fields = ["accepted_half_width", "latency_half_width", "total_latency_half_width"];
    let told = torusmith(line).good().out;
    for (field, column) in fields.iter().zip(["accepted", "latency", "total"]) {
        let shown = cell(&told, 0, column);
        let half: f64 = shown.split_once(" ±").unwrap().1.parse().unwrap();
        assert!((half / number(light, field) - 1.0).abs() < 0.05, "{shown} for {}", light[field]);
    }
    // 16 nodes x 18,000 clocks: 1800 packets, whose number scatters by 42, 2.4 %.
    let accepted = number(light, "accepted_half_width") / 0.1;
    assert!((0.02..0.1).contains(&accepted), "{accepted}");
    assert_eq!((&heavy["total_latency_half_width"], heavy["total_latency_mean"].is_f64()), (&Value::Null, true));
    let dir = planned("command = \"simulate\"\nnetwork = \"torus:4,4\"\nrate = [0.1, 0.9]\n");
    sweep(dir.path(), "out").good();
    sweep(dir.path(), "out --merge").good();
    let csv = fs::read_to_string(dir.path().join("out/sweep.csv")).unwrap();
    let mut rows = csv::ReaderBuilder::new().from_reader(csv.as_bytes());
    let head = rows.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let at = |row: usize, field: &str| rows[row][head.iter().position(|name| name == field).unwrap()].to_owned();
    for field in fields {
        assert_eq!(at(0, field), light[field].to_string(), "{field}");
    }
    assert_eq!((at(1, "total_latency_half_width"), at(1, "steady"), at(0, "long_enough")), (String::new(), String::new(), "true".into()));
}

/// A trace with packets two thousand million clocks apart takes no longer than one without gaps; clocks end where JSON's whole numbers do.
#[test]
fn a_sparse_trace_is_skipped_through() {
    let dir = with("sparse.csv", "clock,from,to,flits\n0,0,1,4\n2000000000,1,0,4\n");
    let began = std::time::Instant::now();
    let told = at(dir.path(), "simulate mesh:2,2 --traffic trace:sparse.csv --cycles 2000000100 --json").good();
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
    // By the formula N8: 2 x 2 + 4 - 1 clocks each; the second tail arrives in clock 2,000,000,007.
    let point = point(&told);
    assert_eq!((&point["latency_max"], &point["clocks"], &point["packets_delivered"]), (&json!(7), &json!(2_000_000_008u64), &json!(2)));
    assert_eq!(number(&point, "offered"), 8.0 / 2_000_000_008.0 / 4.0);
    fs::write(dir.path().join("huge.csv"), "clock,from,to,flits\n100000000000000000000,0,1,4\n").unwrap();
    at(dir.path(), "simulate mesh:2,2 --traffic trace:huge.csv")
        .refused(2, &["huge.csv, line 2: clock = `100000000000000000000`", "0 to 9007199254740991"]);
}

/// The half width counts terminals, not routers: of 8 terminals that each create a packet of 16 flits in a clock with p = 0.3 / 16, over 18000 clocks,
/// the accepted load has the standard deviation 16 sqrt(p / 144000), and with 40 batches half its interval is 2.02 of these, 0.0117.
#[test]
fn the_interval_of_a_star_is_that_of_its_terminals() {
    let star = point(&torusmith("simulate star:8 --rate 0.3 --json").good());
    let half = number(&star, "accepted_half_width");
    assert!((0.0058..0.0234).contains(&half), "{half}");
}
