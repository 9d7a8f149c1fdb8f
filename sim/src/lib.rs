//! The golden flit-level model: routing, router, traffic and statistics, cycle-exact to `docs/router.md`.
//! Two engines implement one interface, [`engine::Engine`]: `reference`, written to be read, and `fast`, written to run.
//!
//! A simulation:
//!
//! ```
//! use torusmith_sim::config::RouterConfig;
//! use torusmith_sim::routing::RoutingOptions;
//! use torusmith_sim::run::RunOptions;
//! use torusmith_sim::simulation::{EngineKind, Simulation};
//! use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
//! use torusmith_topology::{LinkSlices, Network};
//!
//! let network: Network = "torus:4,4".parse()?;
//! let simulation = Simulation {
//!     routing: RoutingOptions::default(),
//!     router: RouterConfig { vcs: 2, ..RouterConfig::default() },
//!     slices: LinkSlices::new(&network),
//!     engine: EngineKind::Fast,
//!     traffic: TrafficOptions { pattern: Pattern::Uniform, rate: 0.1, lengths: Lengths::default(), seed: 1, sources: Sources::default() },
//!     run: RunOptions { cycles: 5000, warm_up: 500, ..RunOptions::default() },
//!     network,
//! };
//! let outcome = simulation.run(|_clock| ())?;
//! assert!(outcome.dead.is_none());
//! // Far below saturation all that is offered arrives.
//! assert!((outcome.summary.all.accepted.expect("clocks that count") - 0.1).abs() < 0.02);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Is the routing free of deadlock?
//!
//! ```
//! use torusmith_sim::deadlock::{Walk, check};
//! use torusmith_sim::routing::RoutingOptions;
//!
//! let network = "torus:8,8".parse()?;
//! let report = check(&network, RoutingOptions::default(), None, Walk::Automatic, &|_, _| ())?;
//! assert!(report.acyclic() && report.channels > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod axi;
pub mod axi4;
pub mod config;
pub mod deadlock;
pub mod driver;
pub mod engine;
mod error;
pub mod fast;
pub mod generated;
pub mod histogram;
pub mod loads;
pub mod multicast;
pub mod reference;
pub mod routing;
pub mod run;
pub mod simulation;
pub mod single;
pub mod splitmix;
pub mod stats;
mod steady;
pub mod trace;
pub mod traffic;
pub mod watchdog;
mod zero_load;

pub use error::Error;
