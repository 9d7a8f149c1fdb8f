//! The golden flit-level model: routing, router, traffic and statistics, cycle-exact to `docs/router.md`.
//!
//! Two engines stand behind one interface, [`engine::Engine`]: `reference`, written to be read, and `fast`, written to run.

pub mod axi;
pub mod config;
pub mod deadlock;
pub mod driver;
pub mod engine;
mod error;
pub mod fast;
pub mod loads;
pub mod multicast;
pub mod overtaking;
pub mod reference;
pub mod routing;
pub mod run;
pub mod simulation;
pub mod stats;
pub mod trace;
pub mod traffic;
pub mod watchdog;

pub use error::Error;
