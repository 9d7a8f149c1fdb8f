//! Routers as yosys maps them, with the models of the cells that yosys ships.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::Pattern;
use torusmith_synthesis::Mapping;

use crate::first::{Faults, first};
use crate::support::Bench;

fn agrees(network: &str, options: &str, mapping: Mapping) {
    Bench::mapped(network, options, mapping, str::to_owned).agrees(&[Pattern::Uniform], 0.4, &[1, 2, 5], 300, Fast);
}

#[test]
fn ecp5() {
    agrees("torus:2,2", "", Mapping::Ecp5);
}

#[test]
#[ignore = "long: thousands of cells in Verilator"]
fn xilinx() {
    agrees("torus:2,2", "vcs=2", Mapping::Xilinx);
}

#[test]
#[ignore = "long: thousands of cells in Verilator"]
fn ice40() {
    agrees("torus:2,2", "pipeline=1", Mapping::Ice40);
}

#[test]
#[ignore = "long: thousands of cells in Verilator"]
fn gates() {
    agrees("torus:2,2", "pipeline=3", Mapping::Generic);
}

/// The look-up table in front of the register of `in_credit_valid` of port 2 is all zeros: the first credit does not come.
#[test]
#[ignore = "long: a design of its own"]
fn a_broken_look_up_table_is_found() {
    let bench = Bench::mapped("torus:2,2", "", Mapping::Ecp5, |netlist| {
        let name = netlist.find("\\g_input[2].g_all.u_input.credit_valid_TRELLIS_FF_Q_DI_LUT4_Z ").expect("the table");
        let init = netlist[..name].rfind("16'h").expect("its contents") + 4;
        format!("{}0000{}", &netlist[..init], &netlist[init + 4..])
    });
    let runs = bench.run(&[Pattern::Uniform], 0.4, &[1, 2, 5], 300, Fast);
    let mut faults = Faults::default();
    faults.found("credits of port 2", runs[0].first_divergence.as_ref(), first(4, 3, "x-", "in_credit_valid"));
    faults.none();
}
