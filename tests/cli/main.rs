//! The command line as its users meet it, and what only the root package sees: both sides of the comparison.

mod area;
mod bad_input;
mod book;
mod by_packets;
mod certificates;
mod choices;
mod completions;
mod config;
mod cosim;
mod deadlock;
mod docs;
mod doctor;
mod found_classes;
mod fpga;
mod generate;
mod loads;
mod multicast;
mod mutate;
mod netlist;
mod own;
mod own_exports;
mod own_routing;
mod pictures;
mod prove;
mod report;
mod route;
mod routing;
mod simulate;
#[path = "../../generator/tests/suite/skip.rs"]
mod skip;
mod study;
mod support;
mod sweep;
mod topology;
mod traffic;
mod turns;
