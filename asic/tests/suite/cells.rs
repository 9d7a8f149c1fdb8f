//! A small library whose tables are planes, so that delays can be computed manually.

/// Coefficients of a plane: constant, per pF of load, per ns of transition.
type Plane = [f64; 3];

fn table(kind: &str, [constant, load, transition]: Plane) -> String {
    let value = |l: f64, t: f64| constant + load * l + transition * t;
    format!("{kind} (plane) {{ values (\"{}, {}\", \"{}, {}\"); }}\n", value(0.0, 0.0), value(0.0, 1.0), value(1.0, 0.0), value(1.0, 1.0))
}

/// A gate with inputs of a capacitance, and an output Y: delays of its rising and falling edge, and their transitions.
fn gate(name: &str, area: f64, inputs: &[&str], capacitance: f64, function: &str, sense: &str, planes: [Plane; 4]) -> String {
    let pin = |input: &&str| format!("pin ({input}) {{ direction : input; capacitance : {capacitance}; }}\n");
    let kinds = ["cell_rise", "cell_fall", "rise_transition", "fall_transition"];
    let tables: String = kinds.into_iter().zip(planes).map(|(kind, plane)| table(kind, plane)).collect();
    format!(
        "cell ({name}) {{ area : {area};\n{} pin (Y) {{ direction : output; max_capacitance : 0.5; function : \"{function}\";\n\
         timing () {{ related_pin : \"{}\"; timing_sense : {sense};\n{tables}}} }} }}\n",
        inputs.iter().map(pin).collect::<String>(),
        inputs.join(" ")
    )
}

const FLIP_FLOP: &str = "cell (DFF) { area : 8; ff (IQ, IQN) { next_state : \"D\"; clocked_on : \"CK\"; }
    pin (CK) { direction : input; clock : true; capacitance : 0.01; }
    pin (D) { direction : input; capacitance : 0.02;
        timing () { related_pin : \"CK\"; timing_type : setup_rising; SETUP } }
    pin (Q) { direction : output; max_capacitance : 0.5; function : \"IQ\";
        timing () { related_pin : \"CK\"; timing_type : rising_edge; TABLES } } }\n";

/// The text of the library.
pub fn text() -> String {
    let plane = |name: &str, first: &str, second: &str| {
        format!("lu_table_template ({name}) {{ variable_1 : {first}; variable_2 : {second}; index_1 (\"0, 1\"); index_2 (\"0, 1\"); }}\n")
    };
    let from_clock = [0.2, 1.0, 0.0];
    let tables = table("cell_rise", from_clock) + &table("cell_fall", from_clock);
    let tables = tables + &table("rise_transition", [0.1, 2.0, 0.0]) + &table("fall_transition", [0.1, 2.0, 0.0]);
    // 0.05 and a tenth of the data's transition.
    let setup = |kind: &str| format!("{kind} (setup) {{ values (\"0.05, 0.15\", \"0.05, 0.15\"); }}\n");
    let inverter = |load: f64| [[0.1, 3.0 * load, 0.5], [0.05, 2.0 * load, 0.5], [0.1, load, 0.0], [0.2, load, 0.0]];
    let buffer = |load: f64| [[0.08, load, 0.1], [0.08, load, 0.1], [0.05, load, 0.0], [0.05, load, 0.0]];
    let heads = [
        plane("plane", "total_output_net_capacitance", "input_net_transition"),
        plane("setup", "related_pin_transition", "constrained_pin_transition"),
    ];
    let cells = [
        gate("INV", 1.0, &["A"], 0.01, "!A", "negative_unate", inverter(1.0)),
        gate("INV4", 2.5, &["A"], 0.02, "(!A)", "negative_unate", inverter(0.25)),
        gate("BUF", 1.5, &["A"], 0.01, "A", "positive_unate", buffer(1.0)),
        gate("BUF4", 3.0, &["A"], 0.012, "A", "positive_unate", buffer(0.25)),
        gate("NAND2", 2.0, &["A", "B"], 0.01, "!(A B)", "negative_unate", inverter(1.2)),
        FLIP_FLOP.replace("SETUP", &(setup("rise_constraint") + &setup("fall_constraint"))).replace("TABLES", &tables),
    ];
    format!("library (small) {{\ntime_unit : \"1ns\";\ncapacitive_load_unit (1, pf);\n{}{}}}\n", heads.concat(), cells.concat())
}

/// Tables of a rising and a falling edge, as an `internal_power` group.
fn power(conditions: &str, [rise, fall]: [Plane; 2]) -> String {
    format!("internal_power () {{ {conditions}\n{}{} }}\n", table("rise_power", rise), table("fall_power", fall))
}

/// The text of the library with power tables, at 2 V.
pub fn powered() -> String {
    let flat = |rise: f64, fall: f64| [[rise, 0.0, 0.0], [fall, 0.0, 0.0]];
    let inverter = power("related_pin : \"A\";", [[0.02, 0.1, 0.05], [0.04, 0.1, 0.05]]);
    let nand = power("related_pin : \"A\";", flat(0.03, 0.05)) + &power("related_pin : \"B\";", flat(0.07, 0.09));
    let clock = power("when : \"D\";", flat(0.02, 0.04)) + &power("when : \"!D\";", flat(0.01, 0.03));
    let leakage = |when: &str, value: f64| format!("leakage_power () {{ when : \"{when}\"; value : {value}; }}\n");
    let state = leakage("CK & D", 5.0) + &leakage("!CK & D", 3.0) + &leakage("!D", 2.0);
    let q = power("related_pin : \"CK\";", [[0.06, 0.1, 0.0], [0.08, 0.1, 0.0]]);
    [
        ("time_unit", "voltage_unit : \"1V\";\nnom_voltage : 2;\nleakage_power_unit : \"1uW\";\ntime_unit".to_owned()),
        ("cell (INV) { area : 1;", "cell (INV) { area : 1; cell_leakage_power : 1;".to_owned()),
        ("function : \"!A\";", format!("function : \"!A\"; {inverter}")),
        ("cell (NAND2) { area : 2;", "cell (NAND2) { area : 2; cell_leakage_power : 2;".to_owned()),
        ("function : \"!(A B)\";", format!("function : \"!(A B)\"; {nand}")),
        ("cell (DFF) { area : 8;", format!("cell (DFF) {{ area : 8; {state}")),
        ("clock : true;", format!("clock : true; {clock}")),
        ("pin (D) { direction : input;", format!("pin (D) {{ direction : input; {}", power("", flat(0.005, 0.015)))),
        ("function : \"IQ\";", format!("function : \"IQ\"; {q}")),
    ]
    .iter()
    .fold(text(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    })
}
