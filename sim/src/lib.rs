//! The golden flit-level model: routing, router, traffic and statistics, cycle-exact to `docs/router.md`.
//!
//! Two engines stand behind one interface, [`engine::Engine`]: `reference`, written to be read, and `fast`, written to run.

pub mod config;
pub mod engine;
mod error;
pub mod fast;
pub mod reference;
pub mod routing;
pub mod trace;

pub use error::Error;
