//! Networks from files, routed by their tables: cycles are told by the names that the file has.

use std::fs;

use tempfile::tempdir;

use crate::support::torusmith;

/// A ring of four, one way, in one class: the packets that go two links and more wait for each other.
const RING: &str = r#"
name = "loop"
nodes = ["north", "east", "south", "west"]
ports = ["clockwise", "from"]
links = [
  { from = "north:clockwise", to = "east:from" },
  { from = "east:clockwise", to = "south:from" },
  { from = "south:clockwise", to = "west:from" },
  { from = "west:clockwise", to = "north:from" },
]
classes = 1
"#;

#[test]
fn a_cycle_has_the_names_of_the_file() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("loop.toml");
    fs::write(&file, RING).unwrap();
    let run = torusmith(&format!("deadlock {}", file.display()));
    assert_eq!(run.code, Some(1), "{run:?}");
    let told: Vec<Vec<&str>> = run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(run.out.contains("routing table, VC rule table, ties plus, 1 VCs"), "{}", run.out);
    assert!(run.out.contains("CYCLE of 4 channels, 4 channels on cycles or behind them"), "{}", run.out);
    for row in [
        ["1", "north", "clockwise", "0", "east", "2"],
        ["2", "east", "clockwise", "0", "south", "3"],
        ["3", "south", "clockwise", "0", "west", "4"],
        ["4", "west", "clockwise", "0", "north", "1"],
    ] {
        assert!(told.iter().any(|line| line[..] == row), "{row:?} in\n{}", run.out);
    }
}

#[test]
fn a_way_has_the_names_of_the_file() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("loop.toml");
    fs::write(&file, RING.replace("classes = 1", "routes = \"shortest\"\nclasses = 1")).unwrap();
    let told = torusmith(&format!("route {} south east --json", file.display())).good().json();
    let hops: Vec<(&str, &str)> =
        told["hops"].as_array().unwrap().iter().map(|hop| (hop["address"].as_str().unwrap(), hop["port"].as_str().unwrap())).collect();
    assert_eq!(hops, [("south", "clockwise"), ("west", "clockwise"), ("north", "clockwise"), ("east", "local")]);
}
