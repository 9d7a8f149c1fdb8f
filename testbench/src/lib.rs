//! Verilator lock step: a generated router, one instance per node, against the golden model, every port in every clock.
//!
//! [`Testbench::open`] reads a folder that `torusmith generate` wrote (and that may have been edited since), builds it with Verilator or
//! finds it in the cache, and [`Testbench::run`] sends traffic through Verilog and model side by side. [`cosim()`] does that for a list
//! of traffic patterns. What is compared with what is said in docs/router.md; the Verilog side's links and network interfaces are in
//! `cpp/shim.cpp`, driven by nothing but the Verilog's own outputs.
//!
//! [`record()`] writes the model's side down instead, as a plain Verilog-2001 test bench for any simulator.

mod axi;
mod binding;
mod build;
mod conductor;
mod cosim;
mod divergence;
mod error;
mod flits;
mod link_text;
mod manifest;
mod multicast;
mod pace;
mod receive;
mod record;
mod report;
mod testbench;
mod tool;
mod trace;
mod wave;

pub use axi::{AxiCosimOptions, AxiRunReport, UserOptions, check_axi};
pub use build::{Builder, Waves};
pub use cosim::{CosimOptions, cosim};
pub use error::Error;
pub use manifest::{Design, Scope};
pub use multicast::{MulticastCosimOptions, MulticastRunReport, MulticastSource, check_multicast};
pub use record::{RecordOptions, Recording, record};
pub use report::{Dead, Divergence, Elsewhere, Report, RunReport};
pub use testbench::{Observer, PacketSource, RunOptions, Silent, Stepped, Testbench};
pub use tool::{Compiler, Verilator};
