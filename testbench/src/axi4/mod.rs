//! The lock step of networks with AXI4 interfaces (docs/axi4_interface.md).
//!
//! A manager (`manager`) or a memory (`memory`) stands at each side, and sees nothing but the Verilog's wires; Verilog and model are driven alike, and
//! in the first clock in which they show something else the run ends. Beside that a ledger checks every byte against a flat memory, by nothing but
//! what the users did, and a checker of AXI4's own rules (docs/axi4_checker.md) watches every port.

#[cfg(test)]
mod alone;
mod bench;
mod counts;
mod design;
mod directed;
mod draw;
mod flat;
mod instances;
mod job;
mod layout;
mod ledger;
mod maker;
mod manager;
mod memory;
mod model;
mod options;
mod ports;
mod request;
mod settings;
mod shape;
mod users;

pub(crate) use bench::{CHECKER, bench};
pub use counts::{Axi4Counts, RoundTrips};
pub use design::Axi4Design;
pub use directed::{Script, Step};
pub use memory::Takes;
pub use options::Axi4Options;
pub use request::{FIXED, INCR, Request, WRAP};
pub use settings::Axi4;
pub use shape::Axi4Shape;
