//! Generated Verilog against the model, over the whole matrix of configurations. Only the root package sees both sides.

mod matrix;
mod mutants;
mod property;
mod support;
