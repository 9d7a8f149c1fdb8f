use torusmith_asic::netlist::{Netlist, Signal};
use torusmith_asic::{CycleError, Cycles, Library};

use crate::cells::text;
use crate::small::{library, netlist};

/// Numbers without a pattern.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// One router with a value for each net, evaluated until nothing changes.
struct Naive {
    values: Vec<bool>,
    states: Vec<bool>,
}

impl Naive {
    fn settle(&mut self, library: &Library, netlist: &Netlist) {
        loop {
            let before = self.values.clone();
            for (i, instance) in netlist.instances.iter().enumerate() {
                let pin = |at: usize| self.values[instance.pins[at].net().unwrap()];
                let (output, value) = match library.cells[instance.cell].name.as_str() {
                    "INV" => (1, !pin(0)),
                    "BUF" => (1, pin(0)),
                    "NAND2" => (2, !(pin(0) && pin(1))),
                    "XOR2" => (2, pin(0) != pin(1)),
                    "DFF" => (2, self.states[i]),
                    other => panic!("{other}"),
                };
                self.values[instance.pins[output].net().unwrap()] = value;
            }
            if self.values == before {
                return;
            }
        }
    }

    fn edge(&mut self, library: &Library, netlist: &Netlist) {
        for (i, instance) in netlist.instances.iter().enumerate() {
            if library.cells[instance.cell].is_flip_flop() {
                self.states[i] = self.values[instance.pins[1].net().unwrap()];
            }
        }
    }
}

/// Eighty cells at random and seventy routers, in two words, with inputs at random: each net toggles as often as in one router after another.
#[test]
fn toggles_are_those_of_routers_evaluated_one_by_one() {
    let xor = "cell (XOR2) { area : 3; pin (A) { direction : input; } pin (B) { direction : input; }\n\
               pin (Y) { direction : output; function : \"A ^ B\"; } }\ncell (INV) {";
    let library = Library::read(&text().replace("cell (INV) {", xor)).unwrap();
    let mut numbers = Numbers(7);
    let mut names: Vec<String> = ["x0", "x1", "x2"].map(str::to_owned).to_vec();
    let mut cells: Vec<(String, &str, Vec<String>)> = Vec::new();
    for i in 0..80 {
        let kind = ["INV", "BUF", "NAND2", "XOR2", "DFF"][numbers.below(5)];
        let mut pick = || names[names.len() - 1 - numbers.below(names.len().min(20))].clone();
        let mut pins = match kind {
            "NAND2" | "XOR2" => vec![pick(), pick()],
            "DFF" => vec!["clk".to_owned(), pick()],
            _ => vec![pick()],
        };
        names.push(format!("n{i}"));
        pins.push(format!("n{i}"));
        cells.push((format!("c{i}"), kind, pins));
    }
    let borrowed: Vec<Vec<&str>> = cells.iter().map(|(_, _, pins)| pins.iter().map(String::as_str).collect()).collect();
    let cells: Vec<(&str, &str, &[&str])> =
        cells.iter().zip(&borrowed).map(|((n, c, _), pins)| (n.as_str(), *c, pins.as_slice())).collect();
    let netlist = netlist(&library, &cells, &["clk", "x0", "x1", "x2"], &[]);
    let inputs = ["x0", "x1", "x2"].map(|name| netlist.ports[netlist.port(name).unwrap()].bits[0].net().unwrap());
    let routers = 70;
    let mut cycles = Cycles::new(&netlist, &library, &[], routers).unwrap();
    let mut naive: Vec<Naive> =
        (0..routers).map(|_| Naive { values: vec![false; netlist.nets.len()], states: vec![false; netlist.instances.len()] }).collect();
    let mut toggles = vec![0; netlist.nets.len()];
    for clock in 0..50 {
        cycles.edge();
        for (router, naive) in naive.iter_mut().enumerate() {
            let before = naive.values.clone();
            naive.edge(&library, &netlist);
            for net in inputs {
                let value = numbers.below(2) == 1;
                naive.values[net] = value;
                let word = cycles.drive(net, router / 64);
                *word = *word & !(1 << (router % 64)) | u64::from(value) << (router % 64);
            }
            naive.settle(&library, &netlist);
            if clock > 0 {
                toggles.iter_mut().zip(before.iter().zip(&naive.values)).for_each(|(sum, (a, b))| *sum += u64::from(a != b));
            }
        }
        cycles.settle(clock > 0);
        for (router, naive) in naive.iter().enumerate() {
            let values = (0..netlist.nets.len()).map(|net| cycles.value(Signal::Net(net), router / 64) >> (router % 64) & 1 == 1);
            assert_eq!(values.collect::<Vec<_>>(), naive.values, "clock {clock}, router {router}");
        }
    }
    let counts = cycles.take_counts();
    assert_eq!((counts.clocks, &counts.toggles), (49 * routers as u64, &toggles));
    assert!(toggles.iter().filter(|count| **count > 0).count() > 60, "{toggles:?}");
}

#[test]
fn netlists_that_cannot_be_simulated_are_refused() {
    let library = library();
    let error = |cells: &[(&str, &str, &[&str])], outputs: &[&str]| {
        Cycles::new(&netlist(&library, cells, &["clk", "x"], outputs), &library, &[], 1).err().map(|e: CycleError| e.to_string())
    };
    assert_eq!(error(&[("i", "INV", &["x", "y"])], &["out_y"]).unwrap(), "output out_y depends on an input in the same clock");
    assert_eq!(error(&[("i", "INV", &["clk", "c"]), ("a", "DFF", &["c", "x", "y"])], &[]).unwrap(), "cell a has a clock of its own");
    assert!(error(&[("i", "INV", &["a", "b"]), ("j", "INV", &["b", "a"])], &[]).unwrap().ends_with("part of a combinational loop"));
    assert_eq!(error(&[("a", "DFF", &["clk", "x", "y"])], &["out_y"]), None);
}
