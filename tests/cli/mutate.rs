//! `mutate`: which faults of a small router are found, and where.

use serde_json::Value;
use tempfile::tempdir;

use crate::support::{command, nowhere, run, torusmith};

const SMALL: &str = "mutate torus:2,2 --count 10 --seed 1 --rate 0.3 --cycles 1000";

/// (mutant, clock, router, port, signal) of those found. Another yosys draws others.
type Pins = [(u64, u64, &'static str, &'static str, &'static str)];

const OF_0_23: &Pins = &[
    (3, 16, "0,0", "local", "out_data"),
    (4, 5, "1,1", "local", "out_data"),
    (5, 14, "0,0", "local", "out_data"),
    (7, 4, "1,1", "local", "out_data"),
    (8, 3, "1,0", "x+", "out_data"),
    (10, 67, "0,0", "x-", "in_credit_valid"),
];

const OF_0_70: &Pins = &[
    (1, 7, "0,0", "local", "out_data"),
    (2, 5, "1,1", "local", "out_tail"),
    (4, 149, "0,0", "y+", "out_data"),
    (6, 2, "0,0", "y+", "out_data"),
    (8, 12, "1,0", "local", "in_credit_valid"),
    (9, 1, "0,0", "y-", "error"),
    (10, 4, "1,0", "local", "out_data"),
];

#[test]
#[ignore = "long: a proof a mutant"]
fn what_is_found_and_where() {
    let run = torusmith(&format!("{SMALL} --json"));
    let report = run.json();
    assert_eq!(run.code, Some(i32::from(report["different"] != 0)));
    let mutants = report["mutants"].as_array().unwrap();
    assert_eq!(mutants.len(), 10);
    let of = |row: &Value| {
        let (found, text) = (&row["found"], |field: &str| row["found"][field].as_str().unwrap_or_default().to_owned());
        assert_eq!(found.is_null(), row["decision"].is_object(), "{row}");
        let place = (text("router"), text("port"), text("signal"));
        (!found.is_null()).then(|| (row["number"].as_u64().unwrap(), found["clock"].as_u64().unwrap(), place))
    };
    let found: Vec<_> = mutants.iter().filter_map(of).collect();
    assert_eq!(report["found"].as_u64().unwrap() as usize, found.len());
    let left: Vec<_> = mutants.iter().filter_map(|row| Some((row["number"].as_u64()?, row["decision"]["is"].as_str()?))).collect();
    let count = |is: &str| left.iter().filter(|(_, found)| *found == is).count();
    assert_eq!(
        ["equivalent", "different", "undecided"].map(|is| report[is].as_u64().unwrap() as usize),
        ["equivalent", "different", "undecided"].map(count)
    );
    assert_eq!(left.len(), 10 - found.len());
    let score = found.len() as f64 / (10 - count("equivalent")) as f64;
    assert!((report["score"].as_f64().unwrap() - score).abs() < 0.001, "{report}");
    assert_eq!(report["heads"], "sources");
    let told = |pins: &Pins| pins.iter().map(|&(n, clock, a, b, c)| (n, clock, (a.into(), b.into(), c.into()))).collect::<Vec<_>>();
    match report["yosys"].as_str().unwrap() {
        "0.23" => assert_eq!(found, told(OF_0_23)),
        "0.70" => assert_eq!(found, told(OF_0_70)),
        _ => assert!(found.len() > 3),
    }
    let words = torusmith(SMALL).out;
    assert!(words.contains(&format!("{} of 10 mutants found", found.len())), "{words}");
    assert_eq!(words, torusmith(&format!("{SMALL} --threads 1")).out);
    let without = torusmith(&format!("{SMALL} --no-proof --json")).good().json();
    // Registers start at random, and the same whichever lock steps begin at the same time.
    for _ in 0..4 {
        assert_eq!(torusmith(&format!("{SMALL} --no-proof --json --threads 8")).good().json(), without);
    }
    assert_eq!((&without["undecided"], &without["reason"]), (&Value::from(left.len()), &Value::from("--no-proof")));
}

/// A pattern in which nothing is sent finds nothing; of two the busier one is first.
#[test]
fn the_busiest_run_is_first() {
    let report =
        torusmith(&format!("{} --rate 0.01,0.5 --json", SMALL.replace(" --rate 0.3", " --driver source --no-proof"))).good().json();
    let found: Vec<&Value> = report["mutants"].as_array().unwrap().iter().filter(|row| !row["found"].is_null()).collect();
    assert!(found.len() > 3 && found.iter().filter(|row| row["found"]["rate"] == 0.5).count() > found.len() / 2, "{found:?}");
}

#[test]
fn a_router_that_differs_itself_is_told() {
    let dir = tempdir().unwrap();
    assert_eq!(run(command(["generate", "torus:2,2", "--out"]).arg(dir.path())).code, Some(0));
    let path = dir.path().join("rtl/torus_2_2_input_unit.v");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("credit_valid <= (granted | return_credit) & ~rst;", "credit_valid <= 1'b0;")).unwrap();
    let told = torusmith(&format!("{SMALL} --rtl {}", dir.path().display()));
    told.refused(1, &["without a mutant", "routers by themselves, clock 2: router 0,0, port x-", "in_credit_valid"]);
}

#[test]
fn what_is_not_allowed() {
    torusmith("mutate torus:2,2 --count 0").refused(2, &["count = 0", "1 to 4096"]);
    torusmith("mutate torus:2,2 --count many").refused(2, &["count = many", "1 to 4096"]);
    torusmith("mutate torus:2,2 --seed 2147483648").refused(2, &["seed = 2147483648", "0 to 2147483647"]);
    torusmith("mutate torus:2,2 --scope network").refused(2, &["scope = network", "allowed: router"]);
    torusmith("mutate moebius:3").refused(2, &["moebius"]);
    let mut missing = command(SMALL.split(' '));
    run(missing.env("TORUSMITH_YOSYS", nowhere("yosys"))).refused(3, &["NOWHERE/yosys"]);
}
