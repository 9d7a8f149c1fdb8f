//! The AXI4-Stream interface of a node, and networks of routers with one at each node, cycle-exact to docs/axi_interface.md.
//! A user drives [`Inputs`] in every clock and reads [`Outputs`]. The routers are those of the reference engine: unlike the packets of
//! [`crate::engine::Packet`], those of a stream carry data, and their length is unknown before their last beat.

mod depacketizer;
mod format;
mod network;
mod packetizer;
mod signals;

pub use format::{StreamOptions, Streams};
pub use network::{AxiNetwork, Interface};
pub use signals::{Beat, Data, Flit, Inputs, Link, Outputs};
