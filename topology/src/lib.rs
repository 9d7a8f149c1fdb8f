//! Hierarchical torus networks, and those they are measured against, as graphs: addresses, ports, links and metrics. No routing.
//!
//! A [`Network`] is parsed from its name, `TTN(2,2,1)` or `ttn:2,2,1`, and expands into a [`Graph`].
//! One module per network; the same module name is found in `sim` and `generator`.

pub mod ccc;
mod graph;
pub mod htn;
pub mod hypercube;
pub mod mesh;
pub mod metrics;
pub mod mh3dt;
mod mtn;
mod network;
pub mod rdt;
mod sttn;
mod tesh;
pub mod tori_connected;
pub mod torus;
mod ttn;

pub use graph::{Graph, Link};
pub use network::{Error, Network};
