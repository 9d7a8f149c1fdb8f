//! `torusmith`: from a hierarchical torus network's name to Verilog routers, and their proof against the golden model.

mod area;
mod chip;
mod cli;
mod config;
mod cosim;
mod deadlock;
mod doctor;
mod exit;
mod fpga;
mod generate;
mod interrupt;
mod multicast;
mod multicast_deadlock;
mod multicast_options;
mod options;
mod output;
mod progress;
mod prove;
mod route;
mod simulate;
mod study;
mod testbench_options;
mod topology;

use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::install();
    let done = cli::parse(std::env::args_os()).and_then(cli::Command::run);
    exit::code(done)
}
