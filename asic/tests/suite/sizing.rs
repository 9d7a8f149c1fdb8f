use std::fmt::Write as _;
use std::path::Path;

use torusmith_asic::{Conditions, Netlist, Timing, size};
use torusmith_synthesis::Yosys;

use crate::cells::text;
use crate::small::{library, netlist};

/// A register that drives a chain of four gates, the last of which also drives twenty registers.
fn loaded() -> Netlist {
    let mut cells: Vec<(String, &str, Vec<String>)> = Vec::new();
    let mut add = |name: &str, cell, pins: &[&str]| cells.push((name.to_owned(), cell, pins.iter().map(|&pin| pin.to_owned()).collect()));
    add("u.a", "DFF", &["clk", "x", "q"]);
    add("u.i", "INV", &["q", "n1"]);
    add("u.j", "NAND2", &["n1", "x", "n2"]);
    add("v.k", "INV", &["n2", "n3"]);
    add("v.b", "DFF", &["clk", "n3", "y"]);
    for i in 0..20 {
        add(&format!("w.r{i}"), "DFF", &["clk", "n1", &format!("y{i}")]);
    }
    let borrowed: Vec<Vec<&str>> = cells.iter().map(|(_, _, pins)| pins.iter().map(String::as_str).collect()).collect();
    let all: Vec<(&str, &str, &[&str])> = cells.iter().zip(&borrowed).map(|((n, c, _), pins)| (n.as_str(), *c, pins.as_slice())).collect();
    let outputs: Vec<String> = (0..20).map(|i| format!("out_y{i}")).collect();
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).chain(["out_y"]).collect();
    netlist(&library(), &all, &["clk", "x"], &outputs)
}

fn run(yosys: &Yosys, script: &str, at: &Path) {
    yosys.run(script, at).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn sizing_shortens_the_period_and_keeps_the_function() {
    let library = library();
    let before = loaded();
    let conditions = Conditions { clock_transition: 0.1, ..Conditions::default() };
    let first = Timing::new(&before, &library, &conditions).unwrap();
    let mut after = before.clone();
    let timing = size(&mut after, &library, &conditions).unwrap();
    assert!(timing.period < 0.7 * first.period, "{} {}", timing.period, first.period);
    let again = Timing::new(&after, &library, &conditions).unwrap();
    assert_eq!((again.period, again.register_period), (timing.period, timing.register_period));
    // Twice the same, and buffers are in the block of their driver.
    let mut twice = before.clone();
    size(&mut twice, &library, &conditions).unwrap();
    assert_eq!(after.verilog(&library), twice.verilog(&library));
    let added: Vec<&str> = after.instances[before.instances.len()..].iter().map(|instance| instance.name.as_str()).collect();
    assert!(!added.is_empty() && added.iter().all(|name| name.starts_with("u._buffer")), "{added:?}");

    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("cells.lib", &text());
    write("before.v", &before.verilog(&library));
    write("after.v", &after.verilog(&library));
    let yosys = Yosys::find().unwrap();
    let mut equal = String::new();
    for (file, name) in [("before", "gold"), ("after", "gate")] {
        let _ = writeln!(equal, "design -reset\nread_liberty cells.lib\nread_verilog {file}.v\nhierarchy -top top\nflatten\nopt_clean");
        let _ = writeln!(equal, "rename top {name}\nselect {name}\nwrite_rtlil -selected {name}.il\nselect -clear");
    }
    equal += "design -reset\nread_rtlil gold.il\nread_rtlil gate.il\nequiv_make gold gate equal\nhierarchy -top equal\n\
              equiv_simple\nequiv_induct\nequiv_status -assert\n";
    run(&yosys, &equal, folder.path());
    // The area is the one that yosys counts.
    run(
        &yosys,
        "read_liberty -lib cells.lib\nread_verilog after.v\nhierarchy -top top\ntee -q -o stat.txt stat -liberty cells.lib\n",
        folder.path(),
    );
    let stat = std::fs::read_to_string(folder.path().join("stat.txt")).unwrap();
    let area: f64 = stat.lines().find(|line| line.contains("Chip area")).unwrap().rsplit(':').next().unwrap().trim().parse().unwrap();
    assert!((area - after.area(&library)).abs() < 1e-6 && area > before.area(&library), "{area}");
}

/// An output drives at most half of its `max_capacitance`, 0.5: forty registers of 0.02 are too many for one.
#[test]
fn limits_of_loads_are_kept() {
    let library = library();
    let names: Vec<String> = (0..40).map(|i| format!("r{i}")).collect();
    let mut cells: Vec<(&str, &str, &[&str])> = vec![("a", "DFF", &["clk", "x", "q"])];
    cells.extend(names.iter().map(|name| (name.as_str(), "DFF", &["clk", "q", "z"] as &[&str])));
    let mut netlist = netlist(&library, &cells, &["clk", "x"], &[]);
    let timing = size(&mut netlist, &library, &Conditions { clock_transition: 0.1, ..Conditions::default() }).unwrap();
    let driven = netlist.nets.iter().zip(&timing.load).filter(|(net, _)| net.driver.is_some());
    driven.for_each(|(_, load)| assert!(load.iter().all(|load| *load <= 0.25 + 1e-9), "{load:?}"));
}
