//! Proves that a generated router does what `docs/router.md` says, in every clock, for all legal inputs, for ever.
//!
//! ```
//! use torusmith_generator::{Options, generate};
//! use torusmith_prover::prove::{Limits, Verdict, prove};
//! use torusmith_synthesis::{Cache, Yosys};
//! use torusmith_sim::generated::GeneratedDesign as Design;
//!
//! let dir = tempfile::tempdir()?;
//! generate(&"mesh:2,2".parse()?, &Options::default())?.write(dir.path())?;
//! let report = prove(&Design::open(dir.path())?, &Yosys::find()?, &Cache::off(), Limits::default(), &|_claims| ())?;
//! assert_eq!(report.result, Verdict::Proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ahead;
pub mod aig;
mod arrivals;
mod cases;
pub mod certificate;
pub mod claims;
mod diagram;
pub mod environment;
mod error;
pub mod filter;
mod holders;
pub mod induction;
pub mod miter;
pub mod mutants;
pub mod netlist;
pub mod prove;
mod random;
mod registers;
mod registry;
mod routes;
mod runs;
pub mod sat;
pub mod search;
pub mod shape;
pub mod sides;
pub mod subject;
pub mod trace;
pub mod wiring;

pub use error::Error;
