//! docs/results/routing.md against the rows that its script measures, and against what can be had at once.

use std::collections::HashMap;
use std::fs;
use std::process::Command;

use crate::support::{root, torusmith};

/// The options of each row, as `benches/routing --list` has them.
fn listed() -> Vec<String> {
    let output = Command::new("python3").arg(root().join("benches/routing")).arg("--list").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The networks of the page's sections.
const NETWORKS: [(&str, &str); 8] = [
    ("TTN(2,2,1)", "ttn:2,2,1"),
    ("STTN(2,2,1)", "sttn:2,2,1"),
    ("MTN(2,2,1)", "mtn:2,2,1"),
    ("TESH(2,2,1)", "tesh:2,2,1"),
    ("HTN(4,4,2,1)", "htn:4,4,2,1"),
    ("Torus 4 x 4", "torus:4,4"),
    ("Torus 8 x 8", "torus:8,8"),
    ("Torus 16 x 16", "torus:16,16"),
];

/// By options, the rows of both depths of buffers.
fn rows(page: &str) -> HashMap<String, [Vec<&str>; 2]> {
    let tables = page.split("<!-- routing -->\n").nth(1).unwrap().split("<!-- end of routing -->").next().unwrap();
    let mut found: HashMap<String, [Vec<&str>; 2]> = HashMap::new();
    for section in tables.split("### ").skip(1) {
        let (title, section) = section.split_once('\n').unwrap();
        let network = NETWORKS.iter().find(|(known, _)| *known == title).expect(title).1;
        for (depth, table) in section.split("Buffers of ").skip(1).enumerate() {
            for line in table.lines().filter(|line| line.starts_with("| `")) {
                let cells: Vec<&str> = line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
                let options = format!("{network} --routing {} --vc-rule {} --ties {} --vcs {}", cells[0], cells[1], cells[2], cells[3]);
                found.entry(options).or_default()[depth] = cells;
            }
        }
    }
    found
}

/// Nothing is missing, and of two depths of buffers the deeper ones accept as much or more, but for what seeds make of it.
#[test]
fn every_row_of_the_script_is_measured() {
    let page = fs::read_to_string(root().join("docs/results/routing.md")).unwrap();
    let rows = rows(&page);
    let listed = listed();
    assert_eq!(rows.len(), listed.len());
    for options in listed {
        let [shallow, deep] = rows.get(&options).unwrap_or_else(|| panic!("no row of {options}"));
        assert_eq!((shallow.len(), deep.len()), (15, 11), "{options}");
        let load = |cell: &str| cell.split(' ').next().unwrap().parse::<f64>().unwrap_or_else(|_| panic!("{options}: {cell}"));
        let [shallow, deep] = [&shallow[8..], &deep[4..]].map(|cells| cells.iter().map(|cell| load(cell)).collect::<Vec<_>>());
        assert!(shallow[0] > 0.0 && deep[0] > 0.95 * shallow[0], "{options}: {shallow:?} {deep:?}");
    }
}

/// Bounds and mean lengths of ways are exact: those of 256 nodes and fewer again.
#[test]
#[ignore = "long: all pairs of large networks"]
fn bounds_are_those_of_the_program() {
    let page = fs::read_to_string(root().join("docs/results/routing.md")).unwrap();
    let rows = rows(&page);
    for (options, [cells, _]) in rows.iter().filter(|(options, _)| !options.starts_with("htn")) {
        let routes = options.split(" --vcs").next().unwrap();
        let bound = torusmith(&format!("topology {routes} --loads --json")).good().json()["patterns"][0]["bound"].as_f64().unwrap();
        let hops = torusmith(&format!("topology {routes} --json")).good().json()["routed_average"].as_f64().unwrap();
        assert_eq!(cells[4..6], [format!("{hops:.3}"), format!("{bound:.3}")], "{options}");
    }
}
