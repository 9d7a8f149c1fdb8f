//! The test bench itself: folders, builds, runs and what they tell. Needs Verilator, and fails without it unless TORUSMITH_ALLOW_SKIP is
//! set. The matrix of configurations and the mutants of the router are in the root package's tests.

mod broken;
mod build;
mod folder;
mod idle;
mod rewritten;
mod runs;
mod support;
mod timing;
mod waves;
mod whole;
