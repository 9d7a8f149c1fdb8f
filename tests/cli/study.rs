use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::support::{command, files, run, torusmith};

/// A study's JSON and the temporary folder with its files, in `made`: the same on one thread and on two, and printed as written.
fn made(study: &[&str]) -> (Value, TempDir) {
    let [(said, dir), other] = ["1", "2"].map(|threads| {
        let dir = tempdir().unwrap();
        let mut line = command(["study"]);
        line.args(study).args(["--json", "--threads", threads, "--out"]).arg(dir.path().join("made"));
        // Each a cache of its own, or the second would only read.
        let cache = tempdir().unwrap();
        (run(line.env("TORUSMITH_CACHE", cache.path())).good(), dir)
    });
    assert_eq!(said.out, other.0.out);
    assert!(files(dir.path()) == files(other.1.path()), "files differ");
    assert_eq!(fs::read_to_string(dir.path().join("made").join(study[0]).with_extension("json")).unwrap(), said.out);
    (said.json(), dir)
}

#[test]
#[ignore = "long: a study twice"]
fn threads_make_no_difference_and_every_field_is_there() {
    let (report, dir) = made(&["htn-selection", "--cycles", "500", "--seed-count", "2"]);
    let names: Vec<String> = files(dir.path()).iter().map(|(path, _)| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let figure = |pattern| format!("htn-selection-{pattern}.svg");
    let patterns = ["bit-flip", "bit-reversal", "hot-spot", "shuffle", "uniform"];
    let expected: Vec<String> =
        patterns.map(figure).into_iter().chain(["htn-selection.csv".to_owned(), "htn-selection.json".to_owned()]).collect();
    assert_eq!(names, expected);
    assert_eq!((&report["network"], &report["cycles"], &report["warmup"]), (&"HTN(4,4,2,1)".into(), &500.into(), &50.into()));
    assert_eq!(report["ties"], "plus");
    let csv = fs::read_to_string(dir.path().join("made/htn-selection.csv")).unwrap();
    let points: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let mut held = 0;
    for row in report["patterns"].as_array().unwrap() {
        let name = row["pattern"].as_str().unwrap();
        held += row["claims"].as_array().unwrap().iter().filter(|claim| claim["holds"] == true).count();
        for algorithm in row["algorithms"].as_array().unwrap() {
            let routing = algorithm["algorithm"].as_str().unwrap();
            // The maxima again, from the points: the highest accepted load of each seed, and their mean.
            let highest = |seed: &str| {
                let own = points.iter().filter(|p| p[0] == name && p[1] == routing && p[2] == seed);
                own.map(|p| p[5].parse::<f64>().unwrap()).fold(0.0, f64::max)
            };
            let mean = (highest("1") + highest("2")) / 2.0;
            let told = algorithm["max_throughput"]["mean"].as_f64().unwrap();
            assert!((told - mean).abs() < 2e-6, "{name} {routing}: {told} for {mean}");
            // A flit over a link is two of the paper's clocks, so a load is half there.
            let theirs = algorithm["in_paper_clocks"]["max_throughput"]["mean"].as_f64().unwrap();
            assert!((theirs - mean / 2.0).abs() < 2e-6, "{name} {routing}: {theirs} for {mean} / 2");
            // One clock from the source, two to the destination: 2 (zero - 3), of each seed's first point.
            let first =
                |seed: &str| points.iter().find(|p| p[0] == name && p[1] == routing && p[2] == seed).unwrap()[6].parse::<f64>().unwrap();
            let theirs = algorithm["in_paper_clocks"]["zero_load_latency"]["mean"].as_f64().unwrap();
            assert!((theirs - (first("1") + first("2") - 6.0)).abs() < 0.02, "{name} {routing}: {theirs}");
            // The interval of two samples: t of one degree of freedom by half their difference.
            let half_width = 12.706 * (highest("1") - highest("2")).abs() / 2.0;
            let told = algorithm["max_throughput"]["half_width"].as_f64().unwrap();
            assert!((told - half_width).abs() < 2e-5, "{name} {routing}: {told} for {half_width}");
            assert_eq!(algorithm["throughput_enhancement"] == Value::Null, routing == "dor");
        }
    }
    assert_eq!((&report["claims_held"], &report["claims_made"]), (&held.into(), &25.into()));
}

#[test]
#[ignore = "long: a study twice"]
fn rdt_threads_make_no_difference_and_the_claims_follow_from_the_points() {
    let (report, dir) = made(&["rdt", "--quick", "--cycles", "2000", "--seed-count", "1"]);
    assert_eq!(files(dir.path()).len(), 7);
    let folder = dir.path().join("made");
    assert_eq!((&report["nodes"], &report["cycles"], &report["warmup"]), (&256.into(), &2000.into(), &200.into()));
    assert_eq!(report["pipeline"], 3);
    let csv = fs::read_to_string(folder.join("rdt.csv")).unwrap();
    let points: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // Latencies are compared again, from the points; the RDT against the 3D torus under uniform traffic, both ways round.
    let mut compared = 0;
    for claim in report["claims"].as_array().unwrap() {
        let words = claim["claim"].as_str().unwrap();
        let Some((lower, higher)) = words.split_once(" load ").and_then(|(_, networks)| networks.split_once(" <= ")) else { continue };
        let latency = |network: &str| {
            let rate = claim["rate"].to_string();
            let mut own = points.iter().filter(|p| p[0] == claim["scenario"] && p[1] == network && p[3] == rate);
            own.next().unwrap()[6].parse::<f64>().unwrap()
        };
        assert_eq!(claim["holds"], latency(lower) <= latency(higher), "{claim}");
        assert_eq!((&claim["resolved"], &claim["margin"]["half_width"]), (&false.into(), &Value::Null));
        compared += 1;
    }
    assert_eq!(compared, 6 + 2 + 4 + 6 + 6);
    let held = report["claims"].as_array().unwrap().iter().filter(|claim| claim["holds"] == true).count();
    assert_eq!((&report["claims_held"], &report["claims_made"]), (&held.into(), &36.into()));
    let tables = fs::read_to_string(folder.join("rdt-tables.csv")).unwrap();
    assert!(tables.contains("\nV,\"RDT(2,4,1)/alpha\",diameter,12,13,different\n"), "{tables}");
}

#[test]
fn static_threads_make_no_difference_and_verdicts_follow_from_the_cells() {
    let dirs = [tempdir().unwrap(), tempdir().unwrap()];
    let runs: Vec<_> = dirs
        .iter()
        .zip(["1", "2"])
        .map(|(dir, threads)| {
            run(command(["study", "ttn-static", "--json", "--threads", threads, "--out"]).arg(dir.path().join("made"))).good()
        })
        .collect();
    assert_eq!(runs[0].out, runs[1].out);
    let written = files(dirs[0].path());
    assert!(written == files(dirs[1].path()), "files differ");
    let names: Vec<&str> = written.iter().map(|(path, _)| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["ttn-static-average.svg", "ttn-static-cost.svg", "ttn-static-diameter.svg", "ttn-static.csv", "ttn-static.json"]);
    assert_eq!(fs::read_to_string(dirs[0].path().join("made/ttn-static.json")).unwrap(), runs[0].out);

    let report = runs[0].json();
    let mut counts = [0; 4];
    for table in report["tables"].as_array().unwrap() {
        for row in table["rows"].as_array().unwrap() {
            let scale = 10f64.powi(row["decimals"].as_i64().unwrap() as i32);
            let cells = row["cells"].as_array().unwrap();
            assert_eq!(cells.len(), table["columns"].as_array().unwrap().len());
            for cell in cells {
                let [published, computed] = ["published", "computed"].map(|key| cell[key].as_f64());
                let (at, verdict) = match (published, computed) {
                    (Some(a), Some(b)) if (a * scale).round() == (b * scale).round() => (0, "equal"),
                    (Some(_), Some(_)) => (1, "different"),
                    (Some(_), None) => (2, "not-computed"),
                    (None, _) => (3, "not-published"),
                };
                assert_eq!(cell["verdict"], verdict, "{row}");
                counts[at] += 1;
            }
        }
    }
    assert_eq!(
        [&report["cells_equal"], &report["cells_different"], &report["cells_not_computed"]],
        [counts[0], counts[1], counts[2]].map(Value::from).each_ref()
    );
    let claims = report["claims"].as_array().unwrap();
    let held = claims.iter().filter(|claim| claim["holds"] == true).count();
    let made = claims.iter().filter(|claim| claim["holds"].is_boolean()).count();
    assert_eq!((&report["claims_held"], &report["claims_made"]), (&held.into(), &made.into()));
}

#[test]
fn settings_out_of_range_are_refused_before_anything_is_run_or_written() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("made");
    for (flags, words) in [
        ("htn-selection --seed-count 0", ["seed-count = 0", "1 to 31"]),
        ("htn-selection --seed-count 32", ["seed-count = 32", "1 to 31"]),
        ("htn-selection --seed-count -1", ["seed-count", "-1"]),
        ("htn-selection --buffer-depth 0", ["buffer-depth = 0", "1 to 64"]),
        ("htn-selection --buffer-depth 65", ["buffer-depth = 65", "1 to 64"]),
        ("htn-selection --cycles 499", ["cycles = 499", "500"]),
        ("htn-selection --quick", ["quick", "rdt, ttn-dynamic"]),
        ("rdt --cycles 1999", ["cycles = 1999", "2000"]),
        ("rdt --seed-count 32", ["seed-count = 32", "1 to 31"]),
        ("ttn-dynamic --cycles 499", ["cycles = 499", "500"]),
        ("sttn-dynamic --seed-count 32", ["seed-count = 32", "1 to 31"]),
        ("mtn-dynamic --buffer-depth 0", ["buffer-depth = 0", "1 to 64"]),
        ("htn-selection --threads 0", ["threads = 0", "1 and more"]),
        ("ttn-selection", ["ttn-selection", "htn-selection"]),
        ("ttn-statics", ["ttn-statics", "mtn-static"]),
        ("ttn-static --seed-count 3", ["seed-count = 3", "simulates nothing"]),
        ("sttn-static --buffer-depth 4", ["buffer-depth = 4", "sttn-static"]),
        ("mtn-static --cycles 100", ["cycles = 100", "mtn-static"]),
        ("mtn-static --quick", ["quick", "mtn-static"]),
        ("mtn-static --ties plus", ["ties = plus", "simulates nothing"]),
        ("rdt --ties balanced", ["ties = balanced", "htn-selection"]),
        ("htn-selection --ties minus", ["ties = minus", "plus, balanced"]),
        ("mtn-static --threads 0", ["threads = 0", "1 and more"]),
    ] {
        let mut command = command(["study"]);
        command.args(flags.split(' ')).arg("--out").arg(&out);
        run(&mut command).refused(2, &words);
    }
    assert!(!out.exists());

    let file = dir.path().join("file");
    fs::write(&file, "kept").unwrap();
    for place in [file.clone(), file.join("below")] {
        run(command(["study", "htn-selection", "--out"]).arg(place)).refused(2, &["output folder", "file"]);
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "kept");
    torusmith("study").refused(2, &["STUDY"]);
}

