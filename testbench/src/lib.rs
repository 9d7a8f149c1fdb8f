//! Verilator lock step: a generated router, one instance per node, against the golden model, every port in every clock.
//!
//! [`Testbench::open`] reads a folder that `torusmith generate` wrote (and that may have been edited since), builds it with Verilator or
//! finds it in the cache, and [`Testbench::cosim`] sends traffic through Verilog and model side by side, by one of three [`Protocol`]s: [`Plain`],
//! [`Multicast`] and [`Axi`]. What is compared with what is said in docs/router.md; the Verilog side's links and network interfaces are in `cpp/`,
//! driven by nothing but the Verilog's own outputs.
//!
//! Both sides take from `torusmith-sim` which packets there are (source, destination, length, clock: [`torusmith_sim::traffic`]). What of them
//! goes into the Verilog, heads with their routing bits included, is made here, by `torusmith-routes`, and what comes out is checked
//! against that, beside the comparison with the model.
//!
//! [`record()`] writes the model's side down instead, as a plain Verilog-2001 test bench for any simulator.
//!
//! A lock step:
//!
//! ```
//! use torusmith_generator::{Options, generate};
//! use torusmith_sim::simulation::EngineKind;
//! use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
//! use torusmith_testbench::{Builder, Plain, RunOptions, Silent, Testbench};
//!
//! let dir = tempfile::tempdir()?;
//! generate(&"mesh:2,2".parse()?, &Options::default())?.write(dir.path())?;
//! let bench = Testbench::open(dir.path(), &Builder::find()?.expecting(500))?;
//! let traffic = TrafficOptions { pattern: Pattern::Uniform, rate: 0.3, lengths: Lengths::default(), seed: 1, sources: Sources::default() };
//! let plain = Plain { traffic, engine: EngineKind::Fast, driver: None };
//! let report = bench.cosim(&plain, &RunOptions { cycles: 500, ..RunOptions::default() }, &mut Silent)?;
//! assert!(report.first_divergence.is_none() && report.violations.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alone;
mod axi;
mod axi4;
mod binding;
mod build;
mod conductor;
mod cosim;
mod coverage;
mod divergence;
mod error;
mod flits;
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
mod replay;
mod report;
mod resourced;
mod routing;
mod stream_shape;
mod sums;
mod testbench;
mod tool;
mod trace;
mod wave;

pub use alone::{Alone, why_not};
pub use axi::{Axi, AxiCounts, UserOptions};
pub use axi4::{Axi4, Axi4Counts, Axi4Design, Axi4Options, Axi4Shape, FIXED, INCR, Request, RoundTrips, Script, Step, Takes, WRAP};
pub use build::{Builder, Waves};
pub use cosim::check;
pub use coverage::{Coverage, Point, PointKind};
pub use error::Error;
pub use kind::Kind;
pub use manifest::Design;
pub use multicast::{Multicast, MulticastCounts};
pub use options::{Observer, RunOptions, Silent};
pub use plain::{ByPackets, Driven, Faults, PacketSource, Plain, PlainCounts};
pub use protocol::Protocol;
pub use record::{PortEvent, PortFlit, PortSink, RecordOptions, Recording, RouterPorts, record};
pub use replay::{Inputs, Replayed};
pub use report::{Counts, Dead, Divergence, Elsewhere, RunReport, Stepped};
pub use stream_shape::StreamShape;
pub use testbench::Testbench;
pub use tool::{Compiler, Verilator};
