//! Generated Verilog against the model, over the whole matrix of configurations. Only the root package sees both sides.

mod agree;
mod axi;
mod axi4;
mod axi4_directed;
mod axi4_mutants;
mod axi_mutants;
mod axi_widths;
mod by_packets;
mod driven;
mod driven_mutants;
mod edit;
mod first;
mod matrix;
mod multicast;
mod multicast_mutants;
mod mutants;
mod netlist;
mod one_clock;
mod order;
mod own;
mod property;
mod support;
