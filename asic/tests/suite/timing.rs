use torusmith_asic::{Conditions, Library, PathStep, Timing};

use crate::cells::text;
use crate::small::{library, netlist};

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

/// Q: load 0.01, so 0.21 with transition 0.12. Inverter, load 0.02: rises at 0.21 + 0.1 + 0.06 + 0.06 = 0.43 with transition 0.12, falls at
/// 0.21 + 0.05 + 0.04 + 0.06 = 0.36 with 0.22. Setup 0.062 and 0.072: 0.492 and 0.432.
#[test]
fn a_path_between_registers() {
    let library = library();
    let cells: [(&str, &str, &[&str]); 3] = [("a", "DFF", &["clk", "x", "q"]), ("i", "INV", &["q", "n"]), ("b", "DFF", &["clk", "n", "y"])];
    let netlist = netlist(&library, &cells, &["clk", "x"], &[]);
    let timing = Timing::new(&netlist, &library, &Conditions { clock_transition: 0.3, ..Conditions::default() }).unwrap();
    near(timing.period, 0.492);
    near(timing.register_period, 0.492);
    let net = |name: &str| netlist.instances.iter().find(|i| i.name == name).unwrap().pins.last().unwrap().net().unwrap();
    near(timing.arrival[net("i")][1], 0.36);
    near(timing.slack(net("a")), -0.492);
    let (steps, setup) = timing.path(&netlist);
    assert_eq!(steps.iter().map(|step| step.instance).collect::<Vec<_>>(), [Some(0), Some(1)]);
    near(steps[1].delay, 0.22);
    near(setup, 0.062);
    // A wire of 0.1 pF to each input: 0.31 with transition 0.32, then 0.31 + 0.1 + 0.36 + 0.16 = 0.93 with 0.22, setup 0.072.
    let wires = Conditions { wire: 0.1, ..Conditions::default() };
    near(Timing::new(&netlist, &library, &wires).unwrap().period, 1.002);
}

/// The inverter's input is 0.03 while it rises: Q rises at 0.23 with 0.16, and falls at 0.21 with 0.12. The inverter falls at
/// 0.23 + 0.05 + 0.04 + 0.08 = 0.4, and rises at 0.43 as before.
#[test]
fn edges_have_loads_of_their_own() {
    let library = Library::read(&text().replacen("capacitance : 0.01;", "capacitance : 0.01; rise_capacitance : 0.03;", 1)).unwrap();
    let cells: [(&str, &str, &[&str]); 3] = [("a", "DFF", &["clk", "x", "q"]), ("i", "INV", &["q", "n"]), ("b", "DFF", &["clk", "n", "y"])];
    let netlist = netlist(&library, &cells, &["clk", "x"], &[]);
    let timing = Timing::new(&netlist, &library, &Conditions { clock_transition: 0.3, ..Conditions::default() }).unwrap();
    near(timing.period, 0.492);
    let inverted = netlist.instances.iter().find(|i| i.name == "i").unwrap().pins[1].net().unwrap();
    near(timing.arrival[inverted][1], 0.4);
}

/// The output drives the link, 0.03, and a neighbour's inverter, 0.01, beside its own: load 0.05, so 0.25 with transition 0.2. The input arrives
/// like that. Its first inverter, load 0.01, falls at 0.25 + 0.05 + 0.02 + 0.1 = 0.42 with 0.21; the second, load 0.02, rises at
/// 0.42 + 0.1 + 0.06 + 0.105 = 0.685, and the setup time is 0.062. Inside: 0.25 + 0.1 + 0.06 + 0.1 + 0.062.
#[test]
fn a_link_brings_what_a_neighbour_sends() {
    let library = library();
    let cells: [(&str, &str, &[&str]); 6] = [
        ("a", "DFF", &["clk", "z", "q"]),
        ("i", "INV", &["q", "n"]),
        ("b", "DFF", &["clk", "n", "y"]),
        ("j", "INV", &["in_q", "m"]),
        ("k", "INV", &["m", "o"]),
        ("c", "DFF", &["clk", "o", "z"]),
    ];
    let netlist = netlist(&library, &cells, &["clk", "in_q"], &["out_q"]);
    let links = vec![(netlist.port("in_q").unwrap(), netlist.port("out_q").unwrap())];
    let timing =
        Timing::new(&netlist, &library, &Conditions { clock_transition: 0.3, link: 0.03, links, ..Conditions::default() }).unwrap();
    near(timing.register_period, 0.572);
    near(timing.period, 0.747);
    let (steps, setup) = timing.path(&netlist);
    let expected = [(Some(0), 0.25), (None, 0.0), (Some(3), 0.17), (Some(4), 0.265)];
    for (PathStep { instance, delay }, (cell, ns)) in steps.iter().zip(expected) {
        assert_eq!(*instance, cell);
        near(*delay, ns);
    }
    assert_eq!(steps.len(), 4);
    near(setup, 0.062);
    // The slack of the sender's register is that of the path through the link.
    near(timing.slack(netlist.instances[0].pins[2].net().unwrap()), -0.747);
}

#[test]
fn a_loop_is_refused() {
    let library = library();
    let netlist = netlist(&library, &[("u.i", "INV", &["a", "b"]), ("u.j", "INV", &["b", "a"])], &["clk"], &[]);
    let error = Timing::new(&netlist, &library, &Conditions::default()).unwrap_err();
    assert_eq!(error.to_string(), "cell u.i is part of a combinational loop");
}
