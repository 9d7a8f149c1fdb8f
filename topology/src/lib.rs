//! Hierarchical torus networks, and the networks to compare them with, as graphs: addresses, ports, links and metrics. No routing.
//!
//! A [`Network`] is parsed from its name, `TTN(2,2,1)` or `ttn:2,2,1`, by one of the registered [families], and expands into a [`Graph`].
//! One module per family; the same module name is found in `sim` and `generator`.
//!
//! ```
//! use torusmith_topology::{Network, metrics};
//!
//! let network: Network = "ttn:2,2,1".parse()?;
//! let graph = network.graph();
//! assert_eq!((graph.routers(), graph.links()), (256, 1088));
//! assert_eq!(metrics::distances(&graph, &network.orbits(), &|_, _| ()).diameter, 12);
//! assert_eq!(network.format_address(27), "0123");
//! # Ok::<(), torusmith_topology::Error>(())
//! ```

pub mod address;
pub mod address_map;
mod capability;
pub mod ccc;
pub mod concentrated;
mod dead;
pub mod degraded;
mod digest;
pub mod dragonfly;
pub mod endpoints;
mod error;
pub mod export;
pub mod family;
pub mod fattree;
pub mod flatfly;
mod garnet;
mod graph;
pub mod htn;
pub mod htn_general;
pub mod htn_size;
pub mod hypercube;
pub mod import;
pub mod mesh;
pub mod metrics;
pub mod mh3dt;
pub mod mtn;
mod network;
mod number;
pub mod own;
mod parts;
pub mod rdt;
mod registry;
mod route_table;
mod slices;
mod spec;
pub mod star;
pub mod sttn;
mod terminals;
pub mod tesh;
pub mod tori_connected;
pub mod torus;
pub mod ttn;

pub use capability::{BasicModules, Coordinate, ModuleGrid, Orbit, Undefined, equal_orbits, every_terminal};
pub use concentrated::Concentrated;
pub use dead::Dead;
pub use degraded::Degraded;
pub use error::Error;
pub use family::Family;
pub use graph::{Graph, Link};
pub use network::Network;
pub use number::{digits, significant};
pub use registry::{families, register, syntax_of_all};
pub use route_table::{Classes, RouteTable, TableError, TableHop};
pub use slices::LinkSlices;
pub use spec::{FamilyName, NetworkSpec};
pub use terminals::{LocalPort, MOST_PORTS, TerminalId, Terminals};
