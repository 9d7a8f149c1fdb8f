//! The lock step of nodes with AXI4-Stream interfaces (docs/axi_interface.md).
//!
//! A user (`user`) stands at the streams of every node and sees nothing but the Verilog's `tready` and beats; Verilog and model are driven with the
//! same beats, and in the first clock in which they show something else the run ends. What arrives is checked beside that (`ledger`), by
//! nothing but what the users sent.

mod counts;
mod job;
mod ledger;
mod model;
mod ports;
mod settings;
mod streams;
mod user;
mod users;

pub use counts::AxiCounts;
pub use settings::Axi;
pub use user::UserOptions;