fn dynamic(study: &str, out: &Path, cache: &Path, threads: &str) -> Command {
    let mut command = command(["study", study, "--quick", "--cycles", "500", "--seed-count", "2", "--json", "--threads", threads]);
    command.arg("--out").arg(out).arg("--cache").arg(cache);
    command
}

#[test]
#[ignore = "long: a study three times"]
fn dynamic_studies_are_the_same_from_threads_and_cache_and_the_figures_follow_from_the_points() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let one = run(&mut dynamic("ttn-dynamic", &at("one"), &at("cache"), "1")).good();
    let two = run(&mut dynamic("ttn-dynamic", &at("two"), &at("other"), "2")).good();
    let again = run(&mut dynamic("ttn-dynamic", &at("again"), &at("cache"), "2")).good();
    assert!(one.out == two.out && one.out == again.out);
    assert!(files(&at("one")) == files(&at("two")) && files(&at("one")) == files(&at("again")), "files differ");
    assert!(again.err.contains(" 0 points simulated, ") && !one.err.contains("from the cache"), "{} {}", again.err, one.err);
    assert_eq!(fs::read_to_string(at("one").join("ttn-dynamic.json")).unwrap(), one.out);

    let report = one.json();
    assert_eq!(
        (&report["study"], &report["nodes"], &report["warmup"], &report["dead"]),
        (&"ttn-dynamic".into(), &256.into(), &50.into(), &0.into())
    );
    let csv = fs::read_to_string(at("one").join("ttn-dynamic.csv")).unwrap();
    assert_eq!(csv.lines().next(), Some("scenario,q,network,vcs,vc_rule,seed,rate,offered,accepted,latency_mean,latency_p99"));
    // Commas are in the names of networks alone, in quotes.
    let points: Vec<Vec<String>> = csv
        .lines()
        .skip(1)
        .map(|line| {
            line.split('"')
                .enumerate()
                .flat_map(|(i, part)| {
                    let parts: Vec<&str> = if i == 1 { vec![part] } else { part.trim_matches(',').split(',').collect() };
                    parts.into_iter().map(str::to_owned).collect::<Vec<_>>()
                })
                .collect()
        })
        .collect();
    let (mut checked, mut compared) = (0, 0);
    for scenario in report["scenarios"].as_array().unwrap() {
        for network in scenario["networks"].as_array().unwrap() {
            let own = |seed: &str| -> Vec<[f64; 4]> {
                let rows = points.iter().filter(|p| {
                    p[0] == scenario["scenario"]
                        && p[2] == network["network"]
                        && p[3].parse().ok() == network["vcs"].as_u64()
                        && p[4] == network["vc_rule"]
                        && p[5] == seed
                });
                rows.map(|p| [6, 7, 8, 9].map(|i| p[i].parse().unwrap())).collect()
            };
            let mean = |of: &dyn Fn(&[[f64; 4]]) -> f64| (of(&own("1")) + of(&own("2"))) / 2.0;
            let near = |field: &str, expected: f64, within: f64| {
                let told = network[field]["mean"].as_f64().unwrap();
                assert!((told - expected).abs() < within, "{field} of {network}: {told} for {expected}");
            };
            near("zero_load_latency", mean(&|points| points[0][3]), 1e-3);
            near("max_throughput", mean(&|points| points[1..].iter().map(|p| p[2]).fold(0.0, f64::max)), 2e-6);
            // The line through the points on both sides of 95 %.
            let saturation = |points: &[[f64; 4]]| {
                let share = |i: usize| points[i][2] / points[i][1];
                match (1..points.len()).find(|&i| share(i) < 0.95) {
                    None => points.last().unwrap()[2],
                    Some(1) => points[1][2],
                    Some(i) => {
                        let slope = (points[i][1] - points[i - 1][1]) / (share(i) - share(i - 1));
                        0.95 * (points[i - 1][1] + slope * (0.95 - share(i - 1)))
                    }
                }
            };
            // The six digits of the CSV do not tell a share of 95 % from one just below.
            let on_the_edge = |point: &[f64; 4]| (point[2] / point[1] - 0.95).abs() < 1e-3;
            if !["1", "2"].iter().any(|seed| own(seed)[1..].iter().any(on_the_edge)) {
                near("saturation_throughput", mean(&saturation), 2e-4 * mean(&saturation).max(0.1));
                compared += 1;
            }
            checked += 1;
        }
    }
    assert_eq!(checked, report["scenarios"].as_array().unwrap().iter().map(|s| s["networks"].as_array().unwrap().len()).sum::<usize>());
    assert!(2 * compared > checked, "{compared} of {checked}");
    let claims = report["claims"].as_array().unwrap();
    let counted = |verdict: &str| claims.iter().filter(|claim| claim["verdict"] == verdict).count();
    assert_eq!(report["claims_held"], counted("holds"));
    assert_eq!(report["claims_not_held"], counted("does-not-hold"));
    assert_eq!(report["claims_undecided"], counted("within-interval"));
    assert_eq!(report["claims_made"], claims.len());
}

