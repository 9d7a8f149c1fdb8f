use torusmith_asic::netlist::{Netlist, Signal};
use torusmith_asic::{Conditions, Counts, Cycles, Energies, EnergyModel, Library, Power, Timing};

use crate::cells::powered;
use crate::small::netlist;

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

/// A register, an inverter, a NAND and a register; the second input of the NAND is that of the first register.
fn four(library: &Library) -> Netlist {
    let cells: [(&str, &str, &[&str]); 4] =
        [("a", "DFF", &["clk", "x", "q"]), ("i", "INV", &["q", "n"]), ("g", "NAND2", &["n", "x", "m"]), ("b", "DFF", &["clk", "m", "y"])];
    netlist(library, &cells, &["clk", "x"], &["out_y"])
}

/// Four clocks with x = 1, 1, 0, 0, after one with x = 0.
///
/// | clock | x | q | n | m | y |
/// |---|---|---|---|---|---|
/// | before | 0 | 0 | 1 | 1 | 0 |
/// | 1 | 1 | 0 | 1 | 0 | 1 |
/// | 2 | 1 | 1 | 0 | 1 | 0 |
/// | 3 | 0 | 1 | 0 | 1 | 1 |
/// | 4 | 0 | 0 | 1 | 1 | 1 |
fn played(library: &Library, netlist: &Netlist, conditions: &Conditions) -> (Counts, Energies) {
    played_with(&powered(), library, netlist, conditions)
}

fn played_with(text: &str, library: &Library, netlist: &Netlist, conditions: &Conditions) -> (Counts, Energies) {
    let power = Power::read(text, library).unwrap();
    let timing = Timing::new(netlist, library, conditions).unwrap();
    let model = EnergyModel::new(netlist, library, &power, &timing, conditions);
    let mut cycles = Cycles::new(netlist, library, &model.watches, 1).unwrap();
    let x = netlist.ports[netlist.port("x").unwrap()].bits[0].net().unwrap();
    cycles.settle(false);
    for value in [1, 1, 0, 0] {
        cycles.edge();
        *cycles.drive(x, 0) = value;
        cycles.settle(true);
    }
    let counts = cycles.take_counts();
    assert_eq!(cycles.take_counts().clocks, 0);
    (counts.clone(), model.energies(&counts))
}

/// C V^2 / 2 is 2 pJ a pF and toggle. Toggles in four clocks: x 2, q 2, n 2, m 2, y 3.
///
/// | | |
/// |---|---|
/// | x | 0.02 of D and 0.01 of the NAND: 2 * 0.06 / 4 of the links |
/// | q | 0.01: 2 * 0.02 / 4 |
/// | n | 0.01: 2 * 0.02 / 4 |
/// | m | 0.02: 2 * 0.04 / 4 |
/// | clocks | 0.01, two edges: 0.04 |
/// | inverter | mean of 0.02 and 0.04, load 0.01, transition 0.12 of q: 0.03 + 0.001 + 0.006 = 0.037; twice |
/// | NAND | clock 1 by x, 0.08, and clock 2 by n, 0.04 |
/// | clock of a | D is 1 in two of four clocks: (2 * 0.06 + 2 * 0.04) / 4 |
/// | clock of b | D is 1 in three: (3 * 0.06 + 0.04) / 4 |
/// | D | 0.01 for each of two toggles |
/// | Q | 0.07 and a tenth of the load: twice 0.071, three times 0.07 |
/// | leakage | 1 and 2 uW; with D 4, the mean of both levels of the clock, else 2: a (4 + 2) / 2, b (3 * 4 + 2) / 4 |
#[test]
fn the_energy_of_four_cells_is_that_of_a_manual_calculation() {
    let library = Library::read(&powered()).unwrap();
    let netlist = four(&library);
    let conditions = Conditions { clock_transition: 0.3, ..Conditions::default() };
    let (counts, energies) = played(&library, &netlist, &conditions);
    let net = |name: &str| netlist.instances.iter().find(|i| i.name == name).unwrap().pins.last().unwrap().net().unwrap();
    assert_eq!(["a", "i", "g", "b"].map(|name| counts.toggles[net(name)]), [2, 2, 2, 3]);
    assert_eq!(counts.clocks, 4);
    let expected = [
        // switching, internal, clock, leakage
        ("a", [0.01, 0.005 + 0.0355, 0.04 + 0.05, 0.003]),
        ("i", [0.01, 0.0185, 0.0, 0.001]),
        ("g", [0.02, 0.03, 0.0, 0.002]),
        ("b", [0.0, 0.005 + 0.0525, 0.04 + 0.055, 0.0035]),
    ];
    for (energy, (name, [switching, internal, clock, leakage])) in energies.instances.iter().zip(expected) {
        println!("{name}: {energy:?}");
        near(energy.switching, switching);
        near(energy.internal, internal);
        near(energy.clock, clock);
        near(energy.leakage, leakage);
    }
    near(energies.links, 0.03);
}

