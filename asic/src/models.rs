//! Verilog models of cells, from the functions of their library.

use std::fmt::Write as _;

use crate::cycles::{CycleError, functions};
use crate::library::Library;
use crate::netlist::{Netlist, escaped};

/// The cells that a netlist has, as modules without delays.
///
/// # Errors
/// A function that cannot be read.
pub fn models(netlist: &Netlist, library: &Library) -> Result<String, CycleError> {
    let mut text = String::new();
    for (cell, functions) in functions(netlist, library)? {
        let cell = &library.cells[cell];
        let pins = cell.pins.iter().map(|pin| escaped(&pin.name));
        let names: Vec<String> = pins.chain(["state_", "~state_"].map(str::to_owned)).collect();
        let ports = cell.pins.iter().zip(&names).map(|(pin, name)| format!("{} {name}", if pin.is_output { "output" } else { "input" }));
        let _ = writeln!(text, "\nmodule {} ({});", escaped(&cell.name), ports.collect::<Vec<_>>().join(", "));
        if let (Some(next), Some((clock, _))) = (&functions.next, cell.inputs().find(|(_, pin)| pin.is_clock)) {
            let _ = writeln!(text, "  reg state_;\n  always @(posedge {}) state_ <= {};", names[clock], next.verilog(&names));
        }
        for (pin, function) in &functions.outputs {
            let _ = writeln!(text, "  assign {} = {};", names[*pin], function.verilog(&names));
        }
        text += "endmodule\n";
    }
    Ok(text)
}
