use torusmith_asic::Library;

use crate::cells::text;
use crate::small::library;

#[test]
fn cells_have_their_parts() {
    let library = library();
    let names = |cells: &[usize]| cells.iter().map(|&cell| library.cells[cell].name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&library.buffers), ["BUF", "BUF4"]);
    assert_eq!(names(&library.families[library.cell("INV4").unwrap()]), ["INV", "INV4"]);
    assert_eq!(names(&library.families[library.cell("NAND2").unwrap()]), ["NAND2"]);
    assert_eq!((library.nand2, names(&[library.flip_flop])), (Some(2.0), vec!["DFF".to_owned()]));
    // BUF4 with 16 clock pins of 0.01: 0.05 + 0.25 * 0.16.
    assert!((library.clock_transition() - 0.09).abs() < 1e-9, "{}", library.clock_transition());
}

/// 100 ps and 10 fF: all in the same numbers means a tenth of the time, and a hundredth of the capacitance.
#[test]
fn units_are_converted() {
    let scaled = text().replace("\"1ns\"", "\"100ps\"").replace("(1, pf)", "(10, ff)");
    let library = Library::read(&scaled).unwrap();
    let inverter = &library.cells[library.cell("INV").unwrap()];
    assert!((inverter.pins[0].capacitance[0] - 1e-4).abs() < 1e-12);
    let delay = inverter.pins[1].arcs[0].delay[0].as_ref().unwrap();
    // Load 0.005 pF is half of its unit, transition 0.05 ns half of its own: 0.1 + 1.5 + 0.25 of 100 ps.
    assert!((delay.at(0.05, 0.005) - 0.185).abs() < 1e-12);
}

/// Cells that mapping must not use are not in the text for yosys; without its last cell of a kind a library is refused.
#[test]
fn special_cells_are_left_out() {
    let special = text().replace("cell (BUF4) {", "cell (BUF4) { dont_use : true;").replace("cell (NAND2) {", "cell (CLKBUF2) {");
    let library = Library::read(&special).unwrap();
    assert!(library.mapping_text.contains("cell (BUF)") && library.mapping_text.trim_end().ends_with('}'));
    assert!(!library.mapping_text.contains("BUF4") && !library.mapping_text.contains("CLKBUF2"), "{}", library.mapping_text);
    assert_eq!((library.buffers.len(), library.nand2), (1, None));
}

/// What yosys reads has a timing group for each pin, and cells of constants, whose area it is to count.
#[test]
fn the_text_for_yosys_has_one_pin_in_each_timing_group_and_ties() {
    let one = "cell (ONE) { area : 1; pin (Z) { direction : output; function : \"1\"; } }\ncell (FILL) { area : 1; }\ncell (INV) {";
    let library = Library::read(&text().replace("cell (INV) {", one)).unwrap();
    let pins: Vec<&str> = library.mapping_text.split("related_pin : ").skip(1).map(|rest| rest.split(';').next().unwrap()).collect();
    assert_eq!(pins, [["\"A\""; 5].as_slice(), &["\"B\"", "\"CK\"", "\"CK\""]].concat());
    assert_eq!(Library::read(&library.mapping_text).unwrap().cells.len(), 7);
    assert_eq!(library.tie(true).map(|(cell, pin)| (cell.name.as_str(), pin.name.as_str())), Some(("ONE", "Z")));
    assert!(library.tie(false).is_none() && !library.mapping_text.contains("FILL"));
}

#[test]
fn libraries_that_cannot_be_used_are_refused() {
    for (from, to, words) in [
        ("ff (IQ, IQN)", "latch (IQ, IQN)", "no flip-flop of a rising clock edge"),
        ("clocked_on : \"CK\";", "clocked_on : \"CK\"; clear : \"D\";", "no flip-flop of a rising clock edge"),
        ("function : \"A\"", "function : \"!A\"", "no buffer among the 6 cells"),
        ("function : \"A\"", "other : \"A\"", "no buffer among the 4 cells that can be mapped to; output Y of cell BUF has no function"),
        ("time_unit", "no_unit", "time_unit is missing"),
        ("capacitive_load_unit", "no_unit", "capacitive_load_unit is missing"),
        ("\"1ns\"", "\"1lightyear\"", "time_unit = 1lightyear is not allowed"),
        ("(1, pf)", "(0, pf)", "capacitive_load_unit = 0,pf is not allowed"),
        ("related_pin : \"A B\"", "related_pin : \"A C\"", "cell NAND2: pin Y: related_pin = C is not a pin"),
        ("capacitance : 0.02", "capacitance : big", "cell INV4: pin A: capacitance: big is not a number"),
        ("area : 8", "area : nan", "cell DFF: area: nan is not a number"),
        ("values (\"0.05, 0.15\"", "values (\"0.05\"", "cell DFF: pin D: rise_constraint: 3 values, 4 expected"),
        ("library (small)", "cell (small)", "cell (small) is not a library"),
    ] {
        let changed = text().replace(from, to);
        assert_ne!(changed, text(), "{from}");
        let error = Library::read(&changed).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{to}: {error}");
    }
    let inverters = text().replace("function : \"!A\"", "other : \"\"").replace("function : \"(!A)\"", "other : \"\"");
    assert!(Library::read(&inverters).unwrap_err().to_string().contains("no inverter"));
}
