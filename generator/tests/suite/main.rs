//! The generator's tests, in one binary.

mod adaptive;
mod axi;
mod axi_classes;
mod axi_headers;
mod axi_source;
mod balanced;
mod constraints;
mod design;
mod elaboration;
mod example;
mod flows;
mod formal;
mod lint;
mod multicast;
mod netlist;
mod outside_family;
mod page;
mod rdt;
mod refusals;
mod routing;
mod simulation;
mod skip;
mod synthesizers;
mod ties;
mod tools;
mod wiring;
