//! Costs and properties of a network, by its graph alone: distances, connectivity, bisection, wiring (docs/networks.md, "Metrics").

mod bisection;
mod connectivity;
mod distances;
mod modules;
mod wiring;

pub use bisection::{Bisection, BisectionKind, bisection};
pub use connectivity::arc_connectivity;
pub use distances::{Distances, distances};
pub use wiring::{Wiring, longest_wire, wiring};

/// Receives (steps done, steps in all), from any thread.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);
