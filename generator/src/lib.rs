//! A network and options to Verilog-2001: routers, network tops, constraints and a manifest.
//!
//! [`generate`] renders a [`Design`] in memory, [`Design::add_testbench`] puts a test bench beside it, [`Design::write`] puts all into a folder. The Verilog follows
//! docs/router.md and docs/networks.md; nothing here is shared with the golden model.

mod constraints;
mod design;
mod error;
mod flows;
mod htn;
mod hypercube;
mod library;
mod manifest;
mod mesh;
mod mtn;
mod network;
mod options;
mod parameters;
mod rdt;
mod rdt_multicast;
mod render;
mod signals;
mod sttn;
mod tesh;
mod tori_connected;
mod torus;
mod ttn;

pub use design::Design;
pub use error::Error;
pub use flows::Testbench;
pub use options::{Interface, Options, Router, Routing, Scope, VcReuse, VcRule};

use parameters::Parameters;
use rdt_multicast::MulticastRouter;
use torusmith_topology::Network;

/// Renders the Verilog of `network` with `options`.
///
/// # Errors
/// [`Error::Option`] for an option that is out of range or does not go with the network.
pub fn generate(network: &Network, options: &Options) -> Result<Design, Error> {
    match options.router {
        Router::Plain => render::render(&Parameters::new(network, options)?),
        Router::Multicast { ack_ways } => MulticastRouter::new(network, options, ack_ways)?.design(),
    }
}
