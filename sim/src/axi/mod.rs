//! The AXI4-Stream interface of a node, and networks of routers with one at each node, cycle-exact to docs/axi_interface.md.
//!
//! A user is what a clock brings from outside ([`Inputs`]); what he sees are [`Outputs`]. The routers are those of the reference engine: unlike
//! the packets of [`crate::engine::Packet`], those of a stream have a length that nobody knows before their last beat, and data.

mod depacketizer;
mod format;
mod interface;
mod network;
mod packetizer;
mod signals;

pub use format::{StreamOptions, Streams};
pub use interface::Interface;
pub use network::AxiNetwork;
pub use signals::{Beat, Data, Flit, Inputs, Link, Outputs};
