//! Hierarchical torus networks as graphs: addresses, ports and links. No routing.
//!
//! A [`Network`] is parsed from its name, `TTN(2,2,1)` or `ttn:2,2,1`, and expands into a [`Graph`].
//! One module per network; the same module name is found in `sim` and `generator`.

mod graph;
pub mod htn;
mod network;
pub mod rdt;
pub mod torus;
pub mod ttn;

pub use graph::{Graph, Link};
pub use network::{Error, Network};
