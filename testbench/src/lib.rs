//! Verilator lock step: a generated router, one instance per node, against the golden model, every port in every clock.
//!
//! [`Testbench::open`] reads a folder that `torusmith generate` wrote (and that may have been edited since), builds it with Verilator or
//! finds it in the cache, and [`Testbench::cosim`] sends traffic through Verilog and model side by side, by one of three [`Protocol`]s: [`Plain`],
//! [`Multicast`] and [`Axi`]. What is compared with what is said in docs/router.md; the Verilog side's links and network interfaces are in `cpp/`,
//! driven by nothing but the Verilog's own outputs.
//!
//! Both sides take from `torusmith-sim` which packets there are (source, destination, length, clock: [`torusmith_sim::traffic`]). What of them
//! goes into the Verilog, heads with their routing bits included, is made here from docs/networks.md (`headers`), and what comes out is checked
//! against that, beside the comparison with the model.
//!
//! [`record()`] writes the model's side down instead, as a plain Verilog-2001 test bench for any simulator.

mod axi;
mod binding;
mod build;
mod conductor;
mod cosim;
mod divergence;
mod error;
mod extras;
mod flits;
mod headers;
mod interface;
mod kind;
mod link;
mod manifest;
mod multicast;
mod options;
mod pace;
mod plain;
mod protocol;
mod record;
mod report;
mod resourced;
mod routing;
mod stream_shape;
mod sums;
mod testbench;
mod tool;
mod trace;
mod wave;

pub use axi::{Axi, AxiCounts, UserOptions};
pub use build::{Builder, Waves};
pub use cosim::check;
pub use error::Error;
pub use headers::{FamilyHeaders, Routed, SourceBits, register};
pub use kind::Kind;
pub use manifest::{Design, Scope};
pub use multicast::{Multicast, MulticastCounts};
pub use options::{Observer, RunOptions, Silent};
pub use plain::{ByPackets, Driven, Faults, PacketSource, Plain, PlainCounts};
pub use protocol::Protocol;
pub use record::{RecordOptions, Recording, record};
pub use report::{Counts, Dead, Divergence, Elsewhere, RunReport, Stepped};
pub use stream_shape::StreamShape;
pub use testbench::Testbench;
pub use tool::{Compiler, Verilator};