/// Killed on the way, it goes on where it was and ends in the same bytes.
#[test]
#[ignore = "long: a study twice"]
fn an_interrupted_study_goes_on() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let whole = run(&mut dynamic("mtn-dynamic", &at("whole"), &at("other"), "2")).good();
    let made = |cache: &Path| fs::read_dir(cache.join("points")).map_or(0, |entries| entries.count());

    let mut child = dynamic("mtn-dynamic", &at("made"), &at("cache"), "1").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while made(&at("cache")) < 20 {
        assert!(child.try_wait().unwrap().is_none(), "over before it was interrupted");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!at("made").exists());
    let kept = made(&at("cache"));
    assert!(kept < made(&at("other")), "all {kept} points were there");

    let rest = run(&mut dynamic("mtn-dynamic", &at("made"), &at("cache"), "2")).good();
    assert_eq!(rest.out, whole.out);
    assert!(files(&at("made")) == files(&at("whole")), "files differ");
    let recalled: usize = rest.err.split("simulated, ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    // The last of them may be a file that was never moved into place.
    assert!((19..=kept).contains(&recalled), "{recalled} of {kept}: {}", rest.err);
    assert_eq!(rest.json()["findings"].as_array().unwrap().len(), 40);
}

#[test]
fn cache_folders_that_cannot_be_written() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "kept").unwrap();
    let line = ["study", "mtn-dynamic", "--quick", "--cycles", "500", "--seed-count", "1", "--out"];
    // Asked for: refused.
    let out = dir.path().join("made");
    run(command(line).arg(&out).arg("--cache").arg(&file)).refused(2, &["cache folder", "file"]);
    run(command(line).arg(&out).env("TORUSMITH_CACHE", &file)).refused(2, &["cache folder", "file"]);
    assert!(!out.exists());
    // The user's own, which nobody asked for: done without.
    let done = run(command(line).arg(&out).env_remove("TORUSMITH_CACHE").env("XDG_CACHE_HOME", &file)).good();
    assert!(done.err.contains("going on without a cache"), "{}", done.err);
    assert!(done.out.contains("In words:") && out.join("mtn-dynamic.json").is_file(), "{}", done.out);
    assert_eq!(fs::read_to_string(file).unwrap(), "kept");
}