/// 0.1 pF to each input and to the output, 0.3 pF of the link: q toggles twice, 2 * 2 * 0.11 / 4; y three times, 3 * 2 * 0.1 / 4, and of the link
/// 3 * 2 * 0.3 / 4; x 2 * 2 * 0.23 / 4; a clock pin 4 * 0.11, and inside it as before.
#[test]
fn wires_are_charged() {
    let library = Library::read(&powered()).unwrap();
    let netlist = four(&library);
    let (_, energies) = played(&library, &netlist, &Conditions { clock_transition: 0.3, wire: 0.1, link: 0.3, ..Conditions::default() });
    near(energies.instances[0].switching, 0.11);
    near(energies.instances[0].clock, 0.44 + 0.05);
    near(energies.instances[3].switching, 0.15);
    near(energies.links, 0.23 + 0.45);
}

/// Q is 1, 0, 1, 1 in b, and drives nothing: its states count as if it did. (3 * 0.06 + 0.04) / 4, and 0.04 of the pin.
#[test]
fn states_of_outputs_that_drive_nothing_count() {
    let text = powered().replace("when : \"D\";\nrise", "when : \"Q\";\nrise").replace("when : \"!D\";\nrise", "when : \"!Q\";\nrise");
    let library = Library::read(&text).unwrap();
    let mut netlist = four(&library);
    netlist.instances[3].pins[2] = Signal::Open;
    netlist.ports.retain(|port| !port.is_output);
    netlist.connect(&library);
    let conditions = Conditions { clock_transition: 0.3, ..Conditions::default() };
    let (_, energies) = played_with(&text, &library, &netlist, &conditions);
    near(energies.instances[3].clock, 0.04 + 0.055);
}

#[test]
fn power_tables_that_cannot_be_used_are_refused() {
    for (from, to, words) in [
        ("voltage_unit", "no_unit", "voltage_unit is missing"),
        ("leakage_power_unit", "no_unit", "leakage_power_unit is missing"),
        ("\"1uW\"", "\"1horse\"", "leakage_power_unit = 1horse is not allowed; allowed: such as 1nW"),
        ("nom_voltage", "no_voltage", "nom_voltage is missing"),
        ("nom_voltage : 2", "nom_voltage : 0", "nom_voltage = 0 is not allowed"),
        ("internal_power", "other_power", "no power tables: none of the 6 cells has internal_power"),
        ("when : \"!D\";\nrise", "when : \"!E\";\nrise", "cell DFF: pin CK: function !E: `E` is not expected; pins are CK, D, Q"),
        ("value : 5", "value : four", "cell DFF: leakage_power: four is not a number"),
        ("related_pin : \"CK\";\nrise_power", "related_pin : \"C\";\nrise_power", "cell DFF: pin Q: related_pin = C is not a pin"),
        ("rise_power (plane) { values (\"0.02, 0.02\"", "rise_power (plane) { values (\"0.02\"", "rise_power: 3 values, 4 expected"),
    ] {
        let changed = powered().replace(from, to);
        assert_ne!(changed, powered(), "{from}");
        let error = Power::read(&changed, &Library::read(&changed).unwrap()).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{to}: {error}");
    }
    // A library without leakage needs no unit of it.
    let text = powered().replace("leakage_power", "no_power").replace("internal_no_power", "internal_power");
    Power::read(&text, &Library::read(&text).unwrap()).unwrap();
}

/// mV and fF: with the same numbers the energy is 10^-9 of it.
#[test]
fn the_unit_of_energy_follows_from_voltage_and_capacitance() {
    let text = powered().replace("\"1V\"", "\"1mV\"").replace("(1, pf)", "(1, ff)");
    let library = Library::read(&text).unwrap();
    let power = Power::read(&text, &library).unwrap();
    let clock = &power.cells[library.cell("DFF").unwrap()].pins[0][0];
    near(1e9 * clock.both(0.3, 0.0), 0.06);
    near(power.voltage, 0.002);
}
