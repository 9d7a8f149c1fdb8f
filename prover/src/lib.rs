//! Proves that a generated router does what `docs/router.md` says, in every clock, for all legal inputs, for ever.

pub mod aig;
mod arrivals;
mod cases;
pub mod certificate;
pub mod claims;
mod diagram;
pub mod environment;
mod error;
pub mod filter;
pub mod induction;
pub mod miter;
pub mod mutants;
pub mod netlist;
pub mod prove;
mod registers;
pub mod sat;
pub mod search;
pub mod shape;
pub mod subject;
pub mod trace;

pub use error::Error;
