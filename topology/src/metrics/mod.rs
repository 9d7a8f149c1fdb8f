//! Costs and properties of a network, by its graph alone: distances, connectivity, bisection, wiring (docs/networks.md, "Metrics").

mod bisection;
mod connectivity;
mod distances;
mod modules;
mod wires;
mod wiring;

pub use bisection::{Bisection, BisectionKind, bisection};
pub use connectivity::arc_connectivity;
pub use distances::{Distances, distances};
pub use wires::longest_wire;
pub use wiring::{Wiring, wiring};

/// Receives (steps done, steps in all), from any thread.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);
