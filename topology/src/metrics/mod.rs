//! What a network costs and offers, by its graph alone: distances, connectivity, bisection, wiring (docs/networks.md, "Metrics").

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

/// Told how many of how many steps are done, from any thread.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);
