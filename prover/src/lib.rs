//! Proves that a generated router does what `docs/router.md` says, in every clock, for all legal inputs, for ever.

pub mod aig;
pub mod netlist;
pub mod sat;
pub mod claims;
pub mod environment;
pub mod shape;
