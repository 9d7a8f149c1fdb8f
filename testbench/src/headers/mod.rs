//! The routing bits that a source puts into a head flit, written from docs/networks.md alone: what goes into the Verilog must not come from the model
//! that it is compared with.

mod family;
mod htn;
mod rdt;
mod registry;
mod tori_connected;

pub use family::{FamilyHeaders, Routed, SourceBits};
pub(crate) use rdt::vectors;
pub use registry::register;
pub(crate) use registry::source_bits;
