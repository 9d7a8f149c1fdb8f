//! `cosim --coverage`: counts of what lock steps run of a design.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::support::torusmith;

/// Names of what was never covered, of one kind.
fn open(report: &Value, kind: &str) -> Vec<String> {
    let holes = report["coverage"]["open"].as_array().unwrap().iter().filter(|hole| hole["kind"] == kind);
    holes.map(|hole| hole["name"].as_str().unwrap().to_owned()).collect()
}

/// A few packets without errors cover no error; wrong flits and more packets cover more, and counts of both runs add up.
#[test]
fn counts_of_runs_add_up() {
    let dir = tempdir().unwrap();
    let folder = dir.path().join("coverage");
    let cosim = |more: &str| torusmith(&format!("cosim hypercube:1 --vcs 2 --pipeline 1 {more} --coverage {}", folder.display()));
    let counts = || {
        let data: Value = serde_json::from_str(&fs::read_to_string(folder.join("coverage.json")).unwrap()).unwrap();
        data["points"].as_array().unwrap().iter().map(|point| point["count"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let first = cosim("--driver source --rate 0.1 --cycles 60 --json").good().json();
    assert_eq!((&first["match"], &first["coverage"]["runs"]), (&true.into(), &1.into()));
    let never = open(&first, "rule");
    for case in ["cover_E1_framing", "cover_E1_destination", "cover_E6_cleared", "cover_RC3_vc_1_of_local"] {
        assert!(never.contains(&case.to_owned()), "{case}: {never:?}");
    }
    // Packets go from each node to the other one, not on, and not to their own.
    let turns = |report: &Value| {
        let share = &report["coverage"]["rules"];
        let open: Vec<String> = open(report, "rule").into_iter().filter(|case| case.starts_with("cover_RC2")).collect();
        (open, share["of"].as_u64().unwrap())
    };
    let (open_turns, all) = turns(&first);
    assert!(open_turns.is_empty() && all > 20, "{open_turns:?} of {all}");
    let before = counts();
    let text = cosim("--rate 0.3 --cycles 2000").good().out;
    assert!(text.contains("annotated Verilog, 2 runs in all: "), "{text}");
    // At two nodes a head is one hop from its end, so a route a hop ahead is always local: one branch of its function is never taken.
    assert!(text.lines().any(|line| line.starts_with("lines ") && line.ends_with("100.0 %")), "{text}");
    assert!(text.contains("never: rtl/hypercube_1_route_ahead.v:32 if") && text.matches("never: rtl/").count() == 1, "{text}");
    assert!(!text.contains("never: cover_E1_framing") && !text.contains("never: cover_RC"), "{text}");
    let after = counts();
    assert!(before.len() == after.len() && before.iter().zip(&after).all(|(before, after)| before <= after));
    assert!(before.iter().sum::<u64>() * 5 < after.iter().sum());
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(
        page.contains("hypercube_1_router: coverage") && page.contains("cover_E1_framing") && page.contains("module hypercube_1_router")
    );
    // Another design is refused, and the folder stays.
    torusmith(&format!("cosim star:2 --coverage {}", folder.display())).refused(2, &["coverage = ", "another design, hypercube_1_router"]);
    assert_eq!(counts(), after);
}

#[test]
fn folders_of_others_are_refused() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("notes.txt");
    fs::write(&file, "mine").unwrap();
    let cosim = |at: &std::path::Path| torusmith(&format!("cosim star:2 --coverage {}", at.display()));
    let mapped = torusmith(&format!("cosim star:2 --netlist generic --coverage {}/new", dir.path().display()));
    mapped.refused(2, &["coverage = ", "netlist"]);
    assert!(!dir.path().join("new").exists());
    cosim(&file).refused(2, &["coverage = ", "it is a file"]);
    cosim(dir.path()).refused(2, &["coverage = ", "no coverage.json"]);
    fs::write(dir.path().join("coverage.json"), "{}").unwrap();
    cosim(dir.path()).refused(2, &["coverage.json", "not written by torusmith"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}
