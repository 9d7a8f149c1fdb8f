//! What generated Verilog costs in hardware, and what is proved of it, by the tools that a user would take: yosys and nextpnr.

mod area;
mod cache;
mod cells;
mod error;
mod fpga;
mod mapping;
mod mutants;
mod netlist;
mod prove;
mod stat;
mod tools;
mod yosys;

pub use area::{Area, Block, FLOW, UNIT, area};
pub use cache::Cache;
pub use error::Error;
pub use fpga::{CriticalPath, Device, Fpga, Nextpnr, Progress, Router, STAGES, SeedResult, Segment, StageDelay, fpga};
pub use mapping::{Mapped, Mapping, mapped};
pub use mutants::{Mutant, Mutants, SELECTOR, mutants};
pub use netlist::{Netlist, netlist};
pub use prove::{Outcome, Proof, Proofs, Verdict, prove};
pub use yosys::{Sources, Yosys};
