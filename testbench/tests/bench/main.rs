//! The test bench itself: folders, builds, runs and what they tell. Needs Verilator (see `skip`).
//! The matrix of configurations and the mutants of the router are in the root package's tests.

mod alone;
mod axi;
mod broken;
mod build;
mod folder;
mod idle;
mod own;
mod record;
mod rewritten;
mod runs;
#[path = "../../../generator/tests/suite/skip.rs"]
mod skip;
mod support;
mod timing;
mod waves;
mod whole;
